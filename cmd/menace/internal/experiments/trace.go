package experiments

import (
	"context"
	"math"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/experiments/report"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/term"
	"menace/data"
	"menace/menace/experiment"
	"menace/menace/option"
	"menace/symmetry"
)

// TraceOptions select the games of a learner to show.
type TraceOptions struct {
	Task  experiment.Task
	At    int64 // games of training before those shown
	Games int64
}

var usualTrace = TraceOptions{Task: experiment.Task{Cell: 1, Run: 1}, Games: 1}

func (o *TraceOptions) options() []option.Option {
	return append(taskOptions(&o.Task), option.Option{
		Name: "at", Meaning: "after this number of `GAMES` of training", Value: option.Whole(&o.At, 0, math.MaxInt64),
	}, option.Option{
		Name: "games", Short: "n", Meaning: "show the next `N` games", Value: option.Whole(&o.Games, 1, 1000),
	})
}

func traceCommand(con *term.IO) *term.Command {
	return &term.Command{
		Name: "trace", Args: "EXPERIMENT",
		Flags: func() []term.Flag { return term.Flags("", usualTrace.options()) },
		Action: inExperiment(con, func(c *term.Invocation) (name string, o TraceOptions, err error) {
			o, err = term.Parse((*TraceOptions).options, usualTrace)(c)
			return c.FirstWord(), o, err
		}, Trace),
	}
}

// Trace prints what a learner learns from its next games.
func Trace(ctx context.Context, con *term.IO, _ *data.DB, e *data.Experiment, o TraceOptions) error {
	l, err := report.NewLearner(ctx, e, o.Task, o.At)
	if err != nil {
		return err
	}
	con.Say("%s, seed %d", l.About(), l.Seed)
	for range o.Games {
		lesson, played, err := l.Next(ctx)
		if err != nil || !played {
			return err
		}
		con.Say("\nGame %d, %s", lesson.Game, lesson.Result)
		if len(lesson.Updates) == 0 {
			con.Say("teaches nothing.")
			continue
		}
		con.Table(lessonTable(l.Learner.Graph(), lesson))
	}
	return nil
}

// lessonTable lists the updates of a game, with a column for each term of the equation.
func lessonTable(graph *symmetry.Graph, lesson report.Lesson) tables.Text {
	t := tables.Text{Right: 2, Headings: []string{"position", "move"}}
	for _, term := range lesson.Updates[0].Terms {
		t.Headings = append(t.Headings, term.Name)
	}
	for _, u := range lesson.Updates {
		position := graph.Code(u.Orbit)
		line := []string{graph.Format(position),
			graph.MoveName(position, graph.Moves(u.Orbit)[graph.EdgeMoves()[u.Edge]])}
		for _, term := range u.Terms {
			line = append(line, number(term.Value))
		}
		t.Lines = append(t.Lines, line)
	}
	return t
}

// number formats a term of an equation with up to five digits, or "–" if there is none.
func number(x float64) string {
	if math.IsNaN(x) {
		return "–"
	}
	return strings.NewReplacer("-", "−", "+", "", "Inf", "∞").Replace(strconv.FormatFloat(x, 'g', 5, 64))
}
