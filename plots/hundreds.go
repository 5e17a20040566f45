package plots

import "menace/arena/experiment"

// PlayedShare returns the measure shown by [Series.Hundreds]: the share of games with this outcome, "win", "draw" or
// "loss", since the previous checkpoint.
func PlayedShare(outcome string) experiment.Measure {
	return experiment.Measure{Against: "played", Name: outcome}
}

// Hundreds shows the shares of games won, drawn and lost between consecutive checkpoints, such as every hundred
// games, like the figures of Michie's paper of 1963 on his program. The lines need [PlayedShare]. If michie is true,
// it adds the readings of his figure 7.
func (s Series) Hundreds(michie, log bool) Figure {
	f := s.figure("", "Games of training", "; of the games since the checkpoint before")
	var row []Panel
	for _, outcome := range Outcomes {
		if s.Drawless && outcome.Name == "draw" {
			continue
		}
		m := PlayedShare(outcome.Name)
		curves := s.curves(m)
		if michie {
			curves = append(curves, pegasusRuns(outcome.Name)...)
		}
		row = append(row, s.panel(outcome.Name, gamesAxis(s.last(m), log), shareOfGames, curves))
	}
	f.Panels = [][]Panel{row}
	return f
}

// pegasus holds the results of two runs of Michie's program against a random player, by hundreds of games. They are
// read off the drawing of figure 7 (The Computer Journal 6(3), 1963, 232–236), to a game or so. Losses can be read
// only for the first run.
var pegasus = []struct {
	name      string
	won, lost []float64
}{
	{"Michie’s program, run 1", []float64{56, 78, 88, 90, 98, 86, 93, 95, 97, 94},
		[]float64{29, 16, 10, 8, 1, 8, 0, 2, 1, 3}},
	{"Michie’s program, run 2", []float64{65, 89, 89, 93, 94, 94, 94, 95}, nil},
}

// pegasusRuns returns the known readings of these runs for an outcome.
func pegasusRuns(outcome string) (marks []Curve) {
	for i, run := range pegasus {
		c := Curve{Name: run.name, Form: Marks, Hue: []int{ink, 5}[i]}
		for hundred, won := range run.won {
			v := won
			switch {
			case outcome == "win":
			case run.lost == nil:
				continue
			case outcome == "loss":
				v = run.lost[hundred]
			default:
				v = 100 - won - run.lost[hundred]
			}
			c.Points = append(c.Points, Point{Games: float64(100 * (hundred + 1)), Value: v / 100})
		}
		if len(c.Points) > 0 {
			marks = append(marks, c)
		}
	}
	return marks
}
