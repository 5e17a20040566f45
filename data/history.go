package data

import (
	"cmp"
	"context"
	"database/sql"
	"time"

	"menace/arena"
	"menace/board"
)

// Game is a game between a person and an agent.
type Game struct {
	ID       int64     `json:"id"`       // its number among the games of the agent, from 1
	Moves    string    `json:"moves"`    // squares in the order of play, as in "519"
	Result   string    `json:"result"`   // "win", "draw" or "loss", for the agent
	Resigned string    `json:"resigned"` // who resigned: "agent", "person" or ""
	Learned  bool      `json:"learned"`  // whether the agent learned from it
	Seed     int64     `json:"seed"`     // of the agent's draws
	Played   time.Time `json:"played"`
}

// possible reports whether the moves are a whole game, legal throughout, that ends with this result for an
// agent that plays mark.
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

// tally returns the game, a possible one, as the agent counts it.
func (g Game) tally() (t arena.Tally) {
	*map[string]*int64{"win": &t.Win, "draw": &t.Draw, "loss": &t.Loss}[g.Result]++
	if g.Resigned == "agent" {
		t.Resigned++
	}
	return t
}

// Resigner returns the mark of the side that resigned, if the agent plays mark, or board.Empty.
func (g Game) Resigner(mark board.Mark) board.Mark {
	return map[string]board.Mark{"agent": mark, "person": mark.Other()}[g.Resigned]
}

// Result returns "win", "draw" or "loss", as a finished game ended for an agent that played mark.
func Result(end board.Outcome, mark board.Mark) string {
	switch end {
	case board.Drawn:
		return "draw"
	case board.Win(mark):
		return "win"
	}
	return "loss"
}

// Played adds a game that the next save stores.
func (a *Agent) Played(g Game) {
	g.Played = now()
	a.games = append(a.games, g)
}

// Sessions returns the training sessions of an agent, oldest first.
func (db *DB) Sessions(ctx context.Context, a *Agent) ([]Session, error) {
	return view(ctx, db, sessions, a)
}

func sessions(ctx context.Context, conn *sql.Conn, a *Agent) ([]Session, error) {
	list, err := query(ctx, conn, (*Session).fields, "SELECT "+sessionColumns+" FROM sessions WHERE agent = ? ORDER BY id", a.id)
	for i := range list {
		list[i].Games = list[i].Tally.Games()
	}
	return list, damaged("agent", a.Name, cmp.Or(err, checkSessions(list)))
}

// The columns of a session; progressColumns are the ones that change while it lasts.
const (
	progressColumns = tallyColumns + ", seconds"
	sessionColumns  = "opponent, both_learn, seed, start, started, " + progressColumns
)

// fields returns pointers to what sessionColumns hold.
func (s *Session) fields() []any {
	return append([]any{&s.Opponent, &s.BothLearn, &s.Seed, &s.Start, stamp{&s.Started}}, s.progress()...)
}

// progress returns pointers to what progressColumns hold.
func (s *Session) progress() []any { return append(tallyFields(&s.Tally), &s.Seconds) }

// Games returns the games between people and an agent, oldest first.
func (db *DB) Games(ctx context.Context, a *Agent) ([]Game, error) { return view(ctx, db, games, a) }

func games(ctx context.Context, conn *sql.Conn, a *Agent) ([]Game, error) {
	list, err := query(ctx, conn, func(g *Game) []any { return append(g.fields(), &g.ID) },
		"SELECT "+gameColumns+", row_number() OVER (ORDER BY id) FROM games WHERE agent = ? ORDER BY id", a.id)
	return list, damaged("agent", a.Name, cmp.Or(err, checkGames(list, a.Machine.Rules().Plays)))
}

const gameColumns = "moves, result, resigned, learned, seed, played"

// fields returns pointers to what gameColumns hold.
func (g *Game) fields() []any {
	return []any{&g.Moves, &g.Result, &g.Resigned, &g.Learned, &g.Seed, stamp{&g.Played}}
}
