package learners

import (
	"fmt"
	"math/rand/v2"
)

// bandit is a game of two moves that win with probabilities that are unknown, and uniform between 0 and 1. A learner
// sees only whether each play was won.
type bandit interface {
	first() float64       // the chance that it makes the first move
	learn(move, gain int) // gain is 1 after a win, −1 after a loss
}

// beadBox is a box of Michie's: a win adds three beads, a loss takes away the one drawn, and an empty box is refilled.
type beadBox [2]int

func (b *beadBox) first() float64 { return float64(b[0]) / float64(b[0]+b[1]) }

func (b *beadBox) learn(move, gain int) {
	b[move] += 1 + 2*gain
	if b[0]+b[1] == 0 {
		*b = freshBox
	}
}

// freshBox has as many beads of each colour as Michie's boxes for the machine's first move.
var freshBox = beadBox{4, 4}

// odds doubles the odds of a move after a win and halves them after a loss, as in the example of Michie's paper of 1963.
type odds float64

func (o *odds) first() float64 { return float64(*o / (1 + *o)) }

func (o *odds) learn(move, gain int) {
	if (gain > 0) == (move == 0) {
		*o *= 2
	} else {
		*o /= 2
	}
}

// shareWon returns the share of plays that a learner wins, over 200,000 learners.
func shareWon(plays int, fresh func() bandit) float64 {
	const learners = 200_000
	random, won := rand.New(rand.NewPCG(19, 66)), 0
	for range learners {
		chance, l := [2]float64{random.Float64(), random.Float64()}, fresh()
		for range plays {
			move, gain := 0, -1
			if random.Float64() >= l.first() {
				move = 1
			}
			if random.Float64() < chance[move] {
				gain = 1
				won++
			}
			l.learn(move, gain)
		}
	}
	return float64(won) / float64(learners*plays)
}

// bestShare returns the share of plays that the Bayes-optimal learner wins, by dynamic programming over the record of
// both moves. A move that won w plays of n wins the next with probability (w+1)/(n+2).
func bestShare(plays int) float64 {
	wins := make([]float64, plays*plays*plays) // expected in the plays that are left
	at := func(tried, won, wonOther int) int { return (tried*plays+won)*plays + wonOther }
	for played := plays - 1; played >= 0; played-- {
		last := played == plays-1
		for tried := range played + 1 { // plays with the first move; those with one more are from the play after
			other := played - tried
			for won := range tried + 1 {
				for wonOther := range other + 1 {
					p, q := float64(won+1)/float64(tried+2), float64(wonOther+1)/float64(other+2)
					if !last {
						p += p*wins[at(tried+1, won+1, wonOther)] + (1-p)*wins[at(tried+1, won, wonOther)]
						q += q*wins[at(tried, won, wonOther+1)] + (1-q)*wins[at(tried, won, wonOther)]
					}
					wins[at(tried, won, wonOther)] = max(p, q)
				}
			}
		}
	}
	return wins[0] / float64(plays)
}

// The price of beads: the share of plays won in a game of two moves whose chances of winning are unknown.
func Example_priceOfBeads() {
	fmt.Println("plays  beads  odds  optimal")
	for _, plays := range []int{20, 100} {
		beads := shareWon(plays, func() bandit { box := freshBox; return &box })
		doubled := shareWon(plays, func() bandit { even := odds(1); return &even })
		fmt.Printf("%5d  %.3f  %.3f  %.4f\n", plays, beads, doubled, bestShare(plays))
	}
	// Output:
	// plays  beads  odds  optimal
	//    20  0.582  0.603  0.6216
	//   100  0.625  0.636  0.6492
}
