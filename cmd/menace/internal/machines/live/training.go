package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"menace/arena"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/version"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
)

// NewRun prepares a run. It creates the agent if there is none.
func (r *Registry) NewRun(ctx context.Context, t TrainOptions) (*Run, error) {
	o, err := r.Owner(ctx, t.Agent)
	if errors.Is(err, data.ErrNotFound) {
		o, err = &Owner{registry: r}, nil
	}
	if err != nil {
		return nil, err
	}
	return o.prepareRun(ctx, t)
}

// prepareRun prepares a run, which holds the machine and that of an opponent that learns too. It returns ErrTraining if
// another run holds one of them.
func (o *Owner) prepareRun(ctx context.Context, t TrainOptions) (*Run, error) {
	if t.Opponent == "" {
		if err := o.chooseLast(ctx, &t); err != nil {
			return nil, err
		}
	}
	owners := []*Owner{o}
	if rival, isAgent := strings.CutPrefix(t.Opponent, arena.AgentPrefix); isAgent && t.BothLearn {
		if other, err := o.registry.Owner(ctx, rival); err == nil && other != o {
			owners = append(owners, other)
		}
	}
	slices.SortFunc(owners, func(a, b *Owner) int { // a new machine comes last, because it will get the highest ID
		return cmp.Compare(uint64(a.id-1), uint64(b.id-1))
	})
	defer lockAll(owners)()
	for _, held := range owners {
		if run := held.holder.Load(); run != nil {
			return nil, run.busy(o)
		}
	}
	a, err := o.agentToTrain(ctx, t)
	if err != nil {
		return nil, err
	}
	r, err := newRun(ctx, o.registry.db, a, t)
	if err != nil || t.NoLearn {
		return r, err
	}
	r.owners = owners
	for _, held := range owners {
		held.holder.Store(r)
	}
	return r, nil
}

// chooseLast chooses the opponent of the machine's last session, who learns if it did then, or else random.
func (o *Owner) chooseLast(ctx context.Context, t *TrainOptions) error {
	t.Opponent = "random"
	if o.id == 0 {
		return nil
	}
	a, err := o.load(ctx)
	if err != nil {
		return err
	}
	sessions, err := o.registry.db.Sessions(ctx, a)
	if n := len(sessions); n > 0 {
		t.Opponent, t.BothLearn = sessions[n-1].Opponent, t.BothLearn || sessions[n-1].BothLearn
	}
	return err
}

// busy returns ErrTraining, with the name of the training agent if that is not the owner's machine.
func (r *Run) busy(o *Owner) error {
	if r.Agent.ID() == o.id {
		return ErrTraining
	}
	return fmt.Errorf("%w (the training of %s)", ErrTraining, r.Agent.Name)
}

// agentToTrain loads the agent, or creates it if there is none.
func (o *Owner) agentToTrain(ctx context.Context, t TrainOptions) (*data.Agent, error) {
	if o.id == 0 {
		return data.NewAgent(t.Agent, t.Rules, arena.OrNewSeed(t.Seed))
	}
	a, err := o.load(ctx)
	if err != nil {
		return nil, err
	}
	own := a.Machine.Rules()
	for _, rule := range menace.Differences(own, t.Rules) {
		if slices.Contains(t.Given, rule.Name) || slices.Contains(t.Given, "preset") {
			return nil, mistake.Errorf("machine %q has %s %s, not %s: a machine keeps its rules; "+
				"another name makes a new machine", a.Name, rule.Name, rule.Text(),
				option.Find(t.Rules.Options(), rule.Name).Text())
		}
	}
	if t.Seed != arena.NoSeed && !t.NoLearn {
		err = a.Reseed(t.Seed)
	}
	return a, err
}

// newRun finds the opponent of an agent and begins a session.
func newRun(ctx context.Context, db *data.DB, a *data.Agent, o TrainOptions) (*Run, error) {
	if err := o.Check(); err != nil {
		return nil, mistake.Wrap(err)
	}
	o.Opponent, o.BothLearn = arena.CanonicalName(o.Opponent), o.BothLearn && !o.NoLearn
	r := &Run{
		Agent: a, Created: a.Fresh(), options: o, db: db, store: db, stored: a.Career.Tally.Games(),
		training: &arena.Training{Learner: a.Career, Random: a.Random},
	}
	if err := r.meet(ctx); err != nil {
		return nil, err
	}
	for _, learner := range r.learners() {
		if err := hasRoom(learner, o.Games); err != nil {
			return nil, err
		}
	}
	r.Session = a.Begin(o.Opponent, o.BothLearn, version.String())
	if r.Rival != nil {
		r.Rival.Begin(arena.AgentPrefix+a.Name, true, version.String())
	}
	if o.NoLearn {
		r.training.Random = arena.NewRandom(arena.OrNewSeed(o.Seed))
	}
	return r, nil
}

// meet finds the opponent: an agent, another player, or a schedule, which continues where the agent left off.
func (r *Run) meet(ctx context.Context) error {
	name, t := r.options.Opponent, r.training
	if agent, ok := strings.CutPrefix(name, arena.AgentPrefix); ok {
		rival, err := agents.Rival(ctx, r.db, agent, r.Agent.Machine.Rules())
		switch {
		case errors.Is(err, data.ErrNotFound):
			return fmt.Errorf("opponent of %q: %w", r.Agent.Name, err)
		case err != nil:
			return err
		case rival.Machine.Bankrupt():
			return fmt.Errorf("machine %q is bankrupt: it resigns every game, so there is nothing to learn from it; "+
				"--opponent random trains against another", agent)
		}
		t.Opponent = rival.Machine.Frozen()
		if r.options.BothLearn {
			r.Rival, t.Rival, t.Opponent = rival, rival.Career, rival.Machine
		}
		return nil
	}
	schedule, err := arena.ParseSchedule(r.Agent.Machine.Graph(), name)
	if err != nil {
		return agents.NotOpponent(name, agents.Opponents, err)
	}
	for _, stint := range schedule {
		if _, err := arena.Against(stint.Opponent, r.Agent.Machine); err != nil {
			return mistake.Wrap(err)
		}
	}
	t.Opponent = schedule[0].Opponent
	if !arena.IsSchedule(name) {
		return nil
	}
	t.Schedule = schedule
	if !r.Agent.Fresh() {
		sessions, err := r.db.Sessions(ctx, r.Agent)
		if err != nil {
			return err
		}
		t.Met = agents.InARow(sessions, name)
	}
	t.Meet()
	return nil
}

// playing returns the name of the opponent in the next game.
func (r *Run) playing() string {
	if r.training.Schedule == nil {
		return r.Session.Opponent
	}
	stint, _ := r.training.Schedule.At(r.training.Met)
	return stint.Name
}

func (r *Run) learners() []*data.Agent {
	if r.Rival == nil {
		return []*data.Agent{r.Agent}
	}
	return []*data.Agent{r.Agent, r.Rival}
}
