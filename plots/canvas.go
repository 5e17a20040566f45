package plots

import (
	"bytes"
	"image/color"
	"image/png"
	"io"
	"strings"
	"sync"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/text/encoding/charmap"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// raster is a canvas that is written as PNG in two thirds of the usual time: a large poster takes
// longer to compress than to draw, and gains a twentieth from more care. It shows a sign for letters
// that the fonts do not hold.
type raster struct{ *vgimg.Canvas }

func (r raster) WriteTo(w io.Writer) (int64, error) {
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	var written bytes.Buffer
	if err := encoder.Encode(&written, r.Image()); err != nil {
		return 0, err
	}
	return written.WriteTo(w)
}

// FillString writes text, with a square for a letter of which the font has no picture.
func (r raster) FillString(face font.Face, at vg.Point, text string) {
	r.Canvas.FillString(face, at, strings.Map(func(letter rune) rune {
		if inFont(face, letter) {
			return letter
		}
		return rasterUnknown
	}, text))
}

// pdf is a canvas that mends two faults of vgpdf: text goes in as UTF-8 where the embedded fonts
// have a code page, and see-through colours turn grey.
type pdf struct{ *vgpdf.Canvas }

func newPDF(w, h vg.Length) pdf {
	timeless()
	return pdf{vgpdf.New(w, h)}
}

// timeless makes PDF files depend on nothing but what is drawn: no date, and no order of a map.
var timeless = sync.OnceFunc(func() {
	fpdf.SetDefaultCreationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultModificationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultCatalogSort(true)
})

// FillString writes text in Windows-1252, with a question mark for what that does not hold.
func (p pdf) FillString(face font.Face, at vg.Point, text string) {
	encoded := make([]byte, 0, len(text))
	for _, r := range text {
		b, ok := charmap.Windows1252.EncodeRune(r)
		if !ok {
			b = pdfUnknown
		}
		encoded = append(encoded, b)
	}
	p.Canvas.FillString(face, at, string(encoded))
}

// SetColor hides from vgpdf that a Go colour is multiplied by its opacity, since it applies the
// opacity again. No colour is black, as in every canvas.
func (p pdf) SetColor(c color.Color) {
	if c == nil {
		c = color.Black
	}
	p.Canvas.SetColor(straight(color.NRGBAModel.Convert(c).(color.NRGBA)))
}

// straight is a colour whose parts are not multiplied by its opacity.
type straight color.NRGBA

func (s straight) RGBA() (r, g, b, a uint32) {
	const whole = 0x101 // from 8 bits to 16
	return uint32(s.R) * whole, uint32(s.G) * whole, uint32(s.B) * whole, uint32(s.A) * whole
}

// svg is a canvas that names other fonts of the same measures beside Liberation Sans, which few
// machines but Linux ones have.
type svg struct{ *vgsvg.Canvas }

func (s svg) WriteTo(w io.Writer) (int64, error) {
	var written bytes.Buffer
	if _, err := s.Canvas.WriteTo(&written); err != nil {
		return 0, err
	}
	families := bytes.ReplaceAll(written.Bytes(),
		[]byte("font-family:Liberation Sans;"),
		[]byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;"))
	n, err := w.Write(families)
	return int64(n), err
}
