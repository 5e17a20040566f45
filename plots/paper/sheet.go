package paper

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

// sheet returns an empty sheet for an extension that is known. What its letters lack is noted in known.
func (f Format) sheet(extension string, known *alphabet) (sheet vg.CanvasWriterTo) {
	w, h, paper := f.Size.Width, f.Size.Height, f.palette().Paper
	switch strings.ToLower(extension) {
	case ".svg":
		sheet = svg{vgsvg.New(w, h)}
	case ".pdf":
		timeless()
		*known = alphabet{holds: inCodePage, unknown: '?'}
		sheet = pdf{vgpdf.New(w, h), known}
	default:
		*known = alphabet{holds: inFont, unknown: '□'}
		return raster{vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(f.DPI), vgimg.UseBackgroundColor(paper)), known}
	}
	sheet.SetColor(paper)
	sheet.Fill(vg.Rectangle{Max: vg.Point{X: w, Y: h}}.Path())
	return sheet
}

// raster is a canvas that is written as PNG in two thirds of the usual time: a large poster takes
// longer to compress than to draw, and gains a twentieth from more care.
type raster struct {
	*vgimg.Canvas
	letters *alphabet
}

// WriteTo implements [io.WriterTo].
func (r raster) WriteTo(w io.Writer) (int64, error) {
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	var written bytes.Buffer
	if err := encoder.Encode(&written, r.Image()); err != nil {
		return 0, err
	}
	return written.WriteTo(w)
}

// FillString implements [vg.Canvas].
func (r raster) FillString(face font.Face, at vg.Point, text string) {
	r.Canvas.FillString(face, at, r.letters.known(face, text))
}

// pdf is a canvas that mends two faults of vgpdf: it takes text for UTF-8 where the embedded fonts
// have a code page, and turns see-through colours grey.
type pdf struct {
	*vgpdf.Canvas
	letters *alphabet
}

// timeless makes PDF files depend on nothing but what is drawn: no date, and no order of a map.
var timeless = sync.OnceFunc(func() {
	fpdf.SetDefaultCreationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultModificationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultCatalogSort(true)
})

// FillString implements [vg.Canvas].
func (p pdf) FillString(face font.Face, at vg.Point, text string) {
	encoded, _ := charmap.Windows1252.NewEncoder().String(p.letters.known(face, text))
	p.Canvas.FillString(face, at, encoded)
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

// RGBA implements [color.Color].
func (s straight) RGBA() (r, g, b, a uint32) {
	const whole = 0x101 // from 8 bits to 16
	return uint32(s.R) * whole, uint32(s.G) * whole, uint32(s.B) * whole, uint32(s.A) * whole
}

// svg is a canvas that names other fonts of the same measures beside Liberation Sans, which few
// machines but Linux ones have.
type svg struct{ *vgsvg.Canvas }

// WriteTo implements [io.WriterTo].
func (s svg) WriteTo(w io.Writer) (int64, error) {
	var written bytes.Buffer
	if _, err := s.Canvas.WriteTo(&written); err != nil {
		return 0, err
	}
	n, err := strings.NewReplacer("font-family:Liberation Sans;", "font-family:Liberation Sans,Arial,Helvetica,sans-serif;").
		WriteString(w, written.String())
	return int64(n), err
}
