// Package train is the command train: it trains an agent and says how good it is now.
package train

import (
	"context"
	"fmt"
	"strings"
	"time"

	"menace/arena"
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
)

// Options say whom to train, and how to tell of it.
type Options struct {
	DB string
	lab.TrainOptions
	JSON bool
}

// Command describes the command train.
func Command(con *console.IO) *cli.Command {
	return &cli.Command{
		Name:      "train",
		Usage:     "train an agent, a new one or further",
		ArgsUsage: cli.NoWords,
		Description: `Plays games, learns from every one, stores the agent and says how good it is now. An agent that
exists goes on where it was: 5,000 games and 5,000 more are the same as 10,000 at once.

Opponents: ` + lab.Opponents + `.

Examples:
   menace train --games 10000
   menace train --agent careful --preset restock --games 10000 --opponent perfect --seed 1961
   menace train --agent second --plays second --games 5000 --opponent blocker
   menace train --agent gentle --preset scroggs --on-empty restock --games 0
   menace train --games 20000 --opponent agent:second --both-learn`,
		Flags: append([]cli.Flag{
			cli.AgentFlag(),
			&cli.Int64Flag{Name: "games", Aliases: []string{"n"}, Usage: "play `N` games; 0 only makes the agent", DefaultText: "required"},
			&cli.StringFlag{Name: "opponent", Aliases: []string{"o"}, Usage: "train against `OPPONENT`", DefaultText: "the last one; at first random"},
			cli.SeedFlag("the `SEED` of all chance", "go on; at first any"),
			&cli.BoolFlag{Name: "both-learn", Usage: "an opponent agent:NAME learns from the games too"},
			cli.JSONFlag(),
		}, cli.RuleFlags("Rules of a new machine")...),
		Action: cli.Action(con, parse, Run),
	}
}

func parse(c *cli.Context) (o Options, err error) {
	o = Options{DB: c.String("db"), JSON: c.Bool("json")}
	o.Opponent, o.BothLearn = c.String("opponent"), c.Bool("both-learn")
	if !c.IsSet("games") {
		return o, cli.Usagef("train needs --games N, the number of games, as in --games 10000")
	}
	if o.Agent, err = cli.Agent(c); err != nil {
		return o, err
	}
	if o.Games, err = cli.Games(c, 0); err != nil {
		return o, err
	}
	if o.Seed, err = cli.Seed(c); err != nil {
		return o, err
	}
	if c.IsSet("opponent") {
		if err := lab.CheckOpponent(o.Opponent); err != nil {
			return o, err
		}
	}
	if o.BothLearn && o.Opponent != "" && !strings.HasPrefix(o.Opponent, arena.AgentPrefix) {
		return o, cli.Usagef("--both-learn goes with --opponent agent:NAME; %s does not learn", o.Opponent)
	}
	o.Rules, o.Given, err = cli.Rules(c)
	return o, err
}

// Run trains an agent and prints what happened.
func Run(ctx context.Context, con *console.IO, o Options) error {
	mode := data.Create
	if o.BothLearn || strings.HasPrefix(o.Opponent, arena.AgentPrefix) {
		mode = data.Write // the opponent must exist
	}
	l, err := lab.Open(ctx, o.DB, mode)
	if err != nil {
		return err
	}
	defer l.Close()
	t, err := l.NewTraining(ctx, o.TrainOptions)
	if err != nil {
		return err
	}
	bar := con.Progress(o.Games, "games")
	t.Waiting = func(patience time.Duration) {
		bar.Close()
		con.Note("another process holds %s: waiting up to %.0f seconds to save; Ctrl-C gives up", o.DB, patience.Seconds())
	}
	err = t.Run(ctx, o.Games, bar.Set)
	bar.Close()
	if err != nil {
		return err
	}
	if err := report(con, t, o); err != nil {
		return err
	}
	if ctx.Err() != nil && t.Session.Games < o.Games {
		return cli.Interruption(fmt.Sprintf("after %s of %s; they are saved", words.Plural(t.Session.Games, "game"), words.Count(o.Games)))
	}
	return nil
}

// report prints what a run of training was and what has come of it.
func report(con *console.IO, t *lab.Training, o Options) error {
	for _, a := range t.BankruptAgents() {
		con.Note("%s is bankrupt after %s: its opening box is empty, so it can only resign and learns nothing more; "+
			"a new agent with --on-empty restock refills empty boxes", a.Name, words.Plural(a.Career.Tally.Games(), "game"))
	}
	r := t.Report()
	if o.JSON {
		return con.JSON(r)
	}
	made := "trained further"
	if r.Created {
		made = "a new agent"
	}
	con.Print("%s is %s: plays %s, %s rules, seed %d\n",
		console.Bold(r.Agent), made, r.Plays, words.Rules(t.Agent.Machine.Rules()), r.Seed)
	if o.Games > 0 {
		con.Print("%s against %s%s in %.2f s%s\n\n", words.Plural(r.Games, "game"), r.Opponent, alsoLearns(r), r.Seconds, speed(r))
		printTallies(con, r.Tally, t.Agent.Career.Tally)
	}
	con.Print("\n")
	con.Exact(r.Against, r.WorstCase)
	con.Print("\nsaved in %s\n", o.DB)
	return nil
}

func alsoLearns(r lab.TrainingReport) string {
	if r.BothLearn {
		return ", who learned too,"
	}
	return ""
}

// speed returns the games a second of a run that was long enough to measure.
func speed(r lab.TrainingReport) string {
	if r.Seconds < 0.2 {
		return ""
	}
	return fmt.Sprintf(" (%.1f million games a second)", float64(r.Games)/r.Seconds/1e6)
}

// printTallies prints how the games of a run ended and, if there were others before, those of all.
func printTallies(con *console.IO, run, all arena.Tally) {
	var rows [][]string
	for _, t := range []struct {
		name string
		arena.Tally
	}{{"this run", run}, {"in all", all}} {
		if t.name == "this run" || all != run {
			rows = append(rows, []string{t.name, words.Count(t.Games()), words.Count(t.Win), words.Count(t.Draw), words.Count(t.Loss), words.Count(t.Resigned)})
		}
	}
	con.Table(1, []string{"", "games", "won", "drawn", "lost", "of these resigned"}, rows)
}
