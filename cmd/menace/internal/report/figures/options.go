package figures

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
)

// The figures by what they can show.
var (
	commonFigures   = []string{"learning", "score", "strength"}       // agents, or cells of experiments
	OfMachines      = append(slices.Clone(commonFigures), "beads")    // agents
	cellFigures     = append(slices.Clone(commonFigures), "hundreds") // cells
	gameAxisFigures = append(slices.Clone(cellFigures), "beads")      // an axis of games
	ReadingFigures  = []string{"score", "hundreds"}                   // published readings
)

// limits is a list of pairs of numbers, the ends of axes.
func limits(at *[]float64) option.Value {
	return option.Parsed(at, func(text string) (ends []float64, err error) {
		for _, part := range strings.Split(text, ",") {
			end, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
			if err != nil || math.IsInf(end, 0) || math.IsNaN(end) || len(ends)%2 == 1 && end <= ends[len(ends)-1] {
				ends = nil
				break
			}
			ends = append(ends, end)
		}
		if len(ends) == 0 || len(ends)%2 == 1 {
			return nil, fmt.Errorf("%q: write two numbers, the smaller first, as in 0,500", text)
		}
		return ends, nil
	}, func(ends []float64) string { return strings.ReplaceAll(strings.Trim(fmt.Sprint(ends), "[]"), " ", ",") })
}

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
	{cellFigures, figureOption{Name: "mean", Meaning: "draw the mean instead of the median", Group: words.ManyMachines,
		In: func(o *Options) option.Value { return option.Switch(&o.Mean) }}},
	{cellFigures, figureOption{
		Name: "band", Group: words.ManyMachines,
		Default: "ci for several lines; range for one, or beside readings",
		Meaning: "`WHAT` the band shows: range, the middle 90 % of the machines; ci, the 95 % interval of the mean " +
			"or with --alive of the median, which is then the line; or none",
		In: func(o *Options) option.Value { return option.Word(&o.Band, Bands...) },
	}},
	{cellFigures, figureOption{
		Name: "alive", Group: words.ManyMachines,
		Meaning: "follow only machines that are alive at the end",
		In:      func(o *Options) option.Value { return option.Switch(&o.Alive) },
	}},
	{[]string{"learning"}, figureOption{
		Name: "against", Meaning: "show rates against this `OPPONENT`, or people", Default: "those it trained with",
		Complete: "people",
		In:       func(o *Options) option.Value { return option.Words(&o.Against) },
	}},
	{[]string{"learning"}, figureOption{Name: "window", Meaning: "average sample rates over this many `GAMES` or more",
		Default: "about a fiftieth of the longest run of games",
		In:      func(o *Options) option.Value { return option.Whole(&o.Window, 1, math.MaxInt64) }}},
	{ReadingFigures, figureOption{
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
	{gameAxisFigures, figureOption{
		Name: "log", Meaning: "use a logarithmic axis of games, which spreads out the early ones",
		In: func(o *Options) option.Value { return option.Switch(&o.Log) },
	}},
	{gameAxisFigures, figureOption{Name: "title", Default: "what it shows",
		Meaning: "the `TITLE` above it; without one, '' or none, there is no caption either",
		In: func(o *Options) option.Value {
			v := option.Parsed(&o.Title, func(text string) (string, error) { return cmp.Or(text, noTitle), nil },
				func(title string) string { return title })
			v.Empty = true
			return v
		}}},
	{cellFigures, figureOption{
		Name: "label", Meaning: "the `LABEL` of the first line, and so on; \\, is a comma",
		Default: "names or settings",
		In:      func(o *Options) option.Value { return option.Words(&o.Labels) },
	}},
	{gameAxisFigures, figureOption{Name: "xlim", Default: "all",
		Meaning: "show only the games between two `ENDS`, as in 0,500",
		In:      func(o *Options) option.Value { return limits(&o.XLim) }}},
	{gameAxisFigures, figureOption{
		Name: "ylim", Default: "all",
		Meaning: "show only the values between two `ENDS` of the axis; a pair for each row of panels, as in " +
			"-0.5,0,50,100",
		In: func(o *Options) option.Value { return limits(&o.YLim) },
	}},
}

// noTitle is the title of a figure without title and caption.
const noTitle = "none"

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
		case withExperiment && (c.Name == "agent" || c.Name == "window"):
			return option.Wrong(c.Name, errors.New("this is for stored machines, not for an experiment"))
		}
	}
	switch {
	case !slices.Contains(OfMachines, o.Figure) && !withExperiment:
		return option.Wrong("experiment",
			lab.Mistakef("the figure %s shows the cells of an experiment: name one", o.Figure))
	case len(o.XLim) > 2:
		return option.Wrong("xlim", errors.New("all panels have the same games: write two numbers, as in 0,500"))
	case len(o.XLim) == 2 && (o.XLim[0] < 0 || o.Log && o.XLim[0] == 0):
		return option.Wrong("xlim", errors.New("games begin at 0, on a logarithmic axis at 1"))
	}
	for _, name := range o.Against {
		if err := checkTrainer(name); err != nil && !withExperiment { // an experiment has its own opponents
			return option.Wrong("against", err)
		}
	}
	return nil
}
