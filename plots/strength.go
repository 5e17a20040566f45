package plots

import "menace/arena/experiment"

// Strength shows two exact measures of skill over games, one below the other: the value of the
// worst case, and the share of draws against perfect play, which no player can beat.
func (s Series) Strength(log bool) Figure {
	f := s.figure("Strength", "Strength", "; exact values")
	games := gamesAxis(s.last(), log)
	f.Panels = [][]Panel{
		{s.panel("worst case: against the best reply to every move", games, Axis{Label: "wins – losses", Min: -1},
			s.curves(experiment.Measure{Against: "worst", Name: "value"}))},
		{s.panel("draws against perfect", games, shareOfGames,
			s.curves(experiment.Measure{Against: "perfect", Name: "draw"}))},
	}
	return f
}
