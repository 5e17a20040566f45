package live

import (
	"context"
	"errors"

	"menace/cmd/menace/internal/lab"
	"menace/data"
)

// Undo is a change to the machine of a class that can be undone, because the agent from before the change was kept.
type Undo struct {
	Agent int64  // ID of the kept agent
	Name  string // its name when it was kept
	Done  string // what can be undone: training, reset or undo
	Games int    // games in the score of the class that the kept agent has played too
}

// Train trains the machine of the class like [Owner.Train], and keeps a copy from before so that the training can be
// undone. It deletes an earlier copy, unless somebody has renamed it to keep it.
func (c *Class) Train(ctx context.Context, t TrainOptions, p Pace) error {
	c.changing.Lock()
	defer c.changing.Unlock()
	o, l, needless := c.Owner(), c.registry.lab, c.State().Undo
	r, err := o.prepareTraining(ctx, t, p)
	if err != nil {
		return err
	}
	var latest *Undo
	err = c.store(ctx, func(s *ClassState) error {
		a, err := o.load(ctx)
		if err != nil {
			return err
		}
		name, err := l.FreeName(ctx, a.Name+"-before")
		if err != nil {
			return err
		}
		before, err := l.Copy(ctx, a.Name, name)
		if err != nil {
			return err
		}
		latest = &Undo{before.ID(), name, "training", len(c.Games())}
		s.Undo = latest
		return nil
	})
	if err == nil {
		o.start(r)
	} else {
		o.cancel(r)
		needless = latest
	}
	if needless != nil && needless.Done == "training" {
		if id, err := l.ID(ctx, needless.Name); err == nil && id == needless.Agent {
			c.registry.Delete(ctx, needless.Name)
		}
	}
	return err
}

// Reset replaces the machine with a new one of the same rules, except that it refills empty boxes if restock is set.
func (c *Class) Reset(ctx context.Context, restock bool) error {
	return c.takeOver(ctx, "reset", func(a *data.Agent) (*data.Agent, error) {
		return c.registry.lab.Again(ctx, a, a.Name+"-new", restock)
	})
}

// Undo brings back the machine and the scores from before the latest training, reset or undo.
func (c *Class) Undo(ctx context.Context) error {
	return c.takeOver(ctx, "undo", func(*data.Agent) (*data.Agent, error) {
		undo := c.State().Undo
		if undo == nil {
			return nil, ErrNothingToUndo
		}
		before, err := c.registry.lab.LoadID(ctx, undo.Agent)
		if errors.Is(err, data.ErrNotFound) {
			err = lab.Mistakef("the machine from before was deleted")
		}
		return before, err
	})
}

var ErrNothingToUndo = lab.Mistakef("there is nothing to undo")

// takeOver replaces the machine with the one that find returns, which takes over its name and its class. The former one
// is kept under the name in [ClassState.Undo]. Unfinished games are dropped.
func (c *Class) takeOver(ctx context.Context, done string, find func(*data.Agent) (*data.Agent, error)) error {
	c.changing.Lock()
	defer c.changing.Unlock()
	l, old, next := c.registry.lab, c.Owner(), c.copyState()
	a, err := old.load(ctx)
	if err != nil {
		return err
	}
	kept, err := l.FreeName(ctx, a.Name)
	if err != nil {
		return err
	}
	machine, err := find(a)
	if err != nil {
		return err
	}
	games, err := l.ClassGames(ctx, c.id, machine.ID())
	if err != nil {
		return err
	}
	latest := &Undo{Agent: old.id, Name: kept, Done: done}
	if done == "undo" {
		latest.Games = next.Undo.Games // the same two machines change places
	}
	next.Undo = latest
	for i := range next.Pupils {
		next.Pupils[i].Unfinished = Unfinished{}
	}
	old.Stop()
	if err := l.TakeOver(ctx, &data.Class{ID: c.id, Agent: machine.ID(), State: next.encode()}, kept); err != nil {
		return err
	}
	owner := c.registry.owner(machine.ID())
	c.state.Store(next)
	c.mutex.Lock()
	c.owner.Store(owner)
	c.games = games
	c.mutex.Unlock()
	for _, p := range next.Pupils {
		old.Leave(p.ID)
		owner.Leave(p.ID) // drop a match from an earlier time
	}
	old.Notify()
	return nil
}
