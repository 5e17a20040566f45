package search

import (
	"context"
	"errors"
	"fmt"
	"io"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/gametree"
	"menace/menace/option"
	"menace/minimax"
)

// Exercise selects an exercise about the search, to carry out by hand.
type Exercise struct {
	Exercise bool
	Answers  bool // show the answers instead of asking
	gametree.ExerciseOptions
}

// exerciseTable lists the options of an exercise.
func exerciseTable(g gametree.Game) []option.Option[Options] {
	return append([]option.Option[Options]{{
		Name: "exercise", Meaning: "ask about the search, and check the answers",
		In: func(o *Options) option.Value { return option.Switch(&o.Exercise.Exercise) },
	}, {
		Name: "answers", Meaning: "show the answers instead of asking",
		In: func(o *Options) option.Value { return option.Switch(&o.Answers) },
	}}, option.Within(g.ExerciseTable(), func(o *Options) *gametree.ExerciseOptions { return &o.ExerciseOptions })...)
}

// check returns an error if the options of an exercise do not go with the others.
func (e Exercise) check(o Options) error {
	for _, name := range o.given {
		mine := name != "exercise" && len(option.Only(exerciseTable(o.Game), name)) > 0
		switch {
		case !e.Exercise && mine:
			return option.Wrong(name, errors.New("this goes with --exercise"))
		case e.Exercise && (name == "all-best" || name == "types" || name == "step"):
			return option.Wrong(name, errors.New("this and --exercise exclude each other"))
		}
	}
	switch {
	case e.Exercise && len(o.Algorithms) > 1:
		return cli.Usagef("--exercise asks about one search: give --algorithm once")
	case e.Exercise && o.Out != "" && o.JSON:
		return cli.Usagef("--out and --json exclude each other")
	}
	return nil
}

// ExerciseReport is an exercise as JSON, with the answers that were given.
type ExerciseReport struct {
	Title      string           `json:"title"`
	Seed       int64            `json:"seed"`
	Difficulty string           `json:"difficulty"`
	Tree       string           `json:"tree"` // as text
	Score      int              `json:"score"`
	Of         int              `json:"of"`
	Questions  []QuestionReport `json:"questions"`
}

// QuestionReport is a question as JSON. The right answer is left out if none was given, except with --answers.
type QuestionReport struct {
	Kind        string `json:"kind"`
	Node        string `json:"node,omitempty"`
	Prompt      string `json:"prompt"`
	Given       string `json:"given"`
	Right       bool   `json:"right"`
	Answer      string `json:"answer,omitempty"`
	Explanation string `json:"explanation,omitempty"`
}

// examine asks the questions of an exercise and checks the answers, or draws a sheet with them.
func (t task) examine(ctx context.Context, con *cli.IO) error {
	t.Algorithm = append(t.Algorithms, minimax.AlphaBeta)[0]
	x, err := gametree.NewExercise(ctx, t.problem, t.TraceOptions, t.ExerciseOptions)
	switch {
	case err != nil:
		return impossible(ctx, err, "exercise")
	case isGraphviz(t.Out):
		return t.write(con, x.Drawing)
	case t.Out != "":
		if err = t.Write(con, x.Sheet(t.Answers)); err == nil {
			con.Say("wrote %s", cli.Plain(t.Out))
		}
		return err
	}
	screen := *con
	if t.JSON && con.Typed() {
		screen.Out = con.Err // only the report goes to standard output
	} else if t.JSON {
		screen.Out = io.Discard
	}
	r := ExerciseReport{Title: x.Title, Seed: x.Seed, Tree: x.Text, Of: len(x.Questions)}
	r.Difficulty = option.Only(t.Game.ExerciseTable(), "difficulty")[0].Text(t.ExerciseOptions)
	screen.Say("%s\n", x.Title)
	screen.Print("%s\n", x.Text)
	if err := t.ask(ctx, &screen, x.Questions, &r); err != nil {
		return err
	}
	if t.JSON {
		return con.JSON(r)
	}
	if !t.Answers {
		con.Say("Score: %d of %d", r.Score, r.Of)
	}
	return nil
}

// ask asks the questions one after another, and adds the answers to the report. An empty answer skips a question. A
// person may correct an answer that cannot be read.
func (t task) ask(ctx context.Context, con *cli.IO, questions []gametree.Question, r *ExerciseReport) error {
	var typed *cli.Lines
	if !t.Answers {
		typed = con.ReadLines(ctx)
	}
	for i := 0; i < len(questions); i++ {
		q := questions[i]
		report := QuestionReport{Kind: q.Kind, Node: q.Node, Prompt: q.Prompt}
		con.Say("%d. %s", i+1, q.Prompt)
		if t.Answers {
			report.Answer = q.Answer
			con.Say("%s", q.Answer)
		} else if line, err := typed.Next(ctx); err != nil && err != io.EOF {
			return cli.Interruption(fmt.Sprintf("after %d of %d questions", i, len(questions)))
		} else if report.Given = line; report.Given != "" {
			mistake, err := q.Check(report.Given)
			if err != nil && con.Typed() {
				con.Print("%v\n", err)
				i--
				continue
			}
			if err != nil {
				mistake = err.Error()
			}
			report.Answer, report.Explanation, report.Right = q.Answer, mistake, mistake == ""
			if report.Right {
				r.Score++
				con.Print("right\n")
			} else {
				con.Print("wrong: %s\n", mistake)
			}
		}
		r.Questions = append(r.Questions, report)
	}
	return nil
}
