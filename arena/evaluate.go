package arena

import (
	"slices"

	"menace/board"
	"menace/symmetry"
)

// WDL are the exact probabilities of win, draw and loss, as chess programs call them. They add up to 1.
type WDL struct {
	Win  float64 `json:"win"`
	Draw float64 `json:"draw"`
	Loss float64 `json:"loss"`
}

// Flip returns the probabilities as the other player sees them.
func (o WDL) Flip() WDL { return WDL{o.Loss, o.Draw, o.Win} }

// Value returns wins minus losses, −1 to 1.
func (o WDL) Value() float64 { return o.Win - o.Loss }

// Evaluate returns the exact probabilities of policy p, which plays mark, against policy q. It follows
// every move of the whole tree with its probability. A resignation is a loss.
func Evaluate(p Policy, mark board.Mark, q Policy) WDL {
	if mark == board.O {
		return evaluate(q, p).Flip()
	}
	return evaluate(p, q)
}

// The orbits by moves played, those where the game goes on and those where it is over.
var ongoing, finished = splitOrbits()

func splitOrbits() (ongoing, finished []symmetry.Orbit) {
	for o := range symmetry.All() {
		if o.Outcome() == board.Ongoing {
			ongoing = append(ongoing, o)
		} else {
			finished = append(finished, o)
		}
	}
	return ongoing, finished
}

// evaluate returns the probabilities of X. Orbits come by moves played, so all the ways to an orbit are
// added up before it is left.
func evaluate(x, o Policy) (wdl WDL) {
	var reach [symmetry.Orbits]float64 // the probability that a game passes through an orbit
	reach[symmetry.Start] = 1
	for _, at := range ongoing {
		if reach[at] == 0 {
			continue
		}
		mover, resigned := x, &wdl.Loss
		if at.Moves()%2 == 1 {
			mover, resigned = o, &wdl.Win
		}
		if !spread(&reach, at, mover.Probabilities(at)) {
			*resigned += reach[at]
		}
	}
	for _, at := range finished {
		*wdl.of(at.Outcome()) += reach[at]
	}
	return wdl
}

// spread passes the probability of an orbit on to the next ones, and returns false if the mover
// resigns instead. It visits all empty squares, whatever their chances: their number is the same for
// all orbits of a ply, so no branch is mispredicted.
func spread(reach *[symmetry.Orbits]float64, at symmetry.Orbit, chances [board.Squares]float64) bool {
	sum := 0.0
	for rest := at.Board().Empty(); rest != 0; rest &= rest - 1 {
		s := rest.First()
		sum += chances[s]
		// The conversion forbids fusing the two operations, so all platforms give the same bits.
		reach[at.Next(s)] += float64(reach[at] * chances[s])
	}
	return sum > 0
}

// of returns the probability of an outcome, as X sees it.
func (o *WDL) of(end board.Outcome) *float64 {
	switch end {
	case board.XWins:
		return &o.Win
	case board.OWins:
		return &o.Loss
	}
	return &o.Draw
}

// reply is a policy that plays one square at each orbit.
type reply [symmetry.Orbits]board.Square

// Probabilities implements [Policy].
func (r *reply) Probabilities(o symmetry.Orbit) (p [board.Squares]float64) {
	p[r[o]] = 1
	return p
}

// BestReply returns the policy against which p, which plays mark, does worst, and the probabilities of p
// against it. Worst is the lowest value; among moves of equal value the one with which p loses more
// often, then the lowest square. Only the value is the same for every best reply.
func BestReply(p Policy, mark board.Mark) (Policy, WDL) {
	var wdl [symmetry.Orbits]WDL // of p, from each orbit on
	best := &reply{}
	for _, o := range finished {
		wdl[o] = decided(o.Outcome(), mark)
	}
	for _, o := range slices.Backward(ongoing) {
		if o.Board().Turn() == mark {
			wdl[o] = expect(&wdl, o, p.Probabilities(o))
		} else {
			best[o] = worst(&wdl, o)
			wdl[o] = wdl[o.Next(best[o])]
		}
	}
	return best, wdl[symmetry.Start]
}

// decided returns the probabilities of mark in a finished game.
func decided(end board.Outcome, mark board.Mark) (wdl WDL) {
	*wdl.of(end) = 1
	if mark == board.O {
		return wdl.Flip()
	}
	return wdl
}

// expect returns the mean of the probabilities that follow; a loss when the mover resigns.
func expect(wdl *[symmetry.Orbits]WDL, o symmetry.Orbit, chances [board.Squares]float64) (mean WDL) {
	sum := 0.0
	for rest := o.Board().Empty(); rest != 0; rest &= rest - 1 {
		s := rest.First()
		next, chance := &wdl[o.Next(s)], chances[s]
		sum += chance
		mean.Win += float64(chance * next.Win)
		mean.Draw += float64(chance * next.Draw)
		mean.Loss += float64(chance * next.Loss)
	}
	if sum == 0 {
		return WDL{Loss: 1}
	}
	return mean
}

// worst returns the move to the worst of the probabilities that follow.
func worst(wdl *[symmetry.Orbits]WDL, o symmetry.Orbit) board.Square {
	moves := o.Distinct()
	low := moves.First()
	for s := range moves.All() {
		if wdl[o.Next(s)].worse(wdl[o.Next(low)]) {
			low = s
		}
	}
	return low
}

// same is the largest difference between two sums of probabilities that is only rounding.
const same = 1e-12

// worse reports whether a has a lower value than b, or the same value with more losses.
func (a WDL) worse(b WDL) bool {
	if difference := a.Value() - b.Value(); difference < -same || difference > same {
		return difference < 0
	}
	return a.Loss > b.Loss+same
}

// WorstCase returns the probabilities of policy p, which plays mark, against the best reply to it; see
// [BestReply]. Since tic-tac-toe is a draw, minus their value is how exploitable the policy is.
func WorstCase(p Policy, mark board.Mark) WDL {
	_, wdl := BestReply(p, mark)
	return wdl
}
