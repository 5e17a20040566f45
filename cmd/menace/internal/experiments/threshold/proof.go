package threshold

import (
	"context"
	"errors"
	"fmt"
	"math/big"
)

// Proof is a certificate that the least threshold decides whether the machine becomes unbeatable. Its bounds hold for
// all noises, not only for those that were tried: a span is a set of noises, and the teacher may even choose another
// noise from the span at each move. docs/LAWS.md explains what follows from it.
//
// Beads in boxes of lost positions have weights such that restocking does not change the weighted sum. When a bead for
// an unsafe first choice is drawn, the mean change of its number plus the weighted sum is negative, however the machine
// continues. Such a bead is decisive if its threshold is the least.
type Proof struct {
	Below int `json:"below"` // number of spans of noises from 0 to the threshold
	Above int `json:"above"` // number of spans from there to 1; the decisive bead gains in all of them
	// Upper bounds of that mean change for first choices that are not decisive, and of the mean gain of unsafe beads of
	// later choices and of beads with weights.
	Others float64 `json:"others"`
	Later  float64 `json:"later"`
	losing []part  // below the threshold
	gains  []span  // above it, without the span around it
}

// part is a span of noises, with the weights that prove that unsafe beads lose there.
type part struct {
	noise   span
	weights weights
}

// maxSpans is the largest number of spans on either side of the threshold.
const maxSpans = 100

// Prove returns a proof for the least threshold, or an error if it finds none.
func (t *Table) Prove(ctx context.Context) (*Proof, error) {
	if len(t.Decisive()) == 0 {
		return nil, errors.New("no bead has an exact threshold")
	}
	p := newProver(t.Rules, t.Beads[0])
	root, proof := t.Beads[0].Threshold, &Proof{}
	err := cover(ctx, span{new(big.Rat), root.around.low}, func(s span) bool { return proof.add(p, s, false) })
	if err != nil {
		return nil, fmt.Errorf("below the threshold, %w", err)
	}
	if !proof.add(p, span{root.around.low, root.span.high}, true) {
		return nil, errors.New("near the threshold, the bounds are too wide")
	}
	err = cover(ctx, span{root.around.high, big.NewRat(1, 1)}, func(s span) bool {
		if !p.gains(s) {
			return false
		}
		proof.gains = append(proof.gains, s)
		return true
	})
	if err != nil {
		return nil, fmt.Errorf("above the threshold, %w", err)
	}
	proof.Below, proof.Above = len(proof.losing), len(proof.gains)+1
	proof.Others, _ = p.others.Float64()
	proof.Later, _ = p.unsafe.Float64()
	return proof, nil
}

// add adds a span below the threshold, and reports whether anything is proved for it.
func (proof *Proof) add(p *prover, noise span, near bool) bool {
	weights := p.weights(noise, near)
	if !p.loses(noise, weights, near) {
		return false
	}
	proof.losing = append(proof.losing, part{noise, weights})
	return true
}

// cover divides a span into parts, in order, that all satisfy a condition.
func cover(ctx context.Context, s span, holds func(span) bool) error {
	todo := []span{s}
	for tried := 0; len(todo) > 0; tried++ {
		s := todo[len(todo)-1]
		switch todo = todo[:len(todo)-1]; {
		case ctx.Err() != nil:
			return ctx.Err()
		case tried > maxSpans:
			return fmt.Errorf("%d spans of noise are not enough", maxSpans)
		case !holds(s):
			middle := s.middle()
			todo = append(todo, span{middle, s.high}, span{s.low, middle})
		}
	}
	return nil
}
