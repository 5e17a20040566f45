// Package figures reads the data of figures from the database, and lists the options of figures.
package figures

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"menace/arena"
	"menace/cmd/menace/internal/experiments/report"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/mistake"
	"menace/menace"
	"menace/menace/option"
	"menace/plots"
	"menace/plots/paper"
)

// Names are the names of the figures.
var Names = []string{"learning", "score", "hundreds", "strength", "beads"}

// Options specify a figure.
type Options struct {
	Figure string // one of Names
	Agents []string

	// A figure of an experiment shows its cells instead of agents.
	Experiment string
	Cells      []int  // all if empty
	Band       string // one of Bands; "" is ci for several lines without readings, else range
	Alive      bool   // only machines that are alive at the end

	Against  []string // learning: opponents, which may include people; those that were met if empty
	Michie   bool     // score: with the tournament of 1961; hundreds: with the program of 1963
	Share    bool     // beads: chances instead of beads
	Position string   // beads: the position of the box; "" for the opening boxes
	Log      bool     // a logarithmic axis of games
}

// Bands lists the kinds of band around a line: the middle 90 % of the machines around their median; or the 95 %
// interval of their mean or, of machines that are alive at the end, of their median.
var Bands = []string{"range", "ci"}

// Draw draws a figure, and returns notes on what is missing from it.
func Draw(ctx context.Context, l *lab.Lab, o Options) (d paper.Drawing, notes []string, err error) {
	if o.Figure == "beads" {
		histories, err := histories(ctx, l, o.Agents, o.Position)
		return plots.Beads(histories, o.Share, o.Log), nil, err
	}
	series, michie, notes, err := o.series(ctx, l)
	if err != nil {
		return nil, nil, err
	}
	switch o.Figure {
	case "learning":
		d, err := learning(series, o)
		return d, notes, err
	case "score":
		published, err := o.published(series, michie)
		return series.Score(published, o.Michie, o.Log), notes, err
	case "hundreds":
		published, err := o.published(series, michie)
		return series.Hundreds(published, o.Log), notes, err
	case "strength":
		return series.Strength(o.Log), notes, nil
	}
	return nil, nil, mistake.Errorf("unknown figure %q; choose from %s", o.Figure, strings.Join(Names, ", "))
}

// series reads the series of the agents or of the experiment, with notes, and returns what Michie published about such
// machines.
func (o Options) series(ctx context.Context, l *lab.Lab) (plots.Series, []arena.Reading, []string, error) {
	if o.Experiment == "" {
		series, err := agentSeries(ctx, l, o.Agents)
		return series, arena.Tournament, nil, err
	}
	s, err := o.study(ctx, l)
	if err != nil {
		return plots.Series{}, nil, nil, err
	}
	if o.Figure == "hundreds" {
		series, err := s.series(ctx, l, playedShares)
		series.Shorten()
		return series, program1963(s.e.Cells[s.Cells[0]-1]), s.notes, err
	}
	series, err := s.series(ctx, l, report.Course)
	series.Shorten()
	return series, arena.Tournament, s.notes, err
}

// published returns what Michie published, if the figure is to show it.
func (o Options) published(s plots.Series, michie []arena.Reading) ([]arena.Reading, error) {
	switch {
	case !o.Michie:
		return nil, nil
	case s.Game != menace.Michie().Game:
		return nil, option.Wrong("michie", mistake.Errorf("Michie published results of tic-tac-toe only"))
	}
	return michie, nil
}

// learning draws learning curves.
func learning(s plots.Series, o Options) (paper.Drawing, error) {
	options := plots.LearningOptions{Log: o.Log}
	for _, name := range o.Against {
		opponent := arena.CanonicalName(name)
		if err := checkAgainst(s, opponent); err != nil {
			return nil, option.Wrong("against", err)
		}
		options.Against = append(options.Against, opponent)
	}
	figure := s.Learning(options)
	if len(figure.Panels) == 0 {
		return nil, errors.New("too few games in a row against one opponent for a rate; " +
			"exact rates are known against random and perfect")
	}
	return figure, nil
}

// checkTrainer returns an error if no machine can have rates against an opponent of this name.
func checkTrainer(name string) error {
	if name == plots.People {
		return nil
	}
	err := lab.CheckTrainer(name)
	var unknown *lab.UnknownError
	if errors.As(err, &unknown) {
		unknown.Names = append(unknown.Names, plots.People)
	}
	return err
}

// checkAgainst returns an error if a series has no rates against an opponent.
func checkAgainst(s plots.Series, opponent string) error {
	met := func(l plots.Line) bool {
		return slices.ContainsFunc(l.Met, func(s plots.Stretch) bool { return s.Opponent == opponent })
	}
	switch {
	case s.Exact(opponent) || slices.ContainsFunc(s.Lines, met):
		return nil
	case s.Experiment != "":
		return mistake.Errorf("no rates against %s: replicates are measured only against %s",
			opponent, strings.Join(s.Measured, ", "))
	}
	return fmt.Errorf("no rates against %s: exact rates are known against random and perfect, "+
		"sampled ones against those that a machine trained with", opponent)
}
