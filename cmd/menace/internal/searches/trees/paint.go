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

// painter paints a tree at a scale, from an origin at the top left.
type painter struct {
	draw.Canvas
	theme  paper.Palette
	scale  vg.Length
	origin vg.Point
	types  bool
	merged bool // lines lead to merged positions
}

// at converts a place in the layout to a point.
func (p painter) at(x, y vg.Length) vg.Point {
	return vg.Point{X: p.origin.X + p.scale*x, Y: p.origin.Y - p.scale*y}
}

// grey is the colour of positions that were not searched.
func (p painter) grey() color.NRGBA { return paper.Faded(p.theme.Muted, 0.6) }

// faint reports whether the search has not yet seen the position.
func (n *Node) faint() bool { return n.Pruned || n.Unseen }

func (p painter) ink(n *placed) color.NRGBA {
	switch {
	case n.faint():
		return p.grey()
	case n.PV, n.Here:
		return p.theme.Hues[0]
	}
	return p.theme.Ink
}

// valueInk returns the colour of a value, muted if it may still change.
func (p painter) valueInk(n *placed) color.NRGBA {
	if n.Open {
		return p.theme.Muted
	}
	return p.ink(n)
}

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
		p.write(p.at(n.x, middle), n.Value, letters, p.valueInk(n))
	}
	if n.outside() {
		at := p.at(n.x, n.y+n.inner.Y+lineSpace*letters/2)
		p.behind(at, width(n.Value, letters), letters)
		p.write(at, n.Value, letters, p.valueInk(n))
	}
	for i, note := range n.Notes {
		right, down := n.noteAt(i)
		ink := p.theme.Muted
		if n.faint() {
			ink = p.grey()
		}
		p.behind(p.at(n.x+right+width(note, small)/2, n.y+down), width(note, small), small)
		p.writeAligned(p.at(n.x+right, n.y+down), note, small, ink, text.XLeft)
	}
	if p.types && n.Type > 0 {
		p.tag(n)
	}
}

// shape draws the outline of a position: a square for Max, round for Min, none for a bare value.
func (p painter) shape(n *placed) {
	if n.Leaf && n.Bare() && !n.Here {
		return
	}
	lower, upper := p.at(n.x-n.inner.X/2, n.y+n.inner.Y), p.at(n.x+n.inner.X/2, n.y)
	box := vg.Rectangle{Min: lower, Max: upper}
	path := box.Path()
	if !n.Max || n.Chance {
		radius := min(box.Size().X, box.Size().Y) / 2
		if n.Board != nil {
			radius = 5 * p.scale
		}
		path = rounded(box, radius)
	}
	p.SetColor(p.theme.Paper)
	p.Fill(path)
	style := draw.LineStyle{Color: p.ink(n), Width: 0.8 * p.scale}
	if n.PV || n.Here {
		p.SetColor(paper.Faded(p.theme.Hues[0], 0.12))
		p.Fill(path)
		style.Width = 1.5 * p.scale
	}
	if n.faint() {
		style.Dashes = []vg.Length{2 * p.scale, 1.5 * p.scale}
	}
	p.SetLineStyle(style)
	p.Stroke(path)
	if n.Chance {
		p.Stroke(ring(p.at(n.x, n.y+n.inner.Y/2), (n.inner.X/2-ringGap)*p.scale))
	}
}

func rounded(r vg.Rectangle, radius vg.Length) (path vg.Path) {
	path.Move(vg.Point{X: r.Max.X, Y: r.Min.Y + radius})
	// The corners, counter-clockwise, with the directions of the edges to and from each.
	for _, corner := range []struct{ at, out, in vg.Point }{
		{r.Max, vg.Point{Y: 1}, vg.Point{X: -1}},
		{vg.Point{X: r.Min.X, Y: r.Max.Y}, vg.Point{X: -1}, vg.Point{Y: -1}},
		{r.Min, vg.Point{Y: -1}, vg.Point{X: 1}},
		{vg.Point{X: r.Max.X, Y: r.Min.Y}, vg.Point{X: 1}, vg.Point{Y: 1}},
	} {
		before, after := corner.at.Sub(corner.out.Scale(radius)), corner.at.Add(corner.in.Scale(radius))
		path.Line(before)
		path.CubeTo(before.Add(corner.out.Scale(quarter*radius)), after.Sub(corner.in.Scale(quarter*radius)), after)
	}
	path.Close()
	return path
}

// quarter is the distance of the control points of a quarter circle from its ends, as a fraction of the radius. (In
// PDF, arcs of less than a circle come out wrong.)
const quarter = 0.5523

// tag draws the type of a critical position at its corner.
func (p painter) tag(n *placed) {
	hue := p.theme.Hues[[...]int{0, 1, 4}[n.Type-1]]
	at, radius := p.at(n.x-n.inner.X/2, n.y), tagRadius*p.scale
	if n.Leaf && n.Bare() { // beside the leaf, clear of anything above
		at = p.at(n.x-n.inner.X/2-tagRadius, n.y+n.inner.Y/2)
	}
	p.SetColor(hue)
	p.Fill(ring(at, radius))
	p.write(at, strconv.Itoa(n.Type), 5, paper.Readable(hue))
}

func (p painter) write(at vg.Point, words string, size vg.Length, ink color.Color) {
	p.writeAligned(at, words, size, ink, text.XCenter)
}

// writeAligned writes a text on a line through a point.
func (p painter) writeAligned(at vg.Point, words string, size vg.Length, ink color.Color, align text.XAlignment) {
	style := paper.Letters(size*p.scale, ink)
	style.XAlign, style.YAlign = align, text.YCenter
	p.FillText(style, at.Add(vg.Point{Y: style.FontExtents().Descent / 2}), words)
}

func (p painter) board(n *placed) {
	rows, columns := len(n.Board), len(n.Board[0])
	x, y := n.x-n.inner.X/2+pad, n.y+pad
	lines := draw.LineStyle{Color: p.theme.Muted, Width: 0.35 * p.scale}
	if n.Pruned {
		lines.Color = p.grey()
	}
	line := func(x1, y1, x2, y2 int) {
		p.StrokeLines(lines, []vg.Point{p.at(x+vg.Length(x1)*cell, y+vg.Length(y1)*cell),
			p.at(x+vg.Length(x2)*cell, y+vg.Length(y2)*cell)})
	}
	for i := range rows + 1 {
		line(0, i, columns, i)
	}
	for i := range columns + 1 {
		line(i, 0, i, rows)
	}
	for i, row := range n.Board {
		for j, sign := range row {
			p.piece(n, p.at(x+(vg.Length(j)+0.5)*cell, y+(vg.Length(i)+0.5)*cell), sign)
		}
	}
}

// piece draws the content of a square: a cross, a ring, a pawn, a covered cell, or half of an upright domino or of one
// across.
func (p painter) piece(n *placed, at vg.Point, sign rune) {
	ink, reach := p.ink(n), 0.3*cell*p.scale
	p.SetColor(ink)
	p.SetLineStyle(draw.LineStyle{Color: ink, Width: 0.8 * p.scale})
	switch sign {
	case 'X':
		p.StrokeLines(draw.LineStyle{Color: ink, Width: 0.9 * p.scale},
			[]vg.Point{at.Add(vg.Point{X: -reach, Y: -reach}), at.Add(vg.Point{X: reach, Y: reach})},
			[]vg.Point{at.Add(vg.Point{X: -reach, Y: reach}), at.Add(vg.Point{X: reach, Y: -reach})})
	case 'O', 'W':
		p.Stroke(ring(at, reach))
	case 'B':
		p.Fill(ring(at, reach))
	case '#', 'V', 'H':
		half := vg.Point{X: cell * p.scale / 2, Y: cell * p.scale / 2}
		switch sign {
		case 'V':
			half.X /= 2
		case 'H':
			half.Y /= 2
		}
		p.Fill(vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}.Path())
	}
}

func ring(at vg.Point, radius vg.Length) (path vg.Path) {
	path.Move(vg.Point{X: at.X + radius, Y: at.Y})
	path.Arc(at, radius, 0, 2*math.Pi)
	path.Close()
	return path
}

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
		if child.Pruned && !child.Unseen && !n.Pruned && !cut {
			cut = true
			p.cutMark(n, child)
		}
	}
}

// ends returns the ends of an edge.
func (p painter) ends(n, child *placed) (from, to vg.Point) {
	return p.at(n.x, n.y+n.bottom()), p.at(child.x, child.y)
}

// bottom returns the distance from the top of a position to the start of its edges.
func (p *placed) bottom() vg.Length {
	if p.outside() {
		return p.inner.Y + lineSpace*letters
	}
	return p.inner.Y
}

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
	p.StrokeLines(style, []vg.Point{from, to})
	if child.Edge != "" {
		at := from.Add(to.Sub(from).Scale(labelled))
		p.clear(at, child)
		p.write(at, child.Edge, small, style.Color)
	}
}

// merged reports whether a position here or below counts as the same as an earlier one.
func (p *placed) merged() bool {
	return p.Same != nil || slices.ContainsFunc(p.children, (*placed).merged)
}

// sameLines draws a line from each position that counts as the same as an earlier one.
func (p painter) sameLines(n *placed, places map[*Node]*placed) {
	if n.Same != nil {
		p.sameLine(n, places[n.Same])
	}
	for _, child := range n.children {
		p.sameLines(child, places)
	}
}

// sameLine draws a dashed curve from a position to the earlier one that it counts as. Unlike an edge of the tree, it
// starts and ends at the sides.
func (p painter) sameLine(n, earlier *placed) {
	side := n.inner.X / 2
	if earlier.x < n.x {
		side = -side
	}
	from := p.at(n.x+side, n.y+n.inner.Y/2)
	to := p.at(earlier.x-side*earlier.inner.X/n.inner.X, earlier.y+earlier.inner.Y/2)
	sag := vg.Point{Y: -(n.bottom() - n.inner.Y/2 + 3) * p.scale / 0.75} // just below the values
	var path vg.Path
	path.Move(from)
	path.CubeTo(from.Add(sag), to.Add(sag), to)
	p.SetLineStyle(draw.LineStyle{Color: p.theme.Hues[4], Width: 0.8 * p.scale,
		Dashes: []vg.Length{2.5 * p.scale, 1.8 * p.scale}})
	p.Stroke(path)
}

// behind clears the space behind a text centred at a point, where lines between merged positions may run.
func (p painter) behind(at vg.Point, width, size vg.Length) {
	if !p.merged {
		return
	}
	half := vg.Point{X: p.scale * (width/2 + 1), Y: p.scale * size * 0.45}
	p.SetColor(p.theme.Paper)
	p.Fill(vg.Rectangle{Min: at.Sub(half), Max: at.Add(half)}.Path())
}

// clear clears the space for the label of the edge to a position, around a point.
func (p painter) clear(at vg.Point, n *placed) {
	half := vg.Point{X: p.scale * n.labelHalf(), Y: p.scale * small * 0.6}
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
