package experiments

import (
	"context"
	"errors"
	"math"

	"menace/cmd/menace/internal/boards"
	"menace/cmd/menace/internal/experiments/report"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/arena"
	"menace/menace/experiment"
	"menace/menace/option"
	"menace/symmetry"
)

// ValuesOptions select one learner of an experiment, and the positions to show.
type ValuesOptions struct {
	Task     experiment.Task
	At       int64  // games of training, or report.AtEnd
	Position string // the position to show, or "" for the positions of the first move
	Out      string // file for the values of all positions, - for standard output, or "" to show a position
}

// usualValues shows the first learner of an experiment, at its end.
var usualValues = ValuesOptions{Task: experiment.Task{Cell: 1, Run: 1}, At: report.AtEnd}

func (o *ValuesOptions) options() []option.Option {
	return append(taskOptions(&o.Task), []option.Option{
		{Name: "at", Meaning: "the learner after this number of `GAMES` of training", Default: "the end",
			Value: option.Whole(&o.At, 0, math.MaxInt64)},
		{Name: "position", Short: "p", Default: "those of its first move",
			Meaning: "its moves in this `POSITION`, in any orientation, such as X.O/.../... or BBB/W../.WW",
			Value:   option.Word(&o.Position)},
		{Name: "out", Default: "none",
			Meaning: "write its moves in all positions to `FILE` as CSV; - is standard output",
			Value:   option.Word(&o.Out)},
	}...)
}

// taskOptions choose one learner of an experiment.
func taskOptions(t *experiment.Task) []option.Option {
	return []option.Option{
		{Name: "cell", Meaning: "the learner of this `CELL`", Value: option.Whole(&t.Cell, 1, experiment.MaxCells)},
		{Name: "run", Meaning: "the learner of this `RUN` of the cell",
			Value: option.Whole(&t.Run, 1, experiment.MaxRuns)},
	}
}

// Check returns an [option.Error] if the options cannot be combined.
func (o ValuesOptions) Check() error {
	if o.Out != "" && o.Position != "" {
		return option.Wrong("position", errors.New("--out writes all positions"))
	}
	return nil
}

func valuesCommand(con *term.IO) *term.Command {
	return &term.Command{
		Name: "values", Args: "EXPERIMENT",
		Flags:  func() []term.Flag { return term.Flags("", usualValues.options()) },
		Action: inExperiment(con, parseValues, Values),
	}
}

func parseValues(c *term.Invocation) (name string, o ValuesOptions, err error) {
	o, err = term.Parse((*ValuesOptions).options, usualValues)(c)
	return c.FirstWord(), o, err
}

// Values prints what a learner has learned about the moves of positions, or writes it to a file.
func Values(ctx context.Context, con *term.IO, stored *data.DB, e *data.Experiment, o ValuesOptions) error {
	l, err := report.NewLearner(ctx, e, o.Task, o.At)
	if err != nil {
		return err
	}
	if o.Out != "" {
		if err := con.WriteFile(ctx, o.Out, report.Values(l).CSV); err != nil || o.Out == "-" {
			return err
		}
		con.Say("%s, seed %d\nwrote %s", l.About(), l.Seed, term.Printable(o.Out))
		return nil
	}
	positions, err := l.Positions(o.Position)
	if err != nil {
		return err
	}
	con.Say("%s, seed %d", l.About(), l.Seed)
	for _, p := range positions {
		showValues(con, l, p)
	}
	if o.Position == "" {
		con.Print("\n")
		con.Table(strengthTable(arena.Measure(l.Learner, l.Side, l.Tally)))
	}
	return nil
}

// strengthTable lists the exact probabilities of a learner's results. Replies that beat it equally often may differ in
// wins and draws, so for most losses it lists only the losses.
func strengthTable(p arena.Point) tables.Text {
	t := tables.Text{Right: 1, Headings: []string{"exact probabilities", "win", "draw", "loss", "wins − losses"}}
	for _, row := range []struct {
		name string
		arena.WDL
	}{{"against random", p.Random}, {"against perfect", p.Perfect}, {"worst case", p.Worst}} {
		t.Lines = append(t.Lines, []string{row.name, words.Percent(row.Win), words.Percent(row.Draw),
			words.Percent(row.Loss), words.Signed(row.Value())})
	}
	t.Lines = append(t.Lines, []string{"most losses", "–", "–", words.Percent(p.MostLosses.Loss), "–"})
	return t
}

// showValues draws a position with what a learner has learned about its moves.
func showValues(con *term.IO, l *report.Learner, p symmetry.Position) {
	graph := l.Learner.Graph()
	texts := map[symmetry.Move]string{}
	var rows [][]string
	for _, m := range l.Values(p) {
		texts[m.Move] = m.Text(l.Holds)
		rows = append(rows, []string{graph.MoveName(p, m.Move), texts[m.Move], words.Percent(m.Chance)})
	}
	text := func(m symmetry.Move) string {
		if texts[m] == "" {
			return term.Faint("·")
		}
		return texts[m]
	}
	if graph.Manner() == symmetry.Steps || graph.Manner() == symmetry.Chooses {
		text = nil
	}
	boards.PrintMoves(con, graph, p, text)
	con.Table(tables.Text{Right: 1, Headings: []string{"move", l.Holds, "chance"}, Lines: rows})
}
