package paper

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Bind writes drawings as the pages of one PDF, on paper of the format or, by default, of the first drawing. Screen
// readers find the title and the language tag. It returns words like [Encode].
func Bind(w io.Writer, pages []Drawing, title, lang string, f Format) (lacking []string, err error) {
	letters := &alphabet{}
	f.Size = f.SizeOf(pages[0])
	sheet := newPDF(f.Size, letters, f.Made)
	sheet.doc.SetLang(lang)
	sheet.doc.SetTitle(title, true)
	for _, page := range pages {
		sheet.addPage()
		if f.Dark {
			sheet.SetColor(Dark.Paper)
			sheet.Fill(f.Size.Area().Path())
		}
		page.Paint(draw.New(sheet), f.palette())
	}
	var written bytes.Buffer
	if _, err = sheet.WriteTo(&written); err == nil {
		_, err = w.Write(unscaled(written.Bytes()))
	}
	return letters.lacking, err
}

var (
	catalog   = []byte("/Type /Catalog\n")
	startXref = regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`)
)

// unscaled makes PDF viewers print at full size, and show the title instead of the file name (ISO 32000-1, 12.2). fpdf
// has no function for that. Only the cross-reference table follows the catalog, so no other offset in the file changes.
func unscaled(file []byte) []byte {
	const preference = "/ViewerPreferences <</PrintScaling /None /DisplayDocTitle true>>\n"
	at, end := bytes.LastIndex(file, catalog)+len(catalog), startXref.FindSubmatchIndex(file)
	table, _ := strconv.Atoi(string(file[end[2]:end[3]]))
	return slices.Concat(file[:at], []byte(preference), file[at:end[2]],
		fmt.Append(nil, table+len(preference)), file[end[3]:])
}

// pdf is a canvas that writes a PDF. Gonum's own, vgpdf, needs a disk, which browsers lack, knows only the letters of
// one code page, and turns transparent colours grey. This one has no quadratic curves, because no drawing uses them.
type pdf struct {
	doc     *fpdf.Fpdf // its y axis points down, except in matrices and angles
	size    Size
	letters *alphabet
	images  int // number of images drawn so far
}

// newPDF returns a PDF without pages that records how it was made, but not when.
func newPDF(size Size, letters *alphabet, made string) *pdf {
	doc := fpdf.NewCustom(&fpdf.InitType{
		UnitStr: "pt",
		Size:    fpdf.SizeType{Wd: size.Width.Points(), Ht: size.Height.Points()},
	})
	doc.SetCreator(made, true)
	doc.SetCreationDate(time.Unix(0, 0).UTC())
	doc.SetModificationDate(time.Unix(0, 0).UTC())
	doc.SetCatalogSort(true)
	return &pdf{doc: doc, size: size, letters: letters}
}

func (p *pdf) addPage() {
	p.doc.AddPage()
	vg.Initialize(p)
}

// WriteTo implements [io.WriterTo].
func (p *pdf) WriteTo(w io.Writer) (int64, error) {
	var written bytes.Buffer
	if err := p.doc.Output(&written); err != nil {
		return 0, err
	}
	return written.WriteTo(w)
}

// Size implements [vg.CanvasSizer].
func (p *pdf) Size() (width, height vg.Length) { return p.size.Width, p.size.Height }

// at converts a point to the coordinates of the document.
func (p *pdf) at(point vg.Point) (x, y float64) {
	return point.X.Points(), (p.size.Height - point.Y).Points()
}

// SetLineWidth implements [vg.Canvas].
func (p *pdf) SetLineWidth(width vg.Length) { p.doc.SetLineWidth(width.Points()) }

// SetLineDash implements [vg.Canvas].
func (p *pdf) SetLineDash(pattern []vg.Length, offset vg.Length) {
	var points []float64
	for _, length := range pattern {
		points = append(points, length.Points())
	}
	p.doc.SetDashPattern(points, offset.Points())
}

// SetColor implements [vg.Canvas]. A nil colour means black.
func (p *pdf) SetColor(c color.Color) {
	if c == nil {
		c = color.Black
	}
	rgb := color.NRGBAModel.Convert(c).(color.NRGBA)
	r, g, b := int(rgb.R), int(rgb.G), int(rgb.B)
	p.doc.SetFillColor(r, g, b)
	p.doc.SetDrawColor(r, g, b)
	p.doc.SetTextColor(r, g, b)
	p.doc.SetAlpha(float64(rgb.A)/math.MaxUint8, "Normal")
}

// Push implements [vg.Canvas].
func (p *pdf) Push() { p.doc.TransformBegin() }

// Pop implements [vg.Canvas].
func (p *pdf) Pop() { p.doc.TransformEnd() }

// Rotate implements [vg.Canvas].
func (p *pdf) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	p.transform(cos, sin, -sin, cos, 0, 0)
}

// Translate implements [vg.Canvas].
func (p *pdf) Translate(by vg.Point) { p.transform(1, 0, 0, 1, by.X.Points(), by.Y.Points()) }

// Scale implements [vg.Canvas].
func (p *pdf) Scale(x, y float64) { p.transform(x, 0, 0, y, 0, 0) }

// transform multiplies the transformation by a matrix in the order of the PDF operator cm.
func (p *pdf) transform(a, b, c, d, e, f float64) {
	p.doc.RawWriteStr(fmt.Sprintf("%.5f %.5f %.5f %.5f %.5f %.5f cm", a, b, c, d, e, f))
}

// Stroke implements [vg.Canvas]. Gonum draws no line of width 0, while a PDF shows the thinnest possible line. The
// document remembers the width that was set last, even before Pop; Gonum sets it before each line.
func (p *pdf) Stroke(path vg.Path) {
	if p.doc.GetLineWidth() > 0 {
		p.draw(path, "D")
	}
}

// Fill implements [vg.Canvas].
func (p *pdf) Fill(path vg.Path) { p.draw(path, "F") }

// draw strokes or fills a path.
func (p *pdf) draw(path vg.Path, style string) {
	for _, part := range path {
		x, y := p.at(part.Pos)
		switch part.Type {
		case vg.MoveComp:
			p.doc.MoveTo(x, y)
		case vg.LineComp:
			p.doc.LineTo(x, y)
		case vg.ArcComp:
			const degree = math.Pi / 180
			r, start := part.Radius.Points(), part.Start/degree
			p.doc.ArcTo(x, y, r, r, 0, start, start+part.Angle/degree)
		case vg.CurveComp:
			ax, ay := p.at(part.Control[0])
			bx, by := p.at(part.Control[1])
			p.doc.CurveBezierCubicTo(ax, ay, bx, by, x, y)
		case vg.CloseComp:
			p.doc.ClosePath()
		}
	}
	p.doc.DrawPath(style)
}

// DrawImage implements [vg.Canvas].
func (p *pdf) DrawImage(at vg.Rectangle, picture image.Image) {
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		p.doc.SetError(err)
		return
	}
	p.images++
	name, kind := strconv.Itoa(p.images), fpdf.ImageOptions{ImageType: "PNG"}
	p.doc.RegisterImageOptionsReader(name, kind, &file)
	x, y := p.at(vg.Point{X: at.Min.X, Y: at.Max.Y})
	p.doc.ImageOptions(name, x, y, at.Size().X.Points(), at.Size().Y.Points(), false, kind, 0, "")
}

// FillString implements [vg.Canvas]. It skips letters of size 0, because the document takes 0 to mean the last size.
func (p *pdf) FillString(face font.Face, at vg.Point, text string) {
	if face.Font.Size == 0 {
		return
	}
	name := face.Name()
	if p.doc.GetFontDesc(name, "") == (fpdf.FontDescType{}) {
		var source bytes.Buffer
		if _, err := face.Face.WriteSourceTo(nil, &source); err != nil {
			p.doc.SetError(err)
		}
		p.doc.AddUTF8FontFromBytes(name, "", source.Bytes())
	}
	p.doc.SetFont(name, "", face.Font.Size.Points())
	x, y := p.at(at)
	p.doc.Text(x, y, p.letters.replaceMissing(face, text))
}
