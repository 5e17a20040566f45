package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"time"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/version"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/option"
	"menace/minimax/games"
)

// NewRun prepares a run. It creates the agent if there is none.
func (r *Machines) NewRun(ctx context.Context, t TrainOptions) (*Run, error) {
	machine, err := r.ByName(ctx, t.Agent)
	if errors.Is(err, data.ErrNotFound) {
		machine, err = &Machine{machines: r}, nil
	}
	if err != nil {
		return nil, err
	}
	return machine.prepareRun(ctx, t)
}

// prepareRun prepares a run, which holds the machine and, if its opponent learns too, the opponent's machine. It
// returns ErrTraining if another run holds one of them.
func (m *Machine) prepareRun(ctx context.Context, t TrainOptions) (*Run, error) {
	if t.Opponent == "" {
		if err := m.chooseLastOpponent(ctx, &t); err != nil {
			return nil, err
		}
	}
	machines := []*Machine{m}
	if rival, isAgent := arena.MachineName(t.Opponent); isAgent && t.BothLearn {
		if other, err := m.machines.ByName(ctx, rival); err == nil && other != m {
			machines = append(machines, other)
		}
	}
	slices.SortFunc(machines, func(a, b *Machine) int {
		switch {
		case a.id == 0: // a new machine comes last, because it will get the highest ID
			return 1
		case b.id == 0:
			return -1
		}
		return cmp.Compare(a.id, b.id)
	})
	defer lockAll(machines)()
	for _, held := range machines {
		if run := held.holder.Load(); run != nil {
			return nil, run.busyError(m)
		}
	}
	a, err := m.agentToTrain(ctx, t)
	if err != nil {
		return nil, err
	}
	r, err := newRun(ctx, m.machines.db, a, t)
	if err != nil || t.NoLearn {
		return r, err
	}
	r.machines = machines
	for _, held := range machines {
		held.holder.Store(r)
	}
	return r, nil
}

// chooseLastOpponent chooses the opponent of the machine's last session, which learns if it did then, or else random.
func (m *Machine) chooseLastOpponent(ctx context.Context, t *TrainOptions) error {
	t.Opponent = "random"
	if m.id == 0 {
		return nil
	}
	a, err := m.load(ctx)
	if err != nil {
		return err
	}
	sessions, err := m.machines.db.Sessions(ctx, a)
	if n := len(sessions); n > 0 && sessions[n-1].Opponent != data.Elsewhere {
		t.Opponent, t.BothLearn = sessions[n-1].Opponent, t.BothLearn || sessions[n-1].BothLearn
	}
	return err
}

// busyError returns ErrTraining. If it is another machine that is training, the error names it.
func (r *Run) busyError(machine *Machine) error {
	if r.Agent.ID() == machine.id {
		return ErrTraining
	}
	return fmt.Errorf("%w (the training of %s)", ErrTraining, r.Agent.Name)
}

// agentToTrain loads the agent, or creates it if there is none.
func (m *Machine) agentToTrain(ctx context.Context, t TrainOptions) (*data.Agent, error) {
	if m.id == 0 {
		return data.NewAgent(t.Agent, t.Rules, arena.OrNewSeed(t.Seed))
	}
	a, err := m.load(ctx)
	if err != nil {
		return nil, err
	}
	own := a.Machine.Rules()
	for _, rule := range menace.Differences(own, t.Rules) {
		if slices.Contains(t.Given, rule.Name) || slices.Contains(t.Given, "preset") {
			has, asked := rule.Text(), option.Find(t.Rules.Options(), rule.Name).Text()
			if games.IsOwn(has) && games.IsOwn(asked) {
				return nil, mistake.Errorf("machine %q plays %s as its file was before: a machine keeps its rules; "+
					"another name makes a new machine", a.Name, games.Short(has))
			}
			return nil, mistake.Errorf("machine %q has %s %s, not %s: a machine keeps its rules; "+
				"another name makes a new machine", a.Name, rule.Name, games.Short(has), games.Short(asked))
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
	if err := r.findOpponent(ctx); err != nil {
		return nil, err
	}
	for _, learner := range r.learners() {
		if err := checkGamesLeft(learner, o.Games); err != nil {
			return nil, err
		}
	}
	r.Session = a.Begin(o.Opponent, o.BothLearn, version.String())
	if r.Rival != nil {
		r.Rival.Begin(arena.MachinePrefix+a.Name, true, version.String())
	}
	if o.NoLearn {
		r.training.Random = arena.NewRandom(arena.OrNewSeed(o.Seed))
	}
	return r, nil
}

// findOpponent finds the opponent: an agent, another player, or a schedule, which continues where the agent stopped.
func (r *Run) findOpponent(ctx context.Context) error {
	name, t := r.options.Opponent, r.training
	if agent, ok := arena.MachineName(name); ok {
		rival, err := agents.LoadRival(ctx, r.db, agent, r.Agent.Machine.Rules())
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
		return agents.OpponentError(name, agents.Opponents, err)
	}
	for _, stint := range schedule {
		if _, err := arena.PlayerFacing(stint.Opponent, r.Agent.Machine); err != nil {
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
		t.ScheduleGames = agents.GamesInARow(sessions, name)
	}
	t.NextOpponent()
	return nil
}

// nextOpponent returns the name of the opponent in the next game.
func (r *Run) nextOpponent() string {
	if r.training.Schedule == nil {
		return r.Session.Opponent
	}
	stint, _ := r.training.Schedule.At(r.training.ScheduleGames)
	return stint.Name
}

func (r *Run) learners() []*data.Agent {
	if r.Rival == nil {
		return []*data.Agent{r.Agent}
	}
	return []*data.Agent{r.Agent, r.Rival}
}

// TrainOptions specify a training run.
type TrainOptions struct {
	Agent     string
	Games     int64
	Opponent  string // "" for the opponent of the last session, or random for a new agent
	Seed      int64  // arena.NoSeed to continue with the agent's generator
	BothLearn bool   // an opponent that is an agent learns too
	NoLearn   bool   // no agent learns, and nothing is stored; for watching only

	Rules menace.Rules // rules of a new agent
	Given []string     // options in which an existing agent must agree with Rules, or "preset" for all of them
}

// Options lists the options of training except the rules of a new agent.
func (o *TrainOptions) Options() []option.Option {
	return []option.Option{
		{Name: "machine", Short: "m", Aliases: []string{"agent", "a"},
			Meaning: "the machine's `NAME`", Complete: "machine",
			Value: option.Checked(option.Word(&o.Agent), data.CheckName)},
		{Name: "games", Short: "n", Meaning: "play `N` games; 0 only makes the machine", Default: "required",
			Value: option.Whole(&o.Games, 0, menace.MaxGames)},
		{Name: "opponent", Short: "o", Meaning: "train against `OPPONENT`", Complete: "opponent",
			Default: "the last one; random for a new machine",
			Value:   option.Checked(option.Word(&o.Opponent), agents.CheckTrainer)},
		{Name: "seed", Meaning: "the `SEED` of all random choices",
			Default: "continue the machine's; random for a new one",
			Value:   option.Whole(&o.Seed, 0, math.MaxInt64)},
		{Name: "both-learn", Meaning: "let the opponent learn too; it must be machine:NAME",
			Value: option.Switch(&o.BothLearn)},
	}
}

// Check returns an [option.Error] if options cannot be combined.
func (o TrainOptions) Check() error {
	if _, stored := arena.MachineName(o.Opponent); o.BothLearn && o.Opponent != "" && !stored {
		err := fmt.Errorf("both can learn only if the opponent is machine:NAME; %s does not learn", o.Opponent)
		return option.Wrong("both-learn", err)
	}
	return nil
}

// Pace is the speed of training, and how pages show it. Runs faster than pages can show are replayed.
type Pace struct {
	Name  string
	Label sentences.Sentence
	move  time.Duration // time for each move shown on the board; 0 for whole games
	games int64         // games per second; 0 for as many as possible
}

// Paces lists the paces that forms offer, the usual one first.
var Paces = []Pace{
	{Name: "fast", Label: func(in sentences.In) string { return in.Text("in 3 seconds") }},
	{Name: "slowly", Label: func(in sentences.In) string { return in.Text("in 30 seconds") }},
	{Name: "moves", Label: func(in sentences.In) string { return in.Text("move by move") },
		move: 500 * time.Millisecond},
	{Name: "unseen", Label: func(in sentences.In) string { return in.Text("not at all") }},
}

// steady is a pace for scripts only: 200 games a second.
var steady = Pace{Name: "games", games: 200}

// PaceOf returns the pace with a name, or the usual one if the name is "".
func PaceOf(name string) (Pace, error) {
	var names []string
	for _, p := range append(slices.Clone(Paces), steady) {
		if p.Name == name || name == "" {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Pace{}, fmt.Errorf("unknown pace %q; choose from %s", name, strings.Join(names, ", "))
}

// block returns the number of games to play under one lock.
func (p Pace) block() int64 {
	switch {
	case p.games > 0:
		return max(p.games/20, 1)
	case inBrowser:
		return 4 * blockSize // about 50 ms; then the program can answer requests
	}
	return blockSize
}

// rest waits as long as the pace requires after this many games.
func (p Pace) rest(ctx context.Context, began time.Time, played int64) {
	switch {
	case p.games > 0:
		rest(ctx, time.Until(began.Add(time.Duration(played)*time.Second/time.Duration(p.games))))
	case inBrowser:
		time.Sleep(time.Millisecond) // during a shorter pause the browser would not deliver any requests
	}
}

// inBrowser reports whether the program runs in a browser, where it has a single thread.
const inBrowser = runtime.GOOS == "js"

// rest waits, and reports whether the context has not ended.
func rest(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
	return ctx.Err() == nil
}
