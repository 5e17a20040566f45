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

func tournament() Curve {
	c := Curve{
		Name: "Michie’s tournament, 1961, as read: ±1 game, ±1 level", Alone: "Michie, 1961, ±1",
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

// pegasusRuns returns the known readings of Michie's figure 7 for an outcome. Losses, and so draws, can be read only
// for the first run.
func pegasusRuns(outcome string) (marks []Curve) {
	for i, run := range arena.Pegasus[7] {
		c := Curve{
			Name: fmt.Sprintf("Michie’s program, run %d", i+1), Form: Marks, Hue: []int{ink, 5}[i], Dash: 2 - i,
		}
		for hundred, won := range run["win"] {
			v := won
			switch lost := run["loss"]; {
			case outcome == "win":
			case lost == nil:
				continue
			case outcome == "loss":
				v = lost[hundred]
			default:
				v = 100 - won - lost[hundred]
			}
			c.Points = append(c.Points, Point{Games: float64(100 * (hundred + 1)), Value: v / 100})
		}
		if len(c.Points) > 0 {
			marks = append(marks, c)
		}
	}
	return marks
}
