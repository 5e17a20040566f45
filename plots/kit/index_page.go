package kit

import (
	"strconv"

	"github.com/dustin/go-humanize/english"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/board"
	"menace/plots"
	"menace/symmetry"
)

// Measures of the index: the side of a board, and its side in a small index; the gap between boards; the heights of a
// code above the boards, of the numbers below them, and of a heading; the gap between groups.
const (
	littleBoard = 10.5 * mm
	largeBoard  = 17 * mm
	boardGap    = 2.4 * mm
	codeHeight  = 4.4 * mm
	underHeight = 5.6 * mm
	headHeight  = 8 * mm
	groupGap    = 3 * mm
)

// boardSide returns the side of a board of the index.
func (k Kit) boardSide() vg.Length {
	if k.Machine.Boxes() <= fewBoxes {
		return largeBoard
	}
	return littleBoard
}

// entry is a group on a page of the index, or the heading of a number of pieces.
type entry struct {
	vg.Rectangle
	head  string
	code  string
	boxes []symmetry.Orbit
}

// index returns the pages of the index of boxes.
func (k Kit) index() (all []page) {
	x := newIndex(k.Machine)
	intro := func(c draw.Canvas) draw.Canvas { return k.paintQuestions(c, x) }
	whole := readable(k.sketch())
	for i, entries := range x.layOut(k.boardSide(), intro(whole).Rectangle, whole.Rectangle) {
		all = append(all, page{body: func(c draw.Canvas) draw.Canvas {
			if i == 0 {
				intro(c)
			}
			for _, e := range entries {
				k.paintEntry(c, e)
			}
			return full(c)
		}})
	}
	return all
}

// layOut places the groups like words in lines, on the first page below the introduction.
func (x index) layOut(side vg.Length, first, others vg.Rectangle) [][]entry {
	l := layout{pages: make([][]entry, 1), room: first, others: others, line: side + underHeight}
	if len(x.questions) > 1 {
		l.line += codeHeight
	}
	l.at = vg.Point{X: first.Min.X, Y: first.Max.Y}
	pieces := -1
	for _, g := range x.groups {
		head := english.Plural(g.answers[0], "piece", "") + " on the board"
		if g.answers[0] != pieces {
			pieces = g.answers[0]
			l.newLine(headHeight)
			l.head(head)
		}
		width := vg.Length(len(g.boxes))*(side+boardGap) - boardGap
		if l.at.X+width > l.room.Max.X && l.newLine(0) {
			l.head(head + ", continued")
		}
		l.place(entry{code: x.code(g.answers), boxes: g.boxes}, width, l.line)
		l.at.X += width + groupGap
	}
	return l.pages
}

// layout holds the entries placed so far, and the place of the next one.
type layout struct {
	pages        [][]entry
	room, others vg.Rectangle
	at           vg.Point  // upper left corner of the next entry
	line         vg.Length // height of a line of boards
}

// newLine starts a new line, unless it is already at the start of one, and a new page if there is no room for the
// line and the given space before it. It reports whether it started a page.
func (l *layout) newLine(before vg.Length) (turned bool) {
	if l.at.X > l.room.Min.X {
		l.at = vg.Point{X: l.room.Min.X, Y: l.at.Y - l.line}
	}
	if l.at.Y-before-l.line >= l.room.Min.Y {
		return false
	}
	l.pages, l.room = append(l.pages, nil), l.others
	l.at = vg.Point{X: l.room.Min.X, Y: l.room.Max.Y}
	return true
}

// head places the heading of a number of pieces.
func (l *layout) head(title string) {
	l.place(entry{head: title}, l.room.Size().X, headHeight)
	l.at.Y -= headHeight
}

// place places an entry of this size.
func (l *layout) place(e entry, width, height vg.Length) {
	e.Rectangle = vg.Rectangle{Min: vg.Point{X: l.at.X, Y: l.at.Y - height},
		Max: vg.Point{X: l.at.X + width, Y: l.at.Y}}
	last := len(l.pages) - 1
	l.pages[last] = append(l.pages[last], e)
}

// paintEntry draws a heading, or a group: its code, and its boxes with their numbers.
func (k Kit) paintEntry(c draw.Canvas, e entry) {
	if e.head != "" {
		letter{12, ink}.put(c, vg.Point{X: e.Min.X, Y: e.Min.Y + 0.45*headHeight}, left, e.head)
		return
	}
	g, side := k.Machine.Graph(), k.boardSide()
	if line := e.Max.Y - codeHeight + 0.9*mm; e.code != "" {
		letter{9, ink}.put(c, vg.Point{X: e.Min.X, Y: line + 2*mm}, left, e.code)
		c.StrokeLine2(draw.LineStyle{Color: muted, Width: 0.8}, e.Min.X, line, e.Max.X, line)
	}
	for i, o := range e.boxes {
		corner := vg.Point{X: e.Min.X + vg.Length(i)*(side+boardGap), Y: e.Min.Y + underHeight}
		paintBoard(c, g, g.Code(o), corner, side)
		number := strconv.Itoa(k.Machine.Number(o))
		letter{9, ink}.put(c, vg.Point{X: corner.X + side/2, Y: corner.Y - 2.2*mm}, centre, number)
	}
}

// paintBoard draws a position with this lower left corner and side, and returns the canvas of its squares.
func paintBoard(c draw.Canvas, g *symmetry.Graph, position board.Code, corner vg.Point, side vg.Length) draw.Canvas {
	lattice := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: corner,
		Max: corner.Add(vg.Point{X: side, Y: side})}}
	plots.Grid(lattice, draw.LineStyle{Color: muted, Width: max(0.4, side/150)})
	for s := range board.Square(board.Squares) {
		plots.Piece(plots.Square(lattice, s), ink, g, position.Board().At(s))
	}
	return lattice
}
