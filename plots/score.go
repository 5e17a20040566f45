package plots

import (
	"slices"

	"menace/menace/arena"
	"menace/plots/chart"
)

// Score shows the running total 3·wins + draws − losses over games, like Michie's papers; its slope is the skill. If
// michie is true, it adds every game of his tournament, and shows only as many games as that had.
func (s Series) Score(michie, log bool) chart.Figure {
	in := s.in()
	f := s.figure(in.Text("Running score of {names}", "names", s.whose()), "")
	games, totals := gamesAxis(in, s.last(score), log), s.curves(score)
	if michie {
		f.Subtitle += "; " + in.Text("the first {games} games; rings: doubtful dots", "games",
			in.Count(arena.TournamentGames))
		games = gamesAxis(in, arena.TournamentGames, log)
		for i, c := range totals {
			totals[i].Points = upTo(games.Max, c.Points)
		}
	}
	finding := s.totals(totals, michie)
	if michie {
		totals = append(totals, tournament(in)...)
	}
	f.Panels = [][]chart.Panel{{s.panel("", games, totalAxis(in), totals)}}
	return headed(f, finding)
}

// totalAxis returns the axis of a running total.
func totalAxis(in chart.Language) chart.Axis {
	return chart.Axis{Label: in.Text("3 · wins + draws − losses"), Max: 1}
}

// tournament returns a dot for each game of Michie's tournament, and rings around the doubtful ones.
func tournament(in chart.Language) []chart.Curve {
	dots := chart.Curve{Name: in.Text("Michie’s tournament, 1961"), Form: chart.Dots, Hue: chart.Ink}
	doubtful := chart.Curve{Form: chart.Marks, Hue: chart.Ink}
	for _, g := range arena.Tournament() {
		p := chart.Point{X: float64(g.Game), Y: float64(g.Total)}
		if dots.Points = append(dots.Points, p); g.Doubt != "" {
			doubtful.Points = append(doubtful.Points, p)
		}
	}
	return []chart.Curve{dots, doubtful}
}

// readings returns a row of marks for each series of published readings about an outcome.
func readings(list []arena.Reading, outcome string) (rows []chart.Curve) {
	for i, series := range arena.BySeries(list, outcome) {
		// The first series is in ink. The others take hues from last to first, because lines take them from first to
		// last.
		c := chart.Curve{Name: series[0].Series, Form: chart.Marks, Hue: (6*i - 1) % 7, Dash: i}
		for _, r := range series {
			c.Points = append(c.Points, chart.Point{X: float64(r.Games), Y: r.Value / 100,
				Low: max(0, (r.Value-r.ValuePrecision)/100), High: min(1, (r.Value+r.ValuePrecision)/100)})
			c.Off = max(c.Off, r.GamesPrecision)
		}
		rows = append(rows, c)
	}
	return rows
}

// upTo returns the points up to a number of games, the last one interpolated if necessary.
func upTo(games float64, points []chart.Point) []chart.Point {
	i := slices.IndexFunc(points, func(p chart.Point) bool { return p.X > games })
	switch {
	case i < 0:
		return points
	case i == 0 || points[i-1].X == games:
		return points[:i]
	}
	return append(points[:i:i], between(points[i-1], points[i], games))
}

// between returns the point after a number of games on the line from p to another point.
func between(p, other chart.Point, games float64) chart.Point {
	share := (games - p.X) / (other.X - p.X)
	at := func(a, b float64) float64 { return a + share*(b-a) }
	return chart.Point{
		X: games, Y: at(p.Y, other.Y), Low: at(p.Low, other.Low), High: at(p.High, other.High),
	}
}

// Strength shows two exact measures of skill over games, one below the other: the value of the worst case, and the
// share of draws against perfect play, which no player of tic-tac-toe can beat, or of wins in a game without draws.
func (s Series) Strength(log bool) chart.Figure {
	in := s.in()
	f := s.figure(in.Text("Strength of {names}", "names", s.whose()), "; exact values")
	games, held := gamesAxis(in, s.last(score), log), Outcomes[1]
	if s.Drawless {
		held = Outcomes[0]
	}
	worst := Measure{Against: "worst", Name: "value"}
	f.Panels = [][]chart.Panel{
		{s.panel(in.Text("worst case: against the best reply to every move"), games,
			chart.Axis{Label: in.Text("wins − losses"), Min: -1}, s.curves(worst))},
		{s.panel(held.against(in, "perfect"), games, shareOfGames(in),
			s.curves(Measure{Against: "perfect", Name: held.Name}))},
	}
	return headed(f, s.worst(worst))
}

// PlayedShare returns the measure shown by [Series.Hundreds]: the share of games since the previous checkpoint that had
// this outcome, "win", "draw" or "loss".
func PlayedShare(outcome string) Measure {
	return Measure{Against: "played", Name: outcome}
}

// Hundreds shows the shares of games won, drawn and lost between consecutive checkpoints, such as every hundred
// games, like the figures of Michie's paper of 1963 on his program. The lines need [PlayedShare]. It adds published
// readings of these shares.
func (s Series) Hundreds(published []arena.Reading, log bool) chart.Figure {
	f := s.figure(s.in().Text("Training games of {names}", "names", s.whose()),
		"; of the games since the checkpoint before")
	var row []chart.Panel
	for _, outcome := range Outcomes {
		if s.Drawless && outcome.Name == "draw" {
			continue
		}
		m := PlayedShare(outcome.Name)
		curves := append(s.curves(m), readings(published, outcome.Name)...)
		games := gamesAxis(s.in(), s.last(m), log)
		row = append(row, s.panel(outcome.title(s.in()), games, shareOfGames(s.in()), curves))
	}
	f.Panels = [][]chart.Panel{row}
	return headed(f, s.hundreds())
}
