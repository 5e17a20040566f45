package plots

// Strength shows two exact measures of skill over games, one below the other: the value of the
// worst case, and the share of draws against perfect play, which no player can beat.
func Strength(learners []Learner, log bool) Figure {
	return Figure{
		Title:    "Strength of " + names(learners),
		Subtitle: trained(learners),
		Panels: strengthPanels(gamesAxis(last(learners), log),
			lines(learners, func(c Checkpoint) float64 { return c.Worst }),
			lines(learners, func(c Checkpoint) float64 { return c.Perfect.Draw })),
	}
}

func strengthPanels(games Axis, worst, draws []Curve) [][]Panel {
	return [][]Panel{
		{{
			Title:  "worst case: against the best reply to every move",
			X:      games,
			Y:      Axis{Label: "wins – losses", Min: -1},
			Curves: worst,
		}},
		{{
			Title:  "draws against perfect",
			X:      games,
			Y:      Axis{Label: "share of games", Max: 1, Percent: true},
			Curves: draws,
		}},
	}
}
