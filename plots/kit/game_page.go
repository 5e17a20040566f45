package kit

import (
	"fmt"

	"github.com/dustin/go-humanize"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/menace"
	"menace/plots"
	"menace/symmetry"
)

// Measures of games in pictures: the number of boards in a row, the gap between them, and the height of the words
// below.
const (
	boardsInRow = 5
	betweenTwo  = 7 * mm
	wordsBelow  = 13 * mm
)

// paintGames draws games: the board at each draw of a bead, with that bead, and the final board. It returns the canvas
// below.
func (k Kit) paintGames(c draw.Canvas) draw.Canvas {
	games := k.examples()
	side := min((c.Size().X-(boardsInRow-1)*betweenTwo)/boardsInRow,
		c.Size().Y/vg.Length(max(1, len(games)))-wordsBelow-3*mm)
	for _, g := range games {
		c = below(c, 3*mm)
		k.paintGame(c, g, side)
		c = below(c, side+wordsBelow)
	}
	return c
}

// paintGame draws a game as a row of boards with sides of this length.
func (k Kit) paintGame(c draw.Canvas, shown game, side vg.Length) {
	g := k.Machine.Graph()
	at := vg.Point{X: c.Min.X, Y: c.Max.Y - side}
	next := func(words ...string) {
		for i, line := range words {
			letter{9, ink}.within(side+betweenTwo/2, line).put(c, at.Sub(vg.Point{Y: (2.5 + 4*vg.Length(i)) * mm}),
				left, line)
		}
		at.X += side + betweenTwo
	}
	for _, t := range shown.turns {
		lattice, colour := paintBoard(c, g, t.position, at, side), menace.Colour(t.bead)
		if g.Steps() {
			arrow(lattice, t.move, colour)
		} else {
			cell := plots.Square(lattice, t.move.To())
			dot(lattice, cell.Center(), 0.2*side, colour)
		}
		next(fmt.Sprintf("box %d: %s", k.Machine.Number(t.orbit), menace.Colours[colour]),
			fmt.Sprintf("%s → %s", humanize.Comma(t.before), beadCount(t.after)))
	}
	paintBoard(c, g, shown.last, at, side)
	if shown.end == symmetry.Win(k.Machine.Rules().Plays) {
		next("the machine has won")
	} else {
		next("the machine has lost")
	}
}
