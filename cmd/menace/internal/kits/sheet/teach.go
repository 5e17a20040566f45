package sheet

import (
	_ "embed"
	"encoding/json"
	"io/fs"
	"slices"
	"sync"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/menace"
	"menace/menace/teach"
	"menace/symmetry"
)

// teaching describes how to teach a machine.
type teaching struct {
	Card           teach.Card
	Lessons        []menace.Draw // the beads that the machine loses to the best teacher
	Best, WithCard int           // games needed on average, rounded
}

// teachings holds the teaching of each machine with a page about it in its kit, by game. Computing one takes half a
// second, so they are in a file, which a test compares.
var teachings = sync.OnceValue(func() (all map[string]teaching) {
	if err := json.Unmarshal(teachingsJSON, &all); err != nil {
		panic(err) // a bug
	}
	return all
})

//go:embed teachings.json
var teachingsJSON []byte

func (k Kit) teacher() teaching { return teachings()[k.Machine.Rules().Game] }

// teaches reports whether the kit has a page on how to teach the machine. A game may have a text on that, for the
// machine of its first preset.
func (k Kit) teaches() bool {
	own := k.ownTexts()
	usual, err := menace.Usual(k.Machine.Graph().Name())
	if own == nil || err != nil || k.Machine.Rules() != usual {
		return false
	}
	_, err = fs.Stat(own, "teach.html")
	return err == nil
}

// rules returns the pages with the rules of the machine and, if there is one, the page on how to teach it.
func (k Kit) rules() []page {
	pages := k.written(Rules, false)
	if k.teaches() {
		pages = append(pages, k.written("teach", false)...)
	}
	return pages
}

// paintCard draws the boards of the card with arrows for the replies, and returns the canvas below.
func (k Kit) paintCard(c draw.Canvas) draw.Canvas {
	g := k.Machine.Graph()
	var all []diagram
	for o := range g.All() {
		d := diagram{position: g.Code(o)}
		shares := k.teacher().Card[o]
		for i, faces := range shares {
			if faces == 0 {
				continue
			}
			move := g.Moves(o)[i]
			line := move.String()
			if die := shares.Die(i); die != "" {
				line = die + ": " + line
			}
			d.moves, d.words = append(d.moves, move), append(d.words, line)
		}
		if d.moves != nil {
			all = append(all, d)
		}
	}
	return k.paintDiagrams(c, all)
}

// paintLessons draws the boxes with the beads that must be removed, and returns the canvas below.
func (k Kit) paintLessons(c draw.Canvas) draw.Canvas {
	g := k.Machine.Graph()
	lessons := slices.SortedFunc(slices.Values(k.teacher().Lessons), func(a, b menace.Draw) int {
		return k.Machine.Number(a.Orbit) - k.Machine.Number(b.Orbit)
	})
	var all []diagram
	for _, lost := range lessons {
		move := g.Moves(lost.Orbit)[lost.Move]
		words := k.Language.Text("box {number}: {move}, {colour}", "number", k.Machine.Number(lost.Orbit),
			"move", move, "colour", k.colour(menace.Colour(move)))
		all = append(all, diagram{g.Code(lost.Orbit), []symmetry.Move{move}, []string{words}, true})
	}
	return k.paintDiagrams(c, all)
}

// diagram is a small board with the arrows of moves and words below it.
type diagram struct {
	position symmetry.Position
	moves    []symmetry.Move
	words    []string // lines
	coloured bool     // the arrows have the colours of beads
}

// paintDiagrams draws rows of diagrams, and returns the canvas below.
func (k Kit) paintDiagrams(c draw.Canvas, all []diagram) draw.Canvas {
	const inRow, side, leading = 6, 26 * mm, 3.5 * mm
	lines := 1
	for _, d := range all {
		lines = max(lines, len(d.words))
	}
	height := side + 5.5*mm + vg.Length(lines)*leading
	width := c.Size().X / inRow
	for i, d := range all {
		corner := vg.Point{X: c.Min.X + vg.Length(i%inRow)*width, Y: c.Max.Y - vg.Length(i/inRow)*height - side - mm}
		lattice := paintBoard(c, k.Machine.Graph().Scene(d.position), corner, side)
		numberSquares(lattice, 5)
		for _, m := range d.moves {
			if d.coloured {
				k.arrow(lattice, m, menace.Colour(m))
			} else {
				stroke(lattice, m, faint)
			}
		}
		for n, line := range d.words {
			words := letter{8, ink}.within(width-2*mm, line)
			words.put(c, vg.Point{X: corner.X, Y: corner.Y - 3*mm - vg.Length(n)*leading}, left, line)
		}
	}
	return below(c, vg.Length((len(all)+inRow-1)/inRow)*height)
}
