package paper

import (
	"bytes"
	"cmp"
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
	f.Made, f.title, f.details = legible(f.Made), legible(f.title), legible(f.details)
	size, paper := f.Size, f.palette().Paper
	w, h := size.Width, size.Height
	switch strings.ToLower(extension) {
	case ".svg":
		printed := fmt.Sprintf(`width="%.5gpt" height="%.5gpt"`, w, h)
		sheet = &svg{Canvas: vgsvg.New(w, h), size: printed, format: f}
	case ".pdf":
		document := newPDF(f.Size, letters, f.Made)
		document.doc.SetLang(cmp.Or(f.Lang, "en"))
		if f.title != "" {
			document.doc.SetTitle(f.title, true)
			document.doc.SetSubject(f.details, true)
		}
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

// raster writes PNG with fast compression, which takes two thirds of the usual time: compressing a large figure takes
// longer than drawing it, and stronger compression saves only a twentieth.
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

// text returns PNG chunks that record what the picture shows and how it was made, if known.
func (f Format) text() (chunks []byte) {
	for _, note := range []struct{ keyword, lang, text string }{
		{"Title", cmp.Or(f.Lang, "en"), f.title}, {"Description", cmp.Or(f.Lang, "en"), f.details},
		{"Software", "", f.Made},
	} {
		if note.text != "" {
			content := note.keyword + "\x00\x00\x00" + note.lang + "\x00\x00" + note.text
			chunks = append(chunks, chunk("iTXt", []byte(content))...)
		}
	}
	return chunks
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

// svg names other fonts with the same widths after Liberation Sans, which is rare outside Linux. It records the width
// of each text, so that texts keep their places where none of these fonts is installed, as on phones.
type svg struct {
	*vgsvg.Canvas
	size   string // the attributes of the size on paper
	format Format
	widths []vg.Length // of the texts so far
}

// FillString implements [vg.Canvas].
func (s *svg) FillString(face font.Face, at vg.Point, text string) {
	text = legible(text)
	s.Canvas.FillString(face, at, text)
	s.widths = append(s.widths, face.Width(text))
}

// noted adds to an SVG what it shows, where screen readers look for it, and how it was made.
func (f Format) noted(text string) (string, error) {
	var notes strings.Builder
	for _, note := range []struct{ element, text string }{
		{"title", f.title}, {"desc", f.details}, {"metadata", f.Made},
	} {
		if note.text == "" {
			continue
		}
		notes.WriteString("<" + note.element + ">")
		if err := xml.EscapeText(&notes, []byte(note.text)); err != nil {
			return "", err
		}
		notes.WriteString("</" + note.element + ">\n")
	}
	open := "xlink\">\n"
	if f.title != "" {
		lang := cmp.Or(f.Lang, "en")
		with := fmt.Sprintf("xlink\" role=\"img\" lang=\"%s\" xml:lang=\"%[1]s\">\n%s", lang, notes.String())
		return strings.Replace(text, open, with, 1), nil
	}
	return strings.Replace(text, open, open+notes.String(), 1), nil
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
	text, err := s.format.noted(text)
	if err != nil {
		return 0, err
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
