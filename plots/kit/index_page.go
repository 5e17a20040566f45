package kit

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/dustin/go-humanize/english"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/board"
	"menace/plots/boards"
	"menace/plots/paper"
	"menace/symmetry"
)

// The measures of the index: the side of a board, and of one among few; the space beside it, the heights of a code above the
// boards and of the numbers below them, and of the heading of those with as many pieces.
const (
	littleBoard = 10.5 * mm
	largeBoard  = 17 * mm
	few         = 40 // boxes
	boardGap    = 2.4 * mm
	codeHeight  = 4.4 * mm
	underHeight = 5.6 * mm
	headHeight  = 8 * mm
	groupGap    = 3 * mm
)

// boardSide returns the side of a board of the index.
func (k Kit) boardSide() vg.Length {
	if k.Machine.Boxes() <= few {
		return largeBoard
	}
	return littleBoard
}

// entry is a group of the index on a page, or the heading of those with as many pieces.
type entry struct {
	vg.Rectangle
	head string
	code string
	some []symmetry.Orbit
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

// layOut places the groups like words in lines, on the first page in what its introduction leaves.
func (x index) layOut(side vg.Length, first, others vg.Rectangle) (pages [][]entry) {
	room, last := first, []entry(nil)
	at, pieces := vg.Point{X: room.Min.X, Y: room.Max.Y}, -1
	lineHeight := side + underHeight
	if len(x.questions) > 1 {
		lineHeight += codeHeight
	}
	for _, g := range x.groups {
		width := vg.Length(len(g.boxes))*(side+boardGap) - boardGap
		fresh := g.answers[0] != pieces
		if pieces = g.answers[0]; at.X+width > room.Max.X || fresh && at.X > room.Min.X {
			at = vg.Point{X: room.Min.X, Y: at.Y - lineHeight}
		}
		needed := lineHeight
		if fresh {
			needed += headHeight
		}
		if at.Y-needed < room.Min.Y {
			pages, last, room = append(pages, last), nil, others
			at = vg.Point{X: room.Min.X, Y: room.Max.Y}
		}
		if fresh {
			head := english.Plural(pieces, "piece", "") + " on the board"
			last = append(last, entry{Rectangle: vg.Rectangle{Min: vg.Point{X: at.X, Y: at.Y - headHeight}, Max: vg.Point{X: room.Max.X, Y: at.Y}}, head: head})
			at.Y -= headHeight
		}
		last = append(last, entry{
			Rectangle: vg.Rectangle{Min: vg.Point{X: at.X, Y: at.Y - lineHeight}, Max: vg.Point{X: at.X + width, Y: at.Y}},
			code:      x.code(g.answers), some: g.boxes,
		})
		at.X += width + groupGap
	}
	return append(pages, last)
}

// paintEntry draws a group: its code, and its boxes with their numbers.
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
	for i, o := range e.some {
		corner := vg.Point{X: e.Min.X + vg.Length(i)*(side+boardGap), Y: e.Min.Y + underHeight}
		paintBoard(c, g, g.Code(o), corner, side)
		number := strconv.Itoa(k.Machine.Number(o))
		letter{9, ink}.put(c, vg.Point{X: corner.X + side/2, Y: corner.Y - 2.2*mm}, centre, number)
	}
}

// paintBoard draws a position, with this lower left corner and side, and returns the canvas of its squares.
func paintBoard(c draw.Canvas, g *symmetry.Graph, position board.Code, corner vg.Point, side vg.Length) draw.Canvas {
	lattice := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: corner, Max: corner.Add(vg.Point{X: side, Y: side})}}
	boards.Grid(lattice, draw.LineStyle{Color: muted, Width: max(0.4, side/150)})
	for s := range board.Square(board.Squares) {
		boards.Piece(boards.Square(lattice, s), ink, g, position.Board().At(s))
	}
	return lattice
}

// paintQuestions draws what stands above the index, and returns the canvas below.
func (k Kit) paintQuestions(c draw.Canvas, x index) draw.Canvas {
	c = heading(c, "Find the box", k.Name)
	what := "Look under its number of pieces"
	if len(x.questions) > 1 {
		what = "Answer the questions about the board in front of you, and write the answers side by side. Look under the number of pieces for " +
			"the code of the other answers"
	}
	c = paper.Write(c, body(), fmt.Sprintf("%s. Of the boards there, at most %d, one is yours%s: its number is that of the box.", what, x.alike(), turned(x.graph)))
	if len(x.questions) == 1 {
		return below(c, 2*mm)
	}
	c = below(c, 2*mm)
	example := k.example()
	lines := draw.Crop(c, 24*mm, 0, 0, 0)
	answers := x.answers(example)
	for i, q := range x.questions {
		answer := strconv.Itoa(answers[i])
		if q.names != nil {
			answer = q.names[answers[i]]
		}
		y := lines.Max.Y - 2.6*mm
		letter{10, ink}.put(lines, vg.Point{X: lines.Min.X, Y: y}, left, q.asks)
		letter{10, ink}.put(lines, vg.Point{X: lines.Min.X + 112*mm, Y: y}, left, answer)
		lines = below(lines, 5.2*mm)
	}
	g := k.Machine.Graph()
	paintBoard(c, g, example, vg.Point{X: c.Min.X, Y: c.Max.Y - 19.5*mm}, 19*mm)
	orbit, _ := g.Find(example)
	letter{10, ink}.put(c, vg.Point{X: c.Min.X + 144*mm, Y: c.Max.Y - 2.6*mm}, left, english.Plural(answers[0], "piece", "")+",")
	letter{10, ink}.put(c, vg.Point{X: c.Min.X + 144*mm, Y: c.Max.Y - 7.8*mm}, left, "code "+x.code(answers)+":")
	letter{10, ink}.put(c, vg.Point{X: c.Min.X + 144*mm, Y: c.Max.Y - 13*mm}, left, fmt.Sprintf("box %d", k.Machine.Number(orbit)))
	return below(c, c.Max.Y-lines.Max.Y+mm)
}

// turned says how else a board may lie than on its label.
func turned(g *symmetry.Graph) string {
	if slices.Contains(g.Symmetries(), symmetry.Rotate90) {
		return ", perhaps turned or mirrored"
	}
	return ", perhaps mirrored"
}

// example returns a position as it may lie in front of somebody: one from the middle of the cabinet, turned if it can be.
func (k Kit) example() board.Code {
	g := k.Machine.Graph()
	boxes := g.Choices(k.Machine.Rules().Plays)
	position := g.Code(boxes[len(boxes)/4])
	turns := g.Symmetries()
	return turns[1].Board(position.Board()).Code()
}
