// Package arena is where players meet: it plays games, trains learners, and computes exactly how one
// policy fares against another.
//
// Everything here goes from orbit to orbit (see package symmetry): a player is asked about
// canonical positions only, so positions that are the same up to symmetry count as one. The package
// knows no storage and prints nothing.
package arena

import (
	"math/rand/v2"

	"menace/board"
	"menace/symmetry"
)

// Player chooses moves.
type Player interface {
	// Move returns the orbit that follows o when the player has moved, or symmetry.None to resign.
	Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit
}

// Policy gives the chances of a player's moves.
type Policy interface {
	// Probabilities returns the chance of each square of the orbit's canonical position. They
	// add up to 1, or are all 0 when the player resigns.
	Probabilities(o symmetry.Orbit) [board.Squares]float64
}

// Opponent plays by a policy that it can also state.
type Opponent interface {
	Player
	Policy
}

// Learner is an opponent that learns from its games.
type Learner interface {
	Opponent
	// Learn ends a game in which it moved, and reports whether that made it bankrupt.
	Learn(end board.Outcome) (bankrupt bool)
	// Bankrupt reports whether it can do nothing but resign, for ever.
	Bankrupt() bool
	// Counts returns how many beads it has of each kind, always in the same order.
	Counts() []int64
}

// Play plays one game and returns how it ended, never board.Ongoing, and whether by resignation.
func Play(x, o Player, random *rand.PCG) (end board.Outcome, resigned bool) {
	at := symmetry.Start
	for {
		if at = x.Move(at, random); at == symmetry.None {
			return board.OWins, true
		}
		if end := at.Outcome(); end != board.Ongoing {
			return end, false
		}
		if at = o.Move(at, random); at == symmetry.None {
			return board.XWins, true
		}
		if end := at.Outcome(); end != board.Ongoing {
			return end, false
		}
	}
}

// NewRandom returns the generator of a seed. It is the only source of chance in a training run or a
// match, and MarshalBinary stores its state.
func NewRandom(seed int64) *rand.PCG {
	const stream = 0x9E3779B97F4A7C15 // any fixed number
	return rand.NewPCG(uint64(seed), stream)
}
