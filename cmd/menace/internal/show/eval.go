package show

import (
	"context"
	"fmt"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
)

// EvalOptions say what to evaluate.
type EvalOptions struct {
	DB, Agent   string
	Opponents   []string
	Games, Seed int64 // games to be played against each besides
	JSON        bool
}

// EvalCommand describes the command eval.
func EvalCommand(con *console.IO) *cli.Command {
	return &cli.Command{
		Name:      "eval",
		Usage:     "say exactly how good an agent is",
		ArgsUsage: cli.NoWords,
		Description: `Computes the probabilities of win, draw and loss over the whole game tree, without playing: against
each opponent, and against the best reply there is to this agent (the worst case; minus its value is
how exploitable the agent is). With --games it plays as well.

Opponents: ` + lab.Opponents + `.

Examples:
   menace eval
   menace eval --agent second --opponent perfect --opponent noisy:0.1
   menace eval --opponent random --games 100000 --seed 7
   menace eval --json`,
		Flags: []cli.Flag{
			cli.AgentFlag(),
			&cli.StringSliceFlag{Name: "opponent", Aliases: []string{"o"}, Usage: "against `OPPONENT`; repeatable", DefaultText: "random, perfect, blocker"},
			&cli.Int64Flag{Name: "games", Aliases: []string{"n"}, Usage: "also play `N` games against each"},
			cli.SeedFlag("the `SEED` of these games", "any"),
			cli.JSONFlag(),
		},
		Action: cli.Action(con, parseEval, Eval),
	}
}

func parseEval(c *cli.Context) (o EvalOptions, err error) {
	o = EvalOptions{DB: c.String("db"), Agent: c.String("agent"), JSON: c.Bool("json")}
	if o.Opponents, err = cli.Opponents(c, "opponent", "random", "perfect", "blocker"); err != nil {
		return o, err
	}
	if o.Games, err = cli.Games(c, 0); err != nil {
		return o, err
	}
	if o.Seed, err = cli.Seed(c); o.Seed == lab.NoSeed {
		o.Seed = lab.NewSeed()
	}
	return o, err
}

// Eval evaluates an agent and prints the result.
func Eval(ctx context.Context, con *console.IO, o EvalOptions) error {
	l, a, err := lab.OpenAgent(ctx, o.DB, o.Agent)
	if err != nil {
		return err
	}
	defer l.Close()
	e, err := l.Evaluate(ctx, a, o.Opponents, o.Games, o.Seed)
	if err != nil {
		return err
	}
	if o.JSON {
		return con.JSON(e)
	}
	con.Print("%s plays %s and has learned from %s\n\n", console.Bold(e.Agent), e.Plays, words.Plural(e.Games, "game"))
	con.Exact(e.Against, e.WorstCase)
	printSampled(con, e)
	if e.Bankrupt {
		con.Note("%s is bankrupt: its opening box is empty, so it resigns every game", e.Agent)
	}
	return nil
}

// printSampled prints how the games ended that were played.
func printSampled(con *console.IO, e lab.Evaluation) {
	if len(e.Sampled) == 0 {
		return
	}
	var rows [][]string
	for _, s := range e.Sampled {
		rows = append(rows, []string{"against " + s.Opponent, words.Count(s.Tally.Games()), words.Count(s.Win), words.Count(s.Draw), words.Count(s.Loss), words.Count(s.Resigned)})
	}
	con.Print("\n")
	con.Table(1, []string{fmt.Sprintf("played, seed %d", *e.Seed), "games", "won", "drawn", "lost", "of these resigned"}, rows)
}
