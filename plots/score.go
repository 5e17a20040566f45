package plots

import "fmt"

// Score shows the running total 3·wins + draws − losses over games, the figure of Michie's papers,
// in which the slope is the skill. With michie set, it shows as many games as his tournament had, and
// the five points that are known of it.
func Score(learners []Learner, michie, log bool) Figure {
	f := Figure{Title: "Running score of " + names(learners), Subtitle: trained(learners)}
	games := last(learners)
	if michie {
		games = tournamentGames
		f.Subtitle += fmt.Sprintf("; the first %d games", games)
	}
	f.Panels = scorePanel(gamesAxis(games, log), lines(learners, total), michie)
	return f
}

// scorePanel draws totals as far as the axis goes, and over them, with michie set, his tournament.
func scorePanel(games Axis, totals []Curve, michie bool) [][]Panel {
	for i, c := range totals {
		totals[i].Points = upTo(games.Max, c.Points)
	}
	if michie {
		totals = append(totals, tournament)
	}
	return [][]Panel{{{X: games, Y: Axis{Label: "3 · wins + draws – losses", Max: 1}, Curves: totals}}}
}

// upTo returns the points of the first games, the last of them on the line to the next point.
func upTo(games float64, points []Point) []Point {
	for i, p := range points {
		if p.Games <= games {
			continue
		}
		first := points[:i:i]
		if i == 0 || points[i-1].Games == games {
			return first
		}
		return append(first, points[i-1].towards(p, games))
	}
	return points
}

// towards returns the point after a number of games on the line to another point.
func (p Point) towards(other Point, games float64) Point {
	share := (games - p.Games) / (other.Games - p.Games)
	between := func(a, b float64) float64 { return a + share*(b-a) }
	return Point{games, between(p.Value, other.Value), between(p.Low, other.Low), between(p.High, other.High)}
}

func total(c Checkpoint) float64 { return float64(3*c.Wins + c.Draws - c.Losses) }

// tournamentGames is how many games Michie played against his MENACE.
const tournamentGames = 220

// tournament is how the total stood in that tournament (Michie, The Computer Journal 6(3), 1963, 232–236).
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
