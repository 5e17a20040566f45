package experiments

import (
	"context"
	"slices"
	"strconv"

	"menace/cmd/menace/internal/experiments/report"
	"menace/cmd/menace/internal/experiments/wording"
	"menace/cmd/menace/internal/term"
	"menace/data"
	"menace/menace/option"
)

// ShowOptions are the options of the command that shows an experiment.
type ShowOptions struct {
	report.Selection
	JSON bool
}

func showCommand(con *term.IO) *term.Command {
	return &term.Command{
		Name:   "show",
		Args:   "EXPERIMENT [B]",
		Flags:  func() []term.Flag { return term.Flags("", new(ShowOptions).options()) },
		Action: inExperiment(con, parseShow, Show),
	}
}

func (o *ShowOptions) options() []option.Option {
	return append(o.Selection.Options(), term.JSON(&o.JSON))
}

func parseShow(c *term.Invocation) (name string, o ShowOptions, err error) {
	if _, err = term.Read(c, o.options()); err != nil {
		return "", o, err
	}
	words := slices.Clone(c.Words)
	if len(words) == 2 && isNumber(words[0]) && !isNumber(words[1]) {
		slices.Reverse(words)
	}
	if len(words) == 2 { // the flag library treats B of --compare A B as a word
		cell, err := strconv.Atoi(words[1])
		if err != nil || len(o.Compare) == 0 {
			return "", o, term.Usagef("--compare takes the numbers of two cells, as in `menace experiment show NAME "+
				"--compare 1,2`, not %q", words[1])
		}
		o.Compare = append(o.Compare, cell)
	}
	return words[0], o, report.CheckComparison(o.Compare)
}

// isNumber reports whether a word is the number of a cell.
func isNumber(word string) bool { _, err := strconv.Atoi(word); return err == nil }

// Show prints the results of an experiment.
func Show(ctx context.Context, con *term.IO, db *data.DB, e *data.Experiment, o ShowOptions) error {
	list, err := report.Summarize(ctx, db, e, o.Selection)
	if err != nil {
		return err
	}
	switch {
	case !o.JSON:
		return printReport(con, e, list)
	case len(list) == 1:
		return con.JSON(list[0])
	}
	return con.JSON(list)
}

// printReport prints the results of an experiment at checkpoints.
func printReport(con *term.IO, e *data.Experiment, list []report.Experiment) error {
	r := list[0]
	printSize(con, e.Name, len(e.Cells), e.Runs, e.Games, e.Seed)
	con.PrintCommand(e.Command)
	stored, all := r.Stored()
	if text := wording.Unfinished(r.Name, stored, all); text != "" {
		con.Note("%s", text)
	}
	if text := wording.Mixed(r.Versions); text != "" {
		con.Note("%s", text)
	}
	con.Print("\n")
	con.Table(r.SettingsTable())
	if r.Until != "" {
		con.Table(r.UntilTable())
	}
	for _, r := range list {
		con.Say("\n%s", r.Statistics())
		for _, t := range r.ResultsTables() {
			con.Table(t)
		}
	}
	return nil
}
