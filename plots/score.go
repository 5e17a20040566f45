package plots

// Score shows the running total 3·wins + draws − losses over games, the figure of Michie's papers,
// in which the slope is the skill. With michie set, the five points of his tournament stand over it.
func Score(learners []Learner, michie, log bool) Figure {
	panel := Panel{
		X:      gamesAxis(last(learners), log),
		Y:      Axis{Label: "3 · wins + draws – losses", Max: 1},
		Curves: lines(learners, total),
	}
	if michie {
		panel.Curves = append(panel.Curves, tournament)
	}
	return Figure{
		Title:    "Running score of " + names(learners),
		Subtitle: trained(learners),
		Panels:   [][]Panel{{panel}},
	}
}

func total(c Checkpoint) float64 { return float64(3*c.Wins + c.Draws - c.Losses) }

// tournament is how the total stood in Michie's tournament of 220 games against his MENACE
// (Michie, The Computer Journal 6(3), 1963, 232–236).
var tournament = Curve{
	Name: "Michie’s tournament, 1961",
	Form: Marks,
	Hue:  ink,
	Points: []Point{
		{Games: 17, Value: -10},
		{Games: 46, Value: -10},
		{Games: 106, Value: 25},
		{Games: 126, Value: 12},
		{Games: 219, Value: 152},
	},
}
