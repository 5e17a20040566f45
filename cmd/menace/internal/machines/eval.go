package machines

import (
	"context"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
)

type evalOptions struct {
	Agent     string
	Opponents []string
	JSON      bool
}

func evalCommand(con *term.IO) *term.Command {
	return &term.Command{
		Name:   "eval",
		Flags:  func() []term.Flag { return term.Flags("", usualEval.options()) },
		Action: database.Action(con, data.Read, term.Parse((*evalOptions).options, usualEval), runEval),
	}
}

var usualEval = evalOptions{Agent: database.DefaultMachine}

func (o *evalOptions) options() []option.Option {
	return []option.Option{
		database.Machine(&o.Agent),
		{Name: "opponent", Short: "o", Meaning: "evaluate against `OPPONENT`", Complete: "opponent",
			Default: "random, perfect, and blocker in tic-tac-toe",
			Value:   option.Checked(option.Words(&o.Opponents), agents.CheckOpponent)},
		term.JSON(&o.JSON),
	}
}

func runEval(ctx context.Context, con *term.IO, db *data.DB, o evalOptions) error {
	a, err := db.Load(ctx, o.Agent)
	if err != nil {
		return err
	}
	e, err := agents.Evaluate(ctx, db, a, o.Opponents)
	if err != nil {
		return err
	}
	if o.JSON {
		return con.JSON(e)
	}
	con.Say("%s plays %s and has learned from %s\n", term.Bold(e.Agent), e.Plays, words.Plural(e.Games, "game"))
	con.Table(agents.StrengthTable(e.Strength))
	if e.Bankrupt {
		con.Note("%s is bankrupt: %s empty, so it resigns every game", e.Agent, sentences.Openings(a.Career.Side))
	}
	return nil
}
