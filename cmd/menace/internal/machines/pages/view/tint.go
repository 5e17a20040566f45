package view

import (
	"math"
	"strconv"
	"sync"

	"menace/menace"
	"menace/minimax"
	"menace/symmetry"
)

// solutions caches perfect play for each *[symmetry.Graph].
var solutions sync.Map

// solution returns the perfect play of a game.
func solution(g *symmetry.Graph) *minimax.Solution {
	solve, _ := solutions.LoadOrStore(g, sync.OnceValue(func() *minimax.Solution {
		return minimax.Solve(g, symmetry.MaxLength)
	}))
	return solve.(func() *minimax.Solution)()
}

// wise returns a function that reports whether a move of a position is one of perfect play. The machine itself does not
// know that.
func wise(g *symmetry.Graph, position symmetry.Position) func(symmetry.Move) bool {
	orbit, to := g.Find(position)
	best := solution(g).Best(orbit)
	return func(m symmetry.Move) bool {
		canonical := to.Move(m)
		for i, move := range g.Moves(orbit) {
			if move == canonical {
				return best.Has(i)
			}
		}
		return false
	}
}

// levels is the number of steps of a tint. The style sheet has a class for each.
const levels, greys = 9, 4

// tints are the CSS classes of a box and its squares. Grey (n2 to n4) is a move that the box does not prefer, blue (g1
// to g9) a preferred move of perfect play, and orange (m1 to m9) a preferred mistake. The box has the tint of its
// likeliest move, or none; the class but is added if most of its beads are for moves of the other kind.
type tints struct {
	box     string
	squares map[int]string // by cell
}

// tintsOf returns the tints of a box with this content. A move with the chance 1/n among n moves is not preferred.
func tintsOf(held []menace.Held, cell func(symmetry.Move) int, wise func(symmetry.Move) bool) (t tints) {
	chances, good := map[int]float64{}, map[int]float64{} // by the cell on which a move is shown
	likeliest, wisely, most := 0.0, false, 0.0
	for _, h := range held {
		to := cell(h.Move)
		chances[to] += h.Chance
		if wise(h.Move) {
			good[to] += h.Chance
			most += h.Chance
		}
		if h.Chance > likeliest {
			likeliest, wisely = h.Chance, wise(h.Move)
		}
	}
	n := len(held)
	t.squares = map[int]string{}
	for s, chance := range chances {
		if chance > 0 {
			t.squares[s] = tint(chance, n, good[s] > chance/2)
		}
	}
	if level := step(preference(likeliest, n), levels); level > 0 {
		t.box = kind(wisely) + strconv.Itoa(level)
		if wisely != (most >= 0.5) {
			t.box += " but"
		}
	}
	return t
}

// tintsAt returns the tints of the box of a position.
func tintsAt(m *menace.Machine, position symmetry.Position) tints {
	cell := func(move symmetry.Move) int { return m.Graph().Cell(position, move) }
	return tintsOf(m.Held(position), cell, wise(m.Graph(), position))
}

// kind returns the prefix of the classes of good moves, or of mistakes.
func kind(good bool) string {
	if good {
		return "g"
	}
	return "m"
}

// tint returns the class of a square that one of n moves leads to with this chance.
func tint(chance float64, n int, good bool) string {
	if level := step(math.Pow(preference(chance, n), 0.62), levels); level > 0 {
		return kind(good) + strconv.Itoa(level)
	}
	if level := step(min(1, chance*float64(n)), greys); level > 1 {
		return "n" + strconv.Itoa(level)
	}
	return "" // almost as pale as a square without a move
}

// preference is 0 for a move that is at most as likely as each of n moves without a preference, and 1 for the only move
// that is left. A box with one move has no preference.
func preference(chance float64, n int) float64 {
	if n < 2 {
		return 0
	}
	even := 1 / float64(n)
	return max(0, (chance-even)/(1-even))
}

// step returns a share of steps, rounded up. A share below half a thousandth, which rounding can cause, is 0.
func step(share float64, steps int) int { return int(math.Ceil(float64(steps)*share - 0.005)) }
