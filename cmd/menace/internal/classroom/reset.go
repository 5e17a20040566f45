package classroom

import (
	"context"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
)

// Reset starts the class again, at zero, against an untrained machine. That has the same rules; if restock is set, it
// refills empty boxes. The new machine takes over the name; the former one is kept under the name that Reset returns.
// Unfinished games are dropped.
func (c *Class) Reset(ctx context.Context, restock bool) (kept string, err error) {
	twin := c.twin()
	kept, err = c.restart(ctx, restock, nil)
	if err == nil && twin != nil {
		twin.Notify()
	}
	return kept, err
}

// restart is Reset that also begins a trial, unless trial is nil.
func (c *Class) restart(ctx context.Context, restock bool, trial *Trial) (kept string, err error) {
	c.changing.Lock()
	defer c.changing.Unlock()
	if c.Closed() {
		return "", errClosed
	}
	db, old, next := c.classes.db, c.Machine(), c.copyState()
	a, err := db.LoadID(ctx, old.ID())
	if err != nil {
		return "", err
	}
	kept, err = agents.FreeName(ctx, db, a.Name)
	if err != nil {
		return "", err
	}
	fresh, err := agents.NewWithSameRules(a, a.Name, restock)
	if err != nil {
		return "", err
	}
	next.StartedAgain, next.Trial = true, trial
	for i := range next.Pupils {
		next.Pupils[i].Unfinished = live.Unfinished{}
	}
	old.Stop()
	former := c.twin()
	stored := c.stored
	stored.State = next.encode()
	if err := db.ReplaceClassAgent(ctx, &stored, fresh, kept); err != nil {
		return "", err
	}
	machine := c.classes.live.ByID(stored.Agent)
	machine.SetGuests(&guests{c, machine})
	c.stored.Agent, c.stored.Revision = stored.Agent, stored.Revision
	c.state.Store(next)
	c.mutex.Lock()
	c.machine.Store(machine)
	c.games, c.twinGames = nil, nil
	c.mutex.Unlock()
	for _, p := range next.Pupils {
		old.Leave(p.ID)
		if former != nil {
			former.Leave(p.ID)
		}
	}
	old.Notify()
	return kept, nil
}
