package data

import (
	"cmp"
	"context"
	"time"

	"menace/arena"
	"menace/data/sqlite"
	"menace/menace"
	"menace/symmetry"
)

// Game is a game between a person and an agent.
type Game struct {
	ID       int64     `json:"id"`       // its number among the games of the agent, from 1
	Moves    string    `json:"moves"`    // in the order of play, as in "519" or "7-4 2-4": see [symmetry.FormatMoves]
	Result   string    `json:"result"`   // "win", "draw" or "loss", for the agent
	Resigned string    `json:"resigned"` // who resigned: "agent", "person" or ""
	Learned  bool      `json:"learned"`  // whether the agent learned from it
	Seed     int64     `json:"seed"`     // of the agent's draws
	Played   time.Time `json:"played"`
	Boxes    string    `json:"boxes,omitempty"` // what the boxes held that the agent opened, as in "4,4,4 3,3,3,2,3"; or "": see [Game.Opened]
}

// possible reports whether the moves are a whole game of a machine, legal throughout, that ends with this result, and whether
// it could have opened the boxes.
func (g Game) possible(m *menace.Machine) bool {
	graph, side := m.Graph(), m.Rules().Plays
	steps, err := graph.Replay(g.Moves)
	if _, unread := g.Opened(m); err != nil || unread != nil {
		return false
	}
	end := symmetry.Ongoing
	if n := len(steps); n > 0 {
		at, _ := graph.Find(steps[n-1].Position)
		end = graph.Outcome(at)
	}
	if g.Resigned != "" {
		resigned := g.Resigner(side)
		if resigned == "" || end != symmetry.Ongoing {
			return false
		}
		end = symmetry.Win(resigned.Other())
	}
	return end != symmetry.Ongoing && g.Result == Result(end, side)
}

// tally returns the game, a possible one, as the agent counts it.
func (g Game) tally() (t arena.Tally) {
	*map[string]*int64{"win": &t.Win, "draw": &t.Draw, "loss": &t.Loss}[g.Result]++
	if g.Resigned == "agent" {
		t.Resigned++
	}
	return t
}

// Resigner returns the side that resigned, if the agent plays this one, or "".
func (g Game) Resigner(plays symmetry.Side) symmetry.Side {
	return map[string]symmetry.Side{"agent": plays, "person": plays.Other()}[g.Resigned]
}

// Result returns "win", "draw" or "loss", as a finished game ended for an agent that played a side.
func Result(end symmetry.Outcome, plays symmetry.Side) string {
	switch end {
	case symmetry.Drawn:
		return "draw"
	case symmetry.Win(plays):
		return "win"
	}
	return "loss"
}

// End returns how the game ended, if the agent plays this side.
func (g Game) End(plays symmetry.Side) symmetry.Outcome {
	return map[string]symmetry.Outcome{"win": symmetry.Win(plays), "draw": symmetry.Drawn, "loss": symmetry.Win(plays.Other())}[g.Result]
}

// Played adds a game that the next save stores.
func (a *Agent) Played(g Game) {
	g.Played = now()
	a.games = append(a.games, g)
}

// Sessions returns the training sessions of an agent, oldest first.
func (db *DB) Sessions(ctx context.Context, a *Agent) ([]Session, error) {
	return sqlite.View(ctx, db.sqlite, sessions, a)
}

func sessions(ctx context.Context, conn *sqlite.Conn, a *Agent) ([]Session, error) {
	list, err := sqlite.Query(ctx, conn, (*Session).fields, "SELECT "+sessionColumns+" FROM sessions WHERE agent = ? ORDER BY id", a.id)
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
	return append([]any{&s.Opponent, &s.BothLearn, &s.Seed, &s.Start, sqlite.Stamp{Time: &s.Started}}, s.progress()...)
}

// progress returns pointers to what progressColumns hold.
func (s *Session) progress() []any { return append(tallyFields(&s.Tally), &s.Seconds) }

// Games returns the games between people and an agent, oldest first.
func (db *DB) Games(ctx context.Context, a *Agent) ([]Game, error) {
	return sqlite.View(ctx, db.sqlite, games, a)
}

func games(ctx context.Context, conn *sqlite.Conn, a *Agent) ([]Game, error) {
	list, err := sqlite.Query(ctx, conn, func(g *Game) []any { return append(g.fields(), &g.ID) },
		"SELECT "+gameColumns+", row_number() OVER (ORDER BY id) FROM games WHERE agent = ? ORDER BY id", a.id)
	return list, damaged("agent", a.Name, cmp.Or(err, checkGames(list, a.Machine)))
}

const gameColumns = "moves, result, resigned, learned, seed, played, boxes"

// fields returns pointers to what gameColumns hold.
func (g *Game) fields() []any {
	return []any{&g.Moves, &g.Result, &g.Resigned, &g.Learned, &g.Seed, sqlite.Stamp{Time: &g.Played}, &g.Boxes}
}
