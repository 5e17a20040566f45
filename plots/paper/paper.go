// Package paper puts drawings on paper: sizes, formats, colours, letters, and text broken into lines. A [Drawing]
// becomes a PNG, an SVG or a PDF by [Encode]; the same drawing always gives the same bytes, so that documents and tests
// can compare files. The package knows nothing about machines or figures, and opens no files.
package paper

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"menace/menace/option"
)

// Drawing can be painted on paper.
type Drawing interface {
	// Size returns the natural size of the drawing.
	Size() Size

	// Fits reports whether the whole drawing fits on paper of this size.
	Fits(Size) bool

	// Paint fills the canvas.
	Paint(c draw.Canvas, colours Palette)
}

// Described is a [Drawing] that describes itself: a title, which states the finding in a sentence, and details. A file
// contains both, for people who cannot see the drawing, and for programs that list files.
type Described interface {
	Drawing
	Describe() (title, details string)
}

// Format describes the file made from a drawing. Its zero value means light colours and natural size.
type Format struct {
	Size Size // the drawing's own when zero
	DPI  int  // dots per inch of a PNG; DefaultDPI when 0
	Dark bool
	Made string // how the file was made, a note inside it
	Lang string // tag of the language of its words, English if empty

	title, details string // of a Described drawing
}

// Options lists the options of a format.
func (f *Format) Options() []option.Option {
	return []option.Option{
		{Name: "paper", Meaning: "the `SIZE` in cm, mm, in or pt, such as 16x9cm or 29.7x21cm (A4)",
			Default: "what suits the picture", Value: option.Parsed(&f.Size, ParseSize, Size.String)},
		{Name: "dark", Meaning: "draw light on dark, for slides", Value: option.Switch(&f.Dark)},
	}
}

// DefaultDPI is sharp on a screen and on paper.
const DefaultDPI = 160

// mostDots limits the dots of a PNG, which take four bytes of memory each.
const mostDots = 100e6

// Encode writes a drawing in the format of a file's extension: ".png", ".svg" or ".pdf". It returns the words with
// letters that the format lacks and replaces by another sign. An SVG uses the reader's fonts and lacks no letters. If
// the format or the extension is invalid, nothing is written.
func Encode(w io.Writer, extension string, d Drawing, f Format) (lacking []string, err error) {
	f.Size, f.DPI = f.SizeOf(d), cmp.Or(f.DPI, DefaultDPI)
	if err := cmp.Or(f.Check(extension), CheckExtension(extension)); err != nil {
		return nil, err
	}
	if described, ok := d.(Described); ok {
		f.title, f.details = described.Describe()
	}
	letters := &alphabet{}
	sheet := f.sheet(extension, letters)
	d.Paint(draw.NewCanvas(sheet, f.Size.Width, f.Size.Height), f.palette())
	_, err = sheet.WriteTo(w)
	return letters.lacking, err
}

// CheckExtension returns an error if [Encode] does not support a file name extension.
func CheckExtension(extension string) error {
	switch {
	case slices.Contains([]string{".png", ".svg", ".pdf"}, strings.ToLower(extension)):
		return nil
	case extension == "":
		return errors.New("no extension: the name must end in .png, .svg or .pdf")
	}
	return fmt.Errorf("unknown extension %q; choose from .png, .svg and .pdf", extension)
}

// Check returns an [option.Error] for a size that is out of range. The limit on dots applies to PNG only.
func (f Format) Check(extension string) error {
	if f.Size == (Size{}) {
		return nil
	}
	if err := f.Size.check(); err != nil {
		return option.Wrong("paper", err)
	}
	dots := f.Dots()
	if dots > mostDots && !slices.Contains([]string{".svg", ".pdf"}, strings.ToLower(extension)) {
		return option.Wrong("paper", fmt.Errorf("%v as a PNG has %.0f million dots, more than %.0f: "+
			"make it smaller, or write an SVG or a PDF", f.Size, dots/1e6, mostDots/1e6))
	}
	return nil
}

// Dots returns the number of dots of a PNG of the size.
func (f Format) Dots() float64 {
	dpi := float64(cmp.Or(f.DPI, DefaultDPI))
	return f.Size.Width.Dots(dpi) * f.Size.Height.Dots(dpi)
}

// Fit returns an [option.Error] if the paper is too small for a drawing. It suggests the drawing's own size.
func (f Format) Fit(d Drawing) error {
	if f.Size == (Size{}) || d.Fits(f.Size) {
		return nil
	}
	return option.Wrong("paper", fmt.Errorf("%v is too small for this drawing; %v will do", f.Size, d.Size()))
}

// SizeOf returns the size of a drawing.
func (f Format) SizeOf(d Drawing) Size {
	if f.Size == (Size{}) {
		return d.Size()
	}
	return f.Size
}

func (f Format) palette() Palette {
	if f.Dark {
		return Dark
	}
	return Light
}

// Size is the width and height of a drawing.
type Size struct{ Width, Height vg.Length }

// Area returns the whole sheet.
func (s Size) Area() vg.Rectangle { return vg.Rectangle{Max: vg.Point{X: s.Width, Y: s.Height}} }

// Blank returns a canvas for measuring, which draws nothing.
func Blank(area vg.Rectangle) draw.Canvas {
	return draw.Canvas{Canvas: new(recorder.Canvas), Rectangle: area}
}

// Limits for the length of a side: from a stamp to a wall.
const (
	Shortest = 3 * vg.Centimeter
	Longest  = 300 * vg.Centimeter
)

// lengths matches lengths as people write them: numbers with an x between them, and one unit.
var lengths = regexp.MustCompile(`^([0-9.]+(?:[x×][0-9.]+)*)(cm|mm|in|pt)$`)

// ParseLengths parses lengths such as "16x9cm", and reports whether it can.
func ParseLengths(text string) (all []vg.Length, ok bool) {
	parts := lengths.FindStringSubmatch(text)
	if parts == nil {
		return nil, false
	}
	for number := range strings.SplitSeq(strings.ReplaceAll(parts[1], "×", "x"), "x") {
		length, err := vg.ParseLength(number + parts[2])
		if err != nil {
			return nil, false
		}
		all = append(all, length)
	}
	return all, true
}

// ParseSize parses a size such as "16x9cm", in cm, mm, in or pt.
func ParseSize(text string) (Size, error) {
	sides, ok := ParseLengths(text)
	if !ok || len(sides) != 2 {
		return Size{}, fmt.Errorf("%q: write width, x, height and a unit (cm, mm, in or pt), as in 16x9cm", text)
	}
	size := Size{sides[0], sides[1]}
	if err := size.check(); err != nil {
		return Size{}, fmt.Errorf("%q: %w", text, err)
	}
	return size, nil
}

// String formats the size in centimetres for [ParseSize].
func (s Size) String() string {
	side := func(l vg.Length) string {
		return strconv.FormatFloat(math.Round(float64(l/vg.Centimeter)*100)/100, 'f', -1, 64)
	}
	return side(s.Width) + "x" + side(s.Height) + "cm"
}

func (s Size) check() error {
	for _, side := range [...]vg.Length{s.Width, s.Height} {
		if side < Shortest || side > Longest {
			return fmt.Errorf("each side must be %.0f to %.0f cm long", Shortest/vg.Centimeter, Longest/vg.Centimeter)
		}
	}
	return nil
}

// Palette holds the colours of a drawing.
type Palette struct {
	Paper, Ink, Muted, Grid color.NRGBA
	Hues                    []color.NRGBA // colours of lines
	Full                    color.NRGBA   // shade for 1; the shade for 0 is Paper
}

// Light and Dark are the palettes. Their hues come from Okabe and Ito (Color Universal Design, 2008), which
// colour-blind people can distinguish, darkened on white and lightened on black until each has a contrast of at least 3
// to 1 with the paper. In grey, neighbours differ in lightness.
var (
	Light = Palette{
		Paper: RGB(0xffffff), Ink: RGB(0x1a1a1a), Muted: RGB(0x5c5c5c), Grid: RGB(0xe3e3e3),
		Hues: []color.NRGBA{
			RGB(0x004b87), RGB(0xc98500), RGB(0xb03a00), RGB(0x3a9bdc), RGB(0x00654b), RGB(0xcc79a7), RGB(0x555555),
		},
		Full: RGB(0x0072b2),
	}
	Dark = Palette{
		Paper: RGB(0x14171c), Ink: RGB(0xf2f2f2), Muted: RGB(0xa9b0ba), Grid: RGB(0x343a43),
		Hues: []color.NRGBA{
			RGB(0x9ad8ff), RGB(0xe69f00), RGB(0xe0561b), RGB(0xf0e442), RGB(0x10a878), RGB(0xf0b8d8), RGB(0x9a9a9a),
		},
		Full: RGB(0x4fb0f0),
	}
)

// RGB returns a colour such as 0xff0000, pure red.
func RGB(hex uint32) color.NRGBA {
	return color.NRGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 255}
}

// Shade returns the colour for a share, 0 to 1.
func (p Palette) Shade(share float64) color.NRGBA {
	mix := func(a, b uint8) uint8 { return uint8(float64(a) + share*(float64(b)-float64(a)) + 0.5) }
	return color.NRGBA{R: mix(p.Paper.R, p.Full.R), G: mix(p.Paper.G, p.Full.G), B: mix(p.Paper.B, p.Full.B), A: 255}
}

// Faded returns a colour with this opacity, 0 to 1.
func Faded(c color.NRGBA, opacity float64) color.NRGBA {
	c.A = uint8(255 * opacity)
	return c
}

// Readable returns black or white, whichever contrasts more with the background.
func Readable(on color.NRGBA) color.NRGBA {
	black, white := RGB(0), RGB(0xffffff)
	if contrast(black, on) >= contrast(white, on) {
		return black
	}
	return white
}

// contrast returns the contrast ratio of two colours, 1 to 21, as defined by the Web Content Accessibility Guidelines
// 2.2.
func contrast(a, b color.NRGBA) float64 {
	light, dark := luminance(a), luminance(b)
	return (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
}

// luminance returns the relative luminance of an sRGB colour, 0 for black to 1 for white.
func luminance(c color.NRGBA) float64 {
	linear := func(channel uint8) float64 {
		v := float64(channel) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
