package trees

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
)

// detail selects what is drawn: a large tree omits some details, and its lower positions hang below each other, like a
// directory listing.
type detail struct {
	types bool
	notes bool // windows
	whole bool // show the subtrees of positions that were cut off
	short bool // combine the positions that were cut off into one text
	hang  int  // first ply whose positions hang
}

// never is the value of hang if no positions hang.
const never = math.MaxInt

// levels returns the possible levels of detail, from everything to the least. They have more and more hanging plies.
func levels(root *Node, types bool) (details []detail) {
	for _, d := range []detail{{notes: true, whole: true}, {whole: true}, {notes: true}, {}, {short: true}} {
		d.types, d.hang = types, never
		details = append(details, d)
		for d.hang = root.plies() - 1; d.hang >= 0; d.hang-- {
			details = append(details, d)
		}
	}
	return details
}

func (n *Node) plies() (plies int) {
	for _, child := range n.Children {
		plies = max(plies, child.plies()+1)
	}
	return plies
}

// fitting returns the greatest level of detail that is easy to read in this room, or else the greatest that is readable
// at all, or else the one with the largest scale. It also returns the scale.
func (d *Drawing) fitting(room vg.Point) (best detail, scale vg.Length) {
	const well, largest = 0.85, 1.8
	for i, level := range levels(d.final(), d.Types) {
		if i == len(d.sizes) {
			l := d.layout(level)
			d.sizes = append(d.sizes, vg.Point{X: l.width, Y: l.height})
		}
		s := min(room.X/d.sizes[i].X, room.Y/d.sizes[i].Y, largest)
		if i == 0 || scale < readable && s > scale || s > 1.25*scale {
			best, scale = level, s
		}
		if scale >= well {
			break
		}
	}
	return best, scale
}

func (d detail) measure(n, final *Node, ply int) *placed {
	p := &placed{Node: n, final: final, hanging: ply >= d.hang, move: n.Edge}
	if d.notes {
		p.notes, p.known = final.Notes, n.Notes
	}
	if ply > d.hang && n.Edge != "" {
		p.move, p.notes, p.known = "", append([]string{n.Edge}, p.notes...), append([]string{n.Edge}, p.known...)
	}
	now := d.shown(n)
	for i, child := range d.shown(final) {
		p.children = append(p.children, d.measure(now[i], child, ply+1))
	}
	p.size(d)
	return p
}

// shown returns the children of a position that are drawn.
func (d detail) shown(n *Node) (shown []*Node) {
	if n.Pruned && !d.whole {
		return nil
	}
	text, cut := "", &Node{Pruned: true, Leaf: true}
	for _, child := range n.Children {
		if !d.short || !child.Pruned {
			shown = append(shown, child)
			continue
		}
		text, cut.Unseen = text+" "+child.Edge, child.Unseen // all are cut off together
	}
	if !cut.Unseen {
		text = "cut" + text
	}
	if len(shown) < len(n.Children) {
		cut.Value = strings.TrimSpace(text)
		shown = append(shown, cut)
	}
	return shown
}

// size computes the size of a position with its value, notes and tag.
func (p *placed) size(d detail) {
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
	p.left, p.depth = max(p.inner.X, value)/2, p.inner.Y
	if p.outside() {
		p.depth += lineSpace * letters
	}
	p.right = p.left
	if d.types && p.Type > 0 {
		p.left += 1.8 * tagRadius
	}
	for i, note := range p.notes {
		right, down := p.noteAt(i)
		p.right, p.depth = max(p.right, right+width(note, small)), max(p.depth, down+small*lineSpace/2)
	}
}

// noteAt returns the place of a note: from the middle of the position to its left end, and down from the top to its
// middle. Notes do not reach down to edges, so those of several visits may stand in columns.
func (p *placed) noteAt(note int) (right, down vg.Length) {
	rows := max(2, int(p.bottom()/(small*lineSpace))&^1) // even: a visit has two notes
	if p.hanging || len(p.children) < 2 {                // no edge leads down to the right
		rows = len(p.notes)
	}
	right = p.inner.X/2 + noteGap
	for column := range slices.Chunk(p.notes[:note-note%rows], rows) {
		widest := vg.Length(0)
		for _, text := range column {
			widest = max(widest, width(text, small))
		}
		right += widest + 3*noteGap
	}
	return right, small * lineSpace * (vg.Length(note%rows) + 0.5)
}
