package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/experiments/wording"
	"menace/cmd/menace/internal/mistake"
	"menace/data"
	"menace/menace/experiment"
	"menace/menace/option"
)

// Selection selects what to report about an experiment.
type Selection struct {
	At      []int64  // checkpoints; the last one if empty
	Cells   []int    // all if empty
	Best    int      // only this many of them, those with the highest value against the first of Against; 0 for all
	Against []string // only measures against these opponents; the usual ones if empty
	Compare []int    // pairs of cells to compare
	Until   string   // event whose times to report, for [experiment.ParseEvent], or ""

	Confidence float64 // of all intervals; [experiment.Confidence] if 0
}

// Options lists the options of a selection.
func (s *Selection) Options() []option.Option {
	return []option.Option{
		{Name: "at", Meaning: "the checkpoint after `N` games", Default: "the end",
			Value: option.Ints(&s.At, 0, math.MaxInt64)},
		{Name: "cell", Meaning: "only cell `N`", Default: "all", Value: option.Ints(&s.Cells, 1, math.MaxInt64)},
		{Name: "best", Default: "all",
			Meaning: "only the `N` cells with the highest mean value against the first --against, or random",
			Value:   option.Whole(&s.Best, 1, math.MaxInt32)},
		{Name: "against",
			Meaning: "only the measures against `OPPONENT`: random, blocker, perfect, worst, most_losses, or played " +
				"for the score in training",
			Value: option.Words(&s.Against, experiment.Against...)},
		{Name: "compare", Meaning: "one cell minus another: `A,B` or A B", Default: "none",
			Value: option.Checked(option.Ints(&s.Compare, 1, math.MaxInt64), checkCell)},
		{Name: "until", Meaning: "when machines reach `EVENT` for good, such as unbeatable or draws:0.9",
			Default: "none",
			Value: option.Checked(option.Word(&s.Until), func(name string) error {
				_, err := experiment.ParseEvent(name)
				return err
			})},
		{Name: "confidence", Meaning: "the confidence `LEVEL` of all intervals in percent, such as 99.8",
			Default: "95", Value: option.Parsed(&s.Confidence, parseConfidence, wording.Level)},
	}
}

// checkCell returns an error unless text is a valid cell number.
func checkCell(text string) error {
	if n, err := strconv.Atoi(text); err != nil || n < 1 {
		return fmt.Errorf("%q is not the number of a cell; a difference takes two, as in 4,2", text)
	}
	return nil
}

// parseConfidence reads a percentage.
func parseConfidence(text string) (float64, error) {
	number := strings.TrimSpace(strings.TrimSuffix(text, "%"))
	level, err := strconv.ParseFloat(number+"e-2", 64) // the closest number to 0.998, unlike 99.8 / 100
	if err != nil || !(level >= 0.5 && level < 1) {
		return 0, fmt.Errorf("%q is not a percentage from 50 to below 100, such as 95 or 99.8", text)
	}
	return level, nil
}

// Check returns an [option.Error] if the selection does not fit an experiment.
func (s Selection) Check(e *data.Experiment) error {
	known := e.Against()
	if i := slices.IndexFunc(s.Against, func(name string) bool { return !slices.Contains(known, name) }); i >= 0 {
		return option.Wrong("against", mistake.Errorf("replicates of %s are measured against %s, not against %s",
			e.Name, strings.Join(known, ", "), s.Against[i]))
	}
	_, err := s.event(e)
	if s.Best > 0 && len(s.Compare) > 0 {
		return option.Wrong("best", mistake.Errorf("--compare shows the cells that it compares, and no others"))
	}
	if len(s.Cells) > 0 && len(s.Compare) > 0 {
		return option.Wrong("cell", mistake.Errorf("--compare shows the cells that it compares, and no others"))
	}
	return cmp.Or(
		option.Wrong("at", CheckCheckpoints(e, s.At...)),
		option.Wrong("cell", CheckCells(e, s.Cells...)),
		option.Wrong("compare", cmp.Or(CheckComparison(s.Compare), CheckCells(e, s.Compare...))),
		option.Wrong("until", mistake.Wrap(err)),
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

// chosen returns the numbers of the selected cells, in order and each once, or all cells if none was selected.
func chosen(e *data.Experiment, cells []int) (numbers []int) {
	for _, number := range cells {
		if !slices.Contains(numbers, number) {
			numbers = append(numbers, number)
		}
	}
	if len(cells) == 0 {
		for i := range e.Cells {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}

// CheckCells returns an error if an experiment lacks one of the cells.
func CheckCells(e *data.Experiment, cells ...int) error {
	for _, cell := range cells {
		if cell < 1 || cell > len(e.Cells) {
			return mistake.Errorf("there is no cell %d: %s has cells 1 to %d", cell, e.Name, len(e.Cells))
		}
	}
	return nil
}

// CheckCheckpoints returns an error if an experiment lacks one of the checkpoints.
func CheckCheckpoints(e *data.Experiment, all ...int64) error {
	for _, games := range all {
		if !slices.Contains(e.Checkpoints, games) {
			return mistake.Errorf("%d is not a checkpoint of %s; choose from %s",
				games, e.Name, strings.Trim(fmt.Sprint(e.Checkpoints), "[]"))
		}
	}
	return nil
}

// CheckComparison returns an error unless the cells are pairs of different cells.
func CheckComparison(cells []int) error {
	for pair := range slices.Chunk(cells, 2) {
		if len(pair) < 2 || pair[0] == pair[1] {
			return mistake.Errorf("a difference takes two different cells, as in 4,2")
		}
	}
	return nil
}

// NoReplicatesError reports a cell without stored replicates.
type NoReplicatesError struct {
	Experiment string
	Cell       int
}

func (e *NoReplicatesError) Error() string {
	return fmt.Sprintf("cell %d of %s has no replicates yet", e.Cell, e.Experiment)
}

// Advice names the commands that add replicates.
func (e *NoReplicatesError) Advice() string { return ": " + wording.Missing(e.Experiment) }
