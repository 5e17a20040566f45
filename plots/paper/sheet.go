package paper

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf16"

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
		size := fmt.Sprintf(`width="%.5gpt" height="%.5gpt"`, w, h)
		w, h = f.natural(f.Size).Width, f.natural(f.Size).Height
		sheet = svg{vgsvg.New(w, h), size, f.Made}
	case ".pdf":
		makeReproducible()
		*letters = alphabet{holds: inFont, unknown: '?'}
		sheet = pdf{vgpdf.New(w, h), letters, f.Made}
		sheet.Scale(f.scale(), f.scale())
		w, h = f.natural(f.Size).Width, f.natural(f.Size).Height
	default:
		*letters = alphabet{holds: inFont, unknown: '□'}
		w, h = f.natural(f.Size).Width, f.natural(f.Size).Height
		dpi := int(math.Round(float64(f.DPI) * f.scale()))
		return raster{vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(dpi), vgimg.UseBackgroundColor(paper)), letters, f}
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
	format  Format
}

// WriteTo implements [io.WriterTo].
func (r raster) WriteTo(w io.Writer) (int64, error) {
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	var written bytes.Buffer
	if err := encoder.Encode(&written, r.Image()); err != nil {
		return 0, err
	}
	image := written.Bytes()
	whole := slices.Concat(image[:afterHeader], r.format.resolution(r.Image()), r.format.text(), image[afterHeader:])
	n, err := w.Write(whole)
	return int64(n), err
}

// afterHeader is the offset in a PNG after its signature and the chunk IHDR.
const afterHeader = 8 + 25

// resolution returns the chunk pHYs of a PNG, in dots per metre.
func (f Format) resolution(image image.Image) []byte {
	dots := image.Bounds().Size()
	metre := 1000 * vg.Millimeter
	across := binary.BigEndian.AppendUint32(nil, uint32(math.Round(float64(dots.X)/float64(f.Size.Width/metre))))
	both := binary.BigEndian.AppendUint32(across, uint32(math.Round(float64(dots.Y)/float64(f.Size.Height/metre))))
	return chunk("pHYs", append(both, 1))
}

// text returns a chunk of a PNG with how the file was made, or nothing.
func (f Format) text() []byte {
	if f.Made == "" {
		return nil
	}
	return chunk("iTXt", []byte("Software\x00\x00\x00\x00\x00"+f.Made))
}

// chunk returns a chunk of a PNG.
func chunk(kind string, content []byte) []byte {
	body := append([]byte(kind), content...)
	sized := append(binary.BigEndian.AppendUint32(nil, uint32(len(content))), body...)
	return binary.BigEndian.AppendUint32(sized, crc32.ChecksumIEEE(body))
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
	made    string
}

// trailer matches the end of a PDF by fpdf: the number of objects, the catalogue, and where the table of objects is.
var trailer = regexp.MustCompile(`/Size (\d+)\n/Root (\d+ 0 R)\n[^>]*>>\nstartxref\n(\d+)\n%%EOF\n$`)

// WriteTo implements [io.WriterTo]. It appends how the file was made, in an update as PDF defines it, since vgpdf hides
// the description of the document.
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
type svg struct {
	*vgsvg.Canvas
	size string // the attributes of the size on paper
	made string
}

// sizeInSVG matches the size that vgsvg writes.
var sizeInSVG = regexp.MustCompile(`width="[^"]*" height="[^"]*"`)

// WriteTo implements [io.WriterTo].
func (s svg) WriteTo(w io.Writer) (int64, error) {
	var written bytes.Buffer
	if _, err := s.Canvas.WriteTo(&written); err != nil {
		return 0, err
	}
	text := written.String()
	text = strings.Replace(text, sizeInSVG.FindString(text), s.size, 1)
	if s.made != "" {
		var made strings.Builder
		if err := xml.EscapeText(&made, []byte(s.made)); err != nil {
			return 0, err
		}
		text = strings.Replace(text, "xlink\">\n", "xlink\">\n<metadata>"+made.String()+"</metadata>\n", 1)
	}
	n, err := strings.NewReplacer("font-family:Liberation Sans;",
		"font-family:Liberation Sans,Arial,Helvetica,sans-serif;").WriteString(w, text)
	return int64(n), err
}
