package minimax

import "fmt"

// Chancy is a game in which chance moves at some positions, as with dice. The players of such a game need not move in
// turn. Values at a position where chance moves are for the player who moves next, or who would move next if the game
// were not over.
type Chancy[P any] interface {
	// Chancy reports whether chance moves anywhere.
	Chancy() bool
	// Chances returns a positive weight for each move of an unfinished position where chance moves, in the order of
	// [Game.Moves], or nil where a player moves. The chance of a move is its weight divided by their sum.
	Chances(p P) []int
	// ForMax reports whether values at a position are for Max.
	ForMax(p P) bool
	// Payoffs returns bounds of all payoffs and estimates to Max.
	Payoffs() (least, most int)
}

// checkChance returns the game if it is a game of chance. It returns an error if the algorithm does not suit the game.
func checkChance[P, M any](game Game[P, M], a Algorithm) (Chancy[P], error) {
	chancy, ok := game.(Chancy[P])
	switch ok = ok && chancy.Chancy(); {
	case ok && !a.Chance():
		return nil, fmt.Errorf("%v cannot pass chance nodes; %v, %v and %v can", a, Expectiminimax, Star1, Star2)
	case !ok && a.Chance():
		return nil, fmt.Errorf("%v needs a game with chance nodes", a)
	case !ok:
		return nil, nil
	}
	return chancy, nil
}

// chances returns the weights of the moves of chance, or nil where a player moves.
func (s *search[P, M]) chances(p P) []int {
	if s.chancy == nil || s.game.Finished(p) {
		return nil
	}
	return s.chancy.Chances(p)
}

// turned converts a score at p into one at a position after a move, and the other way round.
func (s *search[P, M]) turned(p, after P, score int) int {
	if s.chancy != nil && s.chancy.ForMax(p) == s.chancy.ForMax(after) {
		return score
	}
	return -score
}

// payoffs bounds the scores at p.
func (s *search[P, M]) payoffs(p P) bounds {
	least, most := s.chancy.Payoffs()
	if s.Depth > 0 { // positions without an estimate count as 0
		least, most = min(least, 0), max(most, 0)
	}
	if s.chancy.ForMax(p) {
		return bounds{least, most}
	}
	return bounds{-most, -least}
}

// after scores a position after a move, from the perspective of the values at p.
func (s *search[P, M]) after(p, after P, depth int, b bounds) int {
	if s.turned(p, after, 1) > 0 {
		return s.expect(after, depth, b)
	}
	return -s.expect(after, depth, bounds{-b.high, -b.low})
}

// expect scores p by expectiminimax, Star1 or Star2.
func (s *search[P, M]) expect(p P, depth int, b bounds) int {
	if s.Algorithm == Expectiminimax {
		return s.expectiminimax(p, depth)
	}
	return s.star(p, depth, b)
}

// expectiminimax returns the value of p: minimax in which the value is the mean where chance moves.
//
// D. Michie, Game-playing and game-learning automata, in L. Fox (ed.), Advances in Programming and Non-Numerical
// Computation (1966).
func (s *search[P, M]) expectiminimax(p P, depth int) int {
	if score, ok := s.leaf(p, depth, unbounded); ok {
		return score
	}
	best := -infinity
	moves := s.push(p)
	mean := s.newMean(p)
	for i, m := range moves {
		score := s.after(p, s.play(p, m), depth-1, unbounded)
		if mean != nil {
			mean.add(i, score)
			s.traceMean(mean, i, score, false)
		}
		best = max(best, score)
	}
	if mean != nil {
		best = mean.value()
	}
	s.pop(moves, best)
	return best
}

// star returns the value of p if it lies within the bounds, and otherwise a bound on the same side as the value. It is
// alpha-beta that cuts off where chance moves as well, which is possible because payoffs are bounded. It is fail-hard
// as in its source, unless the options ask for fail-soft.
//
// B. W. Ballard, The *-minimax search procedure for trees containing chance nodes, Artificial Intelligence 21 (1983);
// T. Hauk, M. Buro and J. Schaeffer, *-Minimax performance in backgammon, Computers and Games (2004).
func (s *search[P, M]) star(p P, depth int, b bounds) int {
	if score, ok := s.leaf(p, depth, b); ok {
		return score
	}
	moves := s.push(p)
	best := b.low
	if mean := s.newMean(p); mean != nil {
		best = s.starMean(p, moves, mean, depth, b)
	} else {
		if s.Fail == Soft {
			best = -infinity
		}
		for i, m := range moves {
			best = max(best, s.after(p, s.play(p, m), depth-1, bounds{max(b.low, best), b.high}))
			if best >= b.high {
				s.cut(len(moves) - i - 1)
				break
			}
		}
		best = s.within(best, b.high)
	}
	s.pop(moves, best)
	return best
}

// within clamps a score of at least beta for a search that cuts off, unless it is fail-soft.
func (s *search[P, M]) within(score, beta int) int {
	if s.Fail == Hard || s.Fail == AsInSource && s.Algorithm.Chance() {
		return min(score, beta)
	}
	return score
}

// starMean scores a position where chance moves. It stops when the scores so far and the bounds of the remaining ones
// show that the mean is not within the bounds.
func (s *search[P, M]) starMean(p P, moves []M, mean *mean, depth int, b bounds) int {
	within := bounds{max(b.low, mean.low-1), min(b.high, mean.high+1)} // keeps products from overflowing
	if s.Algorithm == Star2 && s.probe(p, moves, mean, depth, within) {
		return s.within(mean.least(), b.high)
	}
	for i, m := range moves {
		window := mean.window(i, within)
		score := s.after(p, s.play(p, m), depth-1, bounds{max(window.low, mean.low), min(window.high, mean.high)})
		mean.add(i, score)
		s.traceMean(mean, i, score, false)
		switch {
		case score <= window.low && i+1 < len(moves):
			s.cut(len(moves) - i - 1)
			if s.Fail == Soft {
				return mean.most()
			}
			return b.low
		case score >= window.high && i+1 < len(moves):
			s.cut(len(moves) - i - 1)
			return s.within(mean.least(), b.high)
		}
	}
	if s.Fail == Soft {
		return mean.value()
	}
	return min(max(mean.value(), b.low), b.high)
}

// probe searches only the first move of each child in which a player moves, and so finds a lower bound of its score. It
// reports whether that cuts off.
func (s *search[P, M]) probe(p P, moves []M, mean *mean, depth int, b bounds) bool {
	for i, m := range moves {
		child := s.game.Apply(p, m)
		if depth == 1 || s.game.Finished(child) || s.chances(child) != nil {
			continue
		}
		s.play(p, m)
		window := bounds{mean.low, min(mean.high, mean.reaching(i, b.high))}
		score := s.first(child, depth-1, window)
		mean.raise(i, score)
		s.traceMean(mean, i, score, true)
		if mean.least() >= b.high {
			s.Cutoffs++
			if s.tracer != nil {
				s.tracer.cut()
				s.tracer.cutProbed()
			}
			return true
		}
	}
	return false
}

// first scores the first move of p.
func (s *search[P, M]) first(p P, depth int, b bounds) int {
	s.leaf(p, depth, b) // counts the position; it is not a leaf
	moves := s.push(p)
	score := s.after(p, s.play(p, moves[0]), depth-1, b)
	s.moves = s.moves[:len(s.moves)-len(moves)]
	if s.tracer != nil {
		s.tracer.leave(score, 1)
	}
	return score
}

// mean adds up the scores of the children of a position where chance moves.
type mean struct {
	bounds        // of every score
	weights []int // of the children
	lowest  []int // lower bound of the score of each child
	total   int   // of the weights
	sum     int   // of the scores so far, multiplied by the weights
	rest    int   // weight of the remaining children
	floor   int   // lower bound of their scores, multiplied by the weights
}

// newMean returns the mean at a position, or nil where a player moves.
func (s *search[P, M]) newMean(p P) *mean {
	weights := s.chances(p)
	if weights == nil {
		return nil
	}
	m := &mean{bounds: s.payoffs(p), weights: weights, lowest: make([]int, len(weights))}
	for i, w := range weights {
		m.total += w
		m.lowest[i] = m.low
	}
	m.rest, m.floor = m.total, m.low*m.total
	return m
}

// add adds the score of a child.
func (m *mean) add(i, score int) {
	m.sum += m.weights[i] * score
	m.rest -= m.weights[i]
	m.floor -= m.weights[i] * m.lowest[i]
}

// raise records a lower bound of the score of a child.
func (m *mean) raise(i, score int) {
	m.floor += m.weights[i] * (score - m.lowest[i])
	m.lowest[i] = score
}

// window returns the highest score of the next child for which the mean is certainly at most b.low, and the lowest for
// which it is certainly at least b.high.
func (m *mean) window(i int, b bounds) bounds {
	others := m.rest - m.weights[i]
	return bounds{floorDiv(b.low*m.total-m.sum-m.high*others, m.weights[i]), m.reaching(i, b.high)}
}

// reaching returns the lowest score of a child for which the mean is certainly at least beta.
func (m *mean) reaching(i, beta int) int {
	return -floorDiv(m.sum+m.floor-m.weights[i]*m.lowest[i]-beta*m.total, m.weights[i])
}

// least and most return bounds of the mean.
func (m *mean) least() int { return floorDiv(m.sum+m.floor, m.total) }
func (m *mean) most() int  { return -floorDiv(-m.sum-m.high*m.rest, m.total) }

// value returns the mean of all scores, rounded to a whole number.
func (m *mean) value() int { return floorDiv(2*m.sum+m.total, 2*m.total) }

// floorDiv divides by a positive number and rounds down.
func floorDiv(a, b int) int {
	quotient := a / b
	if a%b < 0 {
		quotient--
	}
	return quotient
}

// traceMean records the last step at a child of a position where chance moves.
func (s *search[P, M]) traceMean(m *mean, i, score int, probe bool) {
	if s.tracer == nil {
		return
	}
	step := &s.tracer.steps[len(s.tracer.steps)-1]
	step.After, step.Better = floorDiv(2*m.sum+m.total, 2*m.total), !probe
	step.Mean = &Mean{
		Share: floorDiv(2*m.weights[i]*score+m.total, 2*m.total), Sum: step.After, Least: m.least(), Most: m.most(),
		Probe: probe,
	}
}

// traceChances records the chances of the moves of p, just offered to the tracer, if chance moves there.
func (s *search[P, M]) traceChances(p P, moves []M) {
	if s.chancy == nil {
		return
	}
	weights, total := s.chances(p), 0
	for _, w := range weights {
		total += w
	}
	for i, child := range s.tracer.at.Children {
		s.traceChance(child, s.game.Apply(p, moves[i]))
		if weights != nil {
			child.Weight, child.Total = weights[i], total
		}
	}
}

// traceChance records whether chance moves at p, and whom its values are for.
func (s *search[P, M]) traceChance(t *Tree, p P) {
	if s.chancy == nil {
		return
	}
	t.Chance, t.Opponent = s.chances(p) != nil, s.chancy.ForMax(p) != s.rootForMax
	t.within = s.payoffs(p)
	t.low, t.high = t.within.low, t.within.high
}
