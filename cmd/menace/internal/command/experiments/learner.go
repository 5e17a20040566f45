package experiments

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"menace/arena/experiment"
	"menace/arena/match"
	"menace/board"
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
	"menace/symmetry"
)

// LearnerOptions are the options of the commands that show one learner of an experiment, and play against it.
type LearnerOptions struct {
	DB, Name string
	Task     experiment.Task
	At       int64  // games of training, or lab.AtEnd
	Position string // the position to show, or "" for those of its first move
	Seed     int64  // of the game to play, or lab.NoSeed
	JSON     bool
}

var usualLearner = LearnerOptions{Task: experiment.Task{Cell: 1, Run: 1}, At: lab.AtEnd, Seed: lab.NoSeed}

// learnerTable lists the options that choose a learner.
var learnerTable = []option.Option[LearnerOptions]{
	{
		Name: "cell", Meaning: "the learner of cell `C`, as experiment show numbers them",
		In: func(o *LearnerOptions) option.Value { return option.Whole(&o.Task.Cell, 1, experiment.MaxCells) },
	},
	{
		Name: "run", Meaning: "the learner of run `R` of the cell",
		In: func(o *LearnerOptions) option.Value { return option.Whole(&o.Task.Run, 1, experiment.MaxRuns) },
	},
	{
		Name: "at", Meaning: "the learner after `N` games of training", Default: "the end",
		In: func(o *LearnerOptions) option.Value { return option.Whole(&o.At, 0, math.MaxInt64) },
	},
}

var valuesTable = append(learnerTable[:3:3], option.Option[LearnerOptions]{
	Name: "position", Short: "p", Default: "those of its first move",
	Meaning: "its moves in `POSITION`, in any orientation, as in X.O/.../... or BBB/W../.WW",
	In:      func(o *LearnerOptions) option.Value { return option.Word(&o.Position) },
}, cli.JSON(func(o *LearnerOptions) *bool { return &o.JSON }))

var againstTable = append(learnerTable[:3:3], option.Option[LearnerOptions]{
	Name: "seed", Meaning: "the `SEED` of the game", Default: "random",
	In: func(o *LearnerOptions) option.Value { return option.Whole(&o.Seed, 0, math.MaxInt64) },
})

// learnerCommands describes the commands values and play.
func learnerCommands(con *console.IO) []*cli.Command {
	parse := func(table []option.Option[LearnerOptions]) func(*cli.Context) (LearnerOptions, error) {
		return func(c *cli.Context) (LearnerOptions, error) {
			o := usualLearner
			o.DB, o.Name = c.String("db"), c.Args().First()
			return cli.Parse(table, o)(c)
		}
	}
	return []*cli.Command{{
		Name: "values", Usage: "show what one learner of an experiment makes of its moves", ArgsUsage: "EXPERIMENT",
		Description: `Shows a position with a number on each square: the value, the preference or the beads that a learner
has for the move there, and the chance that it plays it. A dot marks a square that is, by symmetry, the same move as
another. The learner plays as it is measured, without exploring.

An experiment stores results, not learners. But a replicate depends only on the experiment's seed, its cell and its run,
so the same learner is trained again, up to --at games.

Examples:
   menace experiment values methods --cell 2 --run 7
   menace experiment values methods --cell 2 --at 100 --position X.O/.../...
   menace experiment values methods --cell 2 --json`,
		Flags:  cli.Flags("", valuesTable, usualLearner),
		Action: cli.Action(con, parse(valuesTable), Values),
	}, {
		Name: "play", Usage: "play against one learner of an experiment", ArgsUsage: "EXPERIMENT",
		Description: `Plays one game. The learner is trained again, as «experiment values» explains, and learns nothing
from you. Moves can also come from a pipe, one per line; v shows what the learner made of its last move, u takes your
last move back, and q leaves. The same learner, seed and moves give the same game.

Examples:
   menace experiment play methods --cell 2
   menace experiment play methods --cell 2 --run 7 --at 100 --seed 1`,
		Flags:  cli.Flags("", againstTable, usualLearner),
		Action: cli.Action(con, parse(againstTable), Play),
	}}
}

// train trains the learner of the options again, and says which it is.
func (o LearnerOptions) train(ctx context.Context) (l *lab.Learner, title string, err error) {
	db, e, err := lab.OpenExperiment(ctx, o.DB, o.Name, data.Read)
	if err != nil {
		return nil, "", err
	}
	defer db.Close()
	if l, err = db.Learner(ctx, e, o.Task, o.At); err != nil {
		return nil, "", err
	}
	return l, fmt.Sprintf("%s, run %d of cell %d, after %s", words.Cell(l.Cell), o.Task.Run, o.Task.Cell,
		words.Plural(l.Tally.Games(), "game")), nil
}

// Values prints what a learner makes of the moves of positions.
func Values(ctx context.Context, con *console.IO, o LearnerOptions) error {
	l, title, err := o.train(ctx)
	if err != nil {
		return err
	}
	positions, err := l.Positions(o.Position)
	if err != nil {
		return err
	}
	if o.JSON {
		values := map[string]map[string]lab.MoveValue{} // by position and move
		for _, p := range positions {
			moves := map[string]lab.MoveValue{}
			for _, m := range l.Values(p) {
				moves[m.Move.String()] = m
			}
			values[l.Learner.Graph().Format(p)] = moves
		}
		return con.JSON(map[string]any{"learner": title, "seed": l.Seed, "holds": l.Holds, "positions": values})
	}
	con.Say("%s, seed %d", title, l.Seed)
	for _, p := range positions {
		showValues(con, l, p)
	}
	return nil
}

// showValues draws a position with what a learner makes of its moves.
func showValues(con *console.IO, l *lab.Learner, p board.Code) {
	graph := l.Learner.Graph()
	texts := map[symmetry.Move]string{}
	var rows [][]string
	for _, m := range l.Values(p) {
		texts[m.Move] = m.Text(l.Holds)
		rows = append(rows, []string{m.Move.String(), texts[m.Move], words.Percent(m.Chance)})
	}
	text := func(m symmetry.Move) string {
		if texts[m] == "" {
			return console.Faint("·")
		}
		return texts[m]
	}
	if graph.Steps() {
		text = nil
	}
	con.Choices(graph, p, text)
	con.Table(1, []string{"move", l.Holds, "chance"}, rows)
}

// Play plays a game against a learner.
func Play(ctx context.Context, con *console.IO, o LearnerOptions) error {
	l, title, err := o.train(ctx)
	if err != nil {
		return err
	}
	g := l.Begin(lab.OrNew(o.Seed))
	graph, lines := g.Graph(), console.ReadLines(ctx, con.In)
	con.Say("%s.\nIt has %s. The seed of the game is %d.", title, console.Player(graph, g.Side()), g.Seed())
	for told := 0; ; {
		if turns := g.Turns(); len(turns) > told && turns[told].Move != symmetry.Resign {
			con.Say("\nThe learner takes %v.", turns[len(turns)-1].Move)
		}
		told = len(g.Turns())
		if g.Over() {
			con.Board(graph, g.Position())
			con.Say("%s", console.Bold(words.LearnerEnding(g.Outcome(), g.Resigned(), g.Side())))
			return nil
		}
		con.Choices(graph, g.Position(), func(m symmetry.Move) string { return console.Faint(m.String()) })
		con.Print("Your move, %s (v: its values, u: undo, q: leave): ", console.Player(graph, g.Side().Other()))
		line, err := lines.Next(ctx)
		switch line = strings.TrimSpace(line); {
		case errors.Is(err, io.EOF), err == nil && line == "q":
			con.Say("\nThe game is not over; nothing is stored.")
			return nil
		case err != nil:
			return err
		}
		if !con.Typed() {
			con.Print("%.40s\n", line)
		}
		if err := obey(con, l, g, line); err != nil {
			con.Say("%s.", words.Sentence(err.Error()))
		}
		told = min(told, len(g.Turns()))
	}
}

// obey carries out a line of input in a game against a learner.
func obey(con *console.IO, l *lab.Learner, g *match.Game, line string) error {
	switch turns := g.Turns(); {
	case line == "u" && !g.TakeBack():
		return errors.New(strings.TrimSuffix(words.NothingYet, "."))
	case line == "u":
	case line == "v" && len(turns) == 0:
		return errors.New("the learner has not moved yet")
	case line == "v":
		showValues(con, l, turns[len(turns)-1].Position)
	default:
		m, err := symmetry.ParseMove(line)
		if err == nil {
			err = g.Play(m)
		}
		if err != nil {
			return err
		}
		l.Answer(g)
	}
	return nil
}
