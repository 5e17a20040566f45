// Package michie restores, as far as possible, the machine that played against Donald Michie in 1961. Begin with
// [After].
//
// The results of 219 games of the tournament are known ([arena.Tournament]), and how Michie answered the opening, but
// no other moves. A particle filter, `menace experiment likelihood`, finds what the boxes may have held. The files here
// hold its means and deviations after each game, and the games of one machine, drawn by weight from all machines with
// these results. So the restored machine agrees with everything that is known, but it is not the one machine that
// existed.
package michie

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// Games is the number of games whose results are known.
const Games = 219

//go:embed games-1961.csv
var gamesCSV string

//go:embed beads-1961.csv
var beadsCSV string

// Played returns the moves of the restored games, as squares of the board, X first.
func Played() [][]symmetry.Move { return played() }

var played = sync.OnceValue(func() (all [][]symmetry.Move) {
	for _, row := range rows(gamesCSV) {
		var moves []symmetry.Move
		for _, digit := range row[2] {
			moves = append(moves, symmetry.Move(digit-'0'))
		}
		all = append(all, moves)
	}
	return all
})

// rows returns the rows of an embedded table, without the header.
func rows(text string) [][]string {
	file := csv.NewReader(strings.NewReader(text))
	file.Comment = '#'
	all, err := file.ReadAll()
	if err != nil {
		panic(err)
	}
	return all[1:]
}

// After returns the restored machine after so many games, 0 to [Games], with its record and checkpoints.
func After(games int) *arena.Career {
	machine := menace.New(menace.Michie())
	career := arena.NewCareer(machine, symmetry.First)
	for _, moves := range played()[:games] {
		career.End(replay(machine, moves), false)
	}
	return career
}

// Parse parses the name 1961:GAME of the restored machine after a game, or 1961 after the last one. For other texts ok
// is false.
func Parse(text string) (games int, ok bool, err error) {
	year, after, chosen := strings.Cut(text, ":")
	if year != "1961" || !chosen {
		return Games, year == "1961", nil
	}
	if games, err = strconv.Atoi(after); err != nil || games < 0 || games > Games {
		return 0, true, fmt.Errorf("%q is not a game of Michie's tournament: 1961:0 to 1961:%d, as in 1961:106", text,
			Games)
	}
	return games, true, nil
}

// Is reports whether a machine is the restored one after this many games, at least one.
func Is(m *menace.Machine, games int64) bool {
	return m.Rules() == menace.Michie() && games >= 1 && games <= Games && slices.Equal(counts()[games], m.Counts())
}

// counts returns the beads of the restored machine after each number of games, 0 to [Games].
var counts = sync.OnceValue(func() (after [Games + 1][]int64) {
	machine := menace.New(menace.Michie())
	after[0] = machine.Counts()
	for i, moves := range played() {
		machine.Learn(replay(machine, moves))
		after[i+1] = machine.Counts()
	}
	return after
})

// replay draws the beads of a game from a machine, without learning from it, and returns its outcome.
func replay(machine *menace.Machine, moves []symmetry.Move) symmetry.Outcome {
	g := machine.Graph()
	position := g.Code(symmetry.Start)
	var draws []menace.Draw
	for ply, move := range moves {
		orbit, to := g.Find(position)
		if _, ok := machine.Box(orbit); ok && ply%2 == 0 {
			bead := slices.Index(g.Moves(orbit), to.Move(move))
			draws = append(draws, menace.Draw{Orbit: orbit, Move: uint8(bead)})
		}
		position = g.Play(position, move)
	}
	machine.Recall(draws)
	end, _ := g.Find(position)
	return g.Outcome(end)
}

// Certainty is how well the number of beads for a move is known.
type Certainty int

const (
	Certain Certainty = iota // the same in all machines with these results
	Likely                   // known within a bead or two
	Unknown                  // nearly any number is possible
)

// Beads describes the number of beads for one move of one box, over all machines with the results of 1961.
type Beads struct {
	Mean, SD float64 // rounded to tenths
}

// Certainty returns Certain if nothing deviates, Unknown if the deviation exceeds both two beads and a quarter of the
// mean, and Likely otherwise.
func (b Beads) Certainty() Certainty {
	switch {
	case b.SD == 0:
		return Certain
	case b.SD > 2 && b.SD > b.Mean/4:
		return Unknown
	}
	return Likely
}

// Held returns the beads that the machine may have held after this many games, 0 to [Games], by box and by the index of
// the move. A missing entry is certain: the beads of a fresh box.
func Held(games int) map[symmetry.Orbit]map[int]Beads {
	held := map[symmetry.Orbit]map[int]Beads{}
	for _, c := range changes() {
		if c.game > games {
			break
		}
		if held[c.orbit] == nil {
			held[c.orbit] = map[int]Beads{}
		}
		held[c.orbit][c.move] = c.beads
	}
	return held
}

// change is a row of the table of beads: the beads for a move in a box from a certain game on.
type change struct {
	game  int
	orbit symmetry.Orbit
	move  int // index in the moves of the orbit
	beads Beads
}

// changes returns the rows of the table, in order of games.
var changes = sync.OnceValue(func() (all []change) {
	g := menace.New(menace.Michie()).Graph()
	for _, row := range rows(beadsCSV) {
		var n [5]int
		for i := range n {
			var err error
			if n[i], err = strconv.Atoi(row[i]); err != nil {
				panic(fmt.Sprintf("michie: %v in %v", err, row))
			}
		}
		orbit := symmetry.Orbit(n[1])
		move := slices.Index(g.Moves(orbit), symmetry.Move(n[2]))
		all = append(all, change{n[0], orbit, move, Beads{float64(n[3]) / 10, float64(n[4]) / 10}})
	}
	return all
})

// Round rounds a mean or a deviation to tenths, as in the table of beads.
func Round(v float64) int { return int(math.Round(10 * v)) }
