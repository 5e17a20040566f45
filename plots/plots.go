// Package plots draws what a machine has learned: curves over the games it played, and its
// matchboxes as boards.
//
// It takes curves and boxes and gives a [Drawing], for paper or for a terminal. The package knows no
// files and no database, plays no games and evaluates nothing.
package plots

import "menace/plots/paper"

// Drawing is what can be put on paper or in a terminal: a [Figure] of curves or a [Poster] of
// matchboxes.
type Drawing interface {
	paper.Drawing

	// Text draws in characters, at most width columns wide where the content allows it, with ANSI
	// colours if colour is set. It ends in a line break.
	Text(width int, colour bool) string
}
