package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"menace/arena"
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
   menace train --games 10000 --opponent perfect --seed 1961
   menace train --agent second --plays second --games 5000 --opponent blocker
   menace train --agent gentle --preset scroggs --on-empty restock --games 0
   menace train --games 20000 --opponent agent:second --both-learn`,
		Flags: append([]cli.Flag{
			agentFlag(),
			&cli.Int64Flag{Name: "games", Aliases: []string{"n"}, Usage: "play `N` games; 0 only makes the agent"},
			&cli.StringFlag{Name: "opponent", Aliases: []string{"o"}, Usage: "train against `OPPONENT`", DefaultText: "the last one; at first random"},
			&cli.Int64Flag{Name: "seed", Usage: "the `SEED` of all chance", DefaultText: "go on; at first any"},
			&cli.BoolFlag{Name: "both-learn", Usage: "an opponent agent:NAME learns from the games too"},
			jsonFlag(),
		}, ruleFlags()...),
		Action: func(c *cli.Context) error {
			o, err := parseTrain(c)
			if err != nil {
				return err
			}
			return p.train(c.Context, o)
		},
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
	if o.bothLearn && c.IsSet("opponent") && !strings.HasPrefix(o.opponent, agentPrefix) {
		return o, usagef("--both-learn goes with --opponent agent:NAME; %s does not learn", o.opponent)
	}
	o.rules, err = parseRules(c)
	return o, err
}

// trainee is all that takes part in a run of training.
type trainee struct {
	db       *data.DB
	agent    *data.Agent
	rival    *data.Agent // the opponent, if it learns too
	training *arena.Training
	session  *data.Session
}

// train trains an agent and prints what happened.
func (p *program) train(ctx context.Context, o trainOptions) error {
	mode := data.Create
	if strings.HasPrefix(o.opponent, agentPrefix) {
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
	runErr := p.playGames(ctx, t, o.games)
	if runErr != nil && !errors.Is(runErr, context.Canceled) {
		return runErr
	}
	if err := p.reportTraining(t, fresh, o); err != nil {
		return err
	}
	if runErr != nil {
		return interruption(fmt.Sprintf("after %s of %s; they are saved", plural(t.session.Games, "game"), count(o.games)))
	}
	return nil
}

// newTrainee finds an agent its opponent.
func newTrainee(ctx context.Context, db *data.DB, a *data.Agent, o trainOptions) (_ *trainee, err error) {
	if left := menace.MaxGames - a.Career.Tally.Games(); o.games > left {
		return nil, fmt.Errorf("agent %q has played %d games; of the %d that a machine may play, %d are left",
			a.Name, a.Career.Tally.Games(), int64(menace.MaxGames), left)
	}
	if o.opponent == "" {
		if o.opponent, err = lastOpponent(ctx, db, a); err != nil {
			return nil, err
		}
	}
	t := &trainee{db: db, agent: a, training: &arena.Training{Learner: a.Career, Random: a.Random}}
	if err := t.meet(ctx, o); err != nil {
		return nil, err
	}
	t.session = a.Begin(o.opponent, o.bothLearn)
	if t.rival != nil {
		t.rival.Begin(agentPrefix+a.Name, true)
	}
	return t, nil
}

// meet finds the opponent.
func (t *trainee) meet(ctx context.Context, o trainOptions) (err error) {
	plays := t.agent.Machine.Rules().Plays
	name, isAgent := strings.CutPrefix(o.opponent, agentPrefix)
	switch {
	case !isAgent && o.bothLearn:
		return usagef("--both-learn goes with --opponent agent:NAME; %s does not learn", o.opponent)
	case !isAgent:
		t.training.Opponent, err = parseOpponent(o.opponent)
		return err
	}
	rival, err := loadRival(ctx, t.db, name, plays)
	if err != nil {
		return err
	}
	if rival.Machine.Bankrupt() {
		return fmt.Errorf("agent %q is bankrupt: it resigns every game, so that there is nothing to learn from it", name)
	}
	t.training.Opponent = rival.Machine.Frozen()
	if o.bothLearn {
		t.rival, t.training.Rival, t.training.Opponent = rival, rival.Career, rival.Machine
	}
	return nil
}

// agentToTrain loads the agent, or makes it if there is none.
func agentToTrain(ctx context.Context, db *data.DB, o trainOptions) (*data.Agent, error) {
	a, err := db.Load(ctx, o.agent)
	if errors.Is(err, data.ErrNotFound) {
		seed := o.seed
		if seed < 0 {
			seed = newSeed()
		}
		return data.NewAgent(o.agent, o.rules.rules, seed)
	}
	if err != nil {
		return nil, err
	}
	if err := o.rules.conflict(a.Name, a.Machine.Rules()); err != nil {
		return nil, err
	}
	if o.seed >= 0 {
		err = a.Reseed(o.seed)
	}
	return a, err
}

// newSeed returns a seed that is short enough to be typed again.
func newSeed() int64 { return rand.Int64N(1_000_000_000) }

// lastOpponent returns the opponent of the agent's last session, at first random.
func lastOpponent(ctx context.Context, db *data.DB, a *data.Agent) (string, error) {
	if a.Fresh() {
		return "random", nil
	}
	sessions, err := db.Sessions(ctx, a)
	if err != nil || len(sessions) == 0 {
		return "random", err
	}
	return sessions[len(sessions)-1].Opponent, nil
}

// save stores what takes part and learns.
func (t *trainee) save(ctx context.Context) error {
	if t.rival != nil {
		return t.db.Save(ctx, t.agent, t.rival)
	}
	return t.db.Save(ctx, t.agent)
}

const (
	saveEvery = time.Second
	lookUp    = 1 << 16 // games between two looks at the clock, a few milliseconds
)

// playGames plays the games of a run and saves now and then, and at the end, the end being also that
// a learner is bankrupt or the user broke off.
func (p *program) playGames(ctx context.Context, t *trainee, games int64) error {
	bar := p.newProgress(games)
	defer bar.close()
	saved := time.Now()
	for left := games; left > 0 && !t.training.Bankrupt(); {
		played, err := t.training.Run(ctx, min(left, lookUp))
		left -= played
		if err != nil {
			return errors.Join(err, t.save(context.WithoutCancel(ctx)))
		}
		bar.set(games - left)
		if time.Since(saved) >= saveEvery {
			if err := t.save(ctx); err != nil {
				return err
			}
			saved = time.Now()
		}
	}
	return t.save(context.WithoutCancel(ctx))
}
