package data

import (
	"context"
	"database/sql"
	"time"

	"menace/board"
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

// possible tells whether the moves are those of a game of an agent that plays mark, from the start to
// an end of that result.
func (g Game) possible(mark board.Mark) bool {
	var b board.Board
	for _, digit := range []byte(g.Moves) {
		s := board.Square(digit - '1')
		if b.Outcome() != board.Ongoing || s >= board.Squares || !b.Legal(s) {
			return false
		}
		b = b.Play(s)
	}
	end := b.Outcome()
	if g.Resigned != "" {
		resigned := g.Resigner(mark)
		if resigned == board.Empty || end != board.Ongoing {
			return false
		}
		end = board.Win(resigned.Other())
	}
	return end != board.Ongoing && g.Result == Result(end, mark)
}

// Resigner returns who resigned in a game of an agent that plays mark, or board.Empty.
func (g Game) Resigner(mark board.Mark) board.Mark {
	return map[string]board.Mark{"agent": mark, "person": mark.Other()}[g.Resigned]
}

// Result returns the result of a game that is over, for an agent that played mark: "win", "draw" or "loss".
func Result(end board.Outcome, mark board.Mark) string {
	switch end {
	case board.Drawn:
		return "draw"
	case board.Win(mark):
		return "win"
	}
	return "loss"
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
