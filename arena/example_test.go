package arena_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"menace/arena"
	"menace/menace"
	"menace/symmetry"
)

// hurried is a player of our own: it plays the first move that it finds.
type hurried struct{ graph *symmetry.Graph }

func (h hurried) Graph() *symmetry.Graph { return h.graph }

func (h hurried) Move(o symmetry.Orbit, _ *rand.PCG) symmetry.Orbit {
	return h.graph.Edges()[h.graph.Star(o).First]
}

func (h hurried) Chances(chances []float64) {
	for _, ply := range h.graph.Ongoing() {
		for _, star := range ply {
			chances[star.First] = 1
		}
	}
}

// A machine trains against a player of our own, and both are evaluated exactly.
func Example() {
	m := menace.New(menace.Michie())
	player := hurried{m.Graph()}
	before := arena.Evaluate(m, symmetry.First, player)
	training := arena.Training{
		Learner: arena.NewCareer(m, symmetry.First), Opponent: player, Random: arena.NewRandom(1),
	}
	if _, err := training.Run(context.Background(), 1000); err != nil {
		panic(err)
	}
	after := arena.Evaluate(m, symmetry.First, player)
	fmt.Printf("it wins %.3f of its games before, %.3f after\n", before.Win, after.Win)
	fmt.Printf("the player loses %.0f games of 1 to the best reply\n", arena.WorstCase(player, symmetry.Second).Loss)
	// Output:
	// it wins 0.506 of its games before, 0.999 after
	// the player loses 1 games of 1 to the best reply
}
