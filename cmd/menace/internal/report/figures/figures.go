// Package figures reads the data of figures from the database, and lists the options of figures.
package figures

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dustin/go-humanize/english"

	"menace/arena"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
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
	Mean       bool   // the mean instead of the median
	Band       string // one of Bands; "" is ci for several lines without readings, else range
	Alive      bool   // only machines that are alive at the end

	Against  []string        // learning: opponents, which may include people; those that were met if empty
	Window   int64           // learning: the games over which a rate is sampled, or 0 for a suitable number
	Michie   bool            // score: with the tournament of 1961; hundreds: with the program of 1963
	Points   []arena.Reading // score and hundreds: published readings to add
	Share    bool            // beads: chances instead of beads
	Position string          // beads: the position of the box; "" for the opening boxes
	Log      bool            // a logarithmic axis of games
	Title    string          // instead of the figure's
	Labels   []string        // of the lines, in order, instead of names
	XLim     []float64       // ends of the axis of games, or nil
	YLim     []float64       // ends of the other axis for each row of panels, or nil
}

// Bands lists the kinds of band around a line: the middle 90 % of the machines; the 95 % interval of their mean or,
// of machines that are alive at the end, of their median, which is then the line; or none.
var Bands = []string{"range", "ci", "none"}

// Draw draws a figure, and returns notes on what is missing from it.
func Draw(ctx context.Context, l *lab.Lab, o Options) (d paper.Drawing, notes []string, err error) {
	d, notes, err = draw(ctx, l, o)
	if err != nil {
		return nil, notes, err
	}
	if f, ok := d.(plots.Figure); ok {
		f = f.Limited(o.XLim, o.YLim)
		if f.Title = cmp.Or(o.Title, f.Title); o.Title == noTitle {
			f.Title, f.Subtitle, f.Bands = "", "", ""
		}
		d = f
	}
	return d, notes, nil
}

func draw(ctx context.Context, l *lab.Lab, o Options) (d paper.Drawing, notes []string, err error) {
	switch o.Figure {
	case "beads":
		histories, err := histories(ctx, l, o.Agents, o.Position)
		return plots.Beads(histories, o.Share, o.Log), nil, err
	}
	series, michie, notes, err := o.series(ctx, l)
	if err == nil {
		err = o.label(&series)
	}
	if err != nil {
		return nil, nil, err
	}
	switch o.Figure {
	case "learning":
		d, more, err := learning(series, o)
		return d, append(notes, more...), err
	case "score":
		published, err := o.published(series, michie, "score")
		return series.Score(published, o.Michie, o.Log), notes, err
	case "hundreds":
		published, err := o.published(series, michie, "win", "draw", "loss")
		return series.Hundreds(published, o.Log), notes, err
	case "strength":
		return series.Strength(o.Log), notes, nil
	}
	return nil, nil, lab.Mistakef("unknown figure %q; choose from %s", o.Figure, strings.Join(Names, ", "))
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
		return series, program1963(s.e.Cells[s.Cells[0]-1]), s.notes, err
	}
	series, err := s.series(ctx, l, report.Course)
	return series, arena.Tournament, s.notes, err
}

// label gives the lines their labels. By default, cells of an experiment are labelled with the settings that differ.
func (o Options) label(s *plots.Series) error {
	if len(o.Labels) == 0 && s.Experiment != "" {
		s.Shorten()
	}
	if n := len(o.Labels); n > 0 && n != len(s.Lines) {
		return option.Wrong("label",
			lab.Mistakef("%s for %s", words.Plural(n, "label"), words.Plural(len(s.Lines), "line")))
	}
	for i, label := range o.Labels {
		s.Lines[i].Name = label
	}
	return nil
}

// published returns the readings to add to a figure: Michie's, on request, and others, some of which must be of a
// measure that the figure shows.
func (o Options) published(s plots.Series, michie []arena.Reading, measures ...string) ([]arena.Reading, error) {
	shown := func(r arena.Reading) bool { return slices.Contains(measures, r.Measure) }
	switch {
	case o.Michie && s.Game != menace.Michie().Game:
		return nil, option.Wrong("michie", lab.Mistakef("Michie published results of tic-tac-toe only"))
	case len(o.Points) > 0 && !slices.ContainsFunc(o.Points, shown):
		return nil, option.Wrong("points", lab.Mistakef("the readings have no %s, which the figure %s shows",
			english.WordSeries(measures, "or"), o.Figure))
	case !o.Michie:
		return o.Points, nil
	}
	return slices.Concat(michie, o.Points), nil
}

// learning draws learning curves.
func learning(s plots.Series, o Options) (paper.Drawing, []string, error) {
	options := plots.LearningOptions{Window: o.Window, Log: o.Log}
	for _, name := range o.Against {
		opponent := arena.CanonicalName(name)
		if err := checkAgainst(s, opponent); err != nil {
			return nil, nil, option.Wrong("against", err)
		}
		options.Against = append(options.Against, opponent)
	}
	if longest := s.LongestRun(options); longest > 0 && o.Window > longest {
		return nil, nil, option.Wrong("window", lab.Mistakef(
			"a window of %d games is too long: the longest run against one opponent has %d", o.Window, longest))
	}
	figure, notes := s.Learning(options)
	if len(figure.Panels) == 0 {
		return nil, nil, errors.New("too few games in a row against one opponent for a rate; " +
			"exact rates are known against random and perfect")
	}
	return figure, notes, nil
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
		return lab.Mistakef("no rates against %s: replicates are measured only against %s",
			opponent, strings.Join(s.Measured, ", "))
	}
	return fmt.Errorf("no rates against %s: exact rates are known against random and perfect, "+
		"sampled ones against those that a machine trained with", opponent)
}
