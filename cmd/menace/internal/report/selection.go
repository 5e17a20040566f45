package report

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/lab"
	"menace/data"
	"menace/menace/option"
)

// Selection selects what to report about an experiment.
type Selection struct {
	At      []int64  // checkpoints; the last one if empty
	Cells   []int    // all if empty
	Against []string // only measures against these opponents; the usual ones if empty
	Compare []int    // pairs of cells to compare
	Family  string   // one of Families, for Holm's correction; "" is all
	Until   string   // event, for [experiment.ParseEvent], whose times to report, or ""
	Effects bool     // report the effects of settings
}

// SelectionTable lists the options of a selection.
var SelectionTable = []option.Option[Selection]{
	{
		Name: "at", Meaning: "the checkpoint after `N` games", Default: "the end",
		In: func(s *Selection) option.Value { return option.Ints(&s.At, 0, math.MaxInt64) },
	},
	{
		Name: "cell", Meaning: "only cell `N`", Default: "all",
		In: func(s *Selection) option.Value { return option.Ints(&s.Cells, 1, math.MaxInt64) },
	},
	{
		Name: "against",
		Meaning: "only the measures against `OPPONENT`: random, blocker, perfect, worst, most_losses, or played for " +
			"the score in training",
		In: func(s *Selection) option.Value { return option.Words(&s.Against, experiment.Against...) },
	},
	{
		Name: "compare", Meaning: "one cell minus another: `A,B` or A B", Default: "none",
		In: func(s *Selection) option.Value { return option.Ints(&s.Compare, 1, math.MaxInt64) },
	},
	{
		Name:    "family",
		Meaning: "correct p values for `WHAT`: all tests shown, those of each pair of cells, or of each measure",
		In:      func(s *Selection) option.Value { return option.Word(&s.Family, Families...) },
	},
	{
		Name: "until", Meaning: "when machines reach `EVENT` for good, such as unbeatable or draws:0.9",
		Default: "none",
		In: func(s *Selection) option.Value {
			return option.Checked(option.Word(&s.Until), func(name string) error {
				_, err := experiment.ParseEvent(name)
				return err
			})
		},
	},
	{
		Name: "effects", Meaning: "the effects of settings on each measure",
		In: func(s *Selection) option.Value { return option.Switch(&s.Effects) },
	},
}

// Check returns an [option.Error] if the selection does not fit an experiment.
func (s Selection) Check(e *data.Experiment) error {
	known := e.Against()
	if i := slices.IndexFunc(s.Against, func(name string) bool { return !slices.Contains(known, name) }); i >= 0 {
		return option.Wrong("against", lab.Mistakef("replicates of %s are measured against %s, not against %s",
			e.Name, strings.Join(known, ", "), s.Against[i]))
	}
	_, err := s.event(e)
	return cmp.Or(
		option.Wrong("at", lab.CheckCheckpoints(e, s.At...)),
		option.Wrong("cell", lab.CheckCells(e, s.Cells...)),
		option.Wrong("compare", cmp.Or(lab.CheckComparison(s.Compare), lab.CheckCells(e, s.Compare...))),
		option.Wrong("until", lab.AsMistake(err)),
	)
}

// event returns the event of the selection, if any.
func (s Selection) event(e *data.Experiment) (event experiment.Event, err error) {
	if s.Until != "" {
		if event, err = experiment.ParseEvent(s.Until); err == nil {
			err = e.CheckEvent(event)
		}
	}
	return event, err
}
