package figures

import (
	"errors"
	"math"
	"slices"

	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
)

// The figures by what they can show.
var (
	commonFigures = []string{"learning", "score", "strength"}       // agents, or cells of experiments
	OfMachines    = append(slices.Clone(commonFigures), "beads")    // agents
	cellFigures   = append(slices.Clone(commonFigures), "hundreds") // cells
)

type figureOption = option.Option[Options]

// Schema lists the options of all figures. Each has the names of the figures that take it.
var Schema = []struct {
	figures []string
	figureOption
}{
	{OfMachines, figureOption{
		Name: "agent", Short: "a", Meaning: "the machine's `NAME`", Default: "default", Complete: "agent",
		In: func(o *Options) option.Value { return option.Checked(option.Words(&o.Agents), data.CheckName) },
	}},
	{cellFigures, figureOption{Name: "experiment", Short: "e",
		Meaning: "draw the cells of the `EXPERIMENT`, one line each",
		Group:   words.ManyMachines, Complete: "experiment",
		In: func(o *Options) option.Value {
			return option.Checked(option.Word(&o.Experiment), data.CheckExperimentName)
		}}},
	{cellFigures, figureOption{Name: "cell", Meaning: "only the `CELL` with this number", Group: words.ManyMachines,
		In: func(o *Options) option.Value { return option.Ints(&o.Cells, 1, math.MaxInt64) }}},
	{cellFigures, figureOption{
		Name: "band", Group: words.ManyMachines,
		Default: "ci for several lines; range for one, or beside readings",
		Meaning: "`WHAT` the band shows: range, the middle 90 % of the machines around their median; or ci, the 95 % " +
			"interval of their mean, or with --alive of their median",
		In: func(o *Options) option.Value { return option.Word(&o.Band, Bands...) },
	}},
	{[]string{"score", "hundreds", "strength"}, figureOption{
		Name: "alive", Group: words.ManyMachines,
		Meaning: "follow only machines that are alive at the end",
		In:      func(o *Options) option.Value { return option.Switch(&o.Alive) },
	}},
	{[]string{"learning"}, figureOption{
		Name: "against", Meaning: "show rates against this `OPPONENT`, or people", Default: "those it trained with",
		Complete: "people",
		In:       func(o *Options) option.Value { return option.Words(&o.Against) },
	}},
	{[]string{"score", "hundreds"}, figureOption{
		Name: "michie",
		Meaning: "add what Michie published: five points of his tournament of 1961, " +
			"or runs of his program of 1963",
		In: func(o *Options) option.Value { return option.Switch(&o.Michie) },
	}},
	{[]string{"beads"}, figureOption{Name: "position", Short: "p", Default: "the opening",
		Meaning: "the box of `POSITION`, in any orientation, such as X.O/.../... or BBB/W../.WW",
		In:      func(o *Options) option.Value { return option.Word(&o.Position) }}},
	{[]string{"beads"}, figureOption{Name: "share", Meaning: "show chances instead of beads",
		In: func(o *Options) option.Value { return option.Switch(&o.Share) }}},
	{[]string{"learning", "strength", "beads"}, figureOption{
		Name: "log", Meaning: "use a logarithmic axis of games, which spreads out the early ones",
		In: func(o *Options) option.Value { return option.Switch(&o.Log) },
	}},
}

// Default returns the default options of a figure.
func Default(figure string) Options {
	return Options{Figure: figure}
}

// OptionsOf returns the options of a figure.
func OptionsOf(figure string) (own []option.Option[Options]) {
	for _, o := range Schema {
		if slices.Contains(o.figures, figure) {
			own = append(own, o.figureOption)
		}
	}
	return own
}

// Check returns an [option.Error] if the options cannot be combined. It reads nothing from the database.
func (o Options) Check() error {
	withExperiment := o.Experiment != ""
	for _, c := range option.Differences(OptionsOf(o.Figure), o, Default(o.Figure)) {
		switch {
		case c.Group == words.ManyMachines && !withExperiment:
			return option.Wrong(c.Name, errors.New("this needs an experiment"))
		case withExperiment && c.Name == "agent":
			return option.Wrong(c.Name, errors.New("this is for stored machines, not for an experiment"))
		}
	}
	if !slices.Contains(OfMachines, o.Figure) && !withExperiment {
		return option.Wrong("experiment",
			mistake.Errorf("the figure %s shows the cells of an experiment: name one", o.Figure))
	}
	for _, name := range o.Against {
		if err := checkTrainer(name); err != nil && !withExperiment { // an experiment has its own opponents
			return option.Wrong("against", err)
		}
	}
	return nil
}
