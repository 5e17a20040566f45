// Package trees draws game trees: positions as boards or words, values, the windows of a search, cut-offs, the
// principal variation and the types of critical positions. A [Drawing] is painted on paper like any other, or written
// in the language of Graphviz.
//
// It knows nothing about games or searches: its nodes contain everything to show.
package trees

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"menace/plots/paper"
)

// Drawing is a tree with its title.
type Drawing struct {
	Title, Subtitle string
	Notes           string // meaning of the notes, after the subtitle if the notes are shown
	Root            *Node
	Types           bool // show the types of critical positions
}

// Node is a position of a tree.
type Node struct {
	Edge     string   // move to this position
	Board    []string // rows of a small board, of X, O, W, B, #, V, H and dots; or nil
	Label    string   // text at the position if there is no board
	Value    string
	Notes    []string // lines beside the position, such as windows
	Max      bool     // Max is to move: drawn as a square, not a circle
	Leaf     bool
	Type     int  // type of a critical position: 1, 2, 3; or 0
	PV       bool // on the principal variation
	Pruned   bool // not searched
	Here     bool // the current position of the search
	Now      *Now // state in the middle of a search, or nil to show the final state
	Children []*Node
}

// Now is what the search knows about a position so far. The layout is that of the finished search.
type Now struct {
	Seen  bool // the search has reached it
	Open  bool // the search is still below it, so the value is provisional
	Value string
	Notes []string
}

// a4 is A4 in landscape, the largest natural size of a drawing that is still readable on it.
var a4 = paper.Size{Width: 29.7 * vg.Centimeter, Height: 21 * vg.Centimeter}

// smallest is the smallest natural size.
var smallest = paper.Size{Width: 16 * vg.Centimeter, Height: 6 * vg.Centimeter}

const (
	margin    = 0.4 * vg.Centimeter
	readable  = 0.62 // smallest readable scale, with letters of 5 points
	leastSize = 0.3  // smallest scale at which a drawing fits
)

// Size returns the paper on which the tree has its usual size, but A4 if that is large enough to read it, and more
// for a tree that is unreadable there.
func (d Drawing) Size() paper.Size {
	l := newLayout(d.Root, levels(d.Root, d.Types)[0]) // everything
	head := a4.Height - d.heading(sketch(a4), paper.Light, d.Notes).Max.Y
	size := paper.Size{
		Width:  min(max(l.width+2*margin, smallest.Width), a4.Width),
		Height: min(max(l.height+2*margin+head, smallest.Height), a4.Height),
	}
	if d.scale(size) >= readable {
		return size
	}
	for size = a4; d.scale(size) < readable && size.Width < paper.Longest/2; {
		size.Width, size.Height = 1.1*size.Width, 1.1*size.Height
	}
	return size
}

// Fits implements [paper.Drawing].
func (d Drawing) Fits(s paper.Size) bool { return d.scale(s) >= leastSize }

// scale returns the scale at which the tree is drawn on paper of this size.
func (d Drawing) scale(s paper.Size) vg.Length {
	_, scale := fitting(d.Root, d.Types, d.below(sketch(s)).Size())
	return scale
}

// below returns the part of a canvas below the heading.
func (d Drawing) below(c draw.Canvas) draw.Canvas {
	under := d.heading(inside(draw.NewCanvas(new(recorder.Canvas), c.Size().X, c.Size().Y)), paper.Light, d.Notes)
	return draw.Crop(inside(c), 0, 0, 0, under.Max.Y-(c.Size().Y-margin))
}

// inside returns the canvas without its margin.
func inside(c draw.Canvas) draw.Canvas { return draw.Crop(c, margin, -margin, margin, -margin) }

// sketch returns a canvas for measuring, which draws nothing.
func sketch(s paper.Size) draw.Canvas { return draw.NewCanvas(new(recorder.Canvas), s.Width, s.Height) }

// heading writes the title, larger on larger paper, and returns the canvas below.
func (d Drawing) heading(c draw.Canvas, theme paper.Palette, notes string) draw.Canvas {
	scale := min(max(c.Size().Y/(13*vg.Centimeter), 1), 1.6)
	c = paper.Write(c, paper.Letters(12*scale, theme.Ink), d.Title)
	c = paper.Write(c, paper.Letters(8*scale, theme.Muted), d.Subtitle+notes)
	return draw.Crop(c, 0, 0, 0, -6)
}

// Paint implements [paper.Drawing].
func (d Drawing) Paint(c draw.Canvas, theme paper.Palette) {
	tree := d.below(c)
	l, scale := fitting(d.Root, d.Types, tree.Size())
	notes := ""
	if l.detail.notes {
		notes = d.Notes
	}
	d.heading(inside(c), theme, notes)
	p := painter{
		Canvas: c, theme: theme, scale: scale, types: d.Types,
		origin: vg.Point{X: tree.Min.X + (tree.Size().X-scale*l.width)/2, Y: tree.Max.Y},
	}
	p.edges(l.root)
	p.nodes(l.root)
}
