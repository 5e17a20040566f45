package trees

import (
	"math"
	"strings"

	"gonum.org/v1/plot/vg"
)

// detail says what is drawn and how: a large tree does without some, and hangs its lower parts below each other, as
// folders and files are listed.
type detail struct {
	types bool
	notes bool // windows
	whole bool // what follows positions that were cut off
	short bool // positions that were cut off are named, all in one
	hang  int  // the ply from which on positions hang
}

// never is the ply from which on positions hang where none do.
const never = math.MaxInt

// full is everything.
func full(types bool) detail { return detail{types: types, notes: true, whole: true, hang: never} }

// fewer returns what a tree can be drawn with, from everything to the least, and of each with more and more that hangs.
func fewer(root *Node, types bool) (details []detail) {
	for _, d := range []detail{{notes: true, whole: true}, {whole: true}, {notes: true}, {}, {short: true}} {
		d.types, d.hang = types, never
		details = append(details, d)
		for d.hang = root.plies() - 1; d.hang >= 0; d.hang-- {
			details = append(details, d)
		}
	}
	return details
}

// plies returns how many plies follow a position.
func (n *Node) plies() (plies int) {
	for _, child := range n.Children {
		plies = max(plies, child.plies()+1)
	}
	return plies
}

// fitting returns the layout with the most detail that can be read well in a room, or else that can be read, or else the
// largest, and its scale.
func fitting(root *Node, types bool, room vg.Point) (best *layout, scale vg.Length) {
	const well, largest = 0.85, 1.8
	for _, d := range fewer(root, types) {
		l := newLayout(root, d)
		s := min(room.X/l.width, room.Y/l.height, largest)
		if best == nil || scale < readable && s > scale || s > 1.25*scale {
			best, scale = l, s
		}
		if scale >= well {
			break
		}
	}
	best.stretch(room.Y / scale)
	return best, scale
}

// measure sizes the positions of a tree, from a ply on.
func (d detail) measure(n *Node, ply int) *placed {
	p := &placed{Node: n, hanging: ply >= d.hang, move: n.Edge}
	if d.notes {
		p.notes, p.known = n.Notes, n.Notes
		if n.Now != nil {
			p.known = n.Now.Notes
		}
	}
	if ply > d.hang && n.Edge != "" {
		p.move, p.notes, p.known = "", append([]string{n.Edge}, p.notes...), append([]string{n.Edge}, p.known...)
	}
	p.size(d)
	for _, child := range d.shown(n) {
		p.children = append(p.children, d.measure(child, ply+1))
	}
	return p
}

// cutWord stands before the moves that were cut off.
const cutWord = "cut "

// shown returns the positions after one that are drawn.
func (d detail) shown(n *Node) (shown []*Node) {
	if n.Pruned && !d.whole {
		return nil
	}
	var names []string
	var now *Now // of all of them, since they are cut off at once
	for _, child := range n.Children {
		if !d.short || !child.Pruned {
			shown = append(shown, child)
			continue
		}
		names, now = append(names, child.Edge), child.Now
	}
	if names != nil {
		shown = append(shown, &Node{Pruned: true, Leaf: true, Now: now, Value: strings.TrimSpace(cutWord + strings.Join(names, " "))})
	}
	return shown
}

// size sizes a position, with what belongs to it.
func (p *placed) size(d detail) {
	value := width(p.Value, letters)
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
	p.left, p.depth = max(p.inner.X, value)/2, p.inner.Y
	if p.outside() {
		p.depth += lineSpace * letters
	}
	p.right = p.left
	if d.types && p.Type > 0 {
		p.left += 1.8 * tagRadius
	}
	for _, note := range p.notes {
		p.right = max(p.right, p.inner.X/2+beside+width(note, small))
	}
	p.depth = max(p.depth, vg.Length(len(p.notes))*small*lineSpace)
}
