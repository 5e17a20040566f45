package threshold

import (
	"math/big"

	"menace/symmetry"
)

// span is an interval of rational numbers, ends included.
type span struct{ low, high *big.Rat }

func point(x *big.Rat) span { return span{x, x} }

// width returns the length of the span.
func (s span) width() *big.Rat { return new(big.Rat).Sub(s.high, s.low) }

// middle returns the middle of the span.
func (s span) middle() *big.Rat {
	sum := new(big.Rat).Add(s.low, s.high)
	return sum.Mul(sum, big.NewRat(1, 2))
}

// Arithmetic with all numbers of spans. Results are rounded outwards.

func (s span) plus(t span) span {
	return span{new(big.Rat).Add(s.low, t.low), new(big.Rat).Add(s.high, t.high)}
}

func (s span) minus(t span) span {
	return span{new(big.Rat).Sub(s.low, t.high), new(big.Rat).Sub(s.high, t.low)}
}

func (s span) times(t span) span {
	var product span
	for _, a := range []*big.Rat{s.low, s.high} {
		for _, b := range []*big.Rat{t.low, t.high} {
			ab := new(big.Rat).Mul(a, b)
			if product.low == nil || ab.Cmp(product.low) < 0 {
				product.low = ab
			}
			if product.high == nil || ab.Cmp(product.high) > 0 {
				product.high = ab
			}
		}
	}
	return span{rounded(product.low, false), rounded(product.high, true)}
}

// over divides by a span of numbers that are not 0.
func (s span) over(t span) span {
	return s.times(span{new(big.Rat).Inv(t.high), new(big.Rat).Inv(t.low)})
}

// precision is the number of binary digits after the point that bounds are rounded to, outwards, so that numbers stay
// short.
const precision = 56

// rounded returns the nearest multiple of 2^-precision that is not greater or, if up is set, not smaller.
func rounded(x *big.Rat, up bool) *big.Rat { return multiple(inMultiples(x, up)) }

// inMultiples returns the rounded number as a count of multiples of 2^-precision.
func inMultiples(x *big.Rat, up bool) *big.Int {
	return quotient(new(big.Int).Lsh(x.Num(), precision), x.Denom(), up)
}

// multiple returns n multiples of 2^-precision.
func multiple(n *big.Int) *big.Rat {
	return new(big.Rat).SetFrac(n, new(big.Int).Lsh(big.NewInt(1), precision))
}

// quotient returns n/d rounded down or, if up is set, up. The divisor is positive.
func quotient(n, d *big.Int, up bool) *big.Int {
	q := new(big.Int).Set(n)
	if up {
		q.Add(q, d).Sub(q, big.NewInt(1))
	}
	return q.Div(q, d) // Euclidean, so towards −∞
}

// manner is the assumption about how much the beads in the box of a lost position gain together, given the gain of
// each.
type manner int

const (
	average manner = iota // as in the long run: the harmonic mean, or the highest if that is not negative
	best                  // the highest, whatever is in the box
	worst                 // the lowest, or the highest if that is not negative, because those beads can be kept
	manners = iota
)

// bounds holds bounds of the expected rewards after every orbit, if the machine makes the best moves in safe positions.
// The noise P can be any number in a span, even a different one at each move of the teacher.
type bounds struct {
	*game
	noise  span
	how    manner
	values memo[span]
}

func (g *game) bounds(noise span, how manner) *bounds {
	return &bounds{game: g, noise: noise, how: how, values: memo[span]{}}
}

// value returns bounds of the expected reward of the last bead drawn before an orbit.
func (b *bounds) value(o symmetry.Orbit) span { return b.values.of(o, b.bound) }

func (b *bounds) bound(o symmetry.Orbit) span {
	switch b.kind(o) {
	case over:
		return point(new(big.Rat).SetInt64(b.reward(o)))
	case forced:
		return b.value(b.Graph().Forced(o))
	case teaching:
		low := func(o symmetry.Orbit) *big.Rat { return b.value(o).low }
		high := func(o symmetry.Orbit) *big.Rat { return b.value(o).high }
		return span{b.taught(o, low, false), b.taught(o, high, true)}
	case choosing:
		var safe []span
		for i := range b.Moves(o).All() {
			if next := b.Graph().Next(o, i); b.safe(next) || b.how == best {
				safe = append(safe, b.value(next))
			}
		}
		return span{highest(safe, lowOf), highest(safe, highOf)}
	}
	var all []span
	for i := range b.Moves(o).All() {
		all = append(all, b.value(b.Graph().Next(o, i)))
	}
	return span{b.ofBox(o, all, lowOf, false), b.ofBox(o, all, highOf, true)}
}

func lowOf(s span) *big.Rat  { return s.low }
func highOf(s span) *big.Rat { return s.high }

func highest(all []span, of func(span) *big.Rat) (most *big.Rat) {
	for _, s := range all {
		if most == nil || of(s).Cmp(most) > 0 {
			most = of(s)
		}
	}
	return most
}

// taught returns the mean of a value over the moves of the teacher in an orbit, for the noise in the span where it is
// lowest or, if up is set, highest. It is linear in the noise, so that is one of the ends. It adds integer multiples of
// 2^-precision, because sums of fractions take ten times as long.
func (b *bounds) taught(o symmetry.Orbit, value func(symmetry.Orbit) *big.Rat, up bool) *big.Rat {
	usual, slip := new(big.Int), new(big.Int)
	at := b.Graph().OrbitEdges(o)
	for e := at.First; e < at.End; e++ {
		if b.perfect[e] == 0 && b.random[e] == 0 {
			continue
		}
		v := inMultiples(value(b.Graph().Edges()[e]), up)
		usual.Add(usual, new(big.Int).Mul(v, big.NewInt(b.perfect[e])))
		slip.Add(slip, new(big.Int).Mul(v, big.NewInt(b.random[e])))
	}
	noise := b.noise.low
	if slip.Cmp(usual) > 0 == up {
		noise = b.noise.high
	}
	slip.Sub(slip, usual)
	sum := usual.Mul(usual, noise.Denom())
	sum.Add(sum, slip.Mul(slip, noise.Num()))
	return multiple(quotient(sum, new(big.Int).Mul(noise.Denom(), big.NewInt(unit)), up))
}

// ofBox returns the gain of the box of a lost position, from one bound of the gain of each of its beads. It is
// increasing in each of them.
func (b *bounds) ofBox(o symmetry.Orbit, gains []span, of func(span) *big.Rat, up bool) *big.Rat {
	most := highest(gains, of)
	if b.how == best || most.Sign() >= 0 {
		return most
	}
	box, _ := b.Box(o)
	least, beads, draws, n := most, new(big.Rat), new(big.Rat), 0
	for i := range b.Moves(o).All() {
		gain := of(gains[n])
		n++
		if gain.Cmp(least) < 0 {
			least = gain
		}
		count := new(big.Rat).SetInt64(box.Beads(i))
		beads.Add(beads, count)
		draws.Add(draws, count.Quo(count, gain))
	}
	if b.how == worst {
		return least
	}
	return rounded(beads.Quo(beads, draws), up)
}
