package searches

import (
	"context"
	"fmt"
	"io"
	"slices"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/term"
)

// runExercise asks the questions of an exercise and checks the answers, or draws a sheet with the questions.
func (t task) runExercise(ctx context.Context, con *term.IO) error {
	x, err := gametree.NewExercise(ctx, t.problem, t.Options.Options, t.ExerciseOptions)
	switch {
	case err != nil:
		return traceError(ctx, err, "exercise")
	case t.CheckedCode != "":
		score, err := x.CheckCode(t.Student, t.CheckedCode)
		if err != nil {
			return err
		}
		con.Say("right: %s answered %d of %d questions", term.Printable(t.Student), score, len(x.Questions))
		return nil
	case t.Out != "":
		sheet := x.Sheet(t.Answers)
		if !sheet.Fits(t.Format.SizeOf(sheet)) && !sheet.Fits(sheet.Size()) {
			return traceError(ctx, gametree.ErrSheet, "exercise")
		}
		return t.write(ctx, con, sheet)
	}
	con.Say("%s\n%s\n", x.Title, x.Values)
	con.Print("%s\n", x.Text)
	if !t.Answers {
		if err := ask(ctx, con, &x); err != nil || t.Student == "" {
			return err
		}
		con.Say("Completion code of %s: %s", term.Printable(t.Student), x.Code(t.Student))
		return nil
	}
	for i, q := range x.Questions {
		con.Say("%d. %s\n%s", i+1, q.Prompt, q.Answer)
	}
	return nil
}

// howToAnswer is printed before the questions.
const howToAnswer = "Type each answer and press Enter. An empty one skips the question, q leaves, help shows " +
	"this again. Write a list of positions as A B C, α and β as two numbers, and −∞ as -inf.\n"

// ask asks the questions one after another, and prints the score. If the user only presses Enter, it prints the right
// answer. If an answer cannot be parsed, it asks again.
func ask(ctx context.Context, con *term.IO, x *gametree.Exercise) error {
	typed := con.ReadLines(ctx)
	con.Say(howToAnswer)
	for i := 0; i < len(x.Questions); i++ {
		q := &x.Questions[i]
		con.Say("%d. %s", i+1, q.Prompt)
		line, err := typed.Next(ctx)
		switch {
		case err == io.EOF || err == nil && line == "q":
			i = len(x.Questions)
		case err != nil:
			return term.Interruption(
				fmt.Sprintf("after %d of %d questions, with a score of %d", i, len(x.Questions), x.Score))
		case slices.Contains([]string{"help", "?"}, line):
			con.Say(howToAnswer)
			i--
		case line == "":
			con.Say("skipped: %s", q.Answer)
		default:
			if err := x.Grade(i, line); err != nil {
				con.Print("%v\n", err)
				i--
			} else if q.Right {
				con.Print("right\n")
			} else {
				printIndented(con, "wrong: "+q.Explanation)
			}
		}
	}
	con.Say("Score: %d of %d", x.Score, len(x.Questions))
	return nil
}
