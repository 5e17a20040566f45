package law

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"

	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// chain contains the machines that can arise under rules that only take beads away. They are the states of a finite
// Markov chain in which each game is a step, and a state is never reached again once it was left. Each state precedes
// its successors, so the first one is the fresh machine.
type chain []state

// state is a machine.
type state struct {
	Point         // for this machine only
	boxes string  // the count of each bead, in the order of [menace.Machine.Beads]
	steps []step  // none if it is bankrupt, because training ends
	busy  float64 // probability of all steps
	needs float64 // mean number of games until it is unbeatable; infinite if it may never be
}

// step is a set of games that lead to the same state and are either all lost or all not lost. Games that are not lost
// and change nothing belong to no step.
type step struct {
	to     int32 // index of the state
	lost   bool
	chance float64
}

// maxStates is the largest number of states of a law. They take a few hundred megabytes.
const maxStates = 200_000

// tooManyError reports that there are more states than a law can handle.
type tooManyError struct {
	most  int
	bound float64 // common logarithm of an upper bound of their number
}

func (e *tooManyError) Error() string {
	bound := fmt.Sprintf("10^%.0f", math.Ceil(e.bound))
	if e.bound < 15 { // the bound is then an exact whole number
		bound = humanize.Comma(int64(math.Round(math.Pow(10, e.bound))))
	}
	return fmt.Sprintf("more than %s machines can arise, and at most %s; a law needs a smaller game or fewer beads",
		humanize.Comma(int64(e.most)), bound)
}

// newChain enumerates the states of a machine. It fails if there are more than most.
func newChain(ctx context.Context, rules menace.Rules, opponent arena.Opponent, most int) (chain, error) {
	fresh := menace.New(rules)
	_, adapts := opponent.(arena.Adaptive)
	opponent, err := arena.Facing(opponent, fresh)
	if err != nil {
		return nil, err
	}
	b := &builder{
		Machine: fresh, opponent: opponent, counts: fresh.Counts(),
		chances: make([]float64, len(fresh.Graph().Edges())),
		known:   map[string]int32{},
	}
	b.state()
	for i := 0; i < len(b.found); i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(b.found) > most {
			return nil, &tooManyError{most, b.bound(adapts)}
		}
		b.visit(int32(i))
	}
	c := b.sorted()
	for i := range slices.Backward(c) {
		s := &c[i]
		for _, t := range s.steps {
			if s.busy += t.chance; !t.lost {
				s.Settled += t.chance * c[t.to].Settled
			}
		}
		if s.Settled /= s.busy; s.busy == 0 {
			s.Settled = 1
		}
		s.needs = c.gamesNeeded(i)
	}
	return c, nil
}

// gamesNeeded returns the mean number of games until the machine of a state is unbeatable, given the numbers for later
// states.
func (c chain) gamesNeeded(at int) float64 {
	s := &c[at]
	if s.Unbeatable == 1 {
		return 0
	}
	games, leaves := 1.0, 0.0
	for _, t := range s.steps {
		if int(t.to) != at {
			games += t.chance * c[t.to].needs
			leaves += t.chance
		}
	}
	return games / leaves // infinite for a state that is never left
}

// builder enumerates the states of a machine.
type builder struct {
	*menace.Machine                  // in the state being visited
	opponent        arena.Opponent   // as it plays against the machine
	at              int32            // index of the visited state
	counts          []int64          // of its beads, in the order of [menace.Machine.Beads]
	chances         []float64        // of the moves of both sides, by edge
	known           map[string]int32 // index of a state by its boxes
	found           []*state
}

// bound returns the common logarithm of an upper bound of the number of states. Beads of a kind that a game can take
// away have one more possible count than there are beads of that kind in the fresh machine. An opponent who adapts may
// make any move.
func (b *builder) bound(adapts bool) float64 {
	for i := range b.counts {
		b.counts[i] = int64(b.found[0].boxes[i])
	}
	b.restore()
	g, rules, bound := b.Graph(), b.Rules(), 0.0
	b.opponent.Chances(b.chances)
	known := map[symmetry.Orbit]bool{}

	// takes reports whether a game that arrives at an orbit can take away the last bead drawn before.
	var takes func(symmetry.Orbit) bool
	takes = func(o symmetry.Orbit) bool {
		if result, visited := known[o]; visited {
			return result
		}
		result := false
		box, own := b.Box(o)
		switch end := g.Outcome(o); {
		case end != symmetry.Ongoing:
			reward := rules.Loss
			if end == symmetry.Drawn {
				reward = rules.Draw
			} else if end == symmetry.Win(rules.Plays) {
				reward = rules.Win
			}
			result = reward < 0
		case own && box.Total() > 0:
			some, all := false, true
			for i := range b.Moves(o).All() {
				switch beads := box.Beads(i); {
				case beads == 0:
				case takes(g.Next(o, i)):
					bound += math.Log10(float64(beads + 1))
					some = true
				default:
					all = false
				}
			}
			// A machine with no bead to draw resigns.
			result = some && rules.Credit == menace.CreditAll || all && rules.Loss < 0
		default:
			made := false
			for e := g.OrbitEdges(o).First; e < g.OrbitEdges(o).End; e++ {
				if adapts || b.chances[e] > 0 {
					made = true
					result = takes(g.Edges()[e]) || result
				}
			}
			result = result || !made && rules.Loss < 0
		}
		known[o] = result
		return result
	}
	takes(symmetry.Start)
	return bound
}

// state returns the index of the state that the machine is in.
func (b *builder) state() int32 {
	boxes := make([]byte, 0, 128)
	for bead := range b.Beads() {
		boxes = append(boxes, byte(bead.Count))
	}
	i, known := b.known[string(boxes)]
	if !known {
		i = int32(len(b.found))
		s := &state{boxes: string(boxes)}
		b.found, b.known[s.boxes] = append(b.found, s), i
	}
	return i
}

// sorted returns the states found, sorted by the number of beads, most first. States and steps are in memory in the
// order of their use, which makes a law several times faster.
func (b *builder) sorted() chain {
	order := slices.Clone(b.found)
	slices.SortFunc(order, func(s, t *state) int { return strings.Compare(t.boxes, s.boxes) })
	ranks, steps := make([]int32, len(order)), 0
	for rank, s := range order {
		ranks[b.known[s.boxes]] = int32(rank)
		steps += len(s.steps)
	}
	c, all := make(chain, len(order)), make([]step, 0, steps)
	for rank, s := range order {
		first := len(all)
		for _, t := range s.steps {
			t.to = ranks[t.to]
			all = append(all, t)
		}
		c[rank] = *s
		c[rank].steps = all[first:]
	}
	return c
}

// visit computes the numbers and the steps of a state.
func (b *builder) visit(at int32) {
	s := b.found[at]
	for i := range b.counts {
		b.counts[i] = int64(s.boxes[i])
	}
	b.restore()
	b.at = at
	b.opponent.Chances(b.chances)
	b.Chances(b.chances)
	if arena.MostLosses(b, b.Rules().Plays).Loss == 0 {
		s.Unbeatable = 1
	}
	if b.Bankrupt() {
		s.Bankrupt = 1
	}
	b.followGames(symmetry.Start, 1, nil)
}

// restore puts the machine back into the visited state.
func (b *builder) restore() {
	if err := b.SetCounts(b.counts); err != nil {
		panic(err) // the counts come from a machine of these rules
	}
}

// followGames follows every continuation of a game from an orbit, given its probability so far and the beads drawn.
func (b *builder) followGames(o symmetry.Orbit, chance float64, drawn []menace.Draw) {
	g := b.Graph()
	if end := g.Outcome(o); end != symmetry.Ongoing {
		b.end(end, chance, drawn)
		return
	}
	if box, own := b.Box(o); own && box.Total() > 0 {
		for i := range b.Moves(o).All() {
			if box.Beads(i) > 0 {
				b.followGames(g.Next(o, i), chance*box.Chance(i), append(drawn, menace.Draw{Orbit: o, Move: uint8(i)}))
			}
		}
		return
	}
	resigns := true
	for e := g.OrbitEdges(o).First; e < g.OrbitEdges(o).End; e++ {
		if b.chances[e] > 0 {
			resigns = false
			b.followGames(g.Edges()[e], chance*b.chances[e], drawn)
		}
	}
	if resigns {
		b.end(symmetry.Win(g.Turn(o).Other()), chance, drawn)
	}
}

// end adds a finished game, with its probability and the beads drawn, to the visited state.
func (b *builder) end(end symmetry.Outcome, chance float64, drawn []menace.Draw) {
	s, lost, reward := b.found[b.at], false, int64(0)
	switch rules := b.Rules(); end {
	case symmetry.Win(rules.Plays):
		s.Next.Win += chance
		reward = rules.Win
	case symmetry.Drawn:
		s.Next.Draw += chance
		reward = rules.Draw
	default:
		s.Next.Loss += chance
		lost = true
	}
	if !lost && reward == 0 {
		return // nothing changes, as in half of all games
	}
	b.Recall(drawn)
	b.Learn(end)
	to := b.state()
	if to != b.at {
		b.restore()
	}
	if s.Bankrupt == 1 || to == b.at && !lost {
		return
	}
	i := slices.IndexFunc(s.steps, func(t step) bool { return t.to == to && t.lost == lost })
	if i < 0 {
		i, s.steps = len(s.steps), append(s.steps, step{to: to, lost: lost})
	}
	s.steps[i].chance += chance
}

// begin returns the probability of each state for a fresh machine.
func (c chain) begin() []float64 {
	now := make([]float64, len(c))
	now[0] = 1
	return now
}

// play returns the point after one more game, given the probability of each state, and lets the machines play that
// game.
func (c chain) play(now []float64, last Point) Point {
	p := Point{Games: last.Games + 1, Lost: last.Lost + last.Next.Loss - last.Bankrupt}
	for i := range slices.Backward(c) { // backwards, so that no probability moves twice
		s, chance := &c[i], now[i]
		p.Unbeatable += chance * s.Unbeatable
		p.Bankrupt += chance * s.Bankrupt
		p.Settled += chance * s.Settled
		p.Next.Win += chance * s.Next.Win
		p.Next.Draw += chance * s.Next.Draw
		p.Next.Loss += chance * s.Next.Loss
		for _, t := range s.steps {
			now[t.to] += chance * t.chance
			now[i] -= chance * t.chance
		}
	}
	return p
}

// losses returns the probability of each total number of lost games, from 0. They add up to the probability that only
// finitely many games are lost, up to at most 1e-15 in an infinite tail.
func (c chain) losses() (chances []float64) {
	now, later := c.begin(), make([]float64, len(c)) // later is after the next loss
	for left := 1.0; left > 1e-15; {
		settled := 0.0
		left = 0
		for i := range c { // in order, because games that are not lost also change states
			switch s := &c[i]; {
			case len(s.steps) == 0:
				settled += now[i]
			case len(s.steps) > 1 || s.steps[0].to != int32(i): // otherwise it loses for ever
				for _, t := range s.steps {
					moved := now[i] * t.chance / s.busy
					if t.lost {
						later[t.to] += moved
						left += moved
					} else {
						now[t.to] += moved
					}
				}
			}
		}
		now, later = later, now
		clear(later)
		chances = append(chances, settled)
	}
	return chances
}
