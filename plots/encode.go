package plots

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Format is how a drawing becomes a file. Its zero value is a drawing of natural size at DefaultDPI,
// light.
type Format struct {
	Size Size // the drawing's own when zero
	DPI  int  // dots per inch of a PNG; DefaultDPI when 0
	Dark bool
}

// DefaultDPI is sharp on a screen and on paper.
const DefaultDPI = 160

// mostDots bounds a PNG, which takes four bytes of memory a dot.
const mostDots = 100e6

// Encode writes a drawing in the format of a file's extension: ".png", ".svg" or ".pdf". When it
// fails before the writing, nothing is written.
func Encode(w io.Writer, extension string, d Drawing, f Format) error {
	if f.Size == (Size{}) {
		f.Size = d.Size()
	}
	f.DPI = cmp.Or(f.DPI, DefaultDPI)
	if err := f.Check(); err != nil {
		return err
	}
	if err := CheckExtension(extension); err != nil {
		return err
	}
	canvas := f.canvas(extension)
	d.paint(draw.New(canvas), f.theme())
	_, err := canvas.WriteTo(w)
	return err
}

// CheckExtension returns nil for the extensions that [Encode] knows, and otherwise an error that
// names them.
func CheckExtension(extension string) error {
	switch strings.ToLower(extension) {
	case ".png", ".svg", ".pdf":
		return nil
	case "":
		return errors.New("no extension: .png, .svg or .pdf tells the format")
	}
	return fmt.Errorf("unknown extension %q: .png, .svg and .pdf are known", extension)
}

// Check returns nil if the size and the resolution make sense, and otherwise an error that says what
// would.
func (f Format) Check() error {
	dpi := cmp.Or(f.DPI, DefaultDPI)
	if dpi < 20 || dpi > 2400 {
		return fmt.Errorf("%d dots per inch: 20 to 2400 make sense", dpi)
	}
	if f.Size == (Size{}) {
		return nil
	}
	if err := f.Size.check(); err != nil {
		return err
	}
	if dots := f.Size.Width.Dots(float64(dpi)) * f.Size.Height.Dots(float64(dpi)); dots > mostDots {
		return fmt.Errorf("%.0f million dots: at most %.0f make sense; lower the size or the resolution", dots/1e6, mostDots/1e6)
	}
	return nil
}

func (f Format) theme() palette {
	if f.Dark {
		return dark
	}
	return light
}

// canvas returns an empty sheet of the theme's paper for an extension that is known.
func (f Format) canvas(extension string) (sheet vg.CanvasWriterTo) {
	w, h, paper := f.Size.Width, f.Size.Height, f.theme().paper
	switch strings.ToLower(extension) {
	case ".svg":
		sheet = svg{vgsvg.New(w, h)}
	case ".pdf":
		sheet = newPDF(w, h)
	default:
		return raster{vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(f.DPI), vgimg.UseBackgroundColor(paper))}
	}
	sheet.SetColor(paper)
	sheet.Fill(vg.Rectangle{Max: vg.Point{X: w, Y: h}}.Path())
	return sheet
}
