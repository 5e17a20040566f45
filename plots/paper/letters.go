package paper

import (
	"image/color"
	"slices"
	"strings"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/encoding/charmap"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Letters returns a text style that is positioned by its left end and its baseline.
func Letters(size vg.Length, c color.Color) text.Style {
	return text.Style{
		Color:   c,
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		XAlign:  text.XLeft,
		YAlign:  text.YBottom,
		Handler: plot.DefaultTextHandler,
	}
}

// Write writes a text along the top, in as many lines as it needs, and returns the canvas below. A word that is too
// long is written in smaller letters. An empty text takes no room.
func Write(c draw.Canvas, style text.Style, words string) draw.Canvas {
	style.YAlign = text.YTop
	for _, line := range Broken(words, func(line string) bool { return style.Width(line) <= c.Size().X }) {
		fitting := style
		if w := style.Width(line); w > c.Size().X {
			fitting.Font.Size *= c.Size().X / w
		}
		c.FillText(fitting, vg.Point{X: c.Min.X, Y: c.Max.Y}, line)
		c = draw.Crop(c, 0, 0, 0, -1.3*style.Font.Size)
	}
	return c
}

// Broken breaks a text between words into lines that fit. A word that does not fit gets its own line.
func Broken(words string, fits func(line string) bool) (lines []string) {
	for _, word := range strings.Fields(words) {
		n := len(lines)
		if n > 0 && fits(lines[n-1]+" "+word) {
			lines[n-1] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// alphabet is the set of letters that a format can show.
type alphabet struct {
	holds   func(font.Face, rune) bool
	unknown rune     // replacement for missing letters
	lacking []string // words with missing letters, without duplicates
}

// replaceMissing replaces letters that the format lacks, and records the words with any.
func (a *alphabet) replaceMissing(face font.Face, text string) string {
	lacks := func(r rune) bool { return !a.holds(face, r) }
	// An agent's name contains none of these separators.
	between := func(r rune) bool { return strings.ContainsRune(" ,;:", r) }
	for _, word := range strings.FieldsFunc(text, between) {
		if strings.ContainsFunc(word, lacks) && !slices.Contains(a.lacking, word) {
			a.lacking = append(a.lacking, word)
		}
	}
	return strings.Map(func(r rune) rune {
		if lacks(r) {
			return a.unknown
		}
		return r
	}, text)
}

// inFont reports whether a font has a glyph for a letter.
func inFont(face font.Face, r rune) bool {
	index, err := face.Face.GlyphIndex(nil, r)
	return err == nil && index != 0
}

// outline returns the shapes of the letters of a text that starts at a point. It is used for letters such as ∞ or α,
// which the font has but the code page of a PDF's fonts lacks.
func outline(face font.Face, at vg.Point, text string) (shape vg.Path) {
	const perEm = 1 << 11
	var buffer sfnt.Buffer
	unit := face.Font.Size / perEm
	for _, r := range text {
		glyph, err := face.Face.GlyphIndex(&buffer, r)
		if err != nil {
			continue
		}
		segments, err := face.Face.LoadGlyph(&buffer, glyph, fixed.I(perEm), nil)
		if err != nil {
			continue
		}
		point := func(p fixed.Point26_6) vg.Point { // the y axis of segments points down
			return at.Add(vg.Point{X: unit * vg.Length(p.X) / 64, Y: -unit * vg.Length(p.Y) / 64})
		}
		for _, s := range segments {
			switch a := s.Args; s.Op {
			case sfnt.SegmentOpMoveTo:
				shape.Move(point(a[0]))
			case sfnt.SegmentOpLineTo:
				shape.Line(point(a[0]))
			case sfnt.SegmentOpQuadTo:
				shape.QuadTo(point(a[0]), point(a[1]))
			case sfnt.SegmentOpCubeTo:
				shape.CubeTo(point(a[0]), point(a[1]), point(a[2]))
			}
		}
		if wide, err := face.Face.GlyphAdvance(&buffer, glyph, fixed.I(perEm), 0); err == nil {
			at.X += unit * vg.Length(wide) / 64
		}
	}
	return shape
}

// runs splits a text into pieces whose letters are either all in the code page of a PDF's fonts or all missing from it.
func runs(text string) (pieces []string) {
	before := false
	for i, r := range []rune(text) {
		_, has := charmap.Windows1252.EncodeRune(r)
		if i == 0 || has != before {
			pieces = append(pieces, "")
		}
		pieces[len(pieces)-1] += string(r)
		before = has
	}
	return pieces
}
