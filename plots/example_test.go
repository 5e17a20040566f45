package plots_test

import (
	"fmt"

	"menace/plots"
)

func ExampleScore() {
	learner := plots.Learner{
		Name:    "default",
		Trained: []plots.Stretch{{Opponent: "random", Games: 20}},
		Curve: []plots.Checkpoint{
			{},
			{Games: 10, Wins: 3, Draws: 2, Losses: 5},
			{Games: 20, Wins: 10, Draws: 3, Losses: 7},
		},
	}
	fmt.Print(plots.Score([]plots.Learner{learner}, false, false).Text(50, false))
	// Output:
	// Running score of default
	// 20 games against random
	//
	// 3 · wins + draws – losses
	//  30 ┤
	//  25 ┤                                   ╭───
	//  20 ┤                              ╭────╯
	//  15 ┤                         ╭────╯
	//  10 ┤                    ╭────╯
	//   5 ┤        ╭───────────╯
	//   0 ┼────────╯
	//     └┬─────────┬─────────┬────────┬─────────┬
	//      0         5        10       15        20
	//                    games played
	//   ── default
}
