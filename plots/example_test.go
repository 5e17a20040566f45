package plots_test

import (
	"fmt"

	"menace/menace/arena"
	"menace/plots"
)

func ExampleSeries_Score() {
	machine := plots.Line{
		Name: "default",
		Met:  []plots.Span{{Opponent: "random", Games: 20}},
		Curve: []arena.Point{
			{},
			{Games: 10, Tally: arena.Tally{Win: 3, Draw: 2, Loss: 5}},
			{Games: 20, Tally: arena.Tally{Win: 10, Draw: 3, Loss: 7}},
		},
	}
	figure := plots.Series{Lines: []plots.Line{machine}}.Score(false, false)
	fmt.Println(figure.Title)
	fmt.Println(figure.Subtitle)
	for _, p := range figure.Panels[0][0].Curves[0].Points {
		fmt.Println(p.X, p.Y)
	}
	// Output:
	// After 20 games default has 26 points: 2.0 a game in the second half, 0.6 in the first
	// Running score of default; 20 games against random moves
	// 0 0
	// 10 6
	// 20 26
}
