package data

import (
	"context"
	"database/sql"
	"time"
)

// Game is a game that a person played against an agent.
type Game struct {
	ID       int64     `json:"id"`
	Moves    string    `json:"moves"`    // the squares in the order of play, as in "519"
	Result   string    `json:"result"`   // "win", "draw" or "loss", for the agent
	Resigned string    `json:"resigned"` // who resigned: "agent", "person" or ""
	Learned  bool      `json:"learned"`  // whether the agent learned from it
	Seed     int64     `json:"seed"`     // of the agent's draws
	Played   time.Time `json:"played"`
}

// Played notes a game for the next save.
func (a *Agent) Played(g Game) {
	g.Played = now()
	a.games = append(a.games, g)
}

// Sessions returns the training sessions of an agent, the oldest first.
func (db *DB) Sessions(ctx context.Context, a *Agent) (list []Session, err error) {
	err = db.view(ctx, func(q queryer) error {
		list, err = sessions(ctx, q, a)
		return err
	})
	return list, err
}

func sessions(ctx context.Context, q queryer, a *Agent) ([]Session, error) {
	return query(ctx, q, scanSession, `
		SELECT id, opponent, both_learn, seed, start, win, draw, loss, resigned, started, seconds
		FROM sessions WHERE agent = ? ORDER BY id`, a.id)
}

func scanSession(rows *sql.Rows) (s Session, err error) {
	var started string
	err = rows.Scan(&s.id, &s.Opponent, &s.BothLearn, &s.Seed, &s.Start,
		&s.Win, &s.Draw, &s.Loss, &s.Resigned, &started, &s.Seconds)
	s.Started, s.Games = parseTime(started), s.Tally.Games()
	return s, err
}

// Games returns the games that people played against an agent, the oldest first.
func (db *DB) Games(ctx context.Context, a *Agent) (list []Game, err error) {
	err = db.view(ctx, func(q queryer) error {
		list, err = games(ctx, q, a)
		return err
	})
	return list, err
}

func games(ctx context.Context, q queryer, a *Agent) ([]Game, error) {
	return query(ctx, q, scanGame, `
		SELECT id, moves, result, resigned, learned, seed, played
		FROM games WHERE agent = ? ORDER BY id`, a.id)
}

func scanGame(rows *sql.Rows) (g Game, err error) {
	var played string
	err = rows.Scan(&g.ID, &g.Moves, &g.Result, &g.Resigned, &g.Learned, &g.Seed, &played)
	g.Played = parseTime(played)
	return g, err
}
