package minimax

// mtdf returns the score of p and its best moves. It repeatedly runs alpha-beta with a table and a window of one point
// to learn whether the value is at least a guess, and takes the result as the next guess until the value is known. The
// table is kept between runs. The first guess f is the estimate of p. A final search finds the moves.
//
// A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Best-first fixed-depth minimax algorithms, Artificial
// Intelligence 87 (1996).
func (s *search[P, M]) mtdf(p P) (score int, best []M) {
	guess, b := s.estimate(p)*s.scale, s.bounds
	for b.low < b.high && !s.stopped {
		beta := min(max(guess, b.low+1), b.high)
		if guess = s.transpose(p, s.depth, beta-1, beta); guess < beta {
			b.high = guess
		} else {
			b.low = guess
		}
	}
	return s.root(p, s.depth, bounds{guess - 1, guess}, s.findsAllBest())
}
