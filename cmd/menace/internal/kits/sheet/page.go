package sheet

import (
	"image/color"
	"math"
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/plots/paper"
)

// margin is the width of the border that some printers cannot print on.
const margin = 10 * mm

// page is a page to print.
type page struct {
	body     func(draw.Canvas) // paints the page inside the margin
	bare     bool              // without a footer
	newSheet bool              // must not be on the back of another page
	foot     string            // text at the left of the footer
	number   string            // text at the right of the footer
	size     paper.Size
}

// Size implements [paper.Drawing].
func (p page) Size() paper.Size { return p.size }

// Fits implements [paper.Drawing].
func (p page) Fits(size paper.Size) bool { return size == p.size }

// Paint implements [paper.Drawing]. It ignores the palette: a kit is printed on white paper.
func (p page) Paint(c draw.Canvas, _ paper.Palette) {
	c = draw.Crop(c, margin, -margin, margin, -margin)
	if !p.bare {
		l, room := letter{7, muted}, c.Size().X-30*mm
		style := l.within(room, p.foot).style()
		c.FillText(style, c.Min.Add(vg.Point{Y: 1}), p.foot)
		style = l.style()
		style.XAlign = text.XRight
		c.FillText(style, vg.Point{X: c.Max.X - mm/2, Y: c.Min.Y + 1}, p.number)
		c = readable(c)
	}
	p.body(c)
}

// readable returns the part of a page above the footer. It is a little narrower than the page without its margin: lines
// along its edges have a width, and a PDF has no kerning, so that letters are wider there than when they are measured.
func readable(c draw.Canvas) draw.Canvas { return draw.Crop(c, mm/4, -mm/2, foot, -mm/4) }

// sketch returns a canvas with the size of a page without its margin. It draws nothing and is used for measuring.
func (k Kit) sketch() draw.Canvas {
	return draw.Crop(paper.Blank(Papers[k.Paper].Area()), margin, -margin, margin, -margin)
}

// foot is the height of the footer.
const foot = 6 * mm

// Colours of a kit.
var (
	ink   = paper.Light.Ink
	muted = paper.Light.Muted
	faint = paper.RGB(0xb4b4b4)
	pale  = paper.RGB(0xc8c8c8) // thin lines of the chart
)

// body returns the style of running text.
func body() text.Style { return paper.Letters(10, ink) }

// block paints a part of a page that must not be split, and returns the canvas below. first reports whether the part is
// at the top of the page.
type block func(c draw.Canvas, first bool) draw.Canvas

// blocks returns a block for each element of a text. A plan has a block for each row, and a title belongs to the block
// that follows it.
func (k Kit) blocks(text *html.Node) (all []block) {
	var titles []*html.Node
	for n := range text.ChildNodes() {
		switch {
		case n.Type != html.ElementNode:
		case n.DataAtom == atom.H2 && attribute(nextElement(n), "class") != "plan":
			titles = append(titles, n)
		case attribute(n, "class") == "plan":
			all = append(all, k.blocks(n.LastChild)...) // the body of the table
		default:
			elements := append(titles, n)
			titles = nil
			all = append(all, func(c draw.Canvas, first bool) draw.Canvas {
				for i, n := range elements {
					if !first || i > 0 {
						c = below(c, 2.5*mm)
					}
					c = k.paintElement(c, n)
				}
				return c
			})
		}
	}
	return all
}

// nextElement returns the next element after another, or an empty node.
func nextElement(n *html.Node) *html.Node {
	for next := n.NextSibling; next != nil; next = next.NextSibling {
		if next.Type == html.ElementNode {
			return next
		}
	}
	return &html.Node{}
}

// paint paints blocks below each other and returns the canvas below.
func paint(c draw.Canvas, blocks []block) draw.Canvas {
	for i, paint := range blocks {
		c = paint(c, i == 0)
	}
	return c
}

// written returns the pages of a part that is a text. Lessons and the guide concern several machines, so their footers
// show their title instead of the name of the machine.
func (k Kit) written(part string, answers bool) []page {
	text, foot := k.text(part, answers), k.Name
	if slices.Contains(Texts, part) || slices.Contains(General, part) {
		foot = heading(text)
	}
	return k.flow(foot, k.blocks(text))
}

// heading returns the first heading of a text.
func heading(text *html.Node) string {
	for n := range text.Descendants() {
		if n.DataAtom == atom.H1 || n.DataAtom == atom.H2 {
			return content(n)
		}
	}
	return ""
}

// flow distributes blocks over pages with the text foot in their footers.
func (k Kit) flow(foot string, blocks []block) (all []page) {
	whole := readable(k.sketch())
	for rest, from, next := whole, 0, 0; next < len(blocks); next++ {
		rest = blocks[next](rest, next == from)
		if next > from && rest.Max.Y < whole.Min.Y-tolerance {
			rest, from = blocks[next](whole, true), next
		}
		if next == from {
			all = append(all, page{foot: foot})
		}
		shown := blocks[from : next+1]
		all[len(all)-1].body = func(c draw.Canvas) { paint(c, shown) }
	}
	return all
}

// below returns the canvas without a strip of this height along its top.
func below(c draw.Canvas, height vg.Length) draw.Canvas { return draw.Crop(c, 0, 0, 0, -height) }

// letter is a text style for single lines.
type letter struct {
	size   vg.Length
	colour color.Color
}

// capital is the height of capitals and digits in ems.
const capital = 0.688

// style returns the style of the text.
func (l letter) style() text.Style { return paper.Letters(l.size, l.colour) }

// width returns the width of a text.
func (l letter) width(line string) vg.Length {
	style := l.style()
	return style.Width(line)
}

// within returns the style with letters small enough for the text to fit a width.
func (l letter) within(width vg.Length, line string) letter {
	if w := l.width(line); w > width {
		l.size *= width / w
	}
	return l
}

// put writes a text with its left end, its middle or its right end at a point, depending on align. Vertically, the
// middle of its capitals is at the point.
func (l letter) put(c draw.Canvas, at vg.Point, align float64, line string) {
	style := l.style()
	style.XAlign = text.XAlignment(align)
	c.FillText(style, at.Sub(vg.Point{Y: capital / 2 * l.size}), line)
}

// upright writes a text like put, but from bottom to top.
func (l letter) upright(c draw.Canvas, at vg.Point, align float64, line string) {
	c.Push()
	c.Translate(at)
	c.Rotate(math.Pi / 2)
	l.put(c, vg.Point{}, align, line)
	c.Pop()
}

// Horizontal alignments of a text.
const (
	left   = float64(text.XLeft)
	centre = float64(text.XCenter)
	right  = float64(text.XRight)
)
