package live

import (
	"context"
	"errors"

	"menace/cmd/menace/internal/lab"
	"menace/data"
	"menace/menace"
)

// Undo is a change to the machine of a class that can be undone: the agent from before it was kept.
type Undo struct {
	Agent int64  // ID of the kept agent
	Name  string // its name when it was kept
	Done  string // what can be undone: training, reset or undo
}

// Train trains the machine of the class as [Owner.Train] does, and keeps a copy from before, so that the training can
// be undone.
func (c *Class) Train(ctx context.Context, t TrainOptions, p Pace) error {
	c.saving.Lock()
	defer c.saving.Unlock()
	o, l := c.Owner(), c.registry.lab
	a, err := o.load(ctx)
	if err == nil && o.running() != nil {
		err = ErrTraining
	}
	if err != nil {
		return err
	}
	undo := &Undo{Done: "training"}
	if undo.Name, err = l.FreeName(ctx, a.Name+"-before"); err != nil {
		return err
	}
	if err = l.Copy(ctx, a.Name, undo.Name); err != nil {
		return err
	}
	if undo.Agent, err = l.ID(ctx, undo.Name); err == nil {
		err = o.Train(ctx, t, p)
	}
	if err != nil {
		l.Delete(ctx, undo.Name)
		return err
	}
	next := c.copyState()
	if old := next.Undo; old != nil && old.Done == "training" {
		if id, err := l.ID(ctx, old.Name); err == nil && id == old.Agent { // nobody has renamed it to keep it
			c.registry.Delete(ctx, old.Name)
		}
	}
	next.Undo = undo
	return c.save(ctx, next, nil)
}

// Reset lets a new machine with the same rules take over, against which nobody has played. If restock is set, it
// refills empty boxes. It returns the name under which the machine so far is kept.
func (c *Class) Reset(ctx context.Context, restock bool) (kept string, err error) {
	c.saving.Lock()
	defer c.saving.Unlock()
	a, err := c.Owner().load(ctx)
	if err != nil {
		return "", err
	}
	rules := a.Machine.Rules()
	if restock {
		rules.OnEmpty = menace.Restock
	}
	name, err := c.registry.lab.FreeName(ctx, a.Name+"-new")
	if err != nil {
		return "", err
	}
	fresh, err := c.registry.lab.Make(ctx, name, rules, lab.NoSeed)
	if err != nil {
		return "", err
	}
	return c.takeOver(ctx, a, fresh.ID(), "reset")
}

// Undo lets the machine from before the latest training or reset take over, with the scores of that time. It returns
// the name under which the machine so far is kept. To undo again leads back to it.
func (c *Class) Undo(ctx context.Context) (kept string, err error) {
	c.saving.Lock()
	defer c.saving.Unlock()
	undo := c.now.Load().Undo
	if undo == nil {
		return "", lab.Mistakef("there is nothing to undo")
	}
	a, err := c.Owner().load(ctx)
	if err != nil {
		return "", err
	}
	return c.takeOver(ctx, a, undo.Agent, "undo")
}

// Undone returns the number of games with pupils that an undo would drop from the score.
func (c *Class) Undone(ctx context.Context) (games int, err error) {
	undo := c.now.Load().Undo
	if undo == nil {
		return 0, nil
	}
	now, err := c.Games(ctx, c.Owner().id)
	if err != nil {
		return 0, err
	}
	before, err := c.Games(ctx, undo.Agent)
	counted := map[int64]bool{}
	for _, g := range before {
		counted[g.Seed] = true
	}
	for _, g := range now {
		if !counted[g.Seed] {
			games++
		}
	}
	return games, err
}

// takeOver lets another machine take over the name and the class of an agent. Unfinished games are dropped. The caller
// must hold c.saving.
func (c *Class) takeOver(ctx context.Context, a *data.Agent, machine int64, done string) (kept string, err error) {
	if kept, err = c.registry.lab.FreeName(ctx, a.Name); err != nil {
		return "", err
	}
	r, old, next := c.registry, c.Owner(), c.copyState()
	next.Undo = &Undo{Agent: old.id, Name: kept, Done: done}
	stored := &data.Class{ID: c.id, Agent: machine}
	if stored.State, err = next.encode(); err != nil {
		return "", err
	}
	games, err := c.Games(ctx, machine)
	if err != nil {
		return "", err
	}
	old.Stop()
	if err := r.lab.TakeOver(ctx, stored, kept); err != nil {
		if errors.Is(err, data.ErrNotFound) {
			err = lab.Mistakef("the machine from before was deleted")
		}
		return "", err
	}
	owner, _ := r.owners.LoadOrStore(machine, &Owner{registry: r, id: machine})
	c.now.Store(next)
	c.mutex.Lock()
	c.unfinished, c.moved = nil, map[int]bool{}
	c.mutex.Unlock()
	c.face(owner.(*Owner), games)
	for _, p := range next.Pupils {
		old.Leave(p.Player())
		owner.(*Owner).Leave(p.Player()) // from an earlier time
	}
	old.Notify()
	return kept, nil
}
