package plots

import "fmt"

// Experiment is many machines of several settings.
type Experiment struct {
	Name  string
	Note  string // what the lines are, and of how many machines
	Bands string // what the bands are
	Cells []Cell
}

// Cell is the machines of one setting: for each measure what they have in common at the checkpoints, by
// ascending games, with the band in which most of them lie.
type Cell struct {
	Name   string
	Points map[Measure][]Point
}

// Measure is one number that tells how good a machine is.
type Measure struct {
	Against string // "random", "perfect" and so on; "worst" is the best reply to it, "played" the games of training
	Name    string // "win", "draw", "loss"; "value" is wins minus losses, "score" Michie's running total
}

// Learning shows the exact rates of wins, draws and losses over games: a row of panels an opponent, a
// panel an outcome, a line a cell.
func (e Experiment) Learning(against []string, log bool) Figure {
	f := e.figure("Learning curves of ", "; exact probabilities")
	for _, opponent := range against {
		var row []Panel
		for _, out := range outcomes {
			row = append(row, Panel{
				Title:  out.name + " against " + opponent,
				X:      gamesAxis(e.last(), log),
				Y:      Axis{Label: "share of games", Max: 1, Percent: true},
				Curves: e.lines(Measure{opponent, out.name}),
			})
		}
		f.Panels = append(f.Panels, row)
	}
	return f
}

// Score shows the running totals 3·wins + draws − losses, as the function [Score] does.
func (e Experiment) Score(michie, log bool) Figure {
	games, note := e.last(), ""
	if michie {
		games, note = tournamentGames, fmt.Sprintf("; the first %d games", tournamentGames)
	}
	f := e.figure("Running scores of ", note)
	f.Panels = scorePanel(gamesAxis(games, log), e.lines(Measure{"played", "score"}), michie)
	return f
}

// Strength shows what the function [Strength] does.
func (e Experiment) Strength(log bool) Figure {
	f := e.figure("Strength of ", "; exact values")
	f.Panels = strengthPanels(gamesAxis(e.last(), log), e.lines(Measure{"worst", "value"}), e.lines(Measure{"perfect", "draw"}))
	return f
}

func (e Experiment) figure(title, note string) Figure {
	return Figure{Title: title + e.Name, Subtitle: e.Note + note, Bands: e.Bands}
}

// lines returns a curve a cell, told apart by colour and dash.
func (e Experiment) lines(m Measure) []Curve {
	curves := make([]Curve, len(e.Cells))
	for i, c := range e.Cells {
		curves[i] = Curve{Name: c.Name, Points: c.Points[m], Hue: i, Dash: i}
	}
	return curves
}

// last returns the number of games at the end of the longest curve.
func (e Experiment) last() (games int64) {
	for _, c := range e.Cells {
		for _, points := range c.Points {
			for _, p := range points {
				games = max(games, int64(p.Games))
			}
		}
	}
	return games
}
