//go:build !js

package paper

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"io"
	"regexp"
	"strconv"
	"sync"
	"time"
	"unicode/utf16"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/text/encoding/charmap"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"
)

// Extensions are the extensions of the files that [Encode] writes.
var Extensions = []string{".png", ".svg", ".pdf"}

// Bind writes drawings as the pages of one PDF, on paper of the size of the first. It returns words like [Encode].
func Bind(w io.Writer, pages []Drawing) (lacking []string, err error) {
	letters := &alphabet{holds: inFont, unknown: '?'}
	sheet := newPDF(pages[0].Size(), letters, "")
	for i, page := range pages {
		if i > 0 {
			sheet.NextPage()
			vg.Initialize(sheet)
		}
		page.Paint(draw.New(sheet), Light)
	}
	_, err = sheet.WriteTo(w)
	return letters.lacking, err
}

// pdf works around two bugs of vgpdf: it writes UTF-8 although the embedded fonts have a code page, and it turns
// transparent colours grey.
type pdf struct {
	*vgpdf.Canvas
	letters *alphabet
	made    string
}

// newPDF returns an empty page of a PDF that records how it was made.
func newPDF(size Size, letters *alphabet, made string) pdf {
	makeReproducible()
	return pdf{vgpdf.New(size.Width, size.Height), letters, made}
}

// trailer matches the end of a PDF by fpdf: the number of objects, the catalogue, and the position of the table of
// objects.
var trailer = regexp.MustCompile(`/Size (\d+)\n/Root (\d+ 0 R)\n[^>]*>>\nstartxref\n(\d+)\n%%EOF\n$`)

// WriteTo implements [io.WriterTo]. It appends how the file was made, as an incremental update, because vgpdf does not
// give access to the document's metadata.
func (p pdf) WriteTo(w io.Writer) (int64, error) {
	var written bytes.Buffer
	if _, err := p.Canvas.WriteTo(&written); err != nil || p.made == "" {
		n, failed := written.WriteTo(w)
		return n, cmp.Or(err, failed)
	}
	end := trailer.FindSubmatch(written.Bytes())
	if end == nil {
		return 0, errors.New("the PDF has an unknown trailer")
	}
	size, err := strconv.Atoi(string(end[1]))
	if err != nil {
		return 0, err
	}
	made := "FEFF" // marks UTF-16
	for _, unit := range utf16.Encode([]rune(p.made)) {
		made += fmt.Sprintf("%04X", unit)
	}
	at := written.Len()
	fmt.Fprintf(&written, "%d 0 obj\n<< /Creator <%s> /CreationDate (D:19700101000000Z) >>\nendobj\n", size, made)
	table := written.Len()
	fmt.Fprintf(&written, "xref\n%d 1\n%010d 00000 n \ntrailer\n<< /Size %d /Root %s /Info %d 0 R /Prev %s >>\n"+
		"startxref\n%d\n%%%%EOF\n", size, at, size+1, end[2], size, end[3], table)
	return written.WriteTo(w)
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

// SetColor works around vgpdf, which applies the opacity of a colour a second time although Go colours are
// premultiplied. A nil colour means black, as on every canvas.
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
