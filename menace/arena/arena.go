// Package arena plays games, trains learners, and computes exactly how one policy fares against another.
//
// For most uses, train with [Training.Run] and evaluate with [Measure]. Everything works on the graph of a game (see
// package symmetry), from orbit to orbit: positions that are the same up to symmetry count as one, which makes an exact
// evaluation cheap enough for every checkpoint. The package stores nothing and prints nothing.
package arena

import (
	"math/rand/v2"

	"menace/symmetry"
)

// Player chooses moves.
type Player interface {
	// Move returns the orbit that the player moves to from o, or symmetry.None to resign.
	Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit
}

// Policy provides the chances of a player's moves.
type Policy interface {
	// Graph returns the game that the policy plays.
	Graph() *symmetry.Graph
	// Chances sets the chances of the edges on which the player moves, and may set others. The chances of an orbit
	// add up to 1, or are all 0 if the player resigns there, which it never does where the rules force its move.
	Chances(chances []float64)
}

// Opponent is a player that can state its policy.
type Opponent interface {
	Player
	Policy
}

// Learner is an opponent that learns from its games.
type Learner interface {
	Opponent
	// Learn learns from the game that the learner has just played, and reports whether that made it bankrupt.
	Learn(end symmetry.Outcome) (bankrupt bool)
	// Bankrupt reports whether the learner can do nothing but resign from now on.
	Bankrupt() bool
	// Counts returns the number of beads of each kind, always in the same order, or nil if the learner has no beads.
	Counts() []int64
}

// Play plays one game and returns its outcome, never symmetry.Ongoing, and whether a player resigned.
func Play(g *symmetry.Graph, first, second Player, random *rand.PCG) (end symmetry.Outcome, resigned bool) {
	at := symmetry.Start
	for {
		if at = first.Move(at, random); at >= symmetry.None {
			return symmetry.SecondWins, true
		}
		if end := g.Outcome(at); end != symmetry.Ongoing {
			return end, false
		}
		if at = second.Move(at, random); at >= symmetry.None {
			return symmetry.FirstWins, true
		}
		if end := g.Outcome(at); end != symmetry.Ongoing {
			return end, false
		}
	}
}

// NewRandom returns a generator with this seed. It is the only source of chance in a training run or a match;
// MarshalBinary stores its state.
func NewRandom(seed int64) *rand.PCG {
	const stream = 0x9E3779B97F4A7C15 // any fixed number
	return rand.NewPCG(uint64(seed), stream)
}

const NoSeed = -1 // no seed was given

// OrNewSeed returns the seed or, for NoSeed, a new random seed that is short enough to type.
func OrNewSeed(seed int64) int64 {
	if seed == NoSeed {
		return rand.Int64N(1_000_000_000)
	}
	return seed
}
