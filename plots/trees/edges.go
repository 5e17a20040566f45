package trees

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// edges draws the edges below a position.
func (p painter) edges(n *placed) {
	cut := false
	for _, child := range n.children {
		p.edges(child)
	}
	rank := func(n *placed) int { // more important edges are drawn last, on top
		switch {
		case n.faint():
			return 0
		case n.PV:
			return 2
		}
		return 1
	}
	for _, child := range slices.SortedStableFunc(slices.Values(n.children),
		func(a, b *placed) int { return rank(a) - rank(b) }) {
		p.edge(n, child)
		if child.Pruned && child.Now == nil && !n.Pruned && !cut {
			cut = true
			p.cutMark(n, child)
		}
	}
}

// hook is the distance of the line from which positions hang from the left of their parent.
const hook = 4

// ends returns the ends of an edge, or of its last segment if positions hang.
func (p painter) ends(n, child *placed) (from, to vg.Point) {
	if n.hanging {
		middle := child.y + child.inner.Y/2
		return p.at(n.x-n.inner.X/2+hook, middle), p.at(child.x-child.inner.X/2, middle)
	}
	return p.at(n.x, n.y+n.bottom()), p.at(child.x, child.y)
}

// bottom returns the distance from the top of a position to where its edges start.
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
	case child.faint():
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
		at := from.Add(to.Sub(from).Scale(0.62))
		p.clear(at, child.move)
		p.write(at, child.move, small, style.Color)
	}
}

// clear clears the space for a text around a point.
func (p painter) clear(at vg.Point, words string) {
	half := vg.Point{X: p.scale * (width(words, small)/2 + 1), Y: p.scale * small * 0.6}
	p.SetColor(p.theme.Paper)
	p.Fill(vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}.Path())
}

// cutMark crosses out an edge where the search cut off.
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
