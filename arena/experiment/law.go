package experiment

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math"

	"menace/arena"
	"menace/menace"
	"menace/menace/option"
	"menace/symmetry"
)

// Law is the exact law of learning against an opponent that does not change, for rules that only take beads away, such
// as Martin Gardner's for hexapawn. The content of the boxes is then a state of a finite Markov chain in which a step
// is a game, and which never returns to a state that it has left.
type Law struct {
	states []state // each after all states to which it leads, so the last is the fresh machine
}

// state is the content of all boxes.
type state struct {
	next       arena.WDL // the next game; a bankrupt machine loses it
	unbeatable bool
	bankrupt   bool // training ends here
	steps      []step
	idle       float64 // probability that the next game is lost and changes nothing
	safe, ends float64 // probabilities that no game, and that finitely many games, are lost from now on
}

// step is a set of games that change the beads in the same way.
type step struct {
	to     int
	lost   int // 1 if the games are lost, otherwise 0
	chance float64
}

// maxStates is the largest number of states of a law, which take a few hundred megabytes.
const maxStates = 200_000

// NewLaw returns the law of a fresh machine. It returns an [option.Error] for rules that can add beads, and an error if
// there are too many states or the context is done.
func NewLaw(ctx context.Context, rules menace.Rules, opponent arena.Policy) (*Law, error) {
	return newLaw(ctx, rules, opponent, maxStates)
}

// newLaw returns a law with at most a number of states.
func newLaw(ctx context.Context, rules menace.Rules, opponent arena.Policy, most int) (*Law, error) {
	const only = "a law needs rules that only take beads away, such as those of the presets her and him"
	for _, r := range []struct {
		name  string
		beads int64
	}{{"win", rules.Win}, {"draw", rules.Draw}, {"loss", rules.Loss}} {
		if r.beads > 0 {
			return nil, option.Wrong(r.name, fmt.Errorf("%d adds beads, so there are infinitely many states; %s",
				r.beads, only))
		}
	}
	if rules.OnEmpty == menace.Restock {
		return nil, option.Wrong("on-empty", errors.New("restock adds beads; "+only))
	}
	b := &builder{
		Machine: menace.New(rules), ctx: ctx, most: most, first: map[symmetry.Orbit]int{}, known: map[string]int{},
		opponent: make([]float64, len(opponent.Graph().Edges())),
	}
	opponent.Chances(b.opponent)
	beads := 0
	for _, o := range b.Graph().Choices(rules.Plays) {
		b.first[o] = beads
		beads += b.Moves(o).Count()
	}
	_, err := b.visit(b.Counts())
	return &Law{b.states}, err
}

// builder enumerates the states of a law.
type builder struct {
	*menace.Machine // in the state that is visited
	ctx             context.Context
	most            int                    // states
	first           map[symmetry.Orbit]int // index of the first bead of each box in the counts of the machine
	opponent        []float64              // chances of the opponent's moves, by edge
	known           map[string]int         // indexes of the states, by their counts
	states          []state
}

// visit returns the index of the state with these counts of beads. It adds the state, after all that follow from it.
func (b *builder) visit(counts []int64) (index int, err error) {
	key, _ := binary.Append(nil, binary.LittleEndian, counts)
	if i, ok := b.known[string(key)]; ok {
		return i, nil
	}
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	if err := b.SetCounts(counts); err != nil {
		return 0, err
	}
	s := state{unbeatable: arena.MostLosses(b, b.Rules().Plays).Loss == 0, bankrupt: b.Bankrupt()}
	var after [][]int64 // counts, by step
	known := map[string]int{}
	b.games(symmetry.Start, 1, nil, func(end symmetry.Outcome, chance float64, drawn []menace.Draw) {
		lost := 0
		switch end {
		case symmetry.Win(b.Rules().Plays):
			s.next.Win += chance
		case symmetry.Drawn:
			s.next.Draw += chance
		default:
			s.next.Loss += chance
			lost = 1
		}
		then, changed := b.learn(counts, end, drawn)
		switch {
		case s.bankrupt:
		case !changed:
			s.idle += chance * float64(lost)
		default:
			key, _ := binary.Append([]byte{byte(lost)}, binary.LittleEndian, then)
			if _, ok := known[string(key)]; !ok {
				known[string(key)] = len(after)
				after = append(after, then)
				s.steps = append(s.steps, step{lost: lost})
			}
			s.steps[known[string(key)]].chance += chance
		}
	})
	for i, then := range after {
		if s.steps[i].to, err = b.visit(then); err != nil {
			return 0, err
		}
	}
	if len(b.states) == b.most {
		digits := 0.0
		for bead := range menace.New(b.Rules()).Beads() {
			digits += math.Log10(float64(bead.Count + 1))
		}
		return 0, fmt.Errorf("more than %d states, perhaps 10^%.0f; a law needs a smaller game or fewer beads",
			b.most, digits)
	}
	s.settle(b.states)
	b.known[string(key)] = len(b.states)
	b.states = append(b.states, s)
	return len(b.states) - 1, nil
}

// games calls yield with the outcome, the chance and the draws of every game that goes on from an orbit.
func (b *builder) games(
	o symmetry.Orbit, chance float64, drawn []menace.Draw, yield func(symmetry.Outcome, float64, []menace.Draw),
) {
	g, plays := b.Graph(), b.Rules().Plays
	if end := g.Outcome(o); end != symmetry.Ongoing {
		yield(end, chance, drawn)
		return
	}
	if g.Turn(o) != plays {
		at := g.Star(o)
		for e := at.First; e < at.End; e++ {
			if b.opponent[e] > 0 {
				b.games(g.Edges()[e], chance*b.opponent[e], drawn, yield)
			}
		}
		return
	}
	box, _ := b.Box(o)
	switch next := g.Forced(o); {
	case next != symmetry.None:
		b.games(next, chance, drawn, yield)
	case box.Total() > 0:
		for i := range b.Moves(o).All() {
			if box.Beads(i) > 0 {
				draw := menace.Draw{Orbit: o, Move: uint8(i)}
				b.games(g.Next(o, i), chance*box.Chance(i), append(drawn, draw), yield)
			}
		}
	case b.Rules().OnEmpty == menace.Random:
		for i := range g.Moves(o) {
			b.games(g.Next(o, i), chance/float64(len(g.Moves(o))), drawn, yield)
		}
	default:
		yield(symmetry.Win(plays.Other()), chance, drawn)
	}
}

// learn returns the counts after a game, and whether they have changed. It leaves the machine as it was.
func (b *builder) learn(counts []int64, end symmetry.Outcome, drawn []menace.Draw) (after []int64, changed bool) {
	b.Recall(drawn)
	b.Learn(end)
	for _, d := range drawn {
		box, _ := b.Box(d.Orbit)
		i := b.first[d.Orbit] + (b.Moves(d.Orbit) & (1<<d.Move - 1)).Count()
		if now := box.Beads(int(d.Move)); now != counts[i] {
			if !changed {
				after, changed = append(after, counts...), true
			}
			after[i] = now
		}
	}
	if changed {
		if err := b.SetCounts(counts); err != nil {
			panic(err) // the machine had these counts
		}
	}
	return after, changed
}

// settle sets safe and ends, given the states that follow.
func (s *state) settle(states []state) {
	var leave float64
	for _, to := range s.steps {
		leave += to.chance
		s.safe += to.chance * float64(1-to.lost) * states[to.to].safe
		s.ends += to.chance * states[to.to].ends
	}
	switch {
	case leave > 0:
		s.safe /= leave + s.idle
		s.ends /= leave
	case s.idle == 0:
		s.safe, s.ends = 1, 1
	}
}

// LawPoint holds what a law says of the time after a number of games: probabilities, and expected numbers of games.
// The training of a machine ends when it is bankrupt, so it loses no more games, but would lose the next one.
type LawPoint struct {
	Games      int64     `json:"games"`
	Unbeatable float64   `json:"unbeatable"`
	Bankrupt   float64   `json:"bankrupt"`
	Settled    float64   `json:"settled"` // no further game of training is lost
	Lost       float64   `json:"lost"`    // expected number of games lost so far
	Next       arena.WDL `json:"next"`    // the next game
}

// States returns the number of states.
func (l *Law) States() int { return len(l.states) }

// Points iterates over the points after 0, 1, 2, … games, without end.
func (l *Law) Points() iter.Seq[LawPoint] {
	return func(yield func(LawPoint) bool) {
		chances := make([]float64, len(l.states))
		chances[len(chances)-1] = 1
		p := LawPoint{}
		for {
			lost := p.Lost
			p = LawPoint{Games: p.Games, Lost: p.Lost}
			for i, s := range l.states { // successors first, so that nothing moves twice
				c := chances[i]
				if c == 0 {
					continue
				}
				if s.unbeatable {
					p.Unbeatable += c
				}
				if s.bankrupt {
					p.Bankrupt += c
				}
				p.Settled += c * s.safe
				p.Next.Win += c * s.next.Win
				p.Next.Draw += c * s.next.Draw
				p.Next.Loss += c * s.next.Loss
				lost += c * s.idle
				for _, to := range s.steps {
					chances[to.to] += c * to.chance
					chances[i] -= c * to.chance
					lost += c * to.chance * float64(to.lost)
				}
			}
			if !yield(p) {
				return
			}
			p.Games, p.Lost = p.Games+1, lost
		}
	}
}

// Ends returns the probability that a fresh machine loses only finitely many games.
func (l *Law) Ends() float64 { return l.states[len(l.states)-1].ends }

// Losses returns the probability of each number of games lost in all, from 0. The probabilities add up to [Law.Ends],
// but for at most 1e-12 in an infinite tail.
func (l *Law) Losses() (chances []float64) {
	const tail = 1e-15
	passing := make([][]float64, len(l.states)) // probability of passing through a state after each number of losses
	passing[len(passing)-1] = []float64{1}
	for i := len(l.states) - 1; i >= 0; i-- {
		s, here := l.states[i], passing[i]
		passing[i] = nil
		leave := 0.0
		for _, to := range s.steps {
			leave += to.chance
		}
		if leave == 0 {
			if s.idle == 0 {
				chances = accumulate(chances, here, 0, 1)
			}
			continue
		}
		again := s.idle / (leave + s.idle)
		for n := 0; n < len(here); n++ { // idle games, any number of which are lost here
			if n+1 == len(here) && here[n]*again > tail {
				here = append(here, 0)
			}
			if n+1 < len(here) {
				here[n+1] += here[n] * again
			}
			here[n] *= 1 - again
		}
		for _, to := range s.steps {
			passing[to.to] = accumulate(passing[to.to], here, to.lost, to.chance/leave)
		}
	}
	return chances
}

// accumulate adds to sum the terms, shifted by a number of places and multiplied by a factor.
func accumulate(sum, terms []float64, shift int, factor float64) []float64 {
	for len(sum) < len(terms)+shift {
		sum = append(sum, 0)
	}
	for i, term := range terms {
		sum[i+shift] += term * factor
	}
	return sum
}
