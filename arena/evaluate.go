package arena

import (
	"menace/board"
	"menace/symmetry"
)

// Odds are the exact probabilities of win, draw and loss. They add up to 1.
type Odds struct {
	Win  float64 `json:"win"`
	Draw float64 `json:"draw"`
	Loss float64 `json:"loss"`
}

// Flip returns the odds as the other player sees them.
func (o Odds) Flip() Odds { return Odds{o.Loss, o.Draw, o.Win} }

// Value returns wins minus losses, −1 to 1.
func (o Odds) Value() float64 { return o.Win - o.Loss }

// Evaluate returns the exact odds of policy p, which plays mark, against policy q: it follows
// every move with its probability, over the whole tree. A resignation is a loss.
func Evaluate(p Policy, mark board.Mark, q Policy) Odds {
	if mark == board.O {
		return evaluate(q, p).Flip()
	}
	return evaluate(p, q)
}

// The orbits by moves played, apart as the game goes on or is over.
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

// evaluate returns the odds of X. Orbits come by moves played, so that all the ways to one have
// been added up before it is left.
func evaluate(x, o Policy) (odds Odds) {
	var reach [symmetry.Orbits]float64 // the probability that a game passes through an orbit
	reach[symmetry.Start] = 1
	for _, at := range ongoing {
		if reach[at] == 0 {
			continue
		}
		mover, resigned := x, &odds.Loss
		if at.Moves()%2 == 1 {
			mover, resigned = o, &odds.Win
		}
		if !spread(&reach, at, mover.Probabilities(at)) {
			*resigned += reach[at]
		}
	}
	for _, at := range finished {
		*odds.of(at.Outcome()) += reach[at]
	}
	return odds
}

// spread passes the probability of an orbit on to those that follow, and returns false when the
// mover resigns instead. It goes through all the empty squares, whatever their chances, since
// their number is the same for all orbits of a ply, and so no branch is guessed wrong.
func spread(reach *[symmetry.Orbits]float64, at symmetry.Orbit, chances [board.Squares]float64) bool {
	sum := 0.0
	for rest := at.Board().Empty(); rest != 0; rest &= rest - 1 {
		s := rest.First()
		sum += chances[s]
		// The conversion keeps a platform from fusing the operations, so that all give the
		// same bits.
		reach[at.Next(s)] += float64(reach[at] * chances[s])
	}
	return sum > 0
}

// of returns the odds of an outcome, as X sees it.
func (o *Odds) of(end board.Outcome) *float64 {
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

// BestReply returns a policy for the opponent of p, which plays mark, that no other policy beats
// against p in wins minus losses. Where several moves are equally good it plays the lowest square.
func BestReply(p Policy, mark board.Mark) Policy {
	var value [symmetry.Orbits]float64 // wins minus losses of p
	best := &reply{}
	for at := symmetry.Orbit(symmetry.Orbits); at > 0; at-- {
		o := at - 1
		switch {
		case o.Outcome() != board.Ongoing:
			value[o] = worth(o.Outcome(), mark)
		case o.Board().Turn() == mark:
			value[o] = expect(&value, o, p.Probabilities(o))
		default:
			best[o], value[o] = lowest(&value, o)
		}
	}
	return best
}

// worth returns what a finished game is worth to mark.
func worth(end board.Outcome, mark board.Mark) float64 {
	switch end {
	case board.Drawn:
		return 0
	case board.Win(mark):
		return 1
	}
	return -1
}

// expect returns the mean of the values that follow; −1 when the mover resigns.
func expect(value *[symmetry.Orbits]float64, o symmetry.Orbit, chances [board.Squares]float64) float64 {
	mean, sum := 0.0, 0.0
	for rest := o.Board().Empty(); rest != 0; rest &= rest - 1 {
		s := rest.First()
		sum += chances[s]
		mean += float64(chances[s] * value[o.Next(s)])
	}
	if sum == 0 {
		return -1
	}
	return mean
}

// lowest returns the move to the lowest value that follows.
func lowest(value *[symmetry.Orbits]float64, o symmetry.Orbit) (best board.Square, low float64) {
	low = 2
	for s := range o.Distinct().All() {
		if v := value[o.Next(s)]; v < low {
			best, low = s, v
		}
	}
	return best, low
}

// WorstCase returns the odds of policy p, which plays mark, against the best reply to it. Since
// tic-tac-toe is a draw, minus their value is how exploitable the policy is.
func WorstCase(p Policy, mark board.Mark) Odds {
	return Evaluate(p, mark, BestReply(p, mark))
}
