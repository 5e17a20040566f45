package sheet

import (
	"bytes"
	"math"
	"testing"

	"golang.org/x/text/encoding/unicode"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	pdfreader "rsc.io/pdf"

	"menace/cmd/internal/language"
	"menace/menace"
	"menace/plots/paper"
)

// readPage is a page read back from a PDF, in points from its lower left corner.
type readPage struct {
	width, height float64
	texts         []readText
	paths         []readPath
}

// readText is a text and its starting point.
type readText struct {
	text string
	at   [2]float64
	end  [2]float64
	size float64
}

// readPath holds the points of a line or a shape, including the control points of curves.
type readPath struct {
	points [][2]float64
	line   float64 // line width
}

// matrix is a transform of a PDF: x' = ax + cy + e, y' = bx + dy + f.
type matrix [6]float64

func (m matrix) apply(x, y float64) [2]float64 {
	return [2]float64{m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]}
}

// after returns the transform that applies n first and then m.
func (m matrix) after(n matrix) matrix {
	o := m.apply(n[4], n[5])
	return matrix{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1], m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3], o[0], o[1],
	}
}

// state is what the operators q and Q of a PDF save and restore.
type state struct {
	to   matrix
	font font
	size float64
	line float64
}

// reads caches the pages read back from kits, by the names used in tests.
var reads = map[string][]readPage{}

// font is a font of a PDF: the widths of its letters, and of those not listed, in thousandths of the font's size.
type font struct {
	widths map[rune]float64
	other  float64
}

// readFont reads a font that numbers its letters by Unicode.
func readFont(t *testing.T, all pdfreader.Value) font {
	letters := all.Key("DescendantFonts").Index(0)
	if letters.Key("FontDescriptor").Key("FontFile2").IsNull() {
		t.Errorf("the font %s is not embedded", all.Key("BaseFont").Name())
	}
	f := font{map[rune]float64{}, letters.Key("DW").Float64()}
	list := letters.Key("W") // such as 32 [ 278 355 ] 48 57 556
	for i := 0; i < list.Len(); {
		first, next := rune(list.Index(i).Int64()), list.Index(i+1)
		if next.Kind() == pdfreader.Array {
			for n := range next.Len() {
				f.widths[first+rune(n)] = next.Index(n).Float64()
			}
			i += 2
			continue
		}
		for r := first; r <= rune(next.Int64()); r++ {
			f.widths[r] = list.Index(i + 2).Float64()
		}
		i += 3
	}
	return f
}

// width returns the width of a text in points.
func (f font) width(text string, size float64) (points float64) {
	for _, r := range text {
		wide, known := f.widths[r]
		if !known {
			wide = f.other
		}
		points += wide / 1000 * size
	}
	return points
}

// printed returns the pages of a kit as read back from the PDF.
func printed(t *testing.T, name string, k Kit) (pages []readPage) {
	t.Helper()
	if pages, ok := reads[name]; ok {
		return pages
	}
	if err := k.Check(); err != nil {
		t.Fatal(err)
	}
	reads[name] = readPages(t, bound(t, k))
	return reads[name]
}

// readPages reads back the pages of a PDF.
func readPages(t *testing.T, file []byte) (pages []readPage) {
	t.Helper()
	reader, err := pdfreader.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	for n := range reader.NumPage() {
		pages = append(pages, readBack(t, reader.Page(n+1)))
	}
	return pages
}

// written is a drawing of a text.
type written string

func (written) Size() paper.Size {
	return paper.Size{Width: 10 * vg.Centimeter, Height: 10 * vg.Centimeter}
}
func (written) Fits(paper.Size) bool { return true }
func (s written) Paint(c draw.Canvas, colours paper.Palette) {
	c.FillText(paper.Letters(8, colours.Ink), vg.Point{}, string(s))
}

// TestAlphabets reads back letters from several alphabets.
func TestAlphabets(t *testing.T) {
	const want written = "a–b·é·α"
	var file bytes.Buffer
	if lacking, err := paper.Bind(&file, []paper.Drawing{want}, "", "en", paper.Format{}); err != nil || len(lacking) > 0 {
		t.Fatal(err, lacking)
	}
	pages := readPages(t, file.Bytes())
	if len(pages) != 1 || len(pages[0].texts) != 1 || pages[0].texts[0].text != string(want) {
		t.Errorf("got %+v, want %q", pages, want)
	}
}

// bound returns a kit as a PDF.
func bound(t *testing.T, k Kit) []byte {
	t.Helper()
	var file bytes.Buffer
	if lacking, err := paper.Bind(&file, k.Pages(), k.Title(), k.Language.Tag, paper.Format{Made: k.Made}); err != nil || len(lacking) > 0 {
		t.Fatal(err, lacking)
	}
	return file.Bytes()
}

// readBack executes the drawing operators of a page. It supports only those that these pages use.
func readBack(t *testing.T, page pdfreader.Page) (read readPage) {
	media := page.V.Key("MediaBox")
	if media.IsNull() {
		media = page.V.Key("Parent").Key("MediaBox")
	}
	read.width, read.height = media.Index(2).Float64(), media.Index(3).Float64()
	fonts := map[string]font{}
	for _, name := range page.Fonts() {
		fonts[name] = readFont(t, page.Font(name).V)
	}
	now, saved := state{to: matrix{1, 0, 0, 1, 0, 0}}, []state(nil)
	var at [2]float64 // text position
	var path readPath
	moved := false
	pdfreader.Interpret(page.V.Key("Contents"), func(stack *pdfreader.Stack, operator string) {
		args := make([]pdfreader.Value, stack.Len())
		for i := len(args) - 1; i >= 0; i-- {
			args[i] = stack.Pop()
		}
		number := func(i int) float64 { return args[i].Float64() }
		defer func() { moved = operator == "m" }()
		switch operator {
		case "q":
			saved = append(saved, now)
		case "Q":
			now, saved = saved[len(saved)-1], saved[:len(saved)-1]
		case "cm":
			now.to = now.to.after(matrix{number(0), number(1), number(2), number(3), number(4), number(5)})
		case "w":
			now.line = number(0)
		case "BT":
			path = readPath{}
		case "m", "l", "c":
			if operator == "m" && moved { // nothing was drawn from the previous point
				path.points = path.points[:len(path.points)-1]
			}
			for i := 0; i < len(args); i += 2 {
				path.points = append(path.points, now.to.apply(number(i), number(i+1)))
			}
		case "S", "f":
			path.line = now.line
			if operator == "f" {
				path.line = 0
			}
			read.paths, path = append(read.paths, path), readPath{}
		case "Tf":
			now.font, now.size = fonts[args[0].Name()], number(1)
		case "Td":
			at = [2]float64{number(0), number(1)}
		case "Tj":
			text, err := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder().String(args[0].RawString())
			if err != nil {
				t.Fatal(err)
			}
			read.texts = append(read.texts, readText{
				text, now.to.apply(at[0], at[1]),
				now.to.apply(at[0]+now.font.width(text, now.size), at[1]+capital*now.size), now.size,
			})
		case "re", "Do", "TJ", "Tm", "TD", "W":
			t.Fatalf("a page uses the operator %s, which this test does not support", operator)
		}
	})
	return read
}

// reach returns how far the ink extends from the points of a path, horizontally and vertically: half the line width,
// but not beyond the ends of a straight line, which are cut off square.
func (p readPath) reach() [2]float64 {
	half := p.line / 2
	if len(p.points) != 2 {
		return [2]float64{half, half}
	}
	x, y := p.points[1][0]-p.points[0][0], p.points[1][1]-p.points[0][1]
	length := math.Hypot(x, y)
	return [2]float64{half * math.Abs(y) / length, half * math.Abs(x) / length}
}

// rectangle returns the corner and the size of a path that is an upright rectangle.
func (p readPath) rectangle() (corner, size [2]float64, ok bool) {
	if len(p.points) < 4 || len(p.points) > 6 {
		return corner, size, false
	}
	low, high := p.points[0], p.points[0]
	for _, q := range p.points {
		low = [2]float64{min(low[0], q[0]), min(low[1], q[1])}
		high = [2]float64{max(high[0], q[0]), max(high[1], q[1])}
	}
	for _, q := range p.points {
		for i := range q {
			if math.Min(math.Abs(q[i]-low[i]), math.Abs(q[i]-high[i])) > 0.01 {
				return corner, size, false
			}
		}
	}
	return low, [2]float64{high[0] - low[0], high[1] - low[1]}, true
}

// within returns the texts that start within a rectangle, in the order in which they were written.
func (r readPage) within(corner, size [2]float64) (texts []readText) {
	for _, text := range r.texts {
		x, y := text.at[0]-corner[0], text.at[1]-corner[1]
		if x > 0 && x < size[0] && y > 0 && y < size[1] {
			texts = append(texts, text)
		}
	}
	return texts
}

// like reports whether a size matches that of a label, to a tenth of a millimetre.
func like(size [2]float64, width, height vg.Length) bool {
	const tenth = float64(mm) / 10
	return math.Abs(size[0]-float64(width)) < tenth && math.Abs(size[1]-float64(height)) < tenth
}

// newKit returns the whole kit of a machine.
func newKit(t *testing.T, m *menace.Machine, change ...func(*Kit)) Kit {
	t.Helper()
	k := Kit{
		Language: language.English, Machine: m, Name: "a machine", Box: Usual, Paper: "a4", Parts: UsualParts, Groups: 1,
	}
	for _, c := range change {
		c(&k)
	}
	return k
}

// preset returns a fresh machine.
func preset(t *testing.T, name string, change ...func(*menace.Rules)) *menace.Machine {
	t.Helper()
	rules, _ := menace.Preset(name)
	for _, c := range change {
		c(&rules)
	}
	return menace.New(rules)
}
