package plots_test

import (
	"fmt"

	"menace/arena"
	"menace/plots"
)

func ExampleSeries_Score() {
	machine := plots.Line{
		Name: "default",
		Met:  []plots.Stretch{{Opponent: "random", Games: 20}},
		Curve: []arena.Point{
			{},
			{Games: 10, Tally: arena.Tally{Win: 3, Draw: 2, Loss: 5}},
			{Games: 20, Tally: arena.Tally{Win: 10, Draw: 3, Loss: 7}},
		},
	}
	fmt.Print(plots.Series{Lines: []plots.Line{machine}}.Score(nil, false, false).Text(50, false))
	// Output:
	// Running score of default
	// 20 games against random
	//
	// 3 · wins + draws − losses
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
