package trees

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/plots/paper"
)

// painter paints a tree in a scale, from an origin at the top left.
type painter struct {
	draw.Canvas
	theme  paper.Palette
	scale  vg.Length
	origin vg.Point
	types  bool
}

// at returns the point of a place of the layout.
func (p painter) at(x, y vg.Length) vg.Point {
	return vg.Point{X: p.origin.X + p.scale*x, Y: p.origin.Y - p.scale*y}
}

// grey is the colour of what was not searched.
func (p painter) grey() color.NRGBA { return paper.Faded(p.theme.Muted, 0.6) }

// muted returns the colour of what stands beside a position.
func (p painter) muted(n *placed) color.NRGBA {
	if n.Pruned {
		return p.grey()
	}
	return p.theme.Muted
}

// ink returns the colour of a position.
func (p painter) ink(n *placed) color.NRGBA {
	switch {
	case n.Pruned:
		return p.grey()
	case n.PV:
		return p.theme.Hues[0]
	}
	return p.theme.Ink
}

// edges draws the edges below a position.
func (p painter) edges(n *placed) {
	cut := false
	for _, child := range n.children {
		p.edges(child)
	}
	rank := func(n *placed) int { // what matters is drawn over what does not
		switch {
		case n.Pruned:
			return 0
		case n.PV:
			return 2
		}
		return 1
	}
	for _, child := range slices.SortedStableFunc(slices.Values(n.children), func(a, b *placed) int { return rank(a) - rank(b) }) {
		p.edge(n, child)
		if child.Pruned && !n.Pruned && !cut {
			cut = true
			p.cutMark(n, child)
		}
	}
}

// hook is how far from the left of a position the line stands from which others hang.
const hook = 4

// ends returns the ends of an edge, or of its last piece where positions hang.
func (p painter) ends(n, child *placed) (from, to vg.Point) {
	if n.hanging {
		middle := child.y + child.inner.Y/2
		return p.at(n.x-n.inner.X/2+hook, middle), p.at(child.x-child.inner.X/2, middle)
	}
	return p.at(n.x, n.y+n.bottom()), p.at(child.x, child.y)
}

// bottom returns where the edges of a position begin, from its top.
func (p *placed) bottom() vg.Length {
	if p.outside() {
		return p.inner.Y + lineSpace*letters
	}
	return p.inner.Y
}

// edge draws the edge to a child.
func (p painter) edge(n, child *placed) {
	from, to := p.ends(n, child)
	style := draw.LineStyle{Color: p.theme.Muted, Width: 0.7 * p.scale}
	switch {
	case child.Pruned:
		style.Color, style.Dashes = p.grey(), []vg.Length{2.5 * p.scale, 1.8 * p.scale}
	case child.PV:
		style.Color, style.Width = p.theme.Hues[0], 2*p.scale
	case child.Type > 0 && p.types:
		style.Color, style.Width = p.theme.Ink, 1.2*p.scale
	}
	if n.hanging {
		p.StrokeLines(style, []vg.Point{{X: from.X, Y: p.at(n.x, n.y+n.inner.Y).Y}, from, to})
		return
	}
	p.StrokeLines(style, []vg.Point{from, to})
	if child.move != "" {
		p.patch(vg.Point{X: from.X + 0.62*(to.X-from.X), Y: from.Y + 0.62*(to.Y-from.Y)}, child.move, style.Color)
	}
}

// patch writes a move on an edge.
func (p painter) patch(at vg.Point, move string, ink color.Color) {
	half := vg.Point{X: p.scale * (width(move, small)/2 + 1), Y: p.scale * small * 0.6}
	p.SetColor(p.theme.Paper)
	p.Fill(vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}.Path())
	p.write(at, move, small, ink)
}

// cutMark strikes an edge through: here the search cut off.
func (p painter) cutMark(n, child *placed) {
	from, to := p.ends(n, child)
	way := to.Sub(from)
	length := vg.Length(math.Hypot(float64(way.X), float64(way.Y)))
	along := way.Scale(1 / length)
	across := vg.Point{X: -along.Y, Y: along.X}.Scale(min(4*p.scale, 0.6*length))
	style := draw.LineStyle{Color: p.theme.Hues[2], Width: 1.2 * p.scale}
	for _, far := range []vg.Length{0, 2.5} {
		middle := from.Add(along.Scale(min(0.3*length, 9*p.scale) + min(far*p.scale, 0.3*length)))
		p.StrokeLines(style, []vg.Point{middle.Add(across), middle.Sub(across)})
	}
}

// nodes draws a position and those below it.
func (p painter) nodes(n *placed) {
	for _, child := range n.children {
		p.nodes(child)
	}
	p.shape(n)
	middle := n.y + n.inner.Y/2
	switch {
	case n.Board != nil:
		p.board(n)
	case n.Label != "":
		p.write(p.at(n.x, middle), n.Label, letters, p.ink(n))
	default:
		p.write(p.at(n.x, middle), n.Value, letters, p.ink(n))
	}
	if n.outside() {
		p.write(p.at(n.x, n.y+n.inner.Y+lineSpace*letters/2), n.Value, letters, p.ink(n))
	}
	for i, note := range n.notes {
		at := p.at(n.x+n.inner.X/2+beside, n.y+small*lineSpace*(vg.Length(i)+0.5))
		p.writeFrom(at, note, small, p.muted(n))
	}
	if p.types && n.Type > 0 {
		p.tag(n)
	}
}

// shape draws what is around a position: a square for Max, round for Min, nothing around a bare value.
func (p painter) shape(n *placed) {
	if n.Leaf && n.bareValue() {
		return
	}
	lower, upper := p.at(n.x-n.inner.X/2, n.y+n.inner.Y), p.at(n.x+n.inner.X/2, n.y)
	box := vg.Rectangle{Min: lower, Max: upper}
	path := box.Path()
	if !n.Max {
		path = rounded(box, min(box.Size().X, box.Size().Y)/2, n.Board != nil, p.scale)
	}
	p.SetColor(p.theme.Paper)
	p.Fill(path)
	style := draw.LineStyle{Color: p.ink(n), Width: 0.8 * p.scale}
	if n.PV {
		p.SetColor(paper.Faded(p.theme.Hues[0], 0.12))
		p.Fill(path)
		style.Width = 1.5 * p.scale
	}
	if n.Pruned {
		style.Dashes = []vg.Length{2 * p.scale, 1.5 * p.scale}
	}
	p.SetLineStyle(style)
	p.Stroke(path)
}

// rounded returns a rectangle with round ends, or with round corners around a board.
func rounded(r vg.Rectangle, radius vg.Length, board bool, scale vg.Length) (path vg.Path) {
	if board {
		radius = 5 * scale
	}
	low, high := r.Min.Add(vg.Point{X: radius, Y: radius}), r.Max.Sub(vg.Point{X: radius, Y: radius})
	path.Move(vg.Point{X: r.Max.X, Y: high.Y})
	path.Arc(high, radius, 0, math.Pi/2)
	path.Arc(vg.Point{X: low.X, Y: high.Y}, radius, math.Pi/2, math.Pi/2)
	path.Arc(low, radius, math.Pi, math.Pi/2)
	path.Arc(vg.Point{X: high.X, Y: low.Y}, radius, 3*math.Pi/2, math.Pi/2)
	path.Close()
	return path
}

// tag writes the type of a critical position at its corner.
func (p painter) tag(n *placed) {
	hue := p.theme.Hues[[...]int{0, 1, 4}[n.Type-1]]
	at, radius := p.at(n.x-n.inner.X/2, n.y), tagRadius*p.scale
	if n.Leaf && n.bareValue() {
		at = p.at(n.x-n.inner.X/2-0.8*tagRadius, n.y+n.inner.Y/2)
	}
	var disc vg.Path
	disc.Move(vg.Point{X: at.X + radius, Y: at.Y})
	disc.Arc(at, radius, 0, 2*math.Pi)
	disc.Close()
	p.SetColor(hue)
	p.Fill(disc)
	p.write(at, strconv.Itoa(n.Type), 5, paper.Readable(hue))
}

// write writes a text around a point.
func (p painter) write(at vg.Point, words string, size vg.Length, ink color.Color) {
	style := paper.Letters(size*p.scale, ink)
	style.XAlign, style.YAlign = text.XCenter, text.YCenter
	p.FillText(style, at.Add(vg.Point{Y: style.FontExtents().Descent / 2}), words)
}

// writeFrom writes a text to the right of a point.
func (p painter) writeFrom(at vg.Point, words string, size vg.Length, ink color.Color) {
	style := paper.Letters(size*p.scale, ink)
	style.YAlign = text.YCenter
	p.FillText(style, at.Add(vg.Point{Y: style.FontExtents().Descent / 2}), words)
}
