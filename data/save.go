package data

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"menace/data/sqlite"
	"menace/menace/arena"
)

// Save stores agents with their sessions, games and new curve points in one transaction. It returns ErrConflict if
// another process has saved one of them since it was loaded, ErrExists if the name of a new one is taken, and
// ErrNotFound if one was deleted. If there is an error, nothing is stored. When Save returns, everything that people
// did is on the disk; progress of training may not be, see [sqlite.Repeatable].
func (db *DB) Save(ctx context.Context, agents ...*Agent) error {
	if !slices.ContainsFunc(agents, func(a *Agent) bool { return !a.isTraining() }) {
		ctx = sqlite.Repeatable(ctx)
	}
	return db.saveIn(ctx, agents, func(_ *sqlite.Conn, save func() error) error { return save() })
}

// isTraining reports whether there is nothing to store but the progress of a session.
func (a *Agent) isTraining() bool { return a.session != nil && len(a.games)+len(a.imported) == 0 }

// saveIn stores agents in the transaction of do. do calls save once, and must not use their IDs before. If it returns
// without calling save, nothing is stored.
func (db *DB) saveIn(ctx context.Context, agents []*Agent, do func(conn *sqlite.Conn, save func() error) error) error {
	now := now()
	saved := make([]*Agent, len(agents))
	var at sqlite.State
	err := db.sqlite.Transact(ctx, func(conn *sqlite.Conn) (err error) {
		err = do(conn, func() error {
			for i, a := range agents {
				if saved[i], err = save(ctx, conn, *a, now); err != nil {
					return err
				}
			}
			return nil
		})
		if err == nil {
			at, err = sqlite.StateOf(ctx, conn)
		}
		return err
	})
	if err != nil {
		return err
	}
	for i, a := range agents {
		a.stored, a.Name, a.Changed = saved[i].stored, saved[i].Name, now
		a.imported, a.games, a.Career.Curve = nil, nil, nil
		db.agents.Put(a.Name, a.clone(), at)
	}
	return nil
}

// SaveGames stores only the games with people of a stored agent, which must not have taught it anything. It never
// conflicts with other changes of the agent. It returns ErrNotFound if the agent was deleted.
func (db *DB) SaveGames(ctx context.Context, a *Agent) error {
	err := db.sqlite.Transact(ctx, func(conn *sqlite.Conn) error {
		if err := checkExists(ctx, conn, "agents", "machine", a.Name, a.id); err != nil {
			return err
		}
		return saveGames(ctx, conn, a)
	})
	if err == nil {
		a.games = nil
	}
	return err
}

func saveGames(ctx context.Context, conn *sqlite.Conn, a *Agent) error {
	insert := sqlite.Insertion("games", "agent, "+gameColumns)
	return sqlite.InsertAll(ctx, conn, insert, (*PlayedGame).fields, a.games, a.id)
}

// save stores an agent and returns its stored state. It works on a copy of the agent, because the transaction may still
// fail.
func save(ctx context.Context, conn *sqlite.Conn, a Agent, now time.Time) (*Agent, error) {
	a.Changed = now
	a.revision++
	for _, part := range []func(context.Context, *sqlite.Conn, *Agent) error{saveRow, saveBeads, saveCurve, saveGames,
		saveSessions} {
		if err := part(ctx, conn, &a); err != nil {
			return nil, err
		}
	}
	return &a, nil
}

// saveRow writes the row of an agent. It returns ErrConflict unless the agent is based on the stored revision.
func saveRow(ctx context.Context, conn *sqlite.Conn, a *Agent) error {
	random, err := a.Random.MarshalBinary()
	if err != nil {
		return err
	}
	digest := []byte{}
	if !a.altered {
		if digest, err = a.contentDigest(random); err != nil {
			return err
		}
	}
	measured := measuresOf(a.Machine)
	if a.id == 0 {
		if err := nameIsFree(ctx, conn, a.Name); err != nil {
			return err
		}
		rules := a.Machine.Rules()
		a.id, err = sqlite.Insert(ctx, conn, "agents", agentColumns+", "+measureColumns,
			append(a.fields(&rules, &random, &digest), measured.fields()...))
		return err
	}
	name, err := sqlite.Value[string](ctx, conn,
		sqlite.Update("agents", stateColumns+", "+measureColumns, "id = ? AND revision = ? RETURNING name"),
		slices.Concat(a.state(&random, &digest), measured.fields(), []any{a.id, a.revision - 1})...)
	if err == nil {
		a.Name = name // it may have been renamed
	}
	if !errors.Is(err, sqlite.ErrNoRows) {
		return err
	}
	if err := checkExists(ctx, conn, "agents", "machine", a.Name, a.id); err != nil {
		return err
	}
	return fmt.Errorf("machine %q was %w; nothing was saved over it", a.Name, ErrConflict)
}

func saveBeads(ctx context.Context, conn *sqlite.Conn, a *Agent) error {
	before := a.counts
	a.counts = a.Machine.Counts()
	list := make([]DocumentBead, 0, len(a.counts))
	i := 0
	for bead := range a.Machine.Beads() {
		if before == nil || before[i] != bead.Count {
			list = append(list, documentBead(bead))
		}
		i++
	}
	return sqlite.InsertAll(ctx, conn, sqlite.Insertion("beads",
		"agent, "+beadColumns)+" ON CONFLICT DO UPDATE SET beads = excluded.beads",
		(*DocumentBead).fields, list, a.id)
}

func saveSessions(ctx context.Context, conn *sqlite.Conn, a *Agent) error {
	err := sqlite.InsertAll(ctx, conn, sqlite.Insertion("sessions", "agent, "+sessionColumns), (*Session).fields,
		a.imported, a.id)
	if err != nil || a.session == nil {
		return err
	}
	a.session.Tally = a.Career.Tally.Minus(a.session.before)
	a.session.Games, a.session.Seconds = a.session.Tally.Games(), time.Since(a.session.begun).Seconds()
	if a.sessionID == 0 {
		a.sessionID, err = sqlite.Insert(ctx, conn, "sessions", "agent, "+sessionColumns,
			slices.Concat([]any{a.id}, a.session.fields()))
		return err
	}
	return sqlite.Exec(ctx, conn, sqlite.Update("sessions", progressColumns, "id = ?"),
		append(a.session.progress(), a.sessionID)...)
}

// Names returns the sorted names of the stored agents, except invalid ones, which are not safe to print on a terminal.
func (db *DB) Names(ctx context.Context) ([]string, error) {
	names, err := db.AllNames(ctx)
	return validNames("machine", names), err
}

// AllNames returns the sorted names of the stored agents, even invalid ones.
func (db *DB) AllNames(ctx context.Context) ([]string, error) {
	return sqlite.ViewQuery(ctx, db.sqlite, sqlite.Column[string], "SELECT name FROM agents ORDER BY name")
}

// Rename renames an agent, and updates sessions that name it as their opponent. It returns ErrNotFound or ErrExists.
func (db *DB) Rename(ctx context.Context, from, to string) error {
	if err := CheckName(to); err != nil {
		return err
	}
	return db.sqlite.Transact(ctx, func(conn *sqlite.Conn) error { return rename(ctx, conn, from, to) })
}

func rename(ctx context.Context, conn *sqlite.Conn, from, to string) error {
	if from != to {
		if err := nameIsFree(ctx, conn, to); err != nil {
			return err
		}
	}
	if _, err := sqlite.Value[int64](ctx, conn, "UPDATE agents SET name = ? WHERE name = ? RETURNING id", to,
		from); err != nil {
		return orNotFoundNames(ctx, conn, err, "agents", "machine", from)
	}
	return sqlite.Exec(ctx, conn, "UPDATE sessions SET opponent = ? WHERE opponent = ?",
		arena.MachinePrefix+to, arena.MachinePrefix+from)
}

// nameIsFree returns ErrExists if there is an agent with this name.
func nameIsFree(ctx context.Context, conn *sqlite.Conn, name string) error {
	n, err := sqlite.Value[int](ctx, conn, "SELECT count(*) FROM agents WHERE name = ?", name)
	if err == nil && n > 0 {
		err = fmt.Errorf("machine %q %w", name, ErrExists)
	}
	return err
}

// Delete deletes an agent and its history, or returns ErrNotFound.
func (db *DB) Delete(ctx context.Context, name string) error {
	return db.remove(ctx, "agents", "machine", name)
}

// remove deletes the agent or experiment with this name; kind is its name in errors.
func (db *DB) remove(ctx context.Context, table, kind, name string) error {
	return db.sqlite.Transact(ctx, func(conn *sqlite.Conn) error {
		_, err := sqlite.Value[int64](ctx, conn, "DELETE FROM "+table+" WHERE name = ? RETURNING id", name)
		return orNotFoundNames(ctx, conn, err, table, kind, name)
	})
}

// checkExists returns ErrNotFound if an agent or experiment has been deleted; kind is its name in errors.
func checkExists(ctx context.Context, conn *sqlite.Conn, table, kind, name string, id int64) error {
	_, err := sqlite.Value[int64](ctx, conn, "SELECT id FROM "+table+" WHERE id = ?", id)
	if errors.Is(err, sqlite.ErrNoRows) {
		return fmt.Errorf("%w: it was deleted in the meantime", orNotFound(err, kind, name))
	}
	return err
}
