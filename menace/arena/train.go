package arena

import (
	"context"
	"math"
	"math/rand/v2"

	"menace/symmetry"
)

// Training lets a learner play against an opponent, which may learn from the same games.
type Training struct {
	Learner       *Career
	Opponent      Player   // with a Schedule, its current opponent
	Schedule      Schedule // nil if the Opponent never changes
	ScheduleGames int64    // games of the Schedule played so far
	Rival         *Career  // record of an Opponent that learns too, or nil
	Random        *rand.PCG
}

// NextOpponent sets Opponent to the next one in the schedule, and returns the number of games until the next.
func (t *Training) NextOpponent() (games int64) {
	if t.Schedule == nil {
		return math.MaxInt64
	}
	stint, left := t.Schedule.At(t.ScheduleGames)
	t.Opponent = stint.Opponent
	return left
}

// Block is the number of games that take about half a millisecond. Run checks its context after each block.
const Block = 1 << 13

// Run plays n games and returns how many it played. The learners have learned from all of them. It stops early if a
// learner goes bankrupt, and within a millisecond when the context is done, with the context's error.
func (t *Training) Run(ctx context.Context, n int64) (played int64, err error) {
	for played < n && !t.Bankrupt() {
		if err := ctx.Err(); err != nil {
			return played, err
		}
		learners := []*Career{t.Learner}
		if t.Rival != nil {
			learners = append(learners, t.Rival)
		}
		games := min(n-played, Block)
		for _, l := range learners {
			games = min(games, NextCheckpoint(l.Tally.Games())-l.Tally.Games())
		}
		played += t.Play(games)
		for _, l := range learners {
			l.checkpoint()
		}
	}
	return played, nil
}

// Bankrupt reports whether a learner is bankrupt, which ends the training.
func (t *Training) Bankrupt() bool {
	return t.Learner.Learner.Bankrupt() || t.Rival != nil && t.Rival.Learner.Bankrupt()
}

// Play plays n games, or fewer if a learner goes bankrupt, and returns how many. It adds no checkpoints.
func (t *Training) Play(n int64) (played int64) {
	for played < n && !t.Bankrupt() {
		played += t.playStint(min(n-played, t.NextOpponent()))
	}
	return played
}

// playStint plays n games against the current opponent, or fewer if a learner goes bankrupt, and returns how many.
func (t *Training) playStint(n int64) int64 {
	var ends outcomeCounts
	graph := t.Learner.Learner.Graph()
	opponent, _ := PlayerFacing(t.Opponent, t.Learner.Learner)
	first, second := InOrder(t.Learner.Learner, t.Learner.Side, opponent)
	for bankrupt := false; ends.played < n && !bankrupt; {
		end, resigned := Play(graph, first, second, t.Random)
		ends.add(end, resigned)
		bankrupt = t.Learner.Learner.Learn(end)
		if t.Rival != nil {
			bankrupt = t.Rival.Learner.Learn(end) || bankrupt
		}
	}
	t.Learner.record(&ends)
	if t.Rival != nil {
		t.Rival.record(&ends)
	}
	t.ScheduleGames += ends.played
	return ends.played
}

// InOrder returns two players in the order of play.
func InOrder(player Player, side symmetry.Side, opponent Player) (first, second Player) {
	if side == symmetry.Second {
		return opponent, player
	}
	return player, opponent
}
