package trees

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"menace/plots/paper"
)

// Sizes in a tree at its usual scale, in points.
const (
	letters   = 8.0 // size of the letters of values
	small     = 5.6 // size of the letters of notes and moves
	least     = 13  // side of a position without a board
	cell      = 6   // side of a square of a board
	pad       = 3   // padding around a board or a label
	lineSpace = 1.2 // height of a line, as a multiple of the letters
	noteGap   = 2   // gap between a position and its notes
	tagRadius = 3.4 // radius of the tag with a type
	minGap    = 20  // smallest gap between a position and its children
	maxGap    = 70  // largest gap between a position and its children
	ringGap   = 2   // gap between the two circles of a chance node
	rowHeight = 4   // height of a row of a contour
)

// layout is a tree with a place for each position.
type layout struct {
	root          *placed
	plies         int // below the root
	width, height vg.Length
}

// placed is a position with its place: x is its centre, and y its top. y grows downwards.
type placed struct {
	*Node
	final              *Node // at the end of the search
	x, y               vg.Length
	inner              vg.Point  // size of the shape
	left, right, depth vg.Length // extent from the middle, and downwards from the top, including value and notes
	children           []*placed
}

// layout places the tree, with space for everything that it shows at the end of the search.
func (d *Drawing) layout() *layout {
	l := &layout{root: d.measure(d.Root, cmp.Or(d.Final, d.Root))}
	l.arrange(minGap)
	return l
}

// collect stores the place of each position at and below n.
func (n *placed) collect(places map[*Node]*placed) {
	places[n.Node] = n
	for _, child := range n.children {
		child.collect(places)
	}
}

// measure computes the sizes of a position and of all positions below it.
func (d *Drawing) measure(n, final *Node) *placed {
	p := &placed{Node: n, final: final}
	for i, child := range final.Children {
		p.children = append(p.children, d.measure(n.Children[i], child))
	}
	p.size()
	if d.Types && p.Type > 0 {
		p.left += 2.2 * tagRadius // beside a bare leaf, so that its number stays legible
	}
	return p
}

// size computes the size of a position with its value and notes.
func (p *placed) size() {
	value := width(p.final.Value, letters)
	switch {
	case p.Board != nil:
		p.inner = vg.Point{X: vg.Length(len(p.Board[0]))*cell + 2*pad, Y: vg.Length(len(p.Board))*cell + 2*pad}
	case p.Label != "":
		p.inner = vg.Point{X: max(least, width(p.Label, letters)+2*pad), Y: least}
	case p.Leaf:
		p.inner = vg.Point{X: max(value, 5) + 2, Y: lineSpace * letters}
	default:
		p.inner = vg.Point{X: max(least, value+2*pad), Y: least}
	}
	if p.Chance { // a circle
		p.inner.X = max(p.inner.X, p.inner.Y) + 2*ringGap
		p.inner.Y = p.inner.X
	}
	p.left, p.depth = max(p.inner.X, value)/2, p.inner.Y
	if p.outside() {
		p.depth += lineSpace * letters
	}
	p.left = max(p.left, p.labelHalf()/labelled) // labels of siblings are closer together than the siblings themselves
	p.right = p.left
	for i, note := range p.final.Notes {
		right, down := p.noteAt(i)
		p.right, p.depth = max(p.right, right+width(note, small)), max(p.depth, down+small*lineSpace/2)
	}
}

// labelled is the place of an edge's label on the way from a position to its child, as a fraction.
const labelled = 0.62

// labelHalf returns half the width of the label of the edge to the position, with a margin.
func (p *placed) labelHalf() vg.Length {
	if p.Edge == "" {
		return 0
	}
	return width(p.Edge, small)/2 + 1
}

// noteAt returns the place of a note: rightwards from the middle of the position to its left end, and downwards from
// the top to its middle. Notes do not reach down to edges, so notes of several visits may be in columns.
func (p *placed) noteAt(note int) (right, down vg.Length) {
	rows := max(2, int(p.bottom()/(small*lineSpace))&^1) // even, because a visit has two notes
	if len(p.children) < 2 {                             // no edge runs down to the right
		rows = len(p.final.Notes)
	}
	right = p.inner.X/2 + noteGap
	for column := range slices.Chunk(p.final.Notes[:note-note%rows], rows) {
		widest := vg.Length(0)
		for _, text := range column {
			widest = max(widest, width(text, small))
		}
		right += widest + 3*noteGap
	}
	return right, small * lineSpace * (vg.Length(note%rows) + 0.5)
}

// arrange places all positions, with this gap between a position and its children.
func (l *layout) arrange(gap vg.Length) {
	tops := []vg.Length{0}
	l.root.reach(&tops, 0)
	l.plies = len(tops) - 1
	for i := 1; i < len(tops); i++ {
		tops[i] += tops[i-1] + gap
	}
	c := l.root.arrange(tops, 0)
	leftmost, rightmost := nothing.left, nothing.right
	for _, s := range c {
		leftmost, rightmost = min(leftmost, s.left), max(rightmost, s.right)
	}
	l.root.shift(-leftmost)
	l.width, l.height = rightmost-leftmost, vg.Length(len(c))*rowHeight
}

// scale returns the scale at which the tree fills a rectangle.
func (l *layout) scale(room vg.Rectangle) vg.Length {
	return min(room.Size().X/l.width, room.Size().Y/l.height, largest)
}

// stretch makes edges steeper, so that the tree uses the whole height.
func (l *layout) stretch(height vg.Length) {
	if l.plies > 0 && height > l.height {
		l.arrange(min(minGap+(height-l.height-rowHeight)/vg.Length(l.plies), maxGap))
	}
}

// reach records in tops, for each following ply, the greatest depth of the positions in the ply before.
func (p *placed) reach(tops *[]vg.Length, ply int) {
	if len(p.children) == 0 {
		return
	}
	if len(*tops) <= ply+1 {
		*tops = append(*tops, 0)
	}
	(*tops)[ply+1] = max((*tops)[ply+1], p.depth)
	for _, child := range p.children {
		child.reach(tops, ply+1)
	}
}

// outside reports whether the value is below the shape rather than in it.
func (p *placed) outside() bool { return p.final.Value != "" && !p.Bare() }

// Bare reports whether the position shows only its value.
func (n *Node) Bare() bool { return n.Board == nil && n.Label == "" }

func width(text string, size vg.Length) vg.Length {
	return paper.Letters(size, paper.Light.Ink).Width(text)
}

// arrange places the position and its subtree, and returns their contour.
func (p *placed) arrange(tops []vg.Length, ply int) (below contour) {
	p.x, p.y = 0, tops[ply]
	for i, child := range p.children {
		c := child.arrange(tops, ply+1)
		if i > 0 {
			child.shift(below.gapTo(c))
			c = child.contour()
		}
		below = below.join(c)
	}
	if n := len(p.children); n > 0 {
		p.x = (p.children[0].x + p.children[n-1].x) / 2
	}
	return below.join(p.own())
}

func (p *placed) shift(by vg.Length) {
	p.x += by
	for _, child := range p.children {
		child.shift(by)
	}
}

// contour returns the contour of the position and its subtree.
func (p *placed) contour() contour {
	c := p.own()
	for _, child := range p.children {
		c = c.join(child.contour())
	}
	return c
}

// contour is the left and right extent of a part of a tree, row by row from the top of the drawing. With contours,
// subtrees can be placed as close together as their shapes allow.
//
// E. M. Reingold and J. S. Tilford, Tidier drawings of trees, IEEE Transactions on Software Engineering 7 (1981).
type contour []span

// span is the occupied part of a row; it is empty if left exceeds right.
type span struct{ left, right vg.Length }

// between is the smallest gap between parts, in points.
const between = 6

// nothing is an empty span.
var nothing = span{left: math.MaxFloat32, right: -math.MaxFloat32}

func (p *placed) own() contour {
	first, last := int(p.y/rowHeight), int((p.y+p.depth)/rowHeight)
	c := make(contour, last+1)
	for i := range c {
		c[i] = nothing
		if i >= first {
			c[i] = span{p.x - p.left, p.x + p.right}
		}
	}
	return c
}

func (c contour) join(with contour) contour {
	if len(c) < len(with) {
		c, with = with, c
	}
	for i, s := range with {
		c[i] = span{min(c[i].left, s.left), max(c[i].right, s.right)}
	}
	return c
}

// gapTo returns how far the other part must move to be to the right of this one.
func (c contour) gapTo(next contour) (by vg.Length) {
	by = -math.MaxFloat32
	for i := range min(len(c), len(next)) {
		if c[i].left > c[i].right || next[i].left > next[i].right {
			continue
		}
		by = max(by, c[i].right+between-next[i].left)
	}
	return by
}
