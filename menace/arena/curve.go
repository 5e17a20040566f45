package arena

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Point is a checkpoint of a learning curve, with exact probabilities.
//
// The best reply to the learner minimizes its wins minus losses. If several replies do so with different wins, draws
// and losses, Worst is about one with the most losses. If perfect play draws, the negated value of Worst is the
// exploitability of the learner.
type Point struct {
	Games      int64   // the checkpoint; Tally has fewer games if the learner went bankrupt earlier
	Tally      Tally   // all games so far
	Random     WDL     // against Random
	Perfect    WDL     // against Perfect
	Blocker    WDL     // against Blocker; all 0 in games without one and in stored curves of agents
	Worst      WDL     // the worst case: against the best reply
	MostLosses WDL     // see [MostLosses]
	Counts     []int64 // beads, as returned by Learner.Counts; nil in experiments
	Rival      Rival   // in experiments where the opponent learns too
}

// Rival holds the exact probabilities of an opponent that learns too. They are all 0 if there is no such opponent.
type Rival struct{ Random, Perfect, Worst, MostLosses WDL }

// All returns the probabilities of the rival.
func (r *Rival) All() []*WDL { return []*WDL{&r.Random, &r.Perfect, &r.Worst, &r.MostLosses} }

// Record returns the tally of all games up to the checkpoint. A bankrupt learner counts as resigning the games that it
// did not play.
func (p Point) Record() Tally {
	left := p.Games - p.Tally.Games()
	return p.Tally.Plus(Tally{Loss: left, Resigned: left})
}

// Number returns a number of the point: the probability of a "win", "draw" or "loss", or their "value", against
// "random", "blocker", "perfect", "worst" or "most_losses"; or with any other opponent the score of all games so far.
func (p Point) Number(against, name string) float64 {
	var wdl WDL
	switch against {
	case "random":
		wdl = p.Random
	case "blocker":
		wdl = p.Blocker
	case "perfect":
		wdl = p.Perfect
	case "worst":
		wdl = p.Worst
	case "most_losses":
		wdl = p.MostLosses
	default:
		return float64(p.Record().Score())
	}
	switch name {
	case "win":
		return wdl.Win
	case "draw":
		return wdl.Draw
	case "loss":
		return wdl.Loss
	}
	return wdl.Value()
}

// Unbeatable reports whether no player can ever win against the learner.
func (p Point) Unbeatable() bool { return p.MostLosses.Loss == 0 }

// step returns the distance between checkpoints after this many games. A decade has 20 checkpoints between its first
// number and twice that, 20 up to four times, and 12 in the rest, or fewer where there are not enough whole numbers.
func step(games int64) int64 {
	decade := int64(1)
	for games/10 >= decade {
		decade *= 10
	}
	switch {
	case games < 2*decade:
		return max(decade/20, 1)
	case games < 4*decade:
		return max(decade/10, 1)
	}
	return max(decade/2, 1)
}

// OnLadder reports whether this number of games is a checkpoint. It depends only on the number, so a run in several
// pieces has the same curve as one in a single piece. Round numbers are checkpoints, and so is 0.
func OnLadder(games int64) bool { return games%step(games) == 0 }

// NextCheckpoint returns the first checkpoint after this number of games.
func NextCheckpoint(games int64) int64 {
	s := step(games)
	return (games/s + 1) * s
}

// Validate returns an error unless the tally is possible for at most this many games. The limit must be less than a
// third of the largest int64.
func (t Tally) Validate(most int64) error {
	if min(t.Win, t.Draw, t.Loss, t.Resigned) < 0 || t.Resigned > t.Loss ||
		max(t.Win, t.Draw, t.Loss) > most || t.Games() > most {
		return fmt.Errorf("impossible numbers of games: %d won, %d drawn, %d lost, %d resigned",
			t.Win, t.Draw, t.Loss, t.Resigned)
	}
	return nil
}

// Includes reports whether t has at least as many games of each kind as other. Both must be valid.
func (t Tally) Includes(other Tally) bool {
	rest := t.Minus(other)
	return min(rest.Win, rest.Draw, rest.Loss, rest.Resigned) >= 0
}

// rounding is larger than the rounding error of any sum of probabilities.
const rounding = 1e-9

// Validate returns an error unless the probabilities lie between 0 and 1 and add up to 1, up to rounding.
func (o WDL) Validate() error {
	least, sum := min(o.Win, o.Draw, o.Loss), o.Win+o.Draw+o.Loss
	if !(least >= -rounding && math.Abs(sum-1) <= rounding) {
		return fmt.Errorf("impossible probabilities: %v, %v, %v", o.Win, o.Draw, o.Loss)
	}
	return nil
}

// Same reports whether two points are equal, up to rounding.
func (p Point) Same(other Point) bool {
	return p.Games == other.Games && p.Tally == other.Tally && slices.Equal(p.Counts, other.Counts) &&
		p.Random.same(other.Random) && p.Perfect.same(other.Perfect) &&
		p.Blocker.same(other.Blocker) && p.Worst.same(other.Worst) && p.MostLosses.same(other.MostLosses) &&
		slices.EqualFunc(p.Rival.All(), other.Rival.All(), func(a, b *WDL) bool { return a.same(*b) })
}

// same reports whether two results are equal up to rounding.
func (o WDL) same(other WDL) bool {
	return max(math.Abs(o.Win-other.Win), math.Abs(o.Draw-other.Draw), math.Abs(o.Loss-other.Loss)) <= rounding
}

// ValidateCurve returns an error unless the checkpoints are in order, with tallies that grow up to at most this many
// games and valid probabilities. It ignores Blocker, which not every curve has.
func ValidateCurve(points []Point, most int64) error {
	last := Point{Games: -1}
	for _, p := range points {
		measured := []*WDL{&p.Random, &p.Perfect, &p.Worst, &p.MostLosses}
		if p.Rival != (Rival{}) {
			measured = append(measured, p.Rival.All()...)
		}
		err := p.Tally.Validate(most)
		for _, wdl := range measured {
			err = cmp.Or(err, wdl.Validate())
		}
		if err == nil && (p.Games <= last.Games || !p.Tally.Includes(last.Tally)) {
			err = errors.New("the curve is out of order")
		}
		if err != nil {
			return fmt.Errorf("the checkpoint at %d games: %w", p.Games, err)
		}
		last = p
	}
	return nil
}
