package data

import (
	"context"
	"errors"
	"fmt"

	"menace/data/sqlite"
)

// Class is a class that plays against an agent. An agent has at most one.
type Class struct {
	ID    int64 // 0 for a new class
	Name  string
	Agent int64  // ID of the agent
	Code  string // code that pupils type to join
	Open  bool   // opened, and not closed since
	State string // JSON that only the caller reads; but each object in its list Pupils is stored as a row

	Revision int64 // stored revision that this class is based on; grows with every save
}

func (c *Class) fields() []any {
	return []any{&c.ID, &c.Name, &c.Agent, &c.Code, &c.Open, &c.State, &c.Revision}
}

// classColumns puts the pupils back into the state. Nothing here parses JSON, so one damaged class does not spoil the
// list.
const classColumns = `classes.id, classes.name, classes.agent, classes.code, classes.open,
	coalesce((SELECT '{"Pupils":[' || group_concat(pupils.state, ',' ORDER BY pupils.pupil) || ']' FROM pupils
		WHERE pupils.class = classes.id) || iif(classes.state = '{}', '}', ',' || substr(classes.state, 2)),
		classes.state),
	classes.revision`

// MakeClass stores a new class and sets its ID. If machine is not nil, it is a new agent for the class, stored in the
// same transaction; otherwise c.Agent is the ID of a stored one. MakeClass returns ErrExists if the name or the code is
// taken, if the agent already has a class, or if the new agent's name is taken, and ErrNotFound if there is no such
// agent.
func (db *DB) MakeClass(ctx context.Context, c *Class, machine *Agent) error {
	made := *c
	made.Revision = 1
	var agents []*Agent
	if machine != nil {
		agents = []*Agent{machine}
	}
	err := db.saveIn(ctx, agents, func(conn *sqlite.Conn, save func() error) (err error) {
		if err := save(); err != nil {
			return err
		}
		if machine != nil {
			made.Agent, err = agentID(ctx, conn, machine.Name)
		}
		if err == nil {
			made.ID, err = insertClass(ctx, conn, made)
		}
		return err
	})
	if err == nil {
		*c = made
	}
	return err
}

func insertClass(ctx context.Context, conn *sqlite.Conn, c Class) (id int64, err error) {
	for _, taken := range []struct {
		what, where string
		value       any
	}{
		{"class " + c.Name, "name", c.Name}, {"code", "code", c.Code}, {"class of this machine", "agent", c.Agent},
	} {
		n, err := sqlite.Value[int](ctx, conn, "SELECT count(*) FROM classes WHERE "+taken.where+" = ?", taken.value)
		if err == nil && n > 0 {
			err = fmt.Errorf("the %s %w", taken.what, ErrExists)
		}
		if err != nil {
			return 0, err
		}
	}
	rest, pupils := splitState(c.State)
	id, err = sqlite.Value[int64](ctx, conn, `INSERT INTO classes (name, agent, code, open, state, revision)
		SELECT ?, id, ?, ?, ?, ? FROM agents WHERE id = ? RETURNING id`,
		c.Name, c.Code, c.Open, rest, c.Revision, c.Agent)
	if err != nil {
		return 0, orNotFound(err, "machine", fmt.Sprint(c.Agent))
	}
	return id, storePupils(ctx, conn, id, pupils)
}

// SaveClass stores a changed class. It returns ErrNotFound if the class was deleted, and ErrConflict if another process
// has saved it since it was loaded or saved here.
func (db *DB) SaveClass(ctx context.Context, c *Class) error {
	err := db.sqlite.Transact(ctx, func(conn *sqlite.Conn) error { return updateClass(ctx, conn, c) })
	if err == nil {
		c.Revision++
	}
	return err
}

// updateClass writes a class with the next revision, unless the stored one has another revision than c.
func updateClass(ctx context.Context, conn *sqlite.Conn, c *Class) error {
	rest, pupils := splitState(c.State)
	_, err := sqlite.Value[int64](ctx, conn, `UPDATE classes SET name = ?, agent = ?, code = ?, open = ?, state = ?,
		revision = revision + 1 WHERE id = ? AND revision = ? RETURNING id`,
		c.Name, c.Agent, c.Code, c.Open, rest, c.ID, c.Revision)
	if err == nil {
		return storePupils(ctx, conn, c.ID, pupils)
	}
	if !errors.Is(err, sqlite.ErrNoRows) {
		return err
	}
	if err := checkExists(ctx, conn, "classes", "class", c.Name, c.ID); err != nil {
		return err
	}
	return fmt.Errorf("the class %s was %w; nothing was saved over it", c.Name, ErrConflict)
}

// DeleteClass deletes a class, or returns ErrNotFound. Its agent keeps the games.
func (db *DB) DeleteClass(ctx context.Context, id int64) error {
	return db.sqlite.Transact(ctx, func(conn *sqlite.Conn) error {
		_, err := sqlite.Value[int64](ctx, conn, "DELETE FROM classes WHERE id = ? RETURNING id", id)
		return orNotFound(err, "class", fmt.Sprint(id))
	})
}

// ClaimClass keeps other processes from opening a class, until release is called or this process ends. It returns
// ErrBusy if this or another process has the class open.
func (db *DB) ClaimClass(ctx context.Context, class int64) (release func(), err error) {
	return db.sqlite.Lock(ctx, fmt.Sprint("class-", class))
}

// Class returns the class with an ID, or ErrNotFound.
func (db *DB) Class(ctx context.Context, id int64) (*Class, error) {
	all, err := sqlite.ViewQuery(ctx, db.sqlite, (*Class).fields,
		"SELECT "+classColumns+" FROM classes WHERE id = ?", id)
	if err == nil && len(all) == 0 {
		return nil, orNotFound(sqlite.ErrNoRows, "class", fmt.Sprint(id))
	}
	if err != nil {
		return nil, err
	}
	return &all[0], nil
}

// ClassOf returns the class of an agent, or nil if it has none.
func (db *DB) ClassOf(ctx context.Context, agent int64) (*Class, error) {
	all, err := sqlite.ViewQuery(ctx, db.sqlite, (*Class).fields,
		"SELECT "+classColumns+" FROM classes WHERE agent = ?", agent)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &all[0], nil
}

// ListedClass is a class with facts about its agent.
type ListedClass struct {
	Class
	Machine, Game string // of the agent
	Games         int64  // played by the class against it
}

func (c *ListedClass) fields() []any { return append(c.Class.fields(), &c.Machine, &c.Game, &c.Games) }

// Classes returns all classes, the newest first.
func (db *DB) Classes(ctx context.Context) ([]ListedClass, error) {
	return sqlite.ViewQuery(ctx, db.sqlite, (*ListedClass).fields, "SELECT "+classColumns+`, agents.name, agents.game,
		(SELECT count(*) FROM games WHERE games.agent = classes.agent AND games.class = classes.id)
		FROM classes JOIN agents ON agents.id = classes.agent ORDER BY classes.id DESC`)
}

// ClassGames returns the finished games of a class against an agent, oldest first.
func (db *DB) ClassGames(ctx context.Context, class, agent int64) ([]PlayedGame, error) {
	return sqlite.ViewQuery(ctx, db.sqlite, (*PlayedGame).fields,
		"SELECT "+gameColumns+" FROM games WHERE class = ? AND agent = ? ORDER BY id", class, agent)
}

// ReplaceClassAgent gives a class a new agent, machine, to play against, and stores the class, all in one transaction.
// The new agent takes the name of the former one, which is renamed to kept. ReplaceClassAgent returns ErrNotFound,
// ErrExists or ErrConflict.
func (db *DB) ReplaceClassAgent(ctx context.Context, c *Class, machine *Agent, kept string) error {
	if err := CheckName(kept); err != nil {
		return err
	}
	changed, named := *c, *machine
	err := db.saveIn(ctx, []*Agent{&named}, func(conn *sqlite.Conn, save func() error) (err error) {
		named.Name, err = sqlite.Value[string](ctx, conn,
			"SELECT agents.name FROM agents JOIN classes ON classes.agent = agents.id WHERE classes.id = ?", c.ID)
		if err != nil {
			return orNotFound(err, "class", c.Name)
		}
		if err := rename(ctx, conn, named.Name, kept); err != nil {
			return err
		}
		if err := save(); err != nil {
			return err
		}
		if changed.Agent, err = agentID(ctx, conn, named.Name); err != nil {
			return err
		}
		return updateClass(ctx, conn, &changed)
	})
	if err == nil {
		changed.Revision++
		*c, *machine = changed, named
	}
	return err
}

// agentID returns the ID of the agent with a name.
func agentID(ctx context.Context, conn *sqlite.Conn, name string) (int64, error) {
	return sqlite.Value[int64](ctx, conn, "SELECT id FROM agents WHERE name = ?", name)
}
