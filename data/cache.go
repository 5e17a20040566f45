package data

import (
	"menace/arena"
	"menace/data/sqlite"
)

// cache remembers agents, each of about 100 kB. It hands out copies.
type cache struct{ agents sqlite.Cache[*Agent] }

// put remembers an agent that was loaded or saved in a state of the database.
func (c *cache) put(a *Agent, at sqlite.State) { c.agents.Put(a.Name, a.again(), at) }

// get returns a copy of the agent of a name in a state, or nil.
func (c *cache) get(name string, at sqlite.State) *Agent {
	if found, ok := c.agents.Get(name, at); ok {
		return found.again()
	}
	return nil
}

// again returns an agent as loading it would: it shares nothing with this one that changes.
func (a *Agent) again() *Agent {
	machine, random := *a.Machine, *a.Random
	return &Agent{
		Name: a.Name, Machine: &machine, Seed: a.Seed, Random: &random, Created: a.Created, Changed: a.Changed,
		Career: &arena.Career{Learner: &machine, Side: a.Career.Side, Tally: a.Career.Tally},
		stored: stored{id: a.id, revision: a.revision, counts: a.counts},
	}
}
