package experiments

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"menace/arena/match"
	"menace/board"
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/command/boards"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
	"menace/symmetry"
)

// LearnerOptions are the options of the commands that show one learner of an experiment, and play against it.
type LearnerOptions struct {
	report.LearnerOptions
	JSON bool
}

var (
	usualLearner = LearnerOptions{LearnerOptions: report.UsualLearner}
	learnerTable = append(option.Within(report.LearnerTable,
		func(o *LearnerOptions) *report.LearnerOptions { return &o.LearnerOptions }),
		cli.JSON(func(o *LearnerOptions) *bool { return &o.JSON }))
	valuesTable  = option.Only(learnerTable, "cell", "run", "at", "position", "json")
	againstTable = option.Only(learnerTable, "cell", "run", "at", "seed")
)

// learnerCommands describes the commands values and play.
func learnerCommands(con *cli.IO) []*cli.Command {
	parse := func(table []option.Option[LearnerOptions]) func(*cli.Context) (string, LearnerOptions, error) {
		return func(c *cli.Context) (string, LearnerOptions, error) {
			o, err := cli.Parse(table, usualLearner)(c)
			return c.Args().First(), o, err
		}
	}
	return []*cli.Command{{
		Name: "values", ArgsUsage: "EXPERIMENT",
		Flags:  cli.Flags("", valuesTable, usualLearner),
		Action: inExperiment(con, parse(valuesTable), Values),
	}, {
		Name: "play", ArgsUsage: "EXPERIMENT",
		Flags:  cli.Flags("", againstTable, usualLearner),
		Action: inExperiment(con, parse(againstTable), Play),
	}}
}

// Values prints what a learner has learned about the moves of positions.
func Values(ctx context.Context, con *cli.IO, stored *lab.Lab, e *data.Experiment, o LearnerOptions) error {
	l, err := stored.Learner(ctx, e, o.Task, o.At)
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
		return con.JSON(map[string]any{"learner": l.About(), "seed": l.Seed, "holds": l.Holds, "positions": values})
	}
	con.Say("%s, seed %d", l.About(), l.Seed)
	for _, p := range positions {
		showValues(con, l, p)
	}
	return nil
}

// showValues draws a position with what a learner has learned about its moves.
func showValues(con *cli.IO, l *lab.Learner, p board.Code) {
	graph := l.Learner.Graph()
	texts := map[symmetry.Move]string{}
	var rows [][]string
	for _, m := range l.Values(p) {
		texts[m.Move] = m.Text(l.Holds)
		rows = append(rows, []string{m.Move.String(), texts[m.Move], words.Percent(m.Chance)})
	}
	text := func(m symmetry.Move) string {
		if texts[m] == "" {
			return cli.Faint("·")
		}
		return texts[m]
	}
	if graph.Steps() {
		text = nil
	}
	boards.PrintMoves(con, graph, p, text)
	con.Table(report.Table{Right: 1, Headings: []string{"move", l.Holds, "chance"}, Lines: rows})
}

// Play plays a game against a learner.
func Play(ctx context.Context, con *cli.IO, stored *lab.Lab, e *data.Experiment, o LearnerOptions) error {
	l, err := stored.Learner(ctx, e, o.Task, o.At)
	if err != nil {
		return err
	}
	g := l.Begin(lab.OrNew(o.Seed))
	graph, lines := g.Graph(), con.ReadLines(ctx)
	con.Say("%s.\nIt has %s. The seed of the game is %d.", l.About(), boards.Player(graph, g.Side()), g.Seed())
	for shown := 0; ; {
		if turns := g.Turns(); len(turns) > shown && turns[shown].Move != symmetry.Resign {
			con.Say("\n%s.", words.Plays("The learner", turns[len(turns)-1].Move))
		}
		shown = len(g.Turns())
		if g.Over() {
			boards.Print(con, graph, g.Position())
			ending := words.Ending("the learner", g.Outcome(), g.Resigned(), g.Side(), words.You)
			con.Say("%s%s", cli.Bold(words.Sentence(ending)), words.Why(graph, g.Position()))
			return nil
		}
		boards.PrintMoves(con, graph, g.Position(), func(m symmetry.Move) string { return cli.Faint(words.Move(m)) })
		line, err := lines.Ask(ctx, fmt.Sprintf("Your move, %s (h: hint, ?: help): ",
			boards.Player(graph, g.Side().Other())))
		switch {
		case errors.Is(err, io.EOF), err == nil && line == "q":
			con.Say("\nThe game is not over; nothing is stored.")
			return nil
		case err != nil:
			return err
		}
		if err := execute(con, l, g, line); err != nil {
			con.Say("%s.", words.Sentence(err.Error()))
		}
		shown = min(shown, len(g.Turns()))
	}
}

// keys explains what a person can type instead of a move.
const keys = `  ?   show these keys
  h   ask the perfect player
  b   see how the learner rated the moves of its last turn
  u   take back your last move
  q   leave the game
`

// execute executes a line of input in a game against a learner.
func execute(con *cli.IO, l *lab.Learner, g *match.Game, line string) error {
	switch turns := g.Turns(); {
	case line == "u" && !g.TakeBack():
		return errors.New(strings.TrimSuffix(words.NothingYet, "."))
	case line == "u":
	case line == "?":
		con.Print("%s", keys)
	case line == "h":
		boards.PrintHint(con, g.Graph(), g.Position(), lab.NewHint(g), "the learner")
	case line == "b" && len(turns) == 0:
		return errors.New("the learner has not moved yet")
	case line == "b":
		showValues(con, l, turns[len(turns)-1].Position)
	default:
		m, err := boards.ParseMove(g.Graph(), g.Position(), line)
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
