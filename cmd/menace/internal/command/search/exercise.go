package search

import (
	"context"
	"fmt"
	"io"
	"slices"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/gametree"
	"menace/menace/option"
	"menace/minimax"
)

// exerciseTable lists the options of an exercise.
func exerciseTable(g gametree.Game) []option.Option[Options] {
	return slices.Concat(modeTable("exercise"), []option.Option[Options]{
		toggle("answers", "show the answers instead of asking", func(o *Options) *bool { return &o.Answers }),
	}, option.Within(g.ExerciseTable(), func(o *Options) *gametree.ExerciseOptions { return &o.ExerciseOptions }))
}

// runExercise asks the questions of an exercise and checks the answers, or draws a sheet with the questions.
func (t task) runExercise(ctx context.Context, con *cli.IO) error {
	t.Algorithm = append(t.Algorithms, minimax.AlphaBeta)[0]
	x, err := gametree.NewExercise(ctx, t.problem, t.Options.Options, t.ExerciseOptions)
	switch {
	case err != nil:
		return traceError(ctx, err, "exercise")
	case isGraphviz(t.Out):
		return t.write(con, x.Drawing, x.Drawing)
	case t.Out != "":
		return t.write(con, x.Drawing, x.Sheet(t.Answers))
	}
	screen := *con
	if t.JSON && con.Interactive() {
		screen.Out = con.Err // only the report goes to standard output
	} else if t.JSON {
		screen.Out = io.Discard
	}
	screen.Say("%s\n%s\n", x.Title, x.Values)
	screen.Print("%s\n", x.Text)
	if err := t.ask(ctx, &screen, &x); err != nil {
		return err
	}
	if t.JSON {
		return con.JSON(x)
	}
	if !t.Answers {
		con.Say("Score: %d of %d", x.Score, x.Of)
	}
	return nil
}

// keys explains to a person how to answer.
const keys = "Type each answer and press Enter. An empty one skips the question, q leaves, help shows this again. " +
	"Write a list of positions as A B C, α and β as two numbers, and −∞ as -inf.\n"

// ask asks the questions one after another. An empty answer skips a question and prints its answer, which the report
// does not reveal. If an answer cannot be parsed, a person is asked again; other input is an error.
func (t task) ask(ctx context.Context, con *cli.IO, x *gametree.Exercise) error {
	var typed *cli.Lines
	if !t.Answers {
		typed = con.ReadLines(ctx)
	}
	person := con.Interactive() && !t.Answers
	if person {
		con.Say(keys)
	}
	for i := 0; i < len(x.Questions); i++ {
		q := &x.Questions[i]
		con.Say("%d. %s", i+1, q.Prompt)
		if t.Answers {
			con.Say("%s", q.Answer)
			continue
		}
		line, err := typed.Next(ctx)
		switch {
		case err != nil && err != io.EOF:
			return cli.Interruption(
				fmt.Sprintf("after %d of %d questions, with a score of %d", i, len(x.Questions), x.Score))
		case person && slices.Contains([]string{"help", "?"}, line):
			con.Say(keys)
			i--
			continue
		case person && line == "q":
			for ; i < len(x.Questions); i++ {
				x.Questions[i].Answer = ""
			}
			return nil
		case line == "":
			if err == nil {
				con.Say("skipped: %s", q.Answer)
			}
			q.Answer = ""
			continue
		}
		switch err := x.Take(i, line); {
		case err != nil && !person:
			return cli.Usagef("line %d: %q: %w", i+1, line, err)
		case err != nil:
			con.Print("%v\n", err)
			i--
		case q.Right:
			con.Print("right\n")
		default:
			printIndented(con, "wrong: "+q.Explanation)
		}
	}
	return nil
}
