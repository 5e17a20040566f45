package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"menace/data"
	"menace/menace"
)

// defaultAgent is the agent that is meant when none is named.
const defaultAgent = "default"

// agentFlag names an agent.
func agentFlag() cli.Flag {
	return &cli.StringFlag{Name: "agent", Aliases: []string{"a"}, Value: defaultAgent, Usage: "the agent's `NAME`"}
}

// jsonFlag asks for JSON.
func jsonFlag() cli.Flag { return &cli.BoolFlag{Name: "json", Usage: "print one JSON document"} }

func (p *program) trainCommand() *cli.Command {
	return &cli.Command{
		Name:      "train",
		Usage:     "train an agent, a new one or further",
		ArgsUsage: " ",
		Description: `Plays games, learns from every one, stores the agent and tells how good it now is. An agent that
exists goes on where it was: 5,000 games and 5,000 more are the same as 10,000 at once.

Opponents: ` + allOpponents + `.

Examples:
   menace train --games 10000
   menace train --agent careful --preset restock --games 10000 --opponent perfect --seed 1961
   menace train --agent second --plays second --games 5000 --opponent blocker
   menace train --agent gentle --preset scroggs --on-empty restock --games 0
   menace train --games 20000 --opponent agent:second --both-learn`,
		Flags: append([]cli.Flag{
			agentFlag(),
			&cli.Int64Flag{Name: "games", Aliases: []string{"n"}, Usage: "play `N` games; 0 only makes the agent", DefaultText: "none, it is needed"},
			&cli.StringFlag{Name: "opponent", Aliases: []string{"o"}, Usage: "train against `OPPONENT`", DefaultText: "the last one; at first random"},
			&cli.Int64Flag{Name: "seed", Usage: "the `SEED` of all chance", DefaultText: "go on; at first any"},
			&cli.BoolFlag{Name: "both-learn", Usage: "an opponent agent:NAME learns from the games too"},
			jsonFlag(),
		}, ruleFlags()...),
		Action: action(parseTrain, p.train),
	}
}

// trainOptions say what to train, and how.
type trainOptions struct {
	db, agent string
	games     int64
	opponent  string // "" for the one before
	seed      int64  // −1 to go on with the seed that it has
	bothLearn bool
	rules     ruleOptions
	json      bool
}

func parseTrain(c *cli.Context) (o trainOptions, err error) {
	if err := noArguments(c); err != nil {
		return o, err
	}
	o = trainOptions{
		db: c.String("db"), agent: c.String("agent"), games: c.Int64("games"),
		opponent: c.String("opponent"), seed: -1, bothLearn: c.Bool("both-learn"), json: c.Bool("json"),
	}
	if err := data.CheckName(o.agent); err != nil {
		return o, asUsage(err)
	}
	switch {
	case !c.IsSet("games"):
		return o, usagef("train needs --games N, the number of games, as in --games 10000")
	case o.games < 0 || o.games > menace.MaxGames:
		return o, usagef("--games %d is not between 0 and %d", o.games, int64(menace.MaxGames))
	case c.IsSet("seed") && c.Int64("seed") < 0:
		return o, usagef("--seed %d is negative", c.Int64("seed"))
	case c.IsSet("opponent"):
		if err := checkOpponent(o.opponent); err != nil {
			return o, err
		}
	}
	if c.IsSet("seed") {
		o.seed = c.Int64("seed")
	}
	if o.bothLearn && o.opponent != "" && !strings.HasPrefix(o.opponent, agentPrefix) {
		return o, usagef("--both-learn goes with --opponent agent:NAME; %s does not learn", o.opponent)
	}
	o.rules, err = parseRules(c)
	return o, err
}

// train trains an agent and prints what happened.
func (p *program) train(ctx context.Context, o trainOptions) error {
	mode := data.Create
	if o.bothLearn || strings.HasPrefix(o.opponent, agentPrefix) {
		mode = data.Write // the opponent must be there
	}
	db, err := openDB(ctx, o.db, mode)
	if err != nil {
		return err
	}
	defer db.Close()
	a, err := agentToTrain(ctx, db, o)
	if err != nil {
		return err
	}
	t, err := newTrainee(ctx, db, a, o)
	if err != nil {
		return err
	}
	fresh := t.agent.Fresh()
	if err := t.save(ctx); err != nil {
		return err
	}
	if err := p.playGames(ctx, t, o.games); err != nil {
		return err
	}
	if err := p.reportTraining(t, fresh, o); err != nil {
		return err
	}
	if ctx.Err() != nil && t.session.Games < o.games {
		return interruption(fmt.Sprintf("after %s of %s; they are saved", plural(t.session.Games, "game"), count(o.games)))
	}
	return nil
}

const (
	saveEvery = time.Second
	lookUp    = 1 << 16 // games between two looks at the clock, a few milliseconds
)

// playGames plays the games of a run, fewer if a learner goes bankrupt or the user breaks off, and
// saves them now and then and at the end. While another process holds the database it plays on,
// and saves later. What it returns is that saving failed.
func (p *program) playGames(ctx context.Context, t *trainee, games int64) error {
	bar := p.newProgress(games, "games")
	defer bar.close()
	saved := time.Now()
	for left := games; left > 0 && ctx.Err() == nil && !t.training.Bankrupt(); {
		played, _ := t.training.Run(ctx, min(left, lookUp)) // the error is the context's
		left -= played
		bar.set(games - left)
		if time.Since(saved) >= saveEvery {
			if err := t.save(ctx); err != nil && !errors.Is(err, data.ErrBusy) {
				return err
			}
			saved = time.Now()
		}
	}
	return t.save(ctx)
}
