// Package trees draws game trees: positions as boards or words, values, the windows of a search, cut-offs, the
// principal variation and the types of critical positions. A [Drawing] is painted on paper like any other.
//
// It knows nothing about games or searches: its nodes contain everything to show.
package trees

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/plots/paper"
)

// Drawing is a tree with its title.
type Drawing struct {
	Title, Subtitle string
	Root            *Node
	Final           *Node   // the same tree at the end of the search, which determines all places; nil if it is Root
	Types           bool    // show the types of critical positions
	Window          *Window // the window after a step, drawn below the tree, or nil

	Given  bool      // a tree with given leaves: labels are names, and only moves of chance have texts
	Movers [3]string // names of Max, of Min and of chance
}

// Node is a position of a tree.
type Node struct {
	Edge     string   // move to this position
	Board    []string // rows of a small board, of X, O, W, B, #, V, H and dots; or nil
	Label    string   // text at the position if there is no board
	Value    string
	Given    string   // number given for the position, a payoff or an estimate to Max, or ""
	Notes    []string // lines beside the position, such as windows
	Max      bool     // Max is to move: drawn as a square, not a circle
	Chance   bool     // chance moves: drawn as a circle in a circle
	Leaf     bool
	Type     int   // type of a critical position: 1, 2, 3; or 0
	PV       bool  // on the principal variation
	Pruned   bool  // not searched
	Unseen   bool  // the search has not yet reached it or cut it off
	Open     bool  // the search is still below it, so the value is provisional
	Here     bool  // the current position of the search
	Same     *Node // an earlier position of the tree that this one counts as; a line leads to it
	Children []*Node
}

// a4 is A4 in landscape, the largest natural size of a drawing that is still readable on A4.
var a4 = paper.Size{Width: 29.7 * vg.Centimeter, Height: 21 * vg.Centimeter}

// smallest is the smallest natural size.
var smallest = paper.Size{Width: 16 * vg.Centimeter, Height: 6 * vg.Centimeter}

const (
	margin    = 0.4 * vg.Centimeter
	readable  = 0.62 // smallest readable scale, with letters of 5 points
	leastSize = 0.3  // smallest scale of a drawing
	largest   = 1.8  // largest scale, so that a small tree is not huge
)

// Size returns the paper for the tree at its usual scale. A larger tree gets A4 if it is readable there, and otherwise
// more.
func (d *Drawing) Size() paper.Size {
	l := d.layout()
	size := paper.Size{Width: min(max(l.width+2*margin, smallest.Width), a4.Width), Height: a4.Height}
	heading, least := size.Height-d.room(size.Area()).Size().Y, smallest.Height // heading includes the margins
	if d.Title == "" {
		least -= 1.3 * (12 + 8) // the two lines of a heading, so that the tree is no larger without them
	}
	size.Height = min(max(heading+l.height, least), a4.Height)
	if l.scale(d.room(size.Area())) >= readable {
		return size
	}
	tight := readable * l.height
	l.arrange(maxGap)
	size.Width = max(size.Width, readable*l.width+2*margin)
	size.Height = heading + max(tight, min(readable*l.height, size.Width*a4.Height/a4.Width))
	return paper.Size{Width: min(size.Width, paper.Longest), Height: min(size.Height, paper.Longest)}
}

// Describe implements [paper.Described].
func (d *Drawing) Describe() (title, details string) { return d.Title, d.Subtitle }

// Narrow returns the paper that fills the screen of a phone, and whether the tree is readable there.
func (d *Drawing) Narrow() (size paper.Size, fits bool) {
	const legible = 0.75 // a phone enlarges the paper by a third
	size = paper.Size{Width: 250, Height: a4.Height}
	l, room := d.layout(), d.room(size.Area())
	scale := min(l.scale(room), 1.2)
	size.Height += scale*l.height - room.Size().Y + margin
	return size, scale >= legible
}

// Fits implements [paper.Drawing].
func (d *Drawing) Fits(s paper.Size) bool { return d.layout().scale(d.room(s.Area())) >= leastSize }

// inside returns the rectangle without its margin.
func inside(r vg.Rectangle) vg.Rectangle {
	both := vg.Point{X: margin, Y: margin}
	return vg.Rectangle{Min: r.Min.Add(both), Max: r.Max.Sub(both)}
}

// room returns the part of a rectangle that the heading leaves for the tree.
func (d *Drawing) room(r vg.Rectangle) vg.Rectangle {
	return d.heading(paper.Blank(r), paper.Light)
}

// heading writes the title inside the margin of a canvas, larger on larger paper, and returns the rectangle below.
func (d *Drawing) heading(c draw.Canvas, theme paper.Palette) vg.Rectangle {
	c.Rectangle = inside(c.Rectangle)
	scale := min(max(c.Size().Y/(13*vg.Centimeter), 1), 1.6)
	lines := paper.Write(c, paper.Letters(12*scale, theme.Ink), d.Title)
	lines = paper.Write(lines, paper.Letters(8*scale, theme.Muted), d.Subtitle)
	c.Max.Y = lines.Max.Y - 6
	if d.Window != nil {
		c.Min.Y += windowHeight
	}
	return c.Rectangle
}

// Paint implements [paper.Drawing].
func (d *Drawing) Paint(c draw.Canvas, theme paper.Palette) {
	room := d.heading(c, theme)
	l, p := d.fit(room)
	p.Canvas, p.theme = c, theme
	places := map[*Node]*placed{}
	l.root.collect(places)
	p.merged = l.root.merged()
	p.sameLines(l.root, places) // behind everything, so that they cover no values and moves
	p.edges(l.root)
	p.nodes(l.root)
	if d.Window != nil {
		strip := painter{Canvas: c, theme: theme, scale: 1.3, origin: vg.Point{X: room.Min.X, Y: room.Min.Y}}
		strip.window(d.Window, room.Size().X/strip.scale, windowHeight/strip.scale/2)
	}
}

// fit places the tree in the middle of a rectangle. The painter has no canvas yet.
func (d *Drawing) fit(room vg.Rectangle) (*layout, painter) {
	l := d.layout()
	scale := l.scale(room)
	l.stretch(room.Size().Y / scale)
	return l, painter{scale: scale, types: d.Types,
		origin: vg.Point{X: room.Min.X + (room.Size().X-scale*l.width)/2, Y: room.Max.Y}}
}

// Place is the rectangle of a position in a drawing of its usual size, from the top left, as fractions of the width
// and the height of the drawing.
type Place struct{ X, Y, Width, Height float64 }

// Places returns the place of each position.
func (d *Drawing) Places() map[*Node]Place {
	size, all, nodes := d.Size(), map[*Node]Place{}, map[*Node]*placed{}
	l, p := d.fit(d.room(size.Area()))
	l.root.collect(nodes)
	for node, n := range nodes {
		at := p.at(n.x-n.inner.X/2, n.y)
		all[node] = Place{
			X: float64(at.X / size.Width), Y: 1 - float64(at.Y/size.Height),
			Width: float64(p.scale * n.inner.X / size.Width), Height: float64(p.scale * n.inner.Y / size.Height),
		}
	}
	return all
}

// Sheet is a page to print: a tree, and questions with space for the answers below it.
type Sheet struct {
	Tree      *Drawing
	Questions []Question
}

// Question is a question on a sheet. Without an answer it has a line to write on.
type Question struct{ Prompt, Answer string }

// Size implements [paper.Drawing]: A4 upright.
func (Sheet) Size() paper.Size { return paper.Size{Width: a4.Height, Height: a4.Width} }

// Fits reports whether the tree is readable when printed on paper of this size. Some trees are not on A4.
func (s Sheet) Fits(size paper.Size) bool {
	tree := s.above(inside(size.Area()))
	return tree.Size().Y > smallest.Height/2 && s.Tree.layout().scale(s.Tree.room(tree)) >= readable
}

// above returns the part of a rectangle above the questions.
func (s Sheet) above(r vg.Rectangle) vg.Rectangle {
	page := inside(r)
	r.Min.Y += page.Size().Y - s.ask(paper.Blank(page), paper.Light).Size().Y + margin
	return r
}

// Paint implements [paper.Drawing].
func (s Sheet) Paint(c draw.Canvas, theme paper.Palette) {
	c.Rectangle = inside(c.Rectangle) // printers cannot reach the edge
	tree := s.above(c.Rectangle)
	s.Tree.Paint(draw.Canvas{Canvas: c.Canvas, Rectangle: tree}, theme)
	s.ask(draw.Crop(c, margin, -margin, 0, tree.Min.Y-c.Max.Y), theme)
}

// ask writes the questions from the top, and returns the canvas below.
func (s Sheet) ask(c draw.Canvas, theme paper.Palette) draw.Canvas {
	const size, room = 9, 20 // of letters, and for an answer by hand
	for i, q := range s.Questions {
		c = paper.Write(c, paper.Letters(size, theme.Ink), fmt.Sprintf("%d. %s", i+1, q.Prompt))
		if q.Answer != "" {
			c = draw.Crop(paper.Write(c, paper.Letters(size, theme.Hues[0]), q.Answer), 0, 0, 0, -size)
			continue
		}
		c = draw.Crop(c, 0, 0, 0, -room)
		line := draw.LineStyle{Color: theme.Muted, Width: 0.5}
		c.StrokeLine2(line, c.Min.X, c.Max.Y+room/4, c.Max.X, c.Max.Y+room/4)
	}
	return c
}
