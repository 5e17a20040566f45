package sheet

import (
	"image/color"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/board"
	"menace/menace"
	"menace/plots"
	"menace/plots/paper"
	"menace/symmetry"
)

// smallest is the size of the smallest letters on a label. Their x-height is 0.93 mm; labels on small packages of food
// need at least 0.9 mm (Regulation (EU) No 1169/2011, article 13).
const smallest = 5

// Sizes on the smallest legible label, in points. A larger label is scaled up.
const (
	pad        = 4.2 // padding around the board
	beadSize   = smallest / codeSize
	inset      = 1.5 // distance of words from the border of a square
	numberSize = 12
	lineHeight = 1.35 // distance of two lines, as a multiple of the size of the letters
	textLine   = lineHeight * smallest
	listedBead = 1.25 * beadSize
	listLine   = 1.1 * listedBead // height of an entry in the list of beads
	leastDepth = 5 * mm
)

// label is the layout of the smallest legible label for all boxes of a machine.
type label struct {
	kit   Kit
	cell  vg.Length // side of a square
	side  vg.Length // side of the board, or of the square with the words for the position
	facts vg.Point  // size of the box's number with the two lines below it
	list  vg.Point  // size of the list of beads, or 0 without a list
	lines vg.Length // number of lines of text in the square of a move
}

// newLabel returns the layout for the machine and the box of a kit.
func newLabel(k Kit) label {
	m, l := k.Machine, label{kit: k, lines: 1, facts: vg.Point{Y: numberSize + 2*textLine}}
	small := letter{smallest, ink}
	// The widest colour and number side by side, and the widest of all colours and numbers.
	var line, longest vg.Length
	for _, o := range m.Graph().Choices(m.Rules().Plays) {
		held := m.Held(m.Graph().Code(o))
		l.facts.X = max(l.facts.X, small.width(k.openedAfter(o)), small.width(k.beadsInBox(o)))
		for _, h := range held {
			name, number := small.width(k.colour(menace.Colour(h.Move))), small.width(k.number(h.Beads))
			line, longest = max(line, name+number+3*inset), max(longest, max(name, number)+2*inset)
			if k.lists() {
				l.list.X = max(l.list.X, listedBead+inset+max(name, small.width(k.step(o, h))))
				l.list.Y = max(l.list.Y, listLine*vg.Length(len(held)))
			}
		}
	}
	l.cell = line
	if k.lists() {
		l.cell = (l.facts.Y + 2 + l.list.Y) / 3
	}
	l.side = 3 * l.cell
	if m.Graph().Manner() == symmetry.Chooses { // a few words take less space than a board
		l.side = 6 * textLine
		for _, o := range m.Graph().Choices(m.Rules().Plays) {
			for _, word := range paper.Words(m.Graph().Scene(m.Graph().Code(o)).Caption) {
				l.side = max(l.side, small.width(word)/captionWidth)
			}
		}
	}
	// A second line takes space from the bead, so there is one only if the box is too small otherwise.
	least, two := l.smallestBox(k.Box), max(longest, beadSize+2*textLine+2*inset)
	if !k.lists() && two < line &&
		(k.Box.Width < least.Width || k.Box.Height < least.Height) {
		l.cell, l.side, l.lines = two, 3*two, 2
	}
	return l
}

// height returns the height of the board or of the text beside it, whichever is higher.
func (l label) height() vg.Length {
	if !l.kit.lists() {
		return l.side
	}
	return max(l.side, l.facts.Y+2+l.list.Y)
}

// smallestBox returns the smallest box with a legible label. It is wide or upright like the given box, and at least as
// deep.
func (l label) smallestBox(like Box) Box {
	b := Box{l.side + pad + max(l.facts.X, l.list.X), l.height(), max(like.Depth, leastDepth)}
	if like.Width < like.Height {
		b.Width, b.Height = max(l.side, l.facts.X+pad+l.list.X), l.side+pad+max(l.facts.Y, l.list.Y)
	}
	b.Width, b.Height = roundedUp(b.Width+2*pad), roundedUp(b.Height+2*pad)
	if like.Width < like.Height && b.Height <= b.Width {
		b.Height = b.Width + mm/2 // still upright
	}
	return b
}

// paint draws the label for the top of a box of this size.
func (l label) paint(c draw.Canvas, o symmetry.Orbit, box Box) {
	g, least := l.kit.Machine.Graph(), l.smallestBox(box)
	scale, held := min(box.Width/least.Width, box.Height/least.Height), l.kit.Machine.Held(g.Code(o))
	side := l.side * scale
	c = draw.Crop(c, pad*scale, -pad*scale, pad*scale, -pad*scale)
	corner, words := vg.Point{X: c.Min.X, Y: c.Center().Y - side/2}, draw.Crop(c, side+pad*scale, 0, 0, 0)
	words.Max.Y = c.Center().Y + l.height()/2*scale
	list := below(words, (l.facts.Y+2)*scale)
	if box.Width < box.Height {
		corner, words = vg.Point{X: c.Center().X - side/2, Y: c.Max.Y - side}, below(c, side+pad*scale)
		list = draw.Crop(words, (l.facts.X+pad)*scale, 0, 0, 0)
	}
	l.words(words, o, scale)
	if !l.kit.lists() {
		lattice := paintBoard(c, g.Scene(g.Code(o)), corner, side)
		for _, h := range held {
			l.bead(plots.Square(lattice, h.Move.To()), h, scale)
		}
		return
	}
	l.beads(list, o, held, scale)
	lattice := l.kit.paintScene(c, g.Scene(g.Code(o)), corner, side)
	if !l.kit.onBoard() {
		return
	}
	numberSquares(lattice, smallest*scale)
	for _, h := range held {
		l.kit.arrow(lattice, h.Move, menace.Colour(h.Move))
	}
}

// words writes the number of a box, when it is opened and how many beads it contains, along the top of a canvas.
func (l label) words(c draw.Canvas, o symmetry.Orbit, scale vg.Length) {
	at := vg.Point{X: c.Min.X, Y: c.Max.Y - capital/2*numberSize*scale}
	letter{numberSize * scale, ink}.put(c, at, left, strconv.Itoa(l.kit.Machine.Number(o)))
	at.Y -= (capital/2*numberSize + 1.15*smallest) * scale
	for _, line := range []string{l.kit.openedAfter(o), l.kit.beadsInBox(o)} {
		letter{smallest * scale, ink}.put(c, at, left, line)
		at.Y -= textLine * scale
	}
}

// beads lists the beads of a box. Labels need such a list in games in which pieces step from square to square, because
// there a square does not identify a move. The letters are as large as the canvas allows.
func (l label) beads(c draw.Canvas, o symmetry.Orbit, held []menace.Held, scale vg.Length) {
	indent, each := (listedBead+inset)*scale, c.Size().Y/vg.Length(len(held))
	small := letter{min(smallest*(c.Size().X-indent)/(l.list.X-listedBead-inset), each/2.3), ink}
	each = min(each, 2.5*small.size)
	at := vg.Point{X: c.Min.X, Y: c.Max.Y - each/2}
	for _, h := range held {
		colour := menace.Colour(h.Move)
		l.kit.dot(c, at.Add(vg.Point{X: listedBead / 2 * scale}), listedBead*scale, colour)
		name := at.Add(vg.Point{X: indent, Y: 0.55 * small.size})
		small.put(c, name, left, l.kit.colour(colour))
		small.put(c, name.Sub(vg.Point{Y: 1.15 * small.size}), left, l.kit.step(o, h))
		at.Y -= each
	}
}

// lists reports whether labels list the beads with their moves. Otherwise the beads are drawn on the squares of the
// board.
func (k Kit) lists() bool { return k.Machine.Graph().Manner() != symmetry.Places }

// step formats a move of a box that labels list, and the number of its beads.
func (k Kit) step(o symmetry.Orbit, h menace.Held) string {
	g := k.Machine.Graph()
	name := []rune(k.move(g, g.Code(o), h.Move))
	if len(name) > mostOnLabel {
		name = append(name[:mostOnLabel-1], '…')
	}
	return string(name) + " ×" + k.number(h.Beads)
}

// mostOnLabel is the number of letters of the longest name of a move that fits on a label.
const mostOnLabel = 30

// move formats a move for labels and tables.
func (k Kit) move(g *symmetry.Graph, position symmetry.Position, m symmetry.Move) string {
	if g.Manner() == symmetry.Takes {
		return k.Language.Text("take {n}", "n", int(m))
	}
	return g.MoveName(position, m)
}

// bead draws the bead of a move into the square of the move. The bead is as large as possible beside the number of the
// square and above the name of its colour and the number of beads.
func (l label) bead(cell draw.Canvas, h menace.Held, scale vg.Length) {
	colour, small := menace.Colour(h.Move), letter{smallest * scale, ink}
	diameter := (l.cell - l.lines*textLine - 1.5*inset) * scale
	l.kit.dot(cell, vg.Point{X: cell.Center().X, Y: cell.Max.Y - inset*scale - diameter/2}, diameter, colour)
	small.put(cell, cell.Min.Add(vg.Point{X: inset * scale, Y: l.cell*scale - (inset+capital/2*smallest)*scale}), left,
		h.Move.String())
	line := vg.Point{X: cell.Min.X + inset*scale, Y: cell.Min.Y + (inset/2+textLine/2)*scale}
	count := line.Add(vg.Point{X: cell.Size().X - 2*inset*scale})
	line.Y += (l.lines - 1) * textLine * scale
	small.put(cell, line, left, l.kit.colour(colour))
	small.put(cell, count, right, l.kit.number(h.Beads))
}

// numberSquares numbers the squares of a board. The numbers are at the left edges, where they do not collide with
// arrows.
func numberSquares(lattice draw.Canvas, size vg.Length) {
	for s := range board.Square(board.Squares) {
		cell := plots.Square(lattice, s)
		letter{size, muted}.put(lattice, vg.Point{X: cell.Min.X + 0.03*cell.Size().X, Y: cell.Center().Y}, left,
			strconv.Itoa(s.Number()))
	}
}

// arrow draws the move of a piece as an arrow in the colour of its bead, with the bead on it. Diagonal arrows cross in
// the middle, so their beads are near the start; the beads of straight arrows are farther along, so that they do not
// touch the others.
func (k Kit) arrow(lattice draw.Canvas, m symmetry.Move, colour int) {
	bead, far := vg.Length(0.36), vg.Length(0.1)
	if m.From()%3 == m.To()%3 {
		far = 0.24
	}
	way, side := stroke(lattice, m, paints[colour]), plots.Square(lattice, 0).Size().X
	k.dot(lattice, way.Tail.Add(way.Along.Scale(far*side)), bead*side, colour)
}

// stroke draws the arrow of a move in this colour, with a dark outline.
func stroke(lattice draw.Canvas, m symmetry.Move, colour color.Color) plots.Way {
	side := plots.Square(lattice, 0).Size().X
	way := plots.Arrow(lattice, m)
	head := way.Head(0.28 * side)
	lattice.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.13 * side}, way.Tail.X, way.Tail.Y, way.Tip.X, way.Tip.Y)
	lattice.SetLineStyle(draw.LineStyle{Color: ink, Width: 0.03 * side})
	lattice.Stroke(head)
	lattice.StrokeLine2(draw.LineStyle{Color: colour, Width: 0.1 * side}, way.Tail.X, way.Tail.Y, way.Tip.X, way.Tip.Y)
	lattice.SetColor(colour)
	lattice.Fill(head)
	return way
}

// drawer draws the label for the drawer of a box: the number of the box, upright on the sheet.
func (l label) drawer(c draw.Canvas, o symmetry.Orbit) {
	number := letter{0.62 * c.Size().X, ink}.within(0.8*c.Size().Y, strconv.Itoa(l.kit.Machine.Number(o)))
	number.upright(c, c.Center(), centre, strconv.Itoa(l.kit.Machine.Number(o)))
}

// openedAfter describes the number of moves after which a box is opened or, if that varies, the player who opens it.
func (k Kit) openedAfter(o symmetry.Orbit) string {
	if g := k.Machine.Graph(); !g.Layered() {
		return k.player(g.Turn(o))
	}
	return k.Language.Text("after {n} moves", "n", k.Machine.Graph().Level(o))
}

// beadsInBox describes the number of beads in a box.
func (k Kit) beadsInBox(o symmetry.Orbit) string {
	box, _ := k.Machine.Box(o)
	return k.Language.Text("{n} beads", "n", box.Total())
}
