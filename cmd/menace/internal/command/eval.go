package command

import (
	"context"
	"errors"
	"fmt"
	"math"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
)

type evalOptions struct {
	Agent       string
	Opponents   []string
	Games, Seed int64 // games to play against each opponent, in addition to computing, and their seed
	JSON        bool
}

func evalCommand(con *term.IO) *term.Command {
	return &term.Command{
		Name:   "eval",
		Flags:  func() []term.Flag { return term.Flags("", evalTable, usualEval) },
		Action: term.InLab(con, data.Read, term.Parse(evalTable, usualEval), runEval),
	}
}

var usualEval = evalOptions{Agent: term.DefaultAgent, Seed: lab.NoSeed}

var evalTable = []option.Option[evalOptions]{
	term.Agent(func(o *evalOptions) *string { return &o.Agent }),
	{Name: "opponent", Short: "o", Meaning: "evaluate against `OPPONENT`", Complete: "opponent",
		Default: "random, perfect, and blocker in tic-tac-toe",
		In: func(o *evalOptions) option.Value {
			return option.Checked(option.Words(&o.Opponents), lab.CheckOpponent)
		}},
	{Name: "games", Short: "n", Meaning: "also play `N` games against each opponent", Default: "none",
		In: func(o *evalOptions) option.Value { return option.Whole(&o.Games, 0, menace.MaxGames) }},
	{Name: "seed", Meaning: "the `SEED` of these games", Default: "random",
		In: func(o *evalOptions) option.Value { return option.Whole(&o.Seed, 0, math.MaxInt64) }},
	term.JSON(func(o *evalOptions) *bool { return &o.JSON }),
}

// Check refuses a seed without games.
func (o evalOptions) Check() error {
	if o.Seed != lab.NoSeed && o.Games == 0 {
		return option.Wrong("seed", errors.New("this needs --games, since only games that are played have a seed"))
	}
	return nil
}

func runEval(ctx context.Context, con *term.IO, l *lab.Lab, o evalOptions) error {
	a, err := l.Agent(ctx, o.Agent)
	if err != nil {
		return err
	}
	e, err := l.Evaluate(ctx, a, o.Opponents, o.Games, o.Seed)
	if err != nil {
		return err
	}
	if o.JSON {
		return con.JSON(e)
	}
	con.Say("%s plays %s and has learned from %s\n", term.Bold(e.Agent), e.Plays, words.Plural(e.Games, "game"))
	con.Table(report.StrengthTable(e.Strength))
	if len(e.Sampled) > 0 {
		var rows [][]string
		for _, s := range e.Sampled {
			rows = append(rows, sentences.Tally(s.Tally, "against "+s.Opponent))
		}
		con.Print("\n")
		con.Table(report.TallyTable(fmt.Sprintf("played, seed %d", *e.Seed), rows))
	}
	if e.Bankrupt {
		con.Note("%s is bankrupt: %s empty, so it resigns every game", e.Agent, sentences.Openings(a.Career.Side))
	}
	return nil
}
