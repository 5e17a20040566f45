package arena_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// A machine trains against a custom player, who takes the centre and then any square. Both are evaluated exactly.
func Example() {
	m := menace.New(menace.Michie())
	g := m.Graph()
	player := arena.Uniform(g, func(o symmetry.Orbit) symmetry.Set {
		if centre := slices.Index(g.Moves(o), symmetry.Place(4)); centre >= 0 {
			return 1 << centre
		}
		return 1<<len(g.Moves(o)) - 1
	})
	training := arena.Training{Learner: arena.NewCareer(m, symmetry.First), Opponent: player, Random: arena.NewRandom(1)}
	before := arena.Evaluate(m, symmetry.First, player)
	if _, err := training.Run(context.Background(), 1000); err != nil {
		panic(err)
	}
	after := arena.Evaluate(m, symmetry.First, player)
	fmt.Printf("the machine wins %.3f of its games before, %.3f after\n", before.Win, after.Win)
	worst := arena.Measure(player, symmetry.Second, arena.Tally{}).Worst
	fmt.Printf("the player loses %.3f of its games to the best reply\n", worst.Loss)
	// Output:
	// the machine wins 0.517 of its games before, 0.806 after
	// the player loses 0.990 of its games to the best reply
}

// hurried is a player type that makes the first move that it finds.
type hurried struct{ graph *symmetry.Graph }

func (h hurried) Graph() *symmetry.Graph { return h.graph }

func (h hurried) Move(o symmetry.Orbit, _ *rand.PCG) symmetry.Orbit { return h.graph.Next(o, 0) }

func (h hurried) Chances(chances []float64) {
	for _, ply := range h.graph.Ongoing() {
		for _, star := range ply {
			clear(chances[star.First:star.End])
			chances[star.First] = 1
		}
	}
}

// A player can be any type, and CheckMoves can test it.
func ExampleCheckMoves() {
	g := menace.New(menace.Michie()).Graph()
	fmt.Println(arena.CheckMoves(hurried{g}, symmetry.First), arena.CheckMoves(hurried{g}, symmetry.Second))
	// Output: <nil> <nil>
}
