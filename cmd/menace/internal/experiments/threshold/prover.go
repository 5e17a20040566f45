package threshold

import (
	"math/big"

	"menace/menace"
	"menace/symmetry"
)

// prover looks for a proof.
type prover struct {
	*game
	decisive symmetry.Orbit
	exact    *exact // near the threshold
	// Orbits after unsafe moves: in the first positions with such moves, and in later ones. The orbits among the first
	// that might gain at the threshold give weights to the boxes behind them; the decisive orbit is the first of these.
	first, later, weighing []symmetry.Orbit
	lost                   map[symmetry.Orbit]map[symmetry.Orbit][]symmetry.Orbit // boxes behind those, with origins
	weighted               map[symmetry.Orbit]bool                                // a box with weights may follow
	others, unsafe         *big.Rat                                               // bounds so far: see Proof
}

func newProver(rules menace.Rules, decisive Bead) *prover {
	p := &prover{
		game: newGame(rules), decisive: decisive.after,
		lost: map[symmetry.Orbit]map[symmetry.Orbit][]symmetry.Orbit{}, weighted: map[symmetry.Orbit]bool{},
		others: big.NewRat(-1, 1), unsafe: big.NewRat(-1, 1),
	}
	root := decisive.Threshold
	p.exact = p.exactNear(root.around)
	afters, _ := p.afters()
	at := p.bounds(point(root.span.high), best)
	p.weighing = []symmetry.Orbit{p.decisive}
	for _, o := range afters { // in order of moves played
		switch {
		case p.Graph().Level(o) > p.Graph().Level(afters[0]):
			p.later = append(p.later, o)
			continue
		case o != p.decisive && at.value(o).high.Sign() >= 0:
			p.weighing = append(p.weighing, o)
		}
		p.first = append(p.first, o)
	}
	for _, o := range p.weighing {
		_, p.lost[o] = p.lostBoxes(o)
	}
	for o := symmetry.Orbit(p.Graph().Orbits()); o > 0; o-- {
		p.weighted[o-1] = p.weighs(o - 1)
	}
	return p
}

func (p *prover) weighs(o symmetry.Orbit) bool {
	for _, boxes := range p.lost {
		if boxes[o] != nil {
			return true
		}
	}
	for _, next := range p.after(o) {
		if p.weighted[next] {
			return true
		}
	}
	return false
}

// weights are the weights of beads in boxes of lost positions. Beads without an entry have weight 0.
type weights map[menace.Draw]span

// weights returns weights for a span of noises. Restocking a box does not change the weighted sum. Behind the decisive
// bead, near the threshold, they are bounds of the weights in the harmonic-mean lemma, and elsewhere numbers close to
// these. Behind others they are means of such numbers.
func (p *prover) weights(noise span, near bool) weights {
	one := point(big.NewRat(1, 1))
	middle := p.bounds(point(noise.inside()), average)
	found, decisive := map[menace.Draw][]span{}, map[menace.Draw][]span{}
	for _, first := range p.weighing[1:] {
		p.weigh(middle, first, one, found)
	}
	if near {
		p.weigh(p.bounds(noise, average), p.decisive, one, decisive)
	} else {
		p.weigh(middle, p.decisive, one, decisive)
	}
	w := weights{}
	for o := range p.Graph().All() {
		if p.kind(o) != lost {
			continue
		}
		_, behind := p.lost[p.decisive][o]
		for i := range p.Moves(o).All() {
			draw := menace.Draw{Orbit: o, Move: uint8(i)}
			if all := found[draw]; behind {
				w[draw] = decisive[draw][0]
			} else if len(all) > 0 {
				w[draw] = point(mean(all))
			}
		}
		if !behind || !near {
			p.balance(o, w)
		}
	}
	return w
}

// weigh adds the weights in the harmonic-mean lemma for the boxes behind an orbit, each multiplied by a factor.
func (p *prover) weigh(b *bounds, o symmetry.Orbit, factor span, found map[menace.Draw][]span) {
	switch p.kind(o) {
	case forced, teaching:
		for _, next := range p.after(o) {
			p.weigh(b, next, factor, found)
		}
	case lost:
		for i := range p.Moves(o).All() {
			draw, next := menace.Draw{Orbit: o, Move: uint8(i)}, p.Graph().Next(o, i)
			with := factor
			if p.exact.varied(o) && b.value(next).high.Sign() < 0 {
				with = factor.times(b.value(o).over(b.value(next)))
			}
			found[draw] = append(found[draw], with.minus(factor))
			p.weigh(b, next, with, found)
		}
	}
}

// balance changes the weights of a box, given as numbers, so that restocking does not change the weighted sum.
func (p *prover) balance(o symmetry.Orbit, w weights) {
	box, _ := p.Box(o)
	sum, beads := new(big.Rat), new(big.Rat)
	for i := range p.Moves(o).All() {
		count := new(big.Rat).SetInt64(box.Beads(i))
		if s, ok := w[menace.Draw{Orbit: o, Move: uint8(i)}]; ok {
			sum.Add(sum, new(big.Rat).Mul(count, s.low))
		}
		beads.Add(beads, count)
	}
	excess := sum.Quo(sum, beads)
	for i := range p.Moves(o).All() {
		if s, ok := w[menace.Draw{Orbit: o, Move: uint8(i)}]; ok {
			w[menace.Draw{Orbit: o, Move: uint8(i)}] = point(new(big.Rat).Sub(s.low, excess))
		}
	}
}

// mean returns the mean of the lower ends of spans.
func mean(all []span) *big.Rat {
	sum := new(big.Rat)
	for _, s := range all {
		sum.Add(sum, s.low)
	}
	return rounded(sum.Quo(sum, big.NewRat(int64(len(all)), 1)), false)
}

// gains reports whether the decisive bead gains at all noises in a span.
func (p *prover) gains(noise span) bool {
	return p.bounds(noise, average).value(p.decisive).low.Sign() > 0
}

// loses reports whether, with these weights, no unsafe bead gains in the sense of [Proof] at any noise in a span. Near
// the threshold the decisive bead is excluded, because its polynomial decides.
func (p *prover) loses(noise span, weights weights, near bool) bool {
	d := &drifts{prover: p, average: p.bounds(noise, average), best: p.bounds(noise, best), weights: weights}
	others, unsafe := new(big.Rat).Set(p.others), new(big.Rat).Set(p.unsafe)
	one := point(big.NewRat(1, 1))
	for _, o := range p.first {
		if o == p.decisive && near {
			continue
		}
		drift := d.most(o, one)
		if drift.Sign() >= 0 {
			return false
		}
		if o != p.decisive {
			others = maximum(others, drift)
		}
	}
	for _, o := range p.later {
		unsafe = maximum(unsafe, d.best.value(o).high)
	}
	for draw := range d.weights {
		unsafe = maximum(unsafe, d.best.value(p.Graph().Next(draw.Orbit, int(draw.Move))).high)
	}
	if unsafe.Sign() >= 0 || near && !d.bestIsSafe(p.decisive, one) {
		return false
	}
	p.others, p.unsafe = others, unsafe
	return true
}

func maximum(a, b *big.Rat) *big.Rat {
	if a.Cmp(b) > 0 {
		return a
	}
	return b
}

// drifts bounds mean changes for a span of noises.
type drifts struct {
	*prover
	average, best *bounds
	weights       weights
}

// most returns an upper bound of the mean change of the number of the first bead drawn plus the weighted sum, from an
// orbit on, however the machine plays. The factor is 1 plus the weights of the beads drawn so far.
func (d *drifts) most(o symmetry.Orbit, factor span) *big.Rat {
	if !d.weighted[o] && factor.low.Sign() >= 0 {
		return factor.times(d.best.value(o)).high
	}
	switch d.kind(o) {
	case over:
		return factor.times(point(new(big.Rat).SetInt64(d.reward(o)))).high
	case forced:
		return d.most(d.Graph().Forced(o), factor)
	case teaching:
		return d.best.taught(o, func(next symmetry.Orbit) *big.Rat { return d.most(next, factor) }, true)
	}
	var most *big.Rat
	for i := range d.Moves(o).All() {
		with := factor
		if w, ok := d.weights[menace.Draw{Orbit: o, Move: uint8(i)}]; ok {
			with = factor.plus(w)
		}
		if drift := d.most(d.Graph().Next(o, i), with); most == nil || drift.Cmp(most) > 0 {
			most = drift
		}
	}
	return most
}

// bestIsSafe reports whether, behind the decisive bead, no unsafe move in a safe position is better than the best safe
// one. If so, the polynomial is the mean change under the machine's best play.
func (d *drifts) bestIsSafe(o symmetry.Orbit, factor span) bool {
	if d.kind(o) == over {
		return true
	}
	if d.kind(o) == forced || d.kind(o) == teaching {
		for _, next := range d.after(o) {
			if !d.bestIsSafe(next, factor) {
				return false
			}
		}
		return true
	}
	for i := range d.Moves(o).All() {
		next, with := d.Graph().Next(o, i), factor
		if w, ok := d.weights[menace.Draw{Orbit: o, Move: uint8(i)}]; ok {
			with = factor.plus(w)
		}
		if d.kind(o) == choosing && !d.safe(next) {
			if d.most(next, with).Cmp(factor.times(d.average.value(o)).low) > 0 {
				return false
			}
		} else if !d.bestIsSafe(next, with) {
			return false
		}
	}
	return true
}
