package trees

import (
	"gonum.org/v1/plot/vg"

	"menace/plots/paper"
)

// The measures of a tree of the usual size, in points.
const (
	letters   = 8.0 // the size of values
	small     = 5.6 // of notes and moves
	least     = 13  // the side of a position without a board
	cell      = 6   // the side of a square of a board
	pad       = 3   // around a board or a label
	lineSpace = 1.2 // the height of a line, as a share of the letters
	beside    = 2   // between a position and its notes
	tagRadius = 3.4 // of the tag with a type
	fall      = 20  // the least distance between a position and those below it
	steepest  = 70  // the most
	hangStep  = 2.5 // between positions that hang below each other
	indent    = 11  // of what hangs below a position, from its left
	rowHeight = 4   // of a row of a contour
)

// layout is a tree with a place for each position.
type layout struct {
	root          *placed
	detail        detail
	width, height vg.Length
}

// placed is a position with its place: x of its middle and y of its top, which grows downwards.
type placed struct {
	*Node
	x, y               vg.Length
	inner              vg.Point  // the size of the shape
	left, right, depth vg.Length // from the middle, and downwards, with all that belongs to it
	notes, known       []string  // beside the shape: what there must be room for, and what stands there now
	move               string    // on the edge that leads here
	hanging            bool      // those that follow hang below each other
	children           []*placed
}

// newLayout lays a tree out.
func newLayout(root *Node, d detail) *layout {
	l := &layout{root: d.measure(root, 0), detail: d}
	l.arrange(fall)
	return l
}

// arrange gives each position its place, with the least distance between one and those below it.
func (l *layout) arrange(gap vg.Length) {
	tops := []vg.Length{0}
	l.root.reach(&tops, 0)
	for i := 1; i < len(tops); i++ {
		tops[i] += tops[i-1] + gap
	}
	c := l.root.arrange(tops, 0)
	leftmost, rightmost := c.extent()
	l.root.shift(-leftmost)
	l.width, l.height = rightmost-leftmost, vg.Length(len(c))*rowHeight
}

// reach notes in the next ply's top how far down the positions of a ply reach.
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

// stretch makes use of a height, so that edges are steeper.
func (l *layout) stretch(height vg.Length) {
	if plies := l.root.plies(); plies > 0 && height > l.height {
		l.arrange(min(fall+(height-l.height-rowHeight)/vg.Length(plies), steepest))
	}
}

// plies returns how many plies there are below a position as far as nothing hangs.
func (p *placed) plies() (plies int) {
	if p.hanging {
		return 0
	}
	for _, child := range p.children {
		plies = max(plies, child.plies()+1)
	}
	return plies
}

// outside reports whether the value stands below the shape, not in it.
func (p *placed) outside() bool { return p.Value != "" && !p.bareValue() }

// bareValue reports whether nothing stands at the position but its value.
func (n *Node) bareValue() bool { return n.Board == nil && n.Label == "" }

// width returns the width of a text.
func width(text string, size vg.Length) vg.Length {
	return paper.Letters(size, paper.Light.Ink).Width(text)
}

// arrange places the position and those below it, and returns their contour.
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

// hang places what follows the position below each other, each with its own, and returns where there is room again.
func (p *placed) hang() vg.Length {
	y := p.y + p.depth + hangStep
	for _, child := range p.children {
		child.x, child.y = p.x-p.inner.X/2+indent+child.inner.X/2, y
		y = child.hang()
	}
	return y
}

// shift moves the position and those below it to the right.
func (p *placed) shift(by vg.Length) {
	p.x += by
	for _, child := range p.children {
		child.shift(by)
	}
}

// contour returns the contour of the position and those below it.
func (p *placed) contour() contour {
	c := p.own()
	for _, child := range p.children {
		c = c.join(child.contour())
	}
	if n := len(p.children); n > 0 && p.hanging {
		c = c.join(column(p.x-p.inner.X/2+hook, p.y, p.children[n-1].y)) // the line
	}
	return c
}
