package learners

import (
	"math"
	"testing"

	"menace/arena"
	"menace/symmetry"
)

// TestAfterstates checks that all moves to the same position have the same value.
func TestAfterstates(t *testing.T) {
	l := learner("td:alpha=0.5", ticTacToe, symmetry.First).(*temporal)
	train(l, symmetry.First, arena.Random(ticTacToe), 2000, 1)
	known, shared := map[symmetry.Orbit]float64{}, 0
	for _, o := range ticTacToe.Choices(symmetry.First) {
		at := ticTacToe.Star(o)
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

// TestConvergence checks that, with falling step sizes, methods find the values of the openings against random play.
// TD(0) and Q-learning find those of the best play from there on; Expected SARSA and SARSA find those of their own
// play, exploration included, which package arena computes. It also checks that the best play is the one that
// arena.WorstCase finds against random.
func TestConvergence(t *testing.T) {
	const games, falling, tolerance = 400_000, ":epsilon=0.3,alpha=0.5,alpha-harmonic=5000", 0.02
	random, known := arena.Random(ticTacToe), map[symmetry.Orbit]float64{}
	openings := ticTacToe.Edges()[:3]
	for _, text := range []string{"td", "q"} {
		l := learner(text+falling, ticTacToe, symmetry.First)
		train(l, symmetry.First, random, games, 1)
		values, best := memoryOf(l).values, math.Inf(-1)
		for e, o := range openings {
			want := bestValue(ticTacToe, o, known)
			if best = max(best, want); math.Abs(values[e]-want) > tolerance {
				t.Errorf("%s: opening %d has the value %v, want %v", text, e, values[e], want)
			}
		}
		if worst := arena.WorstCase(random, symmetry.Second).Value(); math.Abs(best+worst) > 1e-12 {
			t.Errorf("the best value is %v, but arena finds %v", best, -worst)
		}
		if got := arena.Evaluate(l, symmetry.First, random).Value(); got < best-tolerance {
			t.Errorf("%s: its play has the value %v, but the best has %v", text, got, best)
		}
	}
	for _, text := range []string{"expected-sarsa", "sarsa"} {
		l := learner(text+falling, ticTacToe, symmetry.First)
		train(l, symmetry.First, random, games, 1)
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

// TestFalls compares the schedules with their formulas, computed by hand.
func TestFalls(t *testing.T) {
	for text, want := range map[string][]float64{
		"q:alpha=0.5":                                 {0.5, 0.5, 0.5},
		"q:alpha=0.6,alpha-harmonic=1":                {0.6, 0.3, 0.2, 0.15},
		"q:alpha=0.6,alpha-harmonic=2":                {0.6, 0.4, 0.3, 0.24},
		"q:alpha=1,alpha-linear=4":                    {1, 0.75, 0.5, 0.25, 0, 0},
		"q:alpha=1,alpha-exponential=2":               {1, math.Sqrt2 / 2, 0.5, math.Sqrt2 / 4, 0.25},
		"q:alpha=0.5,alpha-linear=2,alpha-harmonic=1": {0.5, 0.125, 0},
	} {
		l := learner(text, ticTacToe, symmetry.First).(*temporal)
		for n, want := range want {
			if !near(l.alpha.now, want) {
				t.Errorf("%s: got α = %v after %d games, want %v", text, l.alpha.now, n, want)
			}
			l.Learn(symmetry.Drawn)
		}
	}
}

// TestFallingExploration checks that a learner explores at the rate of the current game. With N=1, a linear fall ends
// after the first game.
func TestFallingExploration(t *testing.T) {
	for _, name := range []string{"td", "q", "sarsa", "expected-sarsa", "mc"} {
		l, random := learner(name+":epsilon=1,epsilon-linear=1,initial=1", ticTacToe, symmetry.First), arena.NewRandom(1)
		m := memoryOf(l)
		made := map[symmetry.Orbit]bool{}
		for range 200 {
			m.values[1] = 2
			made[l.Move(symmetry.Start, random)] = true
			m.end(symmetry.Drawn)
		}
		l.Learn(symmetry.Drawn)
		if len(made) != 3 {
			t.Errorf("%s: got %d of 3 openings while it explores", name, len(made))
		}
		for range 200 {
			if next := l.Move(symmetry.Start, random); next != ticTacToe.Edges()[1] {
				t.Errorf("%s explores after the fall of ε", name)
			}
			m.end(symmetry.Drawn)
		}
	}
}

// TestCooling checks that a softmax plays at the temperature of the current game: at τ = 1, a move whose value is 1
// higher is e times as likely as another. A linear fall ends in greedy play, which breaks ties at random.
func TestCooling(t *testing.T) {
	l := learner("softmax:temperature=2,temperature-linear=2,alpha=0.1", ticTacToe, symmetry.First)
	chances := make([]float64, len(ticTacToe.Edges()))
	for n, want := range [][3]float64{
		{1 / (2 + math.Sqrt(math.E)), math.Sqrt(math.E) / (2 + math.Sqrt(math.E)), 1 / (2 + math.Sqrt(math.E))},
		{1 / (2 + math.E), math.E / (2 + math.E), 1 / (2 + math.E)}, {0, 1, 0}, {0, 0.5, 0.5},
	} {
		copy(memoryOf(l).values, []float64{0, 1, 0})
		if n == 3 {
			memoryOf(l).values[2] = 1
		}
		l.(arena.Policy).Chances(chances)
		for e, want := range want {
			if !near(chances[e], want) {
				t.Errorf("after %d games, move %d: chance %v, want %v", n, e, chances[e], want)
			}
		}
		l.Learn(symmetry.Drawn)
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
