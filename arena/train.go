package arena

import (
	"context"
	"math/rand/v2"

	"menace/board"
)

// Training is a learner at play against an opponent, who may learn from the same games.
type Training struct {
	Learner  *Career
	Opponent Player
	Rival    *Career // the record of an Opponent who learns too, or nil
	Random   *rand.PCG
}

// stretch is the most games played without looking up, about a millisecond.
const stretch = 1 << 13

// Run plays n games, or fewer: it stops before the next game when a learner is bankrupt, and
// within a millisecond when the context ends, whose error it then returns. It returns the number
// of games played; all of them are learned and counted.
func (t *Training) Run(ctx context.Context, n int64) (played int64, err error) {
	for played < n && !t.Bankrupt() {
		if err := ctx.Err(); err != nil {
			return played, err
		}
		played += t.play(min(n-played, t.untilCheckpoint(), stretch))
	}
	return played, nil
}

// Bankrupt tells whether a learner is bankrupt, so that no more games can be played.
func (t *Training) Bankrupt() bool {
	return t.Learner.Learner.Bankrupt() || t.Rival != nil && t.Rival.Learner.Bankrupt()
}

// untilCheckpoint returns the number of games to the next checkpoint of a learner.
func (t *Training) untilCheckpoint() int64 {
	games := t.Learner.Tally.Games()
	n := NextCheckpoint(games) - games
	if t.Rival != nil {
		games := t.Rival.Tally.Games()
		n = min(n, NextCheckpoint(games)-games)
	}
	return n
}

// play plays n games, or fewer if a learner goes bankrupt, and brings the records up to date.
func (t *Training) play(n int64) int64 {
	var ends [board.XWins + 1][2]int64 // by outcome; of each, those played out and those resigned
	x, o := Player(t.Learner.Learner), t.Opponent
	if t.Learner.Mark == board.O {
		x, o = o, x
	}
	played, bankrupt := int64(0), false
	for played < n && !bankrupt {
		end, resigned := Play(x, o, t.Random)
		played++
		bankrupt = t.Learner.Learner.Learn(end)
		if t.Rival != nil {
			bankrupt = t.Rival.Learner.Learn(end) || bankrupt
		}
		if resigned {
			ends[end][1]++
		} else {
			ends[end][0]++
		}
	}
	t.Learner.record(&ends)
	if t.Rival != nil {
		t.Rival.record(&ends)
	}
	return played
}

// record adds games that the learner has learned from.
func (c *Career) record(ends *[board.XWins + 1][2]int64) {
	for end, n := range ends {
		c.Tally.Add(c.Mark, board.Outcome(end), false, n[0])
		c.Tally.Add(c.Mark, board.Outcome(end), true, n[1])
	}
	c.checkpoint()
}

// Sample plays n games between two players who do not learn and returns the tally of the first, who
// plays mark. It stops as [Training.Run] does when the context ends.
func Sample(ctx context.Context, player Player, mark board.Mark, opponent Player, n int64, random *rand.PCG) (tally Tally, err error) {
	x, o := player, opponent
	if mark == board.O {
		x, o = o, x
	}
	for i := range n {
		if i%stretch == 0 && ctx.Err() != nil {
			return tally, ctx.Err()
		}
		end, resigned := Play(x, o, random)
		tally.Add(mark, end, resigned, 1)
	}
	return tally, nil
}
