// Package arena is where players meet: it plays games, trains learners, and computes exactly how one
// policy fares against another.
//
// Everything here goes along the graph of a game (see package symmetry), from orbit to orbit: positions
// that are the same up to symmetry count as one. The package knows no storage and prints nothing.
package arena

import (
	"math/rand/v2"

	"menace/symmetry"
)

// Player chooses moves.
type Player interface {
	// Move returns the orbit that follows o when the player has moved, or symmetry.None to resign.
	Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit
}

// Policy gives the chances of a player's moves.
type Policy interface {
	// Graph returns the game that it plays.
	Graph() *symmetry.Graph
	// Chances sets the chances of the edges of the graph on which the player moves, and may set others.
	// Those of an orbit add up to 1, or are all 0 when the player resigns.
	Chances(chances []float64)
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
	Learn(end symmetry.Outcome) (bankrupt bool)
	// Bankrupt reports whether it can do nothing but resign, for ever.
	Bankrupt() bool
	// Counts returns how many beads it has of each kind, always in the same order; nil if it learns otherwise.
	Counts() []int64
}

// Play plays one game and returns how it ended, never symmetry.Ongoing, and whether by resignation.
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

// NewRandom returns the generator of a seed. It is the only source of chance in a training run or a
// match, and MarshalBinary stores its state.
func NewRandom(seed int64) *rand.PCG {
	const stream = 0x9E3779B97F4A7C15 // any fixed number
	return rand.NewPCG(uint64(seed), stream)
}
