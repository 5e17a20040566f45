// Package threshold computes exactly how often a teacher may make mistakes. A machine that restocks its boxes learns
// from an opponent who plays perfectly, except that each move is random with probability P, the noise. Up to a certain
// noise a bead for a bad move loses on average in the long run; above it, the bead gains. docs/LAWS.md contains the
// theorem.
//
// For most uses, call [New]. The package plays no games.
package threshold

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"slices"

	"menace/menace"
	"menace/menace/option"
	"menace/symmetry"
)

// Table holds the beads for unsafe moves in safe positions: first those with an exact threshold, lowest first, then
// those with an inexact one, then those without a threshold. A position is safe if the machine can avoid losing,
// whoever it plays.
type Table struct {
	Rules menace.Rules `json:"rules"`
	Beads []Bead       `json:"beads"`
}

// Decisive returns the beads with the lowest exact threshold, if there are any.
func (t *Table) Decisive() []Bead {
	n := 0
	for n < len(t.Beads) && t.Beads[n].Threshold != nil && t.Beads[n].Threshold.Digits == t.Beads[0].Threshold.Digits {
		n++
	}
	return t.Beads[:n]
}

// Bead is a bead for an unsafe move in a safe position that safe moves of the machine lead to.
type Bead struct {
	Position string `json:"position"` // canonical
	Move     string `json:"move"`
	Boxes    int    `json:"boxes"` // number of boxes of lost positions behind it
	// Threshold is the noise above which the bead gains on average in the long run, if it is the only unsafe one. It is
	// nil if the bead gains at no noise, or if no exact threshold is known.
	Threshold *Root `json:"threshold"`
	// Shared is the number of those boxes that can be reached in several ways and whose beads have different gains. If
	// there are any, the threshold is only known to lie between two noises.
	Shared  int         `json:"shared"`
	Between *[2]float64 `json:"between"`
	after   symmetry.Orbit
}

// Only returns a table of the beads in the box of one position, or an [option.Error] if the machine has none.
func (t *Table) Only(position string) (*Table, error) {
	m := menace.New(t.Rules)
	code, err := m.Graph().Parse(position)
	if err != nil {
		return nil, option.Wrong("position", err)
	}
	at, _ := m.Graph().Find(code)
	if _, boxed := m.Box(at); !boxed {
		return nil, option.Wrong("position", errors.New("the machine has no box for this position"))
	}
	only := &Table{Rules: t.Rules}
	for _, b := range t.Beads {
		if b.Position == m.Graph().Format(m.Graph().Code(at)) {
			only.Beads = append(only.Beads, b)
		}
	}
	return only, nil
}

// Check returns an [option.Error] for rules without thresholds.
func Check(rules menace.Rules) error {
	if later := rules.LaterDifferences(); len(later) > 0 {
		return option.Wrong(later[0].Name, errors.New("thresholds do not take this rule into account"))
	}
	switch {
	case rules.OnEmpty != menace.Restock:
		return option.Wrong("on-empty", errors.New("thresholds of noise need restock, so that no box stays empty"))
	case rules.Loss != -1:
		return option.Wrong("loss", errors.New("thresholds of noise need a loss of one bead, -1"))
	case rules.Draw < 0:
		return option.Wrong("draw", errors.New("thresholds of noise need a draw that takes no beads away"))
	case rules.Win < rules.Draw:
		return option.Wrong("win", errors.New("thresholds of noise need a win that is worth no less than a draw"))
	case rules.Credit != menace.CreditAll:
		return option.Wrong("credit", errors.New("thresholds of noise need credit for all boxes"))
	}
	return nil
}

// New returns the thresholds under given rules, or an [option.Error] if there are none: see [Check].
func New(ctx context.Context, rules menace.Rules) (*Table, error) {
	if err := Check(rules); err != nil {
		return nil, err
	}
	g := newGame(rules)
	if !g.safe(symmetry.Start) {
		return nil, option.Wrong("plays", errors.New("perfect play beats this side, so no teacher makes it unbeatable"))
	}
	t := &Table{Rules: rules}
	afters, draws := g.afters()
	crossings := g.crossings(afters)
	for _, after := range afters {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b := g.bead(after, crossings[after])
		for _, d := range draws[after] {
			b.Position = g.Graph().Format(g.Graph().Code(d.Orbit))
			b.Move = g.Graph().MoveName(g.Graph().Code(d.Orbit), g.Graph().Moves(d.Orbit)[d.Move])
			t.Beads = append(t.Beads, b)
		}
	}
	slices.SortStableFunc(t.Beads, func(a, b Bead) int { return cmp.Compare(a.order(), b.order()) })
	return t, nil
}

// Least returns the lowest exact threshold of the beads for first choices, in a fraction of the time of [New], or nil
// if there is none. A first choice is one in the first positions with unsafe moves.
func Least(rules menace.Rules) (*Root, error) {
	if err := Check(rules); err != nil {
		return nil, err
	}
	g := newGame(rules)
	all, _ := g.afters()
	var first []symmetry.Orbit
	for _, o := range all { // in order
		if g.Graph().Level(o) == g.Graph().Level(all[0]) {
			first = append(first, o)
		}
	}
	crossings := g.crossings(first)
	first = slices.DeleteFunc(first, func(o symmetry.Orbit) bool { return crossings[o] == nil })
	slices.SortFunc(first, func(a, b symmetry.Orbit) int { return crossings[a].low.Cmp(crossings[b].low) })
	var least *Root
	for _, o := range first {
		if least != nil && crossings[o].low.Cmp(least.span.high) > 0 {
			break
		}
		if root := g.bead(o, crossings[o]).Threshold; root != nil && (least == nil || root.Value < least.Value) {
			least = root
		}
	}
	return least, nil
}

// order returns the sort key of a bead.
func (b Bead) order() float64 {
	switch {
	case b.Threshold != nil:
		return b.Threshold.Value
	case b.Between != nil:
		return 1 + b.Between[0]
	}
	return 3
}

// bead describes the bead for moves to an orbit, given noises between which it begins to gain, or nil.
func (g *game) bead(after symmetry.Orbit, crossing *span) Bead {
	boxes, origins := g.lostBoxes(after)
	b := Bead{Boxes: len(boxes), after: after}
	if crossing == nil {
		return b
	}
	x := g.exactNear(point(crossing.inside()))
	for _, o := range boxes {
		if len(origins[o]) > 1 && x.varied(o) {
			b.Shared++
		}
	}
	if b.Shared == 0 {
		b.Threshold = g.threshold(after, *crossing)
		return b
	}
	all := span{new(big.Rat), big.NewRat(1, 1)}
	b.Between = new([2]float64)
	const narrow = 20
	b.Between[0], _ = g.narrowed(after, all, best, narrow).low.Float64()
	b.Between[1], _ = g.narrowed(after, all, worst, narrow).high.Float64()
	return b
}

// steps is the number of parts of the interval from 0 to 1 that are searched for crossings. It is prime, and parts are
// divided at multiples of 1/steps, so that no threshold with another denominator is an end of a part.
const steps = 61

// inside returns a noise near the middle of a span.
func (s span) inside() *big.Rat {
	x := s.width()
	return x.Add(x.Mul(x, big.NewRat(steps/2, steps)), s.low)
}

// crossings returns, for each orbit, the first part of the noises in which its value becomes positive. Orbits without
// one are omitted.
func (g *game) crossings(orbits []symmetry.Orbit) map[symmetry.Orbit]*span {
	found := map[symmetry.Orbit]*span{}
	for k := int64(1); k <= steps; k++ {
		at := g.bounds(point(big.NewRat(k, steps)), average)
		for _, o := range orbits {
			if found[o] == nil && at.value(o).low.Sign() > 0 {
				found[o] = &span{big.NewRat(k-1, steps), big.NewRat(k, steps)}
			}
		}
	}
	return found
}

// narrowed halves a span of noises several times, and returns the part in which the value of an orbit becomes positive.
func (g *game) narrowed(o symmetry.Orbit, s span, how manner, times int) span {
	for range times {
		middle := s.inside()
		if g.bounds(point(middle), how).value(o).low.Sign() > 0 {
			s.high = middle
		} else {
			s.low = middle
		}
	}
	return s
}

// threshold returns the noise in a span at which the value of an orbit becomes 0, or nil without a formula there.
func (g *game) threshold(o symmetry.Orbit, s span) *Root {
	for range 10 {
		s = g.narrowed(o, s, average, 4)
		x := g.exactNear(s)
		p := x.value(o).numerator.squareFree()
		if p.roots(s.low, s.high) == 1 && x.holds(p) {
			return newRoot(p, s)
		}
	}
	return nil
}
