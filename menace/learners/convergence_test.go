package learners

import (
	"math"
	"testing"

	"menace/menace/arena"
	"menace/symmetry"
)

// TestAfterstates checks that all moves to the same position have the same value.
func TestAfterstates(t *testing.T) {
	l := learner("td:alpha=0.5", ticTacToe, symmetry.First).(*temporal)
	train(l, symmetry.First, arena.Random(ticTacToe), 2000, 1)
	known, shared := map[symmetry.Orbit]float64{}, 0
	for _, o := range ticTacToe.Choices(symmetry.First) {
		at := ticTacToe.OrbitEdges(o)
		for e := at.First; e < at.End; e++ {
			next := ticTacToe.Edges()[e]
			if v, again := known[next]; again && v != l.values[e] {
				t.Fatalf("orbit %d has the values %v and %v", next, v, l.values[e])
			} else if again && v != 0 {
				shared++
			}
			known[next] = l.values[e]
		}
	}
	if shared == 0 {
		t.Error("no learned value is shared: the test proves nothing")
	}
}

// bestValue computes by backward induction how well the first player can do against random play from an orbit in which
// the random player moves. TD(0) on afterstates and Q-learning should find this value.
func bestValue(g *symmetry.Graph, o symmetry.Orbit, known map[symmetry.Orbit]float64) float64 {
	switch g.Outcome(o) {
	case symmetry.FirstWins:
		return 1
	case symmetry.SecondWins:
		return -1
	case symmetry.Drawn:
		return 0
	}
	if v, ok := known[o]; ok {
		return v
	}
	sum := 0.0
	for i := range g.Moves(o) {
		reply := g.Next(o, i)
		best := math.Inf(-1)
		for j := range g.Moves(reply) {
			best = max(best, bestValue(g, g.Next(reply, j), known))
		}
		if g.Outcome(reply) != symmetry.Ongoing {
			best = bestValue(g, reply, known)
		}
		sum += best
	}
	known[o] = sum / float64(len(g.Moves(o)))
	return known[o]
}

// trainCooling trains the first player of tic-tac-toe, with step sizes that fall from block to block.
func trainCooling(text string, opponent arena.Opponent) arena.Learner {
	const blocks, games = 4000, 100
	l := learner(text+":epsilon=0.3", ticTacToe, symmetry.First).(*temporal)
	for block := range int64(blocks) {
		l.alpha = 0.5 * 5000 / float64(5000+games*block)
		train(l, symmetry.First, opponent, games, 1+block)
	}
	return l
}

// TestConvergence checks that, with falling step sizes, methods find the values of the openings against random play.
// TD(0) and Q-learning find those of the best play from there on; Expected SARSA and SARSA find those of their own
// play, exploration included, which package arena computes. It also checks that the best play is the one that
// arena.Measure finds against random.
func TestConvergence(t *testing.T) {
	const tolerance = 0.03
	random, known := arena.Random(ticTacToe), map[symmetry.Orbit]float64{}
	openings := ticTacToe.Edges()[:3]
	for _, text := range []string{"td", "q"} {
		l := trainCooling(text, random)
		values, best := memoryOf(l).values, math.Inf(-1)
		for e, o := range openings {
			want := bestValue(ticTacToe, o, known)
			if best = max(best, want); math.Abs(values[e]-want) > tolerance {
				t.Errorf("%s: opening %d has the value %v, want %v", text, e, values[e], want)
			}
		}
		if worst := arena.Measure(random, symmetry.Second, arena.Tally{}).Worst.Value(); math.Abs(best+worst) > 1e-12 {
			t.Errorf("the best value is %v, but arena finds %v", best, -worst)
		}
		if got := arena.Evaluate(l, symmetry.First, random).Value(); got < best-tolerance {
			t.Errorf("%s: its play has the value %v, but the best has %v", text, got, best)
		}
	}
	for _, text := range []string{"expected-sarsa", "sarsa"} {
		l := trainCooling(text, random)
		explores := mixed{l, arena.Uniform(ticTacToe, ticTacToe.Distinct), 0.3}
		values, got := memoryOf(l).values, 0.0
		chances := make([]float64, len(ticTacToe.Edges()))
		explores.Chances(chances)
		for e := range openings {
			got += chances[e] * values[e]
		}
		if want := arena.Evaluate(explores, symmetry.First, random).Value(); math.Abs(got-want) > tolerance {
			t.Errorf("%s: the values predict %v, but arena computes %v", text, got, want)
		}
	}
}

// mixed plays one policy, and another at a given rate.
type mixed struct {
	arena.Policy
	other arena.Policy
	rate  float64
}

// Chances implements [arena.Policy].
func (m mixed) Chances(chances []float64) {
	other := make([]float64, len(chances))
	m.Policy.Chances(chances)
	m.other.Chances(other)
	for e := range chances {
		chances[e] += m.rate * (other[e] - chances[e])
	}
}
