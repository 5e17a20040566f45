package threshold

import "menace/symmetry"

// exact computes expected rewards as functions of the noise, for a span of noises. In safe positions the machine makes
// the best safe moves. The box of a lost position gains as in the long run or, if a bead gains on average, like the
// bead that gains most.
type exact struct {
	*game
	near   *bounds // in the span
	values memo[fraction]
	valid  bool         // the same moves are certainly best in the whole span
	edges  []polynomial // numerators of the gains of beads that begin to gain in the span, if their boxes gain most
}

// exactNear returns the functions for a span.
func (g *game) exactNear(noise span) *exact {
	return &exact{game: g, near: g.bounds(noise, average), values: memo[fraction]{}, valid: true}
}

// value returns the expected reward of the last bead drawn before an orbit.
func (x *exact) value(o symmetry.Orbit) fraction { return x.values.of(o, x.compute) }

func (x *exact) compute(o symmetry.Orbit) fraction {
	switch x.kind(o) {
	case over:
		return constant(x.reward(o))
	case forced:
		return x.value(x.Graph().Forced(o))
	case teaching:
		return x.taught(o)
	case choosing:
		return x.value(x.best(o, true))
	}
	to := x.best(o, false)
	if gains := x.near.value(to); gains.low.Sign() > 0 {
		return x.value(to)
	} else if gains.high.Sign() >= 0 {
		x.edges = append(x.edges, x.value(to).numerator)
	}
	sum, beads := constant(0), int64(0)
	box, _ := x.Box(o)
	for i := range x.Moves(o).All() {
		gain := x.value(x.Graph().Next(o, i))
		beads += box.Beads(i)
		sum = sum.plus(gain.inverted().timesOver(integers(box.Beads(i)), 1))
	}
	return sum.inverted().timesOver(integers(beads), 1)
}

func (x *exact) taught(o symmetry.Orbit) fraction {
	sum := constant(0)
	at := x.Graph().OrbitEdges(o)
	for e := at.First; e < at.End; e++ {
		if chance := integers(x.perfect[e], x.random[e]-x.perfect[e]); len(chance) > 0 {
			sum = sum.plus(x.value(x.Graph().Edges()[e]).timesOver(chance, unit))
		}
	}
	return sum
}

// best returns the orbit after the best move in an orbit, or the best safe one.
func (x *exact) best(o symmetry.Orbit, safely bool) (to symmetry.Orbit) {
	to = symmetry.None
	var others []symmetry.Orbit
	for i := range x.Moves(o).All() {
		next := x.Graph().Next(o, i)
		switch {
		case safely && !x.safe(next):
		case to == symmetry.None:
			to = next
		case x.near.value(next).low.Cmp(x.near.value(to).low) > 0:
			to, others = next, append(others, to)
		default:
			others = append(others, next)
		}
	}
	for _, other := range others { // check whether it may be better somewhere in the span
		certain := x.near.value(other).high.Cmp(x.near.value(to).low) <= 0
		if (safely || x.near.value(to).low.Sign() > 0) && !certain && !x.value(other).equal(x.value(to)) {
			x.valid = false
		}
	}
	return to
}

// holds reports whether the functions hold in the whole span up to the root of a polynomial, its only root there: the
// same moves are best, and in each box of a lost position every bead loses, or one gains.
func (x *exact) holds(p polynomial) bool {
	for _, edge := range x.edges { // the formulas hold on one side of an edge, so it must be the root
		s := x.near.noise
		if edge.roots(s.low, s.high) != 1 || gcd(edge, p).roots(s.low, s.high) != 1 {
			return false
		}
	}
	return x.valid
}

// varied reports whether the beads in a box of a lost position have different gains.
func (x *exact) varied(o symmetry.Orbit) bool {
	first := symmetry.None
	for i := range x.Moves(o).All() {
		next := x.Graph().Next(o, i)
		if first == symmetry.None {
			first = next
		}
		a, b := x.near.value(first), x.near.value(next)
		if a.high.Cmp(b.low) < 0 || b.high.Cmp(a.low) < 0 || !x.value(first).equal(x.value(next)) {
			return true
		}
	}
	return false
}
