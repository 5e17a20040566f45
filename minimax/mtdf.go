package minimax

// mtdf returns the score of p and its best moves. It asks alpha-beta with a table, in the narrowest of windows, whether
// the value is at least a guess, and guesses what came out until the value is known. The table remembers from one
// question to the next. The first guess f is the estimate of p. The moves come from a last question.
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
	return s.root(p, s.depth, bounds{guess - 1, guess}, s.whole())
}
