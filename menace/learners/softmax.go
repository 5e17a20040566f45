package learners

import (
	"math/rand/v2"

	"menace/symmetry"
)

// softmax plays each move with a probability proportional to the exponential of its value. Evaluation uses the same
// policy.
type softmax struct {
	memory
	sharpness float64              // factor of the values: one over the temperature
	weighed   [trailLength]weights // the weights behind each draw of the current game
}

func newSoftmax(m memory, temperature float64) softmax {
	return softmax{memory: m, sharpness: 1 / temperature}
}

// weights holds the weights of the moves of a position, and their sum.
type weights struct {
	of  [symmetry.MaxMoves]float64
	sum float64
}

// weigh sets the weights of the moves of a position, scaled so that the highest is 1. It subtracts the highest value
// first, so that nothing overflows. A weight may underflow to 0, but values are kept.
func (s *softmax) weigh(at symmetry.OrbitEdges, w *weights) {
	values := s.values[at.First:at.End]
	highest := values[0]
	for _, v := range values {
		highest = max(highest, v)
	}
	w.sum = 0
	for i, v := range values {
		w.of[i] = exp(float64(s.sharpness * (v - highest)))
		w.sum += w.of[i]
	}
}

// Move implements [arena.Player].
func (s *softmax) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	if next := s.graph.Forced(o); next != symmetry.None {
		return next
	}
	at := s.graph.OrbitEdges(o)
	w := &s.weighed[s.steps&(trailLength-1)]
	s.weigh(at, w)
	return s.choose(at, at.First+w.draw(at.End-at.First, random))
}

// draw returns one of n moves at random, according to its weight.
func (w *weights) draw(n uint16, random *rand.PCG) (i uint16) {
	const unit = 1.0 / (1 << 53)
	rest := float64(float64(float64(random.Uint64()>>11)*unit) * w.sum) // less than the sum, up to rounding
	last := uint16(0)
	for i, weight := range w.of[:n] {
		if weight == 0 {
			continue
		}
		if last = uint16(i); rest < weight {
			break
		}
		rest -= weight
	}
	return last
}

// Chances implements [arena.Policy].
func (s *softmax) Chances(chances []float64) {
	var w weights
	s.forEach(func(at symmetry.OrbitEdges) {
		s.weigh(at, &w)
		for i := range at.End - at.First {
			chances[at.First+i] = w.of[i] / w.sum
		}
	})
}
