package arena

// Point is a checkpoint of a learning curve. Tally is what happened in the games so far; the probabilities
// are exact, of the learner as it is at this point.
type Point struct {
	Tally   Tally
	Random  WDL     // against Random
	Perfect WDL     // against Perfect
	Worst   WDL     // against the best reply to it
	Counts  []int64 // the beads, in the order of Learner.Counts
}

// step returns the distance between checkpoints from a number of games on. Of each decade, the
// first doubling has 20 checkpoints, the second 20, and the rest 12, where that many whole
// numbers are.
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

// OnLadder tells whether a number of games is a checkpoint. It depends on nothing but the
// number, so that a run that was cut into pieces has the curve of the whole. Round numbers are
// checkpoints, and so is 0.
func OnLadder(games int64) bool { return games%step(games) == 0 }

// NextCheckpoint returns the first checkpoint after a number of games.
func NextCheckpoint(games int64) int64 {
	s := step(games)
	return (games/s + 1) * s
}
