package plots

import (
	"fmt"
	"slices"
)

// Score shows the running total 3·wins + draws − losses over games, the figure of Michie's papers, in
// which the slope is the skill. With michie set, it shows only as many games as his tournament had, with
// the five points known of it.
func (s Series) Score(michie, log bool) Figure {
	f := s.figure("Running score", "Running scores", "")
	games, totals := gamesAxis(s.last(), log), s.curves(score)
	if michie {
		f.Subtitle += fmt.Sprintf("; the first %d games", tournamentGames)
		games, totals = gamesAxis(tournamentGames, log), append(totals, tournament)
	}
	for i, c := range totals {
		totals[i].Points = upTo(games.Max, c.Points)
	}
	f.Panels = [][]Panel{{s.panel("", games, Axis{Label: "3 · wins + draws – losses", Max: 1}, totals)}}
	return f
}

// upTo returns the points of the first games, the last of them on the line to the next point.
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

// tournamentGames is how many games Michie played against his MENACE.
const tournamentGames = 220

// tournament is the running total of that tournament (Michie, The Computer Journal 6(3), 1963, 232–236).
var tournament = Curve{
	Name:   "Michie’s tournament, 1961",
	Form:   Marks,
	Hue:    ink,
	Points: []Point{{Games: 17, Value: -10}, {Games: 46, Value: -10}, {Games: 106, Value: 25}, {Games: 126, Value: 12}, {Games: 219, Value: 152}},
}
