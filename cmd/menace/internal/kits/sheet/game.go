package sheet

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
	"menace/plots"
	"menace/plots/paper"
	"menace/symmetry"
)

// game is an example game of the machine.
type game struct {
	turns []match.Lesson    // turns in which the machine drew a bead
	last  symmetry.Position // final position
	end   symmetry.Outcome
}

// triedGames is the number of games played to find good examples.
const triedGames = 500

// examples plays games and returns one that the machine wins and one that it loses. It prefers games in which the
// machine draws many beads. Among those it prefers a won game in which every board has the orientation of its label,
// and a lost game in which exactly one board is turned or mirrored. The opponent moves at random, but prevents
// immediate wins if the game has such an opponent.
func (k Kit) examples() (found []game) {
	g, plays := k.Machine.Graph(), k.Machine.Rules().Plays
	opponent := cmp.Or(arena.Blocker(g), arena.Random(g))
	ends := []symmetry.Outcome{symmetry.Win(plays), symmetry.Win(plays.Other())}
	best, most := map[symmetry.Outcome]*match.Game{}, map[symmetry.Outcome]int{}
	for seed := range int64(triedGames) {
		played := match.Seeded(k.Machine, seed)
		for !played.Over() {
			if played.MachineMoves() {
				played.Move()
			} else {
				played.Ask(opponent)
			}
		}
		end, drawn := played.Outcome(), 0
		unlike := -slices.Index(ends, end) // number of boards that differ from their labels, minus the wanted number
		for _, t := range played.Turns() {
			if t.Reason == match.Bead {
				drawn++
				if _, to := g.Find(t.Position); to != symmetry.Identity {
					unlike++
				}
			}
		}
		if rank := symmetry.MaxMoves*drawn - max(unlike, -unlike); rank > most[end] {
			best[end], most[end] = played, rank
		}
	}
	for _, end := range ends {
		if played, ok := best[end]; ok {
			m := k.Machine.Copy()
			found = append(found, game{match.Learn(m, arena.NewCareer(m, plays), played), played.Position(), end})
		}
	}
	return found
}

// Sizes in the pictures of games: the number of boards in a row, the gap between two boards, and the height of the
// words below a board.
const (
	boardsInRow = 5
	betweenTwo  = 7 * mm
	wordsBelow  = 9 * mm
)

// paintGames draws the example games: a board for each draw of a bead, with that bead, and the final board. It returns
// the canvas below.
func (k Kit) paintGames(c draw.Canvas) draw.Canvas {
	side := min((c.Size().X-(boardsInRow-1)*betweenTwo)/boardsInRow,
		c.Size().Y/vg.Length(max(1, len(k.games)))-wordsBelow-3*mm)
	for _, g := range k.games {
		c = below(c, 3*mm)
		k.paintGame(c, g, side)
		c = below(c, side+wordsBelow)
	}
	return c
}

// paintGame draws a game as a row of boards with this side.
func (k Kit) paintGame(c draw.Canvas, shown game, side vg.Length) {
	g, l := k.Machine.Graph(), k.Language
	at := vg.Point{X: c.Min.X, Y: c.Max.Y - side}
	style, width := letter{9, ink}, side+betweenTwo/2
	next := func(words ...string) {
		for i, line := range words {
			style.within(width, line).put(c, at.Sub(vg.Point{Y: (2.5 + 4*vg.Length(i)) * mm}), left, line)
		}
		at.X += side + betweenTwo
	}
	for _, t := range shown.turns {
		orbit, onLabel := g.Find(t.Position)
		lattice, colour := k.paintScene(c, g.Scene(t.Position), at, side), menace.Colour(onLabel.Move(t.Move))
		switch g.Manner() {
		case symmetry.Steps:
			k.arrow(lattice, t.Move, colour)
		case symmetry.Places:
			k.dot(lattice, plots.Middle(lattice, t.Move.To()), 0.2*side, colour)
		default:
			k.dot(lattice, vg.Point{X: lattice.Max.X - 0.14*side, Y: lattice.Max.Y - 0.14*side}, 0.2*side, colour)
		}
		number := k.Machine.Number(orbit)
		box := l.Text("box {number}", "number", number)
		if g.Manner() == symmetry.Takes {
			box = l.Text("cup {number}", "number", number)
		}
		if onLabel >= symmetry.FlipColumns {
			box = l.Text("box {number}, mirrored", "number", number)
		} else if onLabel != symmetry.Identity {
			box = l.Text("box {number}, turned", "number", number)
		}
		next(box, l.Text("{colour}: {before} → {n} beads", "colour", k.colour(colour), "before", t.Beads,
			"n", t.BeadsAfter))
	}
	k.paintScene(c, g.Scene(shown.last), at, side)
	end := l.Text("the machine has lost")
	if shown.end == symmetry.Win(k.Machine.Rules().Plays) {
		end = l.Text("the machine has won")
	}
	width = side // there may be no gap on the right
	next(paper.Broken(end, func(line string) bool { return style.width(line) <= width })...)
}
