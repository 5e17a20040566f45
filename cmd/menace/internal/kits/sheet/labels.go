package sheet

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/symmetry"
)

// tick is the length of a cut mark, and strip the width of the margin for the title of a sheet.
const (
	tick  = 1.5 * mm
	strip = 3.5 * mm
)

// piece is a label at its place on a sheet.
type piece struct {
	vg.Rectangle
	box    symmetry.Orbit
	drawer bool // the label is for the drawer, not for the top
}

// labelled returns the area of a page for labels. The page is given without its margin.
func labelled(c draw.Canvas) draw.Canvas { return draw.Crop(c, tick, -tick-strip, tick, -tick) }

// labels returns the sheets of labels.
func (k Kit) labels() (all []page) {
	sheets := k.layOut()
	for i, pieces := range sheets {
		first := k.Machine.Number(pieces[0].box)
		title := k.Name + " · " + k.Language.Text(
			"label sheet {sheet} of {sheets}: boxes {first} to {last} · cut along the grey lines", "sheet", i+1,
			"sheets", len(sheets), "first", first, "last", first+len(pieces)/2-1)
		all = append(all, page{bare: true, body: func(c draw.Canvas) { k.paintSheet(c, pieces, title) }})
	}
	return all
}

// layOut places the labels of all boxes on sheets, in the order of the boxes' numbers, as many as fit on each. Both
// labels of a box are on the same sheet, so that different people can each work on one sheet.
func (k Kit) layOut() (sheets [][]piece) {
	for boxes := k.boxes(); len(boxes) > 0; boxes = boxes[len(sheets[len(sheets)-1])/2:] {
		var sheet []piece
		for n := range boxes {
			larger, fits := k.arrange(boxes[:n+1])
			if !fits {
				break
			}
			sheet = larger
		}
		sheets = append(sheets, sheet)
	}
	return sheets
}

// boxes returns the boxes of the machine, in the order of their numbers.
func (k Kit) boxes() []symmetry.Orbit { return k.Machine.Graph().Choices(k.Machine.Rules().Plays) }

// arrange places the labels of boxes on one sheet, and reports whether they fit. A row has as many tops as fit, and
// then upright drawers.
func (k Kit) arrange(boxes []symmetry.Orbit) (sheet []piece, fits bool) {
	room := labelled(k.sketch()).Rectangle
	for y, tops, drawers := room.Max.Y, boxes, boxes; len(tops)+len(drawers) > 0; y -= k.Box.Height {
		if y-k.Box.Height < room.Min.Y-tolerance {
			return nil, false
		}
		x := room.Min.X
		place := func(left *[]symmetry.Orbit, width, height vg.Length, drawer bool) {
			for ; len(*left) > 0 && x+width <= room.Max.X+tolerance; x += width {
				at := vg.Rectangle{Min: vg.Point{X: x, Y: y - height}, Max: vg.Point{X: x + width, Y: y}}
				sheet, *left = append(sheet, piece{at, (*left)[0], drawer}), (*left)[1:]
			}
		}
		place(&tops, k.Box.Width, k.Box.Height, false)
		place(&drawers, k.Box.Depth, min(k.Box.Width, k.Box.Height), true)
	}
	return sheet, true
}

// tolerance is a length too small to see.
const tolerance = mm / 100

// paintSheet draws labels with cut marks.
func (k Kit) paintSheet(c draw.Canvas, pieces []piece, title string) {
	room, design := labelled(c), newLabel(k)
	for _, p := range pieces {
		part := draw.Canvas{Canvas: c.Canvas, Rectangle: p.Rectangle}
		if p.drawer {
			design.drawer(part, p.box)
		} else {
			design.paint(part, p.box, k.Box)
		}
		c.SetLineStyle(draw.LineStyle{Color: faint, Width: 0.3})
		c.Stroke(p.Path())
	}
	cutMarks(c, room.Rectangle, pieces)
	margin := vg.Point{X: c.Max.X - 1.5 - capital/2*6, Y: room.Min.Y}
	letter{6, muted}.within(room.Size().Y-scale-4*mm, title).upright(c, margin, left, title)
	k.paintScale(c, vg.Point{X: margin.X, Y: room.Max.Y})
}

// scale is the length of the line for checking that a sheet was printed at full size.
const scale = 100 * mm

// paintScale draws the line downwards from a point, and its length in its middle.
func (k Kit) paintScale(c draw.Canvas, top vg.Point) {
	const gap = 17 * mm
	words := k.Language.Text("100 mm, if printed at full size")
	line, end := draw.LineStyle{Color: ink, Width: 0.4}, top.Y-scale
	c.StrokeLine2(line, top.X, top.Y, top.X, top.Y-(scale-2*gap)/2)
	c.StrokeLine2(line, top.X, end+(scale-2*gap)/2, top.X, end)
	for _, y := range []vg.Length{top.Y, end} {
		c.StrokeLine2(line, top.X-0.7*mm, y, top.X+0.7*mm, y)
	}
	letter{6, muted}.within(2*gap-mm, words).upright(c, vg.Point{X: top.X, Y: top.Y - scale/2}, centre, words)
}

// cutMarks draws cut marks: at the left and right ends of each row, above the first row and below the last.
func cutMarks(c draw.Canvas, room vg.Rectangle, pieces []piece) {
	line := draw.LineStyle{Color: ink, Width: 0.4}
	top, bottom, end := pieces[0].Max.Y, pieces[len(pieces)-1].Max.Y, room.Min.X
	low := bottom
	for _, p := range pieces {
		end, low = max(end, p.Max.X), min(low, p.Min.Y)
	}
	for _, p := range pieces {
		if p.Min.X == room.Min.X {
			for _, y := range []vg.Length{p.Min.Y, p.Max.Y} {
				c.StrokeLine2(line, room.Min.X-tick, y, room.Min.X-tick/4, y)
				c.StrokeLine2(line, end+tick/4, y, end+tick, y)
			}
		}
		for _, x := range []vg.Length{p.Min.X, p.Max.X} {
			if p.Max.Y == top {
				c.StrokeLine2(line, x, top+tick/4, x, top+tick)
			}
			if p.Max.Y == bottom {
				c.StrokeLine2(line, x, low-tick, x, low-tick/4)
			}
		}
	}
}
