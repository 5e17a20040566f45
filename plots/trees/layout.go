package trees

import (
	"cmp"
	"math"

	"gonum.org/v1/plot/vg"

	"menace/plots/paper"
)

// Measures of a tree at its usual size, in points.
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
	hangStep  = 2.5 // gap between positions that hang below each other
	indent    = 11  // indent of hanging positions, from the left of their parent
	rowHeight = 4   // height of a row of a contour
)

// layout is a tree with a place for each position.
type layout struct {
	root          *placed
	plies         int // below the root, without hanging positions
	width, height vg.Length
}

// placed is a position with its place: x is its centre, and y its top. y grows downwards.
type placed struct {
	*Node
	final              *Node // at the end of the search
	x, y               vg.Length
	inner              vg.Point  // size of the shape
	left, right, depth vg.Length // extent from the middle, and down from the top, with value and notes
	notes, known       []string  // notes that need room beside the shape, and those to show now
	move               string    // text on the edge to this position
	hanging            bool      // the children hang below each other
	hung               bool      // it hangs below its parent
	children           []*placed
}

// final returns the tree at the end of the search.
func (d *Drawing) final() *Node { return cmp.Or(d.Final, d.Root) }

func (d *Drawing) layout(level detail) *layout {
	l := &layout{root: level.measure(d.Root, d.final(), 0)}
	l.arrange(minGap)
	return l
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

// stretch makes edges steeper, to use a height.
func (l *layout) stretch(height vg.Length) {
	if l.plies > 0 && height > l.height {
		l.arrange(min(minGap+(height-l.height-rowHeight)/vg.Length(l.plies), maxGap))
	}
}

// reach records in tops, for each next ply, the greatest depth of the positions of the ply before.
func (p *placed) reach(tops *[]vg.Length, ply int) {
	if p.hanging || len(p.children) == 0 {
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

// outside reports whether the value is below the shape, not in it.
func (p *placed) outside() bool { return p.final.Value != "" && !p.Bare() }

// Bare reports whether the position shows only its value.
func (n *Node) Bare() bool { return n.Board == nil && n.Label == "" }

func width(text string, size vg.Length) vg.Length {
	return paper.Letters(size, paper.Light.Ink).Width(text)
}

// arrange places the position and its subtree, and returns their contour.
func (p *placed) arrange(tops []vg.Length, ply int) (below contour) {
	p.x, p.y = 0, tops[ply]
	if p.hanging {
		p.hang()
		return p.contour()
	}
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

// hang places the children below each other, each with its subtree, and returns the y at which free space begins.
func (p *placed) hang() vg.Length {
	y := p.y + p.depth + hangStep
	for _, child := range p.children {
		child.hung, child.x, child.y = true, p.x-p.inner.X/2+indent+child.inner.X/2, y
		y = child.hang()
	}
	return y
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
	if n := len(p.children); n > 0 && p.hanging {
		line := placed{x: p.x - p.inner.X/2 + hook, y: p.y, depth: p.children[n-1].y - p.y} // from which they hang
		c = c.join(line.own())
	}
	return c
}

// contour is the left and right extent of a part of a tree, row by row from the top of the drawing. It allows subtrees
// to be placed as close together as their shapes allow.
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

// gapTo returns the distance by which another part must move to be to the right of this one.
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
