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

// sheet returns an empty sheet for a valid extension, and sets the letters that it can show.
func (f Format) sheet(extension string, letters *alphabet) (sheet vg.CanvasWriterTo) {
	w, h, paper := f.Size.Width, f.Size.Height, f.palette().Paper
	switch strings.ToLower(extension) {
	case ".svg":
		sheet = svg{vgsvg.New(w, h)}
	case ".pdf":
		makeReproducible()
		*letters = alphabet{holds: inFont, unknown: '?'}
		sheet = pdf{vgpdf.New(w, h), letters}
	default:
		*letters = alphabet{holds: inFont, unknown: '□'}
		return raster{vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(f.DPI), vgimg.UseBackgroundColor(paper)), letters}
	}
	sheet.SetColor(paper)
	sheet.Fill(vg.Rectangle{Max: vg.Point{X: w, Y: h}}.Path())
	return sheet
}

// raster writes PNG in two thirds of the usual time: a large poster takes longer to compress than to draw, and
// stronger compression saves only a twentieth.
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
	r.Canvas.FillString(face, at, r.letters.replaceMissing(face, text))
}

// pdf works around two faults of vgpdf: it writes UTF-8 although the embedded fonts have a code page, and it turns
// transparent colours grey.
type pdf struct {
	*vgpdf.Canvas
	letters *alphabet
}

// makeReproducible makes PDF files depend only on the drawing, not on the date or on map order.
var makeReproducible = sync.OnceFunc(func() {
	fpdf.SetDefaultCreationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultModificationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultCatalogSort(true)
})

// FillString implements [vg.Canvas].
func (p pdf) FillString(face font.Face, at vg.Point, text string) {
	for _, run := range runs(p.letters.replaceMissing(face, text)) {
		encoded, err := charmap.Windows1252.NewEncoder().String(run)
		if err == nil {
			p.Canvas.FillString(face, at, encoded)
		} else {
			p.Canvas.Fill(outline(face, at, run))
		}
		at.X += face.Width(run)
	}
}

// SetColor hides from vgpdf that Go colours are premultiplied, since it applies the opacity again. A nil colour means
// black, as on every canvas.
func (p pdf) SetColor(c color.Color) {
	if c == nil {
		c = color.Black
	}
	p.Canvas.SetColor(straight(color.NRGBAModel.Convert(c).(color.NRGBA)))
}

// straight is a colour that is not premultiplied by its opacity.
type straight color.NRGBA

// RGBA implements [color.Color].
func (s straight) RGBA() (r, g, b, a uint32) {
	const whole = 0x101 // converts 8 bits to 16
	return uint32(s.R) * whole, uint32(s.G) * whole, uint32(s.B) * whole, uint32(s.A) * whole
}

// svg lists other fonts with the same widths after Liberation Sans, which is rare outside Linux.
type svg struct{ *vgsvg.Canvas }

// WriteTo implements [io.WriterTo].
func (s svg) WriteTo(w io.Writer) (int64, error) {
	var written bytes.Buffer
	if _, err := s.Canvas.WriteTo(&written); err != nil {
		return 0, err
	}
	n, err := strings.NewReplacer("font-family:Liberation Sans;",
		"font-family:Liberation Sans,Arial,Helvetica,sans-serif;").WriteString(w, written.String())
	return int64(n), err
}
