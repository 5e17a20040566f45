package data

import (
	"context"
	"database/sql"
	"sync"

	"menace/arena"
)

// cache remembers agents as they were last loaded or saved, by name, so that those who look often read little. What it
// remembers holds as long as nobody has written anything to the database.
type cache struct {
	mutex  sync.Mutex
	agents map[string]cached
}

// cached is an agent and the state of the database in which it was that.
type cached struct {
	*Agent
	at state
}

// state tells what the database held at two times apart: the first number changes with every commit of another connection,
// the second with every row that the only one here writes.
type state struct{ others, own int64 }

// stateOf returns the state of the database in a transaction.
func stateOf(ctx context.Context, conn *sql.Conn) (s state, err error) {
	err = conn.QueryRowContext(ctx, "SELECT data_version, total_changes() FROM pragma_data_version").Scan(&s.others, &s.own)
	return s, err
}

// maxCached bounds the agents remembered, each of about 100 kB.
const maxCached = 64

// put remembers an agent that was loaded or saved in a state.
func (c *cache) put(a *Agent, at state) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.agents == nil || len(c.agents) == maxCached {
		c.agents = map[string]cached{}
	}
	c.agents[a.Name] = cached{a.again(), at}
}

// get returns a copy of the agent of a name in a state, or nil.
func (c *cache) get(name string, at state) *Agent {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if found, ok := c.agents[name]; ok && found.at == at {
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
