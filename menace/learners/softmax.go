package learners

import (
	"math/rand/v2"

	"menace/symmetry"
)

// softmax plays each move with a probability proportional to the exponential of its value. Evaluation uses the same
// policy.
type softmax struct {
	memory
	sharpness float64 // factor of the values: one over the temperature
}

func newSoftmax(m memory, temperature float64) softmax { return softmax{m, 1 / temperature} }

// weights holds the weights of the moves of a position.
type weights [symmetry.MaxMoves]float64

// weigh returns the weights of the moves of a position, scaled so that the highest is 1, and their sum. It subtracts
// the highest value first, so that nothing overflows. A weight may underflow to 0, but values are kept.
func (s *softmax) weigh(at symmetry.OrbitEdges) (w weights, sum float64) {
	values := s.values[at.First:at.End]
	highest := values[0]
	for _, v := range values {
		highest = max(highest, v)
	}
	for i, v := range values {
		w[i] = exp(float64(s.sharpness * (v - highest)))
		sum += w[i]
	}
	return w, sum
}

// Move implements [arena.Player].
func (s *softmax) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	if next := s.graph.Forced(o); next != symmetry.None {
		return next
	}
	at := s.graph.OrbitEdges(o)
	w, sum := s.weigh(at)
	return s.choose(at, at.First+w.draw(sum, random))
}

// draw returns a move at random, according to its weight.
func (w *weights) draw(sum float64, random *rand.PCG) (i uint16) {
	const unit = 1.0 / (1 << 53)
	rest := float64(float64(float64(random.Uint64()>>11)*unit) * sum) // less than sum, up to rounding
	last := uint16(0)
	for i := range w {
		if w[i] == 0 {
			continue
		}
		if last = uint16(i); rest < w[i] {
			break
		}
		rest -= w[i]
	}
	return last
}

// Chances implements [arena.Policy].
func (s *softmax) Chances(chances []float64) {
	s.forEach(func(at symmetry.OrbitEdges) {
		w, sum := s.weigh(at)
		for i := range at.End - at.First {
			chances[at.First+i] = w[i] / sum
		}
	})
}
