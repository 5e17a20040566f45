package learners

import (
	"math"
	"math/bits"
	"math/rand/v2"

	"menace/menace/arena"
	"menace/symmetry"
)

// greedy plays a move of the highest value, or any move at a rate epsilon: ε-greedy play (Watkins, Learning from
// delayed rewards, PhD thesis, Cambridge 1989; Sutton & Barto, Reinforcement learning, 2nd edition 2018, section
// 2.2). Ties are broken uniformly.
//
// Its policy, and so its evaluation, leaves out exploration.
type greedy struct {
	memory
	epsilon float64
	explore uint64 // a random number below it explores
}

func newGreedy(m memory, epsilon float64) greedy { return greedy{m, epsilon, arena.Threshold(epsilon)} }

// Move implements [arena.Player].
func (g *greedy) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	if next := g.graph.Forced(o); next != symmetry.None {
		return next
	}
	at := g.graph.OrbitEdges(o)
	if random.Uint64() < g.explore {
		i, _ := bits.Mul64(random.Uint64(), uint64(at.End-at.First))
		return g.choose(at, at.First+uint16(i))
	}
	best, ties := g.best(at)
	nth, _ := bits.Mul64(random.Uint64(), ties)
	e := at.First
	for ; ; e++ {
		if g.values[e] == best {
			if nth == 0 {
				return g.choose(at, e)
			}
			nth--
		}
	}
}

// best returns the highest value among the moves of a position, and how many moves have it.
func (m *memory) best(at symmetry.OrbitEdges) (best float64, ties uint64) {
	best = math.Inf(-1)
	for _, v := range m.values[at.First:at.End] {
		if v > best {
			best, ties = v, 0
		}
		if v == best {
			ties++
		}
	}
	return best, ties
}

// Chances implements [arena.Policy], without exploration.
func (g *greedy) Chances(chances []float64) {
	g.forEach(func(at symmetry.OrbitEdges) {
		best, ties := g.best(at)
		for e := at.First; e < at.End; e++ {
			if chances[e] = 0; g.values[e] == best {
				chances[e] = 1 / float64(ties)
			}
		}
	})
}
