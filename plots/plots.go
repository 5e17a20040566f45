// Package plots draws what a machine has learned: curves over the games it played, and its
// matchboxes as boards.
//
// It takes curves and boxes and gives a [Drawing], which becomes a PNG, an SVG, a PDF or text for a
// terminal. The same numbers give the same bytes. The package knows no files and no database, plays no
// games and evaluates nothing: what is exact and what was sampled comes in under these names.
package plots

import (
	"gonum.org/v1/plot/vg/draw"
)

// Drawing is what can be put on paper or in a terminal: a [Figure] of curves or a [Poster] of
// matchboxes.
type Drawing interface {
	// Size is the paper that suits the drawing when nobody asks for another.
	Size() Size

	// Text draws in characters, at most width columns wide where the content allows it, with
	// ANSI colours when colour is set. It ends in a line break.
	Text(width int, colour bool) string

	// fits tells whether all of the drawing has room on a paper.
	fits(Size) bool

	// paint fills the canvas.
	paint(c draw.Canvas, theme palette)
}
