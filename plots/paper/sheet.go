package paper

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// sheet returns an empty sheet for a valid extension.
func (f Format) sheet(extension string, letters *alphabet) (sheet vg.CanvasWriterTo) {
	f.Made = legible(f.Made)
	size, paper := f.Size, f.palette().Paper
	w, h := size.Width, size.Height
	switch strings.ToLower(extension) {
	case ".svg":
		printed := fmt.Sprintf(`width="%.5gpt" height="%.5gpt"`, w, h)
		sheet = &svg{Canvas: vgsvg.New(w, h), size: printed, made: f.Made}
	case ".pdf":
		document := newPDF(f.Size, letters, f.Made)
		document.addPage()
		sheet = document
	default:
		dots := vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(f.DPI), vgimg.UseBackgroundColor(paper))
		return raster{dots, letters, f}
	}
	sheet.SetColor(paper)
	sheet.Fill(size.Area().Path())
	return sheet
}

// raster writes PNG with fast compression, in two thirds of the usual time: compressing a large figure takes longer
// than drawing it, and stronger compression saves only a twentieth.
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

// text returns a PNG chunk that records how the file was made, or nothing.
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

// svg adds other fonts with the same widths after Liberation Sans, which is rare outside Linux. It notes the width of
// each text, so that a text keeps its place where none of these fonts is installed, as on phones.
type svg struct {
	*vgsvg.Canvas
	size   string // the attributes of the size on paper
	made   string
	widths []vg.Length // of the texts so far
}

// FillString implements [vg.Canvas].
func (s *svg) FillString(face font.Face, at vg.Point, text string) {
	text = legible(text)
	s.Canvas.FillString(face, at, text)
	s.widths = append(s.widths, face.Width(text))
}

// sizeInSVG matches the size that vgsvg writes.
var sizeInSVG = regexp.MustCompile(`width="[^"]*" height="[^"]*"`)

// WriteTo implements [io.WriterTo].
func (s *svg) WriteTo(w io.Writer) (int64, error) {
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
	parts := strings.Split(text, "<text ")
	for i, width := range s.widths {
		length := fmt.Sprintf(`<text textLength="%.5g" lengthAdjust="spacingAndGlyphs" `, width.Points())
		parts[i+1] = length + parts[i+1]
	}
	n, err := strings.NewReplacer("font-family:Liberation Sans;",
		"font-family:Liberation Sans,Arial,Helvetica,sans-serif;").WriteString(w, strings.Join(parts, ""))
	return int64(n), err
}
