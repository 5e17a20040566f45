package arena

import (
	"context"
	"math"
	"math/rand/v2"

	"menace/symmetry"
)

// Training is a learner playing against an opponent, which may learn from the same games.
type Training struct {
	Learner  *Career
	Opponent Player   // of a Schedule: the one that plays now
	Schedule Schedule // or nil if the Opponent stays
	Met      int64    // games of the Schedule so far
	Rival    *Career  // the record of an Opponent that learns too, or nil
	Random   *rand.PCG
}

// Meet lets the player of the schedule whose turn it is be the opponent, and returns for how many games at most.
func (t *Training) Meet() (games int64) {
	if t.Schedule == nil {
		return math.MaxInt64
	}
	stint, left := t.Schedule.At(t.Met)
	t.Opponent = stint.Opponent
	return left
}

// Stretch is how many games take about half a millisecond: enough to play without looking up.
const Stretch = 1 << 13

// Run plays n games and returns how many it played, all of them learned and counted. It stops early
// when a learner is bankrupt, and within a millisecond when the context ends, with its error.
func (t *Training) Run(ctx context.Context, n int64) (played int64, err error) {
	for played < n && !t.Bankrupt() {
		if err := ctx.Err(); err != nil {
			return played, err
		}
		played += t.Play(min(n-played, t.untilCheckpoint(), Stretch))
		t.Learner.checkpoint()
		if t.Rival != nil {
			t.Rival.checkpoint()
		}
	}
	return played, nil
}

// Bankrupt reports whether a learner is bankrupt, so that no more games can be played.
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

// Play plays n games, or fewer if a learner is bankrupt, and returns how many. It ignores checkpoints.
func (t *Training) Play(n int64) (played int64) {
	for played < n && !t.Bankrupt() {
		played += t.playStint(min(n-played, t.Meet()))
	}
	return played
}

// playStint plays n games with the opponent, or fewer if a learner goes bankrupt, and returns how many.
func (t *Training) playStint(n int64) int64 {
	var ends ends
	graph := t.Learner.Learner.Graph()
	first, second := seated(t.Learner.Learner, t.Learner.Side, t.Opponent)
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
	t.Met += ends.played
	return ends.played
}

// seated returns the two players in the order in which they move.
func seated(player Player, side symmetry.Side, opponent Player) (first, second Player) {
	if side == symmetry.Second {
		return opponent, player
	}
	return player, opponent
}

// Sample plays n games between two players who do not learn and returns the tally of the first, who
// plays a side. It stops as [Training.Run] does when the context ends.
func Sample(ctx context.Context, player Opponent, side symmetry.Side, opponent Player, n int64, random *rand.PCG) (tally Tally, err error) {
	graph := player.Graph()
	first, second := seated(player, side, opponent)
	for i := range n {
		if i%Stretch == 0 && ctx.Err() != nil {
			return tally, ctx.Err()
		}
		end, resigned := Play(graph, first, second, random)
		tally.Add(side, end, resigned, 1)
	}
	return tally, nil
}
