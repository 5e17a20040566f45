package plots

// Strength shows two exact measures of skill over games, one below the other: the value of the
// worst case, and the share of draws against perfect play, which no player can beat.
func Strength(learners []Learner, log bool) Figure {
	games := gamesAxis(last(learners), log)
	return Figure{
		Title:    "Strength of " + names(learners),
		Subtitle: trained(learners),
		Panels: [][]Panel{
			{{
				Title:  "worst case: against the best reply to every move",
				X:      games,
				Y:      Axis{Label: "wins – losses", Min: -1},
				Curves: lines(learners, func(c Checkpoint) float64 { return c.Worst }),
			}},
			{{
				Title:  "draws against perfect",
				X:      games,
				Y:      Axis{Label: "share of games", Max: 1, Percent: true},
				Curves: lines(learners, func(c Checkpoint) float64 { return c.Perfect.Draw }),
			}},
		},
	}
}
