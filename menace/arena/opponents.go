package arena

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"sync"

	"menace/minimax"
	"menace/symmetry"
)

// uniform chooses uniformly among the given moves of each orbit.
type uniform struct {
	graph   *symmetry.Graph
	choices []choice
	chances []float64 // by edge
}

type choice struct {
	n    uint16
	next [15]symmetry.Orbit // nine would suffice, but a size of 32 bytes makes indexing faster
}

// Uniform returns the opponent that plays uniformly among moves(o) in each orbit o in which the game is not over. The
// set must not be empty.
func Uniform(g *symmetry.Graph, moves func(symmetry.Orbit) symmetry.Set) Opponent {
	u := &uniform{graph: g, choices: make([]choice, g.Orbits()), chances: make([]float64, len(g.Edges()))}
	for o := range g.All() {
		if g.Outcome(o) != symmetry.Ongoing {
			continue
		}
		c, chosen := &u.choices[o], moves(o)
		first, classes := g.OrbitEdges(o).First, g.Classes(o)
		for i := range chosen.All() {
			c.next[c.n] = g.Next(o, i)
			c.n++
			u.chances[first+uint16(classes[i])] += 1 / float64(chosen.Count())
		}
	}
	return u
}

// Graph implements [Policy].
func (u *uniform) Graph() *symmetry.Graph { return u.graph }

// Move implements [Player].
func (u *uniform) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	c := &u.choices[o]
	i, _ := bits.Mul64(random.Uint64(), uint64(c.n))
	return c.next[i]
}

// Chances implements [Policy].
func (u *uniform) Chances(chances []float64) { copy(chances, u.chances) }

// standards caches the standard opponents of each game.
var standards sync.Map // from *symmetry.Graph to *standard

// standard holds the opponents without parameters, against which every machine is measured.
type standard struct {
	random, perfect, soonest, blocker Opponent                      // blocker may be nil
	plans                             map[symmetry.Side]func() plan // each is computed on first use
}

// plan plans the evaluation of policies on one side against the standard opponents and the worst replies.
type plan struct {
	random, perfect, blocker flow // blocker is nil if there is no such opponent
	threats                  *threats
}

func standardOf(g *symmetry.Graph) *standard {
	if known, ok := standards.Load(g); ok {
		return known.(*standard)
	}
	all := func(o symmetry.Orbit) symmetry.Set { return 1<<len(g.Moves(o)) - 1 }
	s := &standard{
		random:  Uniform(g, all),
		perfect: Uniform(g, minimax.Solve(g, symmetry.MaxLength).Best),
		soonest: Uniform(g, minimax.SolveFast(g).Best),
	}
	if g.Blocks(symmetry.Start) != 0 {
		s.blocker = Uniform(g, g.Blocks)
	}
	s.plans = map[symmetry.Side]func() plan{}
	for _, side := range []symmetry.Side{symmetry.First, symmetry.Second} {
		s.plans[side] = sync.OnceValue(func() plan { return s.plan(g, side) })
	}
	known, _ := standards.LoadOrStore(g, s)
	return known.(*standard)
}

func (s *standard) plan(g *symmetry.Graph, side symmetry.Side) plan {
	p := plan{random: newFlow(g, side, s.random), perfect: newFlow(g, side, s.perfect), threats: newThreats(g, side)}
	if s.blocker != nil {
		p.blocker = newFlow(g, side, s.blocker)
	}
	return p
}

// Random returns the opponent that moves at random. Goroutines may share it.
func Random(g *symmetry.Graph) Opponent { return standardOf(g).random }

// Perfect returns the opponent that plays any move that keeps the minimax value. Goroutines may share it.
func Perfect(g *symmetry.Graph) Opponent { return standardOf(g).perfect }

// Soonest returns the perfect opponent that wins as soon and loses as late as it can. Goroutines may share it.
func Soonest(g *symmetry.Graph) Opponent { return standardOf(g).soonest }

// Blocker returns the opponent that wins at once if it can, else blocks the other player's win, else plays any move.
// Goroutines may share it. It is nil if the game has no such player.
func Blocker(g *symmetry.Graph) Opponent { return standardOf(g).blocker }

// Standard returns the names of the opponents against which evaluations show a machine by default.
func Standard(g *symmetry.Graph) []string {
	return examples(g, func(k Kind) bool { return k.Standard })
}

// Examples returns the names of opponents of a game that forms suggest.
func Examples(g *symmetry.Graph) []string {
	return examples(g, func(Kind) bool { return true })
}

// examples returns the examples of the picked kinds that play a game.
func examples(g *symmetry.Graph, pick func(Kind) bool) (names []string) {
	for _, k := range Kinds {
		if !pick(k) {
			continue
		}
		if _, err := ParsePlayer(g, k.Example); err == nil {
			names = append(names, k.Example)
		}
	}
	return names
}

// noisy plays like another opponent, except for random slips.
type noisy struct {
	base, random Opponent
	slip         float64
	below        uint64 // a random number below this is a slip
}

// Noisy returns the opponent that makes a random move with probability slip, 0 to 1, and otherwise plays like base.
func Noisy(base Opponent, slip float64) Opponent {
	return &noisy{base, Random(base.Graph()), slip, Threshold(slip)}
}

// Threshold returns the number such that a random uint64 lies below it with this probability.
func Threshold(probability float64) uint64 {
	if probability < 1 {
		return uint64(math.Ldexp(probability, 64))
	}
	return math.MaxUint64
}

// Facing implements [Adaptive].
func (n *noisy) Facing(l Learner) (Opponent, error) {
	base, err := Facing(n.base, l)
	if err != nil {
		return nil, err
	}
	facing := *n
	facing.base = base
	return &facing, nil
}

// Graph implements [Policy].
func (n *noisy) Graph() *symmetry.Graph { return n.base.Graph() }

// Move implements [Player].
func (n *noisy) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	if random.Uint64() < n.below {
		return n.random.Move(o, random)
	}
	return n.base.Move(o, random)
}

// Chances implements [Policy].
func (n *noisy) Chances(chances []float64) {
	careful := make([]float64, len(chances))
	n.random.Chances(chances)
	n.base.Chances(careful)
	for e := range chances {
		chances[e] = float64(n.slip*chances[e]) + float64((1-n.slip)*careful[e])
	}
}

// Search returns the opponent that looks this many plies ahead, at least 1, and plays uniformly among the moves that
// look best; see [minimax.Solve].
func Search(g *symmetry.Graph, plies int) Opponent {
	return Uniform(g, minimax.Solve(g, plies).Best)
}
