package sheet

import (
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/board"
	"menace/plots"
	"menace/plots/paper"
	"menace/symmetry"
)

// Sizes in the index: the side of a board in a large index, the gap between two boards, the height of the code above a
// group, the height of a heading, and the gap between two groups.
const (
	littleBoard = 10.5 * mm
	boardGap    = 2.4 * mm
	codeHeight  = 4.4 * mm
	headHeight  = 8 * mm
	groupGap    = 3 * mm
)

// boardSide returns the side of the boards in an index. In the index of a machine for a lesson, boards are large enough
// for the largest group to fill the width of the page.
func (k Kit) boardSide(x index) vg.Length {
	if !FitsLesson(k.Machine) {
		return littleBoard
	}
	return (readable(k.sketch()).Size().X+boardGap)/vg.Length(x.Alike()) - boardGap
}

// numbersBelow returns the style of the numbers below boards of this side.
func numbersBelow(side vg.Length) letter { return letter{max(9, side/5), ink} }

// index returns the pages of the index of boxes. Groups follow each other like words in a line. Each number of pieces
// has a heading, which is repeated at the top of the next page.
func (k Kit) index() []page {
	x, pieces := newIndex(k.Language, k.Machine), -1
	side := k.boardSide(x)
	blocks := append(k.blocks(k.text(Index, false)), func(c draw.Canvas, _ bool) draw.Canvas {
		return k.paintQuestions(c, x)
	})
	for _, groups := range k.lines(x, side) {
		n, same := groups[0].answers[0], groups[0].answers[0] == pieces
		pieces = n
		blocks = append(blocks, func(c draw.Canvas, first bool) draw.Canvas {
			switch {
			case !same:
				return k.paintLine(c, x, side, k.Language.Text("{n} pieces on the board", "n", n), groups)
			case first:
				return k.paintLine(c, x, side, k.Language.Text("{n} pieces on the board, continued", "n", n), groups)
			}
			return k.paintLine(c, x, side, "", groups)
		})
	}
	return k.flow(k.Name, blocks)
}

// width returns the width of a group whose boards have this side.
func (g group) width(side vg.Length) vg.Length {
	return vg.Length(len(g.boxes))*(side+boardGap) - boardGap
}

// lines breaks the groups of an index into lines of the width of the page, for boards with this side. All groups in a
// line have the same number of pieces.
func (k Kit) lines(x index, side vg.Length) (all [][]group) {
	left := vg.Length(0)
	for i, g := range x.groups {
		if i == 0 || g.answers[0] != x.groups[i-1].answers[0] || g.width(side) > left {
			all, left = append(all, nil), readable(k.sketch()).Size().X
		}
		all[len(all)-1] = append(all[len(all)-1], g)
		left -= g.width(side) + groupGap
	}
	return all
}

// paintLine paints a heading, unless it is "", and a line of groups: the code of each group and, below it, a board with
// this side for each box, with the number of the box. It returns the canvas below.
func (k Kit) paintLine(c draw.Canvas, x index, side vg.Length, head string, groups []group) draw.Canvas {
	if head != "" {
		c = below(c, headHeight)
		letter{12, ink}.put(c, vg.Point{X: c.Min.X, Y: c.Max.Y + 0.45*headHeight}, left, head)
	}
	if len(x.Questions) > 1 {
		c = below(c, codeHeight)
	}
	g, number, at := k.Machine.Graph(), numbersBelow(side), vg.Point{X: c.Min.X, Y: c.Max.Y}
	for _, group := range groups {
		if code := x.code(group.answers); code != "" {
			letter{9, ink}.put(c, vg.Point{X: at.X, Y: at.Y + 2.9*mm}, left, code)
			end, line := at.X+group.width(side), draw.LineStyle{Color: muted, Width: 0.8}
			c.StrokeLine2(line, at.X, at.Y+0.9*mm, end, at.Y+0.9*mm)
		}
		for _, o := range group.boxes {
			paintBoard(c, g.Scene(g.Code(o)), at.Sub(vg.Point{Y: side}), side)
			middle := at.Add(vg.Point{X: side / 2, Y: -side - 0.7*number.size})
			number.put(c, middle, centre, strconv.Itoa(k.Machine.Number(o)))
			at.X += side + boardGap
		}
		at.X += groupGap - boardGap
	}
	return below(c, side+1.75*number.size)
}

// paintScene draws a position into a square with this lower left corner and side: a board, a row of sticks, or a text.
// It returns the canvas of the square.
func (k Kit) paintScene(c draw.Canvas, scene symmetry.Scene, corner vg.Point, side vg.Length) draw.Canvas {
	if k.onBoard() {
		return paintBoard(c, scene, corner, side)
	}
	square := plots.Part(c, corner, side, side)
	k.paintCaption(square, scene)
	paintSticks(square, scene)
	return square
}

// captionWidth is the share of a square's side that the words for a position can take.
const captionWidth = 0.94

// paintCaption writes the words for a position along the bottom of a square. If there is nothing else to see, it writes
// them into the middle, where they can take several lines.
func (k Kit) paintCaption(square draw.Canvas, scene symmetry.Scene) {
	words, side := k.Language.Counted(scene.Caption, scene.Count), square.Size().X
	square.SetLineStyle(draw.LineStyle{Color: faint, Width: 0.4})
	square.Stroke(square.Path())
	style, lines, at := letter{0.16 * side, ink}, []string{words}, vg.Point{X: square.Center().X}
	if k.Machine.Graph().Manner() != symmetry.Chooses {
		at.Y = square.Min.Y + 0.12*side
		style.within(captionWidth*side, words).put(square, at, centre, words)
		return
	}
	fits := func(line string) bool { return style.width(line) <= captionWidth*side }
	for ; style.size > 0.02*side; style.size *= 0.95 {
		lines = paper.Broken(words, fits)
		if !slices.ContainsFunc(lines, func(line string) bool { return !fits(line) }) &&
			vg.Length(len(lines))*lineHeight*style.size <= captionWidth*side {
			break
		}
	}
	at.Y = square.Center().Y + vg.Length(len(lines)-1)/2*lineHeight*style.size
	for _, line := range lines {
		style.put(square, at, centre, line)
		at.Y -= lineHeight * style.size
	}
}

// paintSticks draws the sticks of a position into the upper part of a square, at most five side by side, with space for
// a bead on their right.
func paintSticks(square draw.Canvas, scene symmetry.Scene) {
	const inRow = 5
	side := square.Size().X
	rows := vg.Length((len(scene.Cells) + inRow - 1) / inRow)
	height := 0.72 * side / rows
	for i, cell := range scene.Cells {
		if cell.Piece != symmetry.Stick {
			continue
		}
		x := square.Min.X + 0.86*side*(vg.Length(i%inRow)+1)/(inRow+1)
		top := square.Max.Y - 0.06*side - vg.Length(i/inRow)*height
		square.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.035 * side}, x, top, x, top-0.8*height)
	}
}

// paintBoard draws a position on a board with this lower left corner and side, and returns the canvas of the board.
func paintBoard(c draw.Canvas, scene symmetry.Scene, corner vg.Point, side vg.Length) draw.Canvas {
	lattice := plots.Part(c, corner, side, side)
	paintGrid(lattice)
	for i, cell := range scene.Cells {
		plots.Piece(plots.Square(lattice, board.Square(i)), ink, cell.Piece)
	}
	return lattice
}

// paintGrid draws the lines of a board.
func paintGrid(lattice draw.Canvas) {
	plots.Grid(lattice, draw.LineStyle{Color: muted, Width: max(0.4, lattice.Size().X/150)})
}

// paintQuestions writes the questions of the index, with the answers for an example: a board that is turned or mirrored
// compared to the label of its box. It returns the canvas below.
func (k Kit) paintQuestions(c draw.Canvas, x index) draw.Canvas {
	const line, asked, answered, found = 5.2 * mm, 24 * mm, 136 * mm, 144 * mm
	c = below(c, mm)
	if len(x.Questions) == 1 {
		return c
	}
	g, boxes := k.Machine.Graph(), k.boxes()
	orbit := boxes[len(boxes)/4]
	example := g.Transform(g.Code(orbit), g.Symmetries()[1])
	style := letter{10, ink}
	put := func(column, width vg.Length, row int, words string) {
		at := vg.Point{X: c.Min.X + column, Y: c.Max.Y - line/2 - vg.Length(row)*line}
		style.within(width, words).put(c, at, left, words)
	}
	answers := x.answers(example)
	for i, q := range x.Questions {
		put(asked, answered-asked-mm, i, q.asks)
		put(answered, found-answered, i, q.name(answers[i]))
	}
	room := c.Size().X - found
	for i, words := range paper.Broken(k.Language.Text("{n} pieces, code {code}: box {number}", "n", answers[0],
		"code", x.code(answers), "number", k.Machine.Number(orbit)),
		func(line string) bool { return style.width(line) <= room }) {
		put(found, room, i, words)
	}
	paintBoard(c, g.Scene(example), vg.Point{X: c.Min.X, Y: c.Max.Y - 19.5*mm}, 19*mm)
	return below(c, max(vg.Length(len(x.Questions))*line, 20*mm)+mm)
}
