package learners

import (
	"math/rand/v2"

	"menace/symmetry"
)

// softmax plays each move with a chance that is proportional to the exponential of its value. That policy is also what
// it is measured by.
type softmax struct {
	memory
	sharpness float64 // by which values are multiplied: one over the temperature
}

// weights are those of the moves of a position.
type weights [symmetry.MaxMoves]float64

// weigh returns the weights of the moves of a position, the highest of which is 1, and their sum. The highest value is
// taken away first, so that nothing overflows, and what underflows is 0 for this once: values are never lost.
func (s *softmax) weigh(at symmetry.Star) (w weights, sum float64) {
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
	at := s.graph.Star(o)
	w, sum := s.weigh(at)
	return s.choose(at, at.First+w.draw(sum, random))
}

// draw returns a move, each by its weight.
func (w *weights) draw(sum float64, random *rand.PCG) (i uint16) {
	const unit = 1.0 / (1 << 53)
	rest := float64(float64(float64(random.Uint64()>>11)*unit) * sum) // below the sum but for rounding
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
	s.own(func(at symmetry.Star) {
		w, sum := s.weigh(at)
		for i := range at.End - at.First {
			chances[at.First+i] = w[i] / sum
		}
	})
}
