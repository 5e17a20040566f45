package plots

import (
	"strings"

	"golang.org/x/text/encoding/charmap"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
)

// What stands for a letter that the fonts of a PNG, or the code page of a PDF, do not hold.
const (
	rasterUnknown = '□'
	pdfUnknown    = '?'
)

// Unshown returns the words of a drawing that hold letters which a file of this extension cannot show,
// each once, in order: other signs stand for those letters. An SVG, whose fonts are those of the reader,
// shows all.
func Unshown(d Drawing, extension string) (words []string) {
	var holds func(font.Face, rune) bool
	switch strings.ToLower(extension) {
	case ".png":
		holds = inFont
	case ".pdf":
		holds = func(_ font.Face, r rune) bool { return inCodePage(r) }
	default:
		return nil
	}
	var canvas recorder.Canvas
	size := d.Size()
	d.paint(draw.NewCanvas(&canvas, size.Width, size.Height), light)
	seen := map[string]bool{}
	for _, action := range canvas.Actions {
		text, ok := action.(*recorder.FillString)
		if !ok {
			continue
		}
		face := font.DefaultCache.Lookup(text.Font, text.Size)
		for _, word := range strings.FieldsFunc(text.String, separates) {
			lacks := strings.ContainsFunc(word, func(r rune) bool { return !holds(face, r) })
			if lacks && !seen[word] {
				seen[word] = true
				words = append(words, word)
			}
		}
	}
	return words
}

// separates tells whether a letter stands between words and not in the name of an agent.
func separates(r rune) bool { return strings.ContainsRune(" ,;:", r) }

// inFont tells whether a font has a picture of a letter.
func inFont(face font.Face, r rune) bool {
	index, err := face.Face.GlyphIndex(nil, r)
	return err == nil && index != 0
}

// inCodePage tells whether the code page of a PDF's fonts has a letter.
func inCodePage(r rune) bool {
	_, ok := charmap.Windows1252.EncodeRune(r)
	return ok
}
