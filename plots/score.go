package plots

import (
	"fmt"
	"slices"

	"menace/arena"
	"menace/arena/experiment"
)

// Score shows the running total 3·wins + draws − losses over games, like Michie's papers; its slope is the skill. If
// michie is true, it shows only as many games as his tournament had, and the five points known from it.
func (s Series) Score(michie, log bool) Figure {
	f := s.figure("Running score", "Running scores", "")
	games, totals := gamesAxis(s.last(score), log), s.curves(score)
	if michie {
		f.Subtitle += fmt.Sprintf("; the first %d games", arena.TournamentGames)
		games, totals = gamesAxis(arena.TournamentGames, log), append(totals, tournament())
	}
	for i, c := range totals {
		totals[i].Points = upTo(games.Max, c.Points)
	}
	f.Panels = [][]Panel{{s.panel("", games, Axis{Label: "3 · wins + draws – losses", Max: 1}, totals)}}
	return f
}

// upTo returns the points up to a number of games, the last one interpolated if necessary.
func upTo(games float64, points []Point) []Point {
	i := slices.IndexFunc(points, func(p Point) bool { return p.Games > games })
	switch {
	case i < 0:
		return points
	case i == 0 || points[i-1].Games == games:
		return points[:i]
	}
	return append(points[:i:i], points[i-1].towards(points[i], games))
}

// towards returns the point after a number of games on the line to another point.
func (p Point) towards(other Point, games float64) Point {
	share := (games - p.Games) / (other.Games - p.Games)
	between := func(a, b float64) float64 { return a + share*(b-a) }
	return Point{games, between(p.Value, other.Value), between(p.Low, other.Low), between(p.High, other.High)}
}

// tournament returns the running total of Michie's tournament.
func tournament() Curve {
	c := Curve{
		Name: "Michie’s tournament of 1961, read off a drawing: ±1 game, ±1 level", Alone: "Michie, 1961, ±1",
		Form: Marks, Hue: ink, Off: arena.ReadingError,
	}
	for _, r := range arena.Tournament() {
		c.Points = append(c.Points, Point{Games: float64(r.Games), Value: float64(r.Total)})
	}
	return c
}

// Strength shows two exact measures of skill over games, one below the other: the value of the worst case, and the
// share of draws against perfect play, which no player of tic-tac-toe can beat, or of wins in a game without draws.
func (s Series) Strength(log bool) Figure {
	f := s.figure("Strength", "Strength", "; exact values")
	games, held := gamesAxis(s.last(score), log), "draw"
	if s.Drawless {
		held = "win"
	}
	f.Panels = [][]Panel{
		{s.panel("worst case: against the best reply to every move", games, Axis{Label: "wins – losses", Min: -1},
			s.curves(experiment.Measure{Against: "worst", Name: "value"}))},
		{s.panel(held+"s against perfect", games, shareOfGames,
			s.curves(experiment.Measure{Against: "perfect", Name: held}))},
	}
	return f
}
