package data

import (
	"context"
	"fmt"

	"menace/data/sqlite"
)

// Class is a class that plays against an agent. An agent has at most one.
type Class struct {
	ID    int64  // 0 for a new class
	Agent int64  // ID of the agent
	State string // JSON that only the caller reads
}

// SaveClass stores a class. A new class gets its ID and replaces an earlier one of the agent. It returns ErrNotFound if
// the class or the agent was deleted.
func (db *DB) SaveClass(ctx context.Context, c *Class) error {
	return db.sqlite.Transact(ctx, func(conn *sqlite.Conn) (err error) {
		if c.ID == 0 {
			c.ID, err = sqlite.Value[int64](ctx, conn,
				"REPLACE INTO classes (agent, state) SELECT id, ? FROM agents WHERE id = ? RETURNING id",
				c.State, c.Agent)
			return orNotFound(err, "machine", fmt.Sprint(c.Agent))
		}
		_, err = sqlite.Value[int64](ctx, conn, "UPDATE classes SET agent = ?, state = ? WHERE id = ? RETURNING id",
			c.Agent, c.State, c.ID)
		return orNotFound(err, "class", fmt.Sprint(c.ID))
	})
}

// Claim keeps other processes from opening the class of the named agent, until release or the end of this process. It
// returns ErrBusy if the class is open.
func (db *DB) Claim(ctx context.Context, agent string) (release func(), err error) {
	return db.sqlite.Lock(ctx, "class-"+agent)
}

// Class returns the class of an agent, or ErrNotFound.
func (db *DB) Class(ctx context.Context, agent int64) (*Class, error) {
	return sqlite.View(ctx, db.sqlite, func(ctx context.Context, conn *sqlite.Conn, agent int64) (*Class, error) {
		c := &Class{Agent: agent}
		err := conn.QueryRowContext(ctx, "SELECT id, state FROM classes WHERE agent = ?", agent).Scan(&c.ID, &c.State)
		return c, orNotFound(err, "class of machine", fmt.Sprint(agent))
	}, agent)
}

// ClassGames returns the finished games of a class against an agent, oldest first.
func (db *DB) ClassGames(ctx context.Context, class, agent int64) ([]Game, error) {
	return sqlite.ViewQuery(ctx, db.sqlite, (*Game).fields,
		"SELECT "+gameColumns+" FROM games WHERE class = ? AND agent = ? ORDER BY id", class, agent)
}

// TakeOver replaces the agent that a class plays against by another, c.Agent, and stores the class. The new agent gets
// the name of the former one, which is renamed to kept. TakeOver returns ErrNotFound or ErrExists.
func (db *DB) TakeOver(ctx context.Context, c *Class, kept string) error {
	if err := CheckName(kept); err != nil {
		return err
	}
	return db.sqlite.Transact(ctx, func(conn *sqlite.Conn) error {
		var name, own string
		err := conn.QueryRowContext(ctx, `SELECT former.name, other.name FROM agents AS former, agents AS other
			WHERE former.id = (SELECT agent FROM classes WHERE id = ?) AND other.id = ?`, c.ID, c.Agent).
			Scan(&name, &own)
		if err != nil {
			return orNotFound(err, "class or machine", fmt.Sprint(c.ID))
		}
		if err := rename(ctx, conn, name, kept); err != nil {
			return err
		}
		if err := rename(ctx, conn, own, name); err != nil {
			return err
		}
		return sqlite.Exec(ctx, conn, "UPDATE classes SET agent = ?, state = ? WHERE id = ?",
			c.Agent, c.State, c.ID)
	})
}
