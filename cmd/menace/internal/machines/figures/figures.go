// Package figures draws figures of stored machines: it reads their data from the database, and lists the options of
// figures. Begin with [Draw].
package figures

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/mistake"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/option"
	"menace/plots"
	"menace/plots/paper"
)

// Names lists the figures.
var Names = []string{"learning", "score", "strength", "beads"}

// Options specify a figure.
type Options struct {
	Figure   string // one of Names
	Agents   []string
	Against  []string // learning: opponents, which may include people; if empty, all opponents met
	Michie   bool     // score: adds the tournament of 1961
	Share    bool     // beads: chances instead of beads
	Position string   // beads: the position of the box; "" for the opening boxes
	Log      bool     // a logarithmic axis of games
}

// Draw draws a figure, with its words in a language.
func Draw(ctx context.Context, db *data.DB, l *language.Language, o Options) (paper.Drawing, error) {
	if o.Figure == "beads" {
		histories, err := histories(ctx, db, o.Agents, o.Position)
		return plots.Beads(l, histories, o.Share, o.Log), err
	}
	series, err := agentSeries(ctx, db, o.Agents)
	if err != nil {
		return nil, err
	}
	series.Language = l
	switch o.Figure {
	case "learning":
		return learning(series, o)
	case "score":
		return series.Score(o.Michie, o.Log), o.checkMichie(series)
	case "strength":
		return series.Strength(o.Log), nil
	}
	return nil, mistake.Errorf("unknown figure %q; choose from %s", o.Figure, strings.Join(Names, ", "))
}

// checkMichie returns an error if the figure is to show Michie's tournament, and the machines play another game.
func (o Options) checkMichie(s plots.Series) error {
	if o.Michie && s.Game != menace.Michie().Game {
		return option.Wrong("michie", mistake.Errorf("Michie published results of tic-tac-toe only"))
	}
	return nil
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

// checkTrainer returns an error if no machine can have played against an opponent with this name.
func checkTrainer(name string) error {
	if name == plots.People {
		return nil
	}
	err := agents.CheckTrainer(name)
	var unknown *option.UnknownError
	if errors.As(err, &unknown) {
		unknown.Choices = append(unknown.Choices, plots.People)
	}
	return err
}

// checkAgainst returns an error if a series has no rates against an opponent.
func checkAgainst(s plots.Series, opponent string) error {
	met := func(l plots.Line) bool {
		return slices.ContainsFunc(l.Met, func(s plots.Span) bool { return s.Opponent == opponent })
	}
	switch {
	case s.Exact(opponent) || slices.ContainsFunc(s.Lines, met):
		return nil
	}
	return fmt.Errorf("no rates against %s: exact rates are known against random and perfect, "+
		"sampled ones against those that a machine trained with", opponent)
}

// Options lists the options of the figure.
func (o *Options) Options() []option.Option {
	return option.Only([]option.Option{
		{Name: "machine", Short: "m", Aliases: []string{"agent", "a"},
			Meaning: "the machine's `NAME`", Default: "default", Complete: "machine",
			Value: option.Checked(option.Words(&o.Agents), data.CheckName)},
		{Name: "against", Meaning: "show rates against this `OPPONENT`, or people", Complete: "people",
			Default: "those it trained with", Value: option.Words(&o.Against)},
		{Name: "michie", Meaning: "add every game of Michie's tournament of 1961",
			Value: option.Switch(&o.Michie)},
		{Name: "position", Short: "p", Default: "the opening",
			Meaning: "the box of `POSITION`, in any orientation, such as X.O/.../... or BBB/W../.WW",
			Value:   option.Word(&o.Position)},
		{Name: "share", Meaning: "show chances instead of beads", Value: option.Switch(&o.Share)},
		{Name: "log", Meaning: "use a logarithmic axis of games, which spreads out the early ones",
			Value: option.Switch(&o.Log)},
	}, map[string][]string{
		"learning": {"machine", "against", "log"},
		"score":    {"machine", "michie"},
		"strength": {"machine", "log"},
		"beads":    {"machine", "position", "share", "log"},
	}[o.Figure]...)
}

// Default returns the default options of a figure.
func Default(figure string) Options {
	return Options{Figure: figure}
}

// Check returns an [option.Error] if the options cannot be combined. It reads nothing from the database.
func (o Options) Check() error {
	for _, name := range o.Against {
		if err := checkTrainer(name); err != nil {
			return option.Wrong("against", err)
		}
	}
	return nil
}
