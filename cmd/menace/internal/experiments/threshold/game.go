package threshold

import (
	"math"

	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// unit is the common denominator of the chances of a teacher: up to nine moves are equally likely.
const unit = 2520

// game is a game between a machine and a teacher who makes mistakes.
type game struct {
	*menace.Machine         // fresh
	perfect, random []int64 // chance of each edge without and with a slip, in parts of a unit
	safes           memo[bool]
}

func newGame(rules menace.Rules) *game {
	m := menace.New(rules)
	return &game{
		Machine: m, safes: memo[bool]{},
		perfect: parts(arena.Perfect(m.Graph())), random: parts(arena.Random(m.Graph())),
	}
}

// parts returns the exact chances of a policy that chooses uniformly among moves.
func parts(p arena.Policy) []int64 {
	chances := make([]float64, len(p.Graph().Edges()))
	p.Chances(chances)
	all := make([]int64, len(chances))
	for e, chance := range chances {
		all[e] = int64(math.Round(chance * unit))
	}
	return all
}

// memo holds values of orbits, each computed once from those of later orbits.
type memo[V any] map[symmetry.Orbit]V

func (m memo[V]) of(o symmetry.Orbit, compute func(symmetry.Orbit) V) V {
	v, known := m[o]
	if !known {
		v = compute(o)
		m[o] = v
	}
	return v
}

// safe reports whether the machine can avoid losing from an orbit on, whatever the opponent plays.
func (g *game) safe(o symmetry.Orbit) bool { return g.safes.of(o, g.isSafe) }

func (g *game) isSafe(o symmetry.Orbit) bool {
	plays := g.Rules().Plays
	if end := g.Graph().Outcome(o); end != symmetry.Ongoing {
		return end != symmetry.Win(plays.Other())
	}
	mine := g.Graph().Turn(o) == plays
	for _, next := range g.after(o) {
		if g.safe(next) == mine {
			return mine
		}
	}
	return !mine
}

// after returns the successors of an orbit.
func (g *game) after(o symmetry.Orbit) []symmetry.Orbit {
	edges := g.Graph().OrbitEdges(o)
	return g.Graph().Edges()[edges.First:edges.End]
}

// reward returns the beads for a game that ended in an orbit.
func (g *game) reward(o symmetry.Orbit) int64 {
	switch rules := g.Rules(); g.Graph().Outcome(o) {
	case symmetry.Win(rules.Plays):
		return rules.Win
	case symmetry.Drawn:
		return rules.Draw
	}
	return g.Rules().Loss
}

// kind is what happens next in an orbit.
type kind int

const (
	over     kind = iota
	forced        // the machine's only move, without a box
	teaching      // the teacher moves
	choosing      // the machine draws from the box of a safe position
	lost          // the machine draws from the box of a lost position, where faultless play wins against it
)

func (g *game) kind(o symmetry.Orbit) kind {
	switch {
	case g.Graph().Outcome(o) != symmetry.Ongoing:
		return over
	case g.Graph().Turn(o) != g.Rules().Plays:
		return teaching
	case g.Graph().Forced(o) != symmetry.None:
		return forced
	case g.safe(o):
		return choosing
	}
	return lost
}

// afters returns, in order, the orbits after an unsafe move in a safe position that safe moves of the machine lead to,
// and for each of them the draws that lead to it.
func (g *game) afters() (orbits []symmetry.Orbit, draws map[symmetry.Orbit][]menace.Draw) {
	draws = map[symmetry.Orbit][]menace.Draw{}
	met := make([]bool, g.Graph().Orbits())
	met[symmetry.Start] = true
	for o := range g.Graph().All() { // an orbit precedes its successors
		switch k := g.kind(o); {
		case !met[o]:
		case k == teaching || k == forced:
			for _, next := range g.after(o) {
				met[next] = true
			}
		case k == choosing:
			for i := range g.Moves(o).All() {
				next := g.Graph().Next(o, i)
				if met[next] = met[next] || g.safe(next); !g.safe(next) {
					draws[next] = append(draws[next], menace.Draw{Orbit: o, Move: uint8(i)})
				}
			}
		}
	}
	for o := range g.Graph().All() {
		if draws[o] != nil {
			orbits = append(orbits, o)
		}
	}
	return orbits, draws
}

// lostBoxes returns, in order, the boxes of lost positions behind an orbit, if the machine makes no unsafe move in a
// safe position, and for each of them the orbits after the machine's draws that can lead directly to it.
func (g *game) lostBoxes(from symmetry.Orbit) (boxes []symmetry.Orbit, origins map[symmetry.Orbit][]symmetry.Orbit) {
	origins = map[symmetry.Orbit][]symmetry.Orbit{}
	met := map[symmetry.Orbit]bool{}
	var draw func(origin symmetry.Orbit)
	var follow func(origin, o symmetry.Orbit)
	follow = func(origin, o symmetry.Orbit) {
		switch g.kind(o) {
		case forced, teaching:
			for _, next := range g.after(o) {
				follow(origin, next)
			}
		case lost:
			for _, known := range origins[o] {
				if known == origin {
					return
				}
			}
			origins[o] = append(origins[o], origin)
			for i := range g.Moves(o).All() {
				draw(g.Graph().Next(o, i))
			}
		}
	}
	draw = func(origin symmetry.Orbit) {
		if !met[origin] {
			met[origin] = true
			follow(origin, origin)
		}
	}
	draw(from)
	for o := range g.Graph().All() {
		if origins[o] != nil {
			boxes = append(boxes, o)
		}
	}
	return boxes, origins
}
