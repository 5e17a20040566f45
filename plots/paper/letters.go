package paper

import (
	"image/color"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

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
		Handler: &measured,
	}
}

// measured is a text handler that measures texts.
var measured = measurer{Handler: plot.DefaultTextHandler, widths: map[font.Font]map[pair]vg.Length{}}

// measurer caches the widths of pairs of letters: the font searches its tables for each, and a drawing measures
// thousands of texts.
type measurer struct {
	text.Handler
	mutex  sync.Mutex
	widths map[font.Font]map[pair]vg.Length // by the font in a size in which they are whole
}

// pair is a letter after another, or after 0 at the beginning of a text.
type pair struct{ before, letter rune }

// Box implements [text.Handler].
func (m *measurer) Box(line string, f font.Font) (width, height, depth vg.Length) {
	face := m.Cache().Lookup(f, f.Size)
	em, size := face, face.Extents()
	em.Font.Size = vg.Length(face.Face.UnitsPerEm()) // then all widths are whole numbers, and sums are exact
	m.mutex.Lock()
	defer m.mutex.Unlock()
	known := m.widths[em.Font]
	if len(known) == 0 || len(known) > 10_000 {
		known = map[pair]vg.Length{}
		m.widths[em.Font] = known
	}
	before := rune(0)
	for _, letter := range line {
		w, ok := known[pair{before, letter}]
		if !ok {
			w = em.Width(string(letter))
			if before != 0 {
				w = em.Width(string([]rune{before, letter})) - em.Width(string(before))
			}
			known[pair{before, letter}] = w
		}
		width, before = width+w, letter
	}
	return width * (f.Size / em.Font.Size), size.Ascent, size.Descent
}

// Write writes a text along the top, in as many lines as it needs, and returns the canvas below. A word that is too
// long is written in smaller letters. An empty text takes no space.
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

// Words splits a text at spaces where a line may end. A line may not end before a percent sign.
func Words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) && r != '\u00a0' && r != '\u202f' })
}

// Broken breaks a text between words into lines that fit. A word that does not fit gets its own line.
func Broken(words string, fits func(line string) bool) (lines []string) {
	for _, word := range Words(words) {
		n := len(lines)
		if n > 0 && fits(lines[n-1]+" "+word) {
			lines[n-1] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// legible returns a text in the form that XML and PDF allow: valid, and without control characters.
func legible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\ufffe' || r == '\uffff' {
			return utf8.RuneError
		}
		return r // or RuneError for an invalid byte
	}, text)
}

// alphabet replaces letters that the font lacks.
type alphabet struct {
	lacking []string // words with missing letters, without duplicates
}

// replaceMissing replaces letters that the font lacks, and records the words that contain them.
func (a *alphabet) replaceMissing(face font.Face, text string) string {
	text = legible(text)
	lacks := func(r rune) bool {
		index, err := face.Face.GlyphIndex(nil, r)
		return err != nil || index == 0
	}
	// An agent's name contains none of these separators.
	between := func(r rune) bool { return strings.ContainsRune(" ,;:", r) }
	for _, word := range strings.FieldsFunc(text, between) {
		if strings.ContainsFunc(word, lacks) && !slices.Contains(a.lacking, word) {
			a.lacking = append(a.lacking, word)
		}
	}
	return strings.Map(func(r rune) rune {
		if lacks(r) {
			return '□'
		}
		return r
	}, text)
}
