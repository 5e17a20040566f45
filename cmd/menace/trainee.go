package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"menace/arena"
	"menace/data"
	"menace/menace"
)

// trainee is all that takes part in a run of training.
type trainee struct {
	db       *data.DB
	agent    *data.Agent
	rival    *data.Agent // the opponent, if it learns too
	training *arena.Training
	session  *data.Session
}

// newTrainee finds an agent its opponent.
func newTrainee(ctx context.Context, db *data.DB, a *data.Agent, o trainOptions) (_ *trainee, err error) {
	if o.opponent == "" {
		if o, err = o.asBefore(ctx, db, a); err != nil {
			return nil, err
		}
	}
	o.opponent = arena.CanonicalName(o.opponent)
	t := &trainee{db: db, agent: a, training: &arena.Training{Learner: a.Career, Random: a.Random}}
	if err := t.meet(ctx, o); errors.Is(err, data.ErrNotFound) {
		return nil, fmt.Errorf("%w; --opponent names another", err)
	} else if err != nil {
		return nil, err
	}
	for _, learner := range []*data.Agent{t.agent, t.rival} {
		if err := hasRoom(learner, o.games); err != nil {
			return nil, err
		}
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

// freeze keeps the opponent as it is.
func (t *trainee) freeze() {
	if t.rival != nil {
		t.training.Opponent = t.rival.Machine.Frozen()
		t.rival, t.training.Rival = nil, nil
	}
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

// asBefore returns the options with the opponent of the agent's last session, who learns if it
// learned then; at first it is random.
func (o trainOptions) asBefore(ctx context.Context, db *data.DB, a *data.Agent) (trainOptions, error) {
	o.opponent = "random"
	if a.Fresh() {
		return o, nil
	}
	sessions, err := db.Sessions(ctx, a)
	if len(sessions) > 0 {
		last := sessions[len(sessions)-1]
		o.opponent, o.bothLearn = last.Opponent, o.bothLearn || last.BothLearn
	}
	return o, err
}

// hasRoom returns an error unless a learner, if there is one, may play so many games more.
func hasRoom(a *data.Agent, games int64) error {
	if a == nil {
		return nil
	}
	played := a.Career.Tally.Games()
	if left := menace.MaxGames - played; games > left {
		return fmt.Errorf("agent %q has played %d games; of the %d that a machine may play, %d are left",
			a.Name, played, int64(menace.MaxGames), left)
	}
	return nil
}

// save stores what takes part and learns, also when the user has broken off.
func (t *trainee) save(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	if t.rival != nil {
		return t.db.Save(ctx, t.agent, t.rival)
	}
	return t.db.Save(ctx, t.agent)
}
