package learners

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"menace/menace/arena"
	"menace/symmetry"
)

// observed is a learner whose choices are recorded as they are made.
type observed struct {
	arena.Learner
	from, to []symmetry.Orbit
}

func (l *observed) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	next := l.Learner.Move(o, random)
	if l.Graph().Forced(o) == symmetry.None {
		l.from, l.to = append(l.from, o), append(l.to, next)
	}
	return next
}

// TestTrace plays games, and works out each update from Sutton and Barto's definitions with a table of its own: α = 0.3,
// γ = 0.9, ε = 0.2 and λ = 0.6. It compares every number of the trace, and in the end all values of the learner.
func TestTrace(t *testing.T) {
	const alpha, gamma, epsilon, lambda = 0.3, 0.9, 0.2, 0.6
	graph := ticTacToe
	table := map[uint16]float64{}          // Q(S,A) or θ by edge
	states := map[symmetry.Orbit]float64{} // V(S) by afterstate
	choices := func(o symmetry.Orbit) (values []float64) {
		for at, e := graph.OrbitEdges(o), graph.OrbitEdges(o).First; e < at.End; e++ {
			values = append(values, table[e])
		}
		return values
	}
	mean := func(values []float64) (sum float64) {
		for _, v := range values {
			sum += v / float64(len(values))
		}
		return sum
	}
	type game struct {
		from, to []symmetry.Orbit
		edges    []uint16
		result   float64
	}
	last := func(g game, i int) bool { return i+1 == len(g.from) }
	// value returns the terms of a method that learns from the value of the next position.
	value := func(next func(g game, i int) float64) func(game, int) []float64 {
		return func(g game, i int) []float64 {
			old, nextValue, target, reward := table[g.edges[i]], math.NaN(), g.result, g.result
			if !last(g, i) {
				nextValue, reward = next(g, i+1), 0
				target = gamma * nextValue
			}
			table[g.edges[i]] = old + alpha*(target-old)
			return []float64{old, reward, nextValue, target, alpha, table[g.edges[i]]}
		}
	}
	wins := map[uint16][]float64{} // returns by edge
	methods := map[string]func(game, int) []float64{
		"q:alpha=0.3,gamma=0.9,epsilon=0.2":     value(func(g game, i int) float64 { return slices.Max(choices(g.from[i])) }),
		"sarsa:alpha=0.3,gamma=0.9,epsilon=0.2": value(func(g game, i int) float64 { return table[g.edges[i]] }),
		"expected-sarsa:alpha=0.3,gamma=0.9,epsilon=0.2": value(func(g game, i int) float64 {
			all := choices(g.from[i])
			return (1-epsilon)*slices.Max(all) + epsilon*mean(all)
		}),
		"td:alpha=0.3,gamma=0.9,epsilon=0.2": func(g game, i int) []float64 {
			old, next, target, reward, rate := states[g.to[i]], math.NaN(), g.result, g.result, alpha
			if !last(g, i) {
				next, reward = states[g.to[i+1]], 0
				target = gamma * next
				at := graph.OrbitEdges(g.from[i+1])
				for e := at.First; e < at.End; e++ {
					if states[graph.Edges()[e]] > next { // an exploring move
						target, rate = math.NaN(), 0
					}
				}
			}
			if rate > 0 {
				states[g.to[i]] = old + alpha*(target-old)
			}
			return []float64{old, reward, next, target, rate, states[g.to[i]]}
		},
		"td-lambda:alpha=0.3,gamma=0.9,epsilon=0.2,lambda=0.6": func(g game, i int) []float64 {
			returned, weight := 0.0, 1.0 // of n steps, weighted by (1−λ) λⁿ⁻¹, from the values before the game
			for n := i + 1; n < len(g.from); n++ {
				returned += (1 - lambda) * weight * math.Pow(gamma, float64(n-i)) * states[g.to[n]]
				weight *= lambda
			}
			returned += weight * math.Pow(gamma, float64(len(g.from)-1-i)) * g.result
			old, next, reward := states[g.to[i]], math.NaN(), g.result
			if !last(g, i) {
				next, reward = states[g.to[i+1]], 0
			}
			states[g.to[i]] = old + alpha*(returned-old) // no later move of the game needs the old value
			return []float64{old, reward, next, returned, alpha, states[g.to[i]]}
		},
		"mc:gamma=0.9,epsilon=0.2": func(g game, i int) []float64 {
			e := g.edges[i]
			returned := math.Pow(gamma, float64(len(g.from)-1-i)) * g.result
			wins[e] = append(wins[e], returned)
			old := table[e]
			table[e] = mean(wins[e])
			return []float64{old, returned, 1 / float64(len(wins[e])), table[e]}
		},
		"reinforce:alpha=0.3": func(g game, i int) []float64 {
			at, e := graph.OrbitEdges(g.from[i]), g.edges[i]
			sum := 0.0
			for _, v := range choices(g.from[i]) {
				sum += math.Exp(v)
			}
			old, chance := table[e], math.Exp(table[e])/sum
			gradients := map[uint16]float64{}
			for other := at.First; other < at.End; other++ {
				gradients[other] = -math.Exp(table[other]) / sum
			}
			gradients[e]++
			for other, slope := range gradients {
				table[other] += alpha * g.result * slope
			}
			return []float64{old, g.result, 0, chance, alpha, table[e]}
		},
	}
	for text, define := range methods {
		clear(table)
		clear(states)
		clear(wins)
		l := &observed{Learner: learner(text, graph, symmetry.First)}
		var updates []Update
		l.Learner.(interface{ Trace(func(Update)) }).Trace(func(u Update) { updates = append(updates, u) })
		random := arena.NewRandom(7)
		for n := range 2000 {
			l.from, l.to, updates = nil, nil, nil
			end, _ := arena.Play(graph, l, arena.Random(graph), random)
			l.Learn(end)
			g := game{l.from, l.to, nil, map[symmetry.Outcome]float64{symmetry.FirstWins: 1, symmetry.SecondWins: -1}[end]}
			slices.SortFunc(updates, func(a, b Update) int { return int(a.Orbit) - int(b.Orbit) })
			for i, u := range updates {
				if i >= len(g.from) || u.Orbit != g.from[i] || graph.Edges()[u.Edge] != g.to[i] {
					t.Fatalf("%s, game %d: update %d is of %v, in a game of %v", text, n+1, i+1, u, g)
				}
				g.edges = append(g.edges, u.Edge)
			}
			if len(updates) != len(g.from) {
				t.Fatalf("%s, game %d: %d updates after %d moves", text, n+1, len(updates), len(g.from))
			}
			for i, u := range updates {
				want := define(g, i)
				if len(u.Terms) != len(want) || !strings.HasPrefix(u.Terms[len(want)-1].Name, "new ") {
					t.Fatalf("%s: the terms %v, want %v", text, u.Terms, want)
				}
				for k, term := range u.Terms {
					if same := math.IsNaN(want[k]) && math.IsNaN(term.Value); !same && !(math.Abs(term.Value-want[k]) < 1e-9) {
						t.Fatalf("%s, game %d, move %d: %s is %v, want %v", text, n+1, i+1, term.Name, term.Value, want[k])
					}
				}
			}
		}
		for e, v := range memoryOf(l.Learner).values {
			want := table[uint16(e)] + states[graph.Edges()[e]]
			if math.Abs(v-want) > 1e-9 {
				t.Errorf("%s: edge %d has the value %v, want %v", text, e, v, want)
				break
			}
		}
	}
}
