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

// piece is a label with its place on a sheet.
type piece struct {
	vg.Rectangle
	box    symmetry.Orbit
	drawer bool // the label is for the drawer, not for the top
}

// labelled returns the area for labels on a page without its margin.
func labelled(c draw.Canvas) draw.Canvas { return draw.Crop(c, tick, -tick-strip, tick, -tick) }

// labels returns the sheets of labels. If the first sheet was used before, its title and scale are already on it.
func (k Kit) labels() (all []page) {
	sheets := k.layOut()
	for i, pieces := range sheets {
		title := ""
		if i > 0 || k.Used == 0 {
			title = k.Name + " · " + k.sheetTitle(pieces, i+1, len(sheets))
		}
		all = append(all, page{bare: true, body: func(c draw.Canvas) { k.paintSheet(c, pieces, title) }})
	}
	return all
}

// sheetTitle describes one of the sheets of labels. It names the range of boxes if that is complete.
func (k Kit) sheetTitle(pieces []piece, number, sheets int) string {
	var boxes []int
	for _, p := range pieces {
		if !p.drawer {
			boxes = append(boxes, k.Machine.Number(p.box))
		}
	}
	first, last := boxes[0], boxes[len(boxes)-1]
	if len(boxes) == 1 || last-first >= len(boxes) {
		return k.Language.Text("label sheet {sheet} of {sheets} · cut along the grey lines", "sheet", number,
			"sheets", sheets)
	}
	return k.Language.Text("label sheet {sheet} of {sheets}: boxes {first} to {last} · cut along the grey lines",
		"sheet", number, "sheets", sheets, "first", first, "last", last)
}

// layOut places the labels on sheets, in the order of the boxes' numbers, as many as fit on each. Both labels of a box
// are on the same sheet, so that different people can each work on one sheet.
func (k Kit) layOut() (sheets [][]piece) {
	boxes, used := k.Labelled, k.Used
	if boxes == nil {
		boxes = k.boxes()
	}
	for len(boxes) > 0 {
		var sheet []piece
		for n := range boxes {
			larger, fits := k.arrange(boxes[:n+1], used)
			if !fits {
				break
			}
			sheet = larger
		}
		sheets = append(sheets, sheet)
		boxes, used = boxes[len(sheet)/2:], 0
	}
	return sheets
}

// grid returns the number of columns and rows of places for tops on a sheet.
func (k Kit) grid() (columns, rows int) {
	room := labelled(k.sketch()).Size()
	return int((room.X + tolerance) / k.Box.Width), int((room.Y + tolerance) / k.Box.Height)
}

// lastPlace returns the number of the last place on a sheet where both labels of a box fit.
func (k Kit) lastPlace() int {
	columns, rows := k.grid()
	for place := columns * rows; place > 1; place-- {
		if _, fits := k.arrange(k.boxes()[:1], place-1); fits {
			return place
		}
	}
	return 1
}

// boxes returns the boxes of the machine, in the order of their numbers.
func (k Kit) boxes() []symmetry.Orbit { return k.Machine.Graph().Choices(k.Machine.Rules().Plays) }

// arrange places the labels of boxes on one sheet, and reports whether they fit. A row has as many tops as fit,
// followed by upright drawers. The first blank places for tops are left empty.
func (k Kit) arrange(boxes []symmetry.Orbit, blank int) (sheet []piece, fits bool) {
	room := labelled(k.sketch()).Rectangle
	columns, _ := k.grid()
	if columns == 0 {
		return nil, false
	}
	x, y := room.Min.X+vg.Length(blank%columns)*k.Box.Width, room.Max.Y-vg.Length(blank/columns)*k.Box.Height
	for tops, drawers := boxes, boxes; len(tops)+len(drawers) > 0; x, y = room.Min.X, y-k.Box.Height {
		if y-k.Box.Height < room.Min.Y-tolerance {
			return nil, false
		}
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

// tolerance is a length too small to be visible.
const tolerance = mm / 100

// paintSheet draws labels with cut marks and, if there is a title, the title and a scale.
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
	if title == "" {
		return
	}
	margin := vg.Point{X: c.Max.X - 1.5 - capital/2*6, Y: room.Min.Y}
	letter{6, muted}.within(room.Size().Y-scale-4*mm, title).upright(c, margin, left, title)
	k.paintScale(c, vg.Point{X: margin.X, Y: room.Max.Y})
}

// scale is the length of the line for checking that a sheet was printed at full size.
const scale = 100 * mm

// paintScale draws the line downwards from a point, with its length at its middle.
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
	for i, p := range pieces {
		if i == 0 || p.Max.Y != pieces[i-1].Max.Y { // the first of its row
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
