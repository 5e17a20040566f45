package data

import (
	"cmp"
	"context"
	"fmt"

	"menace/data/sqlite"
)

// Class is a class that plays against an agent: at most one for each.
type Class struct {
	ID      int64           // 0 for a new class
	Agent   int64           // ID of the agent
	State   string          // JSON that only the caller reads
	Playing map[int]Playing // unfinished games by pupil
}

// Playing is an unfinished game. The zero value means that there is none.
type Playing struct {
	Seed  int64
	Moves string // as in [Game]
}

// SaveClass stores a class and the unfinished games in Playing; without a State, it stores only these games. A new
// class gets its ID and replaces an earlier one of the agent. It returns ErrNotFound if the class or the agent was
// deleted.
func (db *DB) SaveClass(ctx context.Context, c *Class) error {
	id := c.ID
	err := db.sqlite.Transact(ctx, func(conn *sqlite.Conn) (err error) {
		if id == 0 {
			if err := checkExists(ctx, conn, "agents", "machine", fmt.Sprint(c.Agent), c.Agent); err != nil {
				return err
			}
			if err := sqlite.Exec(ctx, conn, "DELETE FROM classes WHERE agent = ?", c.Agent); err != nil {
				return err
			}
			id, err = sqlite.Insert(ctx, conn, "classes", "agent, state", []any{c.Agent, c.State})
		} else if c.State != "" {
			_, err = sqlite.Value[int64](ctx, conn, sqlite.Update("classes", "agent, state", "id = ? RETURNING id"),
				c.Agent, c.State, id)
		}
		for pupil, p := range c.Playing {
			if err == nil {
				err = sqlite.Exec(ctx, conn, "REPLACE INTO class_games VALUES (?, ?, ?, ?)", id, pupil, p.Seed, p.Moves)
			}
		}
		return orNotFound(err, "class", fmt.Sprint(id))
	})
	if err == nil {
		c.ID = id
	}
	return err
}

// Class returns the class of an agent with its unfinished games, or ErrNotFound. A game that was finished and stored
// before its last state here could be replaced is not unfinished.
func (db *DB) Class(ctx context.Context, agent int64) (*Class, error) {
	return sqlite.View(ctx, db.sqlite, func(ctx context.Context, conn *sqlite.Conn, agent int64) (*Class, error) {
		c := &Class{Agent: agent, Playing: map[int]Playing{}}
		row := conn.QueryRowContext(ctx, "SELECT id, state FROM classes WHERE agent = ?", agent)
		if err := row.Scan(&c.ID, &c.State); err != nil {
			return nil, orNotFound(err, "class of machine", fmt.Sprint(agent))
		}
		type playing struct {
			pupil int
			Playing
		}
		all, err := sqlite.Query(ctx, conn, func(p *playing) []any { return []any{&p.pupil, &p.Seed, &p.Moves} },
			`SELECT pupil, seed, moves FROM class_games AS unfinished WHERE class = ? AND (seed, moves) <> (0, '')
			AND NOT EXISTS (SELECT * FROM games WHERE games.class = unfinished.class
				AND games.pupil = unfinished.pupil AND games.seed = unfinished.seed)`, c.ID)
		for _, p := range all {
			c.Playing[p.pupil] = p.Playing
		}
		return c, err
	}, agent)
}

// ClassGames returns the finished games of a class against an agent, oldest first.
func (db *DB) ClassGames(ctx context.Context, class, agent int64) ([]Game, error) {
	return sqlite.ViewQuery(ctx, db.sqlite, (*Game).fields,
		"SELECT "+gameColumns+" FROM games WHERE class = ? AND agent = ? ORDER BY id", class, agent)
}

// TakeOver lets another agent, c.Agent, take the place of the one that a class plays against, and stores the class. The
// new agent gets the name of the former one, which is renamed to kept. Unfinished games are dropped. TakeOver returns
// ErrNotFound or ErrExists.
func (db *DB) TakeOver(ctx context.Context, c *Class, kept string) error {
	if err := CheckName(kept); err != nil {
		return err
	}
	return db.sqlite.Transact(ctx, func(conn *sqlite.Conn) error {
		name, err := sqlite.Value[string](ctx, conn,
			"SELECT name FROM agents JOIN classes ON agent = agents.id WHERE classes.id = ?", c.ID)
		if err != nil {
			return orNotFound(err, "class", fmt.Sprint(c.ID))
		}
		own, err := sqlite.Value[string](ctx, conn, "SELECT name FROM agents WHERE id = ?", c.Agent)
		if err != nil {
			return orNotFound(err, "machine", fmt.Sprint(c.Agent))
		}
		if err := rename(ctx, conn, name, kept); err != nil {
			return err
		}
		if err := rename(ctx, conn, own, name); err != nil {
			return err
		}
		return cmp.Or(
			sqlite.Exec(ctx, conn, "DELETE FROM classes WHERE agent = ? AND id <> ?", c.Agent, c.ID),
			sqlite.Exec(ctx, conn, sqlite.Update("classes", "agent, state", "id = ?"), c.Agent, c.State, c.ID),
			sqlite.Exec(ctx, conn, "DELETE FROM class_games WHERE class = ?", c.ID))
	})
}
