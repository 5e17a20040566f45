package data

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"menace/data/sqlite"
	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// PlayedGame is a finished game between a person and an agent.
type PlayedGame struct {
	ID       int64     `json:"game"`        // number of the game among the agent's games, from 1
	Moves    string    `json:"moves"`       // such as "519" or "7-4 2-4": see [symmetry.FormatMoves]
	Result   string    `json:"result"`      // "win", "draw" or "loss", for the agent
	Resigned string    `json:"resigned_by"` // "agent", "person" or ""
	Learned  bool      `json:"learned"`     // the agent learned from it
	Seed     int64     `json:"seed"`        // seed of the agent's draws
	Played   time.Time `json:"played"`

	// Boxes holds the beads in the boxes opened, such as "4,4,4 3,3,3,2,3", or "": see [PlayedGame.Opened].
	Boxes string `json:"boxes,omitempty"`

	// Class is the ID, in this database, of the class whose pupil played the game, or 0: see [DB.ClassGames].
	Class int64 `json:"-"`
	Pupil int   `json:"-"`
}

// possible reports whether the moves form a complete, legal game with this result, and whether the machine could have
// opened these boxes.
func (g PlayedGame) possible(m *menace.Machine) bool {
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

// Tally returns the tally of a valid game.
func (g PlayedGame) Tally() (t arena.Tally) {
	t.Add(symmetry.First, g.End(symmetry.First), g.Resigned == "agent", 1)
	return t
}

// Resigner returns the side that resigned, or "", given the side of the agent.
func (g PlayedGame) Resigner(plays symmetry.Side) symmetry.Side {
	return map[string]symmetry.Side{"agent": plays, "person": plays.Other()}[g.Resigned]
}

// Result returns the result, "win", "draw" or "loss", of a finished game for an agent on this side.
func Result(end symmetry.Outcome, plays symmetry.Side) string {
	switch end {
	case symmetry.Drawn:
		return "draw"
	case symmetry.Win(plays):
		return "win"
	}
	return "loss"
}

// End returns the outcome of the game, given the side of the agent.
func (g PlayedGame) End(plays symmetry.Side) symmetry.Outcome {
	return map[string]symmetry.Outcome{"win": symmetry.Win(plays), "draw": symmetry.Drawn,
		"loss": symmetry.Win(plays.Other())}[g.Result]
}

// AddGame adds a game that the next save will store.
func (a *Agent) AddGame(g PlayedGame) {
	g.Played = now()
	a.games = append(a.games, g)
}

// Sessions returns the training sessions of an agent, oldest first.
func (db *DB) Sessions(ctx context.Context, a *Agent) ([]Session, error) {
	return sqlite.View(ctx, db.sqlite, func(conn *sqlite.Conn) ([]Session, error) {
		return sessions(ctx, conn, a)
	})
}

func sessions(ctx context.Context, conn *sqlite.Conn, a *Agent) ([]Session, error) {
	list, err := sqlite.Query(ctx, conn, (*Session).fields,
		"SELECT "+sessionColumns+" FROM sessions WHERE agent = ? ORDER BY id", a.id)
	for i := range list {
		list[i].Games = list[i].Tally.Games()
	}
	return list, asDamaged("machine", a.Name, cmp.Or(err, checkSessions(list)))
}

// Columns of a session. Those in progressColumns change during the session.
const (
	progressColumns = tallyColumns + ", seconds"
	sessionColumns  = "version, opponent, both_learn, seed, start, started, " + progressColumns
)

func (s *Session) fields() []any {
	return append([]any{&s.Version, &s.Opponent, &s.BothLearn, &s.Seed, &s.Start, sqlite.Stamp{Time: &s.Started}},
		s.progress()...)
}

func (s *Session) progress() []any { return append(tallyFields(&s.Tally), &s.Seconds) }

// Games returns the games of an agent with people, oldest first.
func (db *DB) Games(ctx context.Context, a *Agent) ([]PlayedGame, error) {
	return sqlite.View(ctx, db.sqlite, func(conn *sqlite.Conn) ([]PlayedGame, error) {
		return games(ctx, conn, a)
	})
}

func games(ctx context.Context, conn *sqlite.Conn, a *Agent) ([]PlayedGame, error) {
	list, err := sqlite.Query(ctx, conn, func(g *PlayedGame) []any { return append(g.fields(), &g.ID) },
		"SELECT "+gameColumns+", row_number() OVER (ORDER BY id) FROM games WHERE agent = ? ORDER BY id", a.id)
	return list, asDamaged("machine", a.Name, cmp.Or(err, checkGames(list, a.Machine)))
}

const gameColumns = "moves, result, resigned_by, learned, seed, played, boxes, class, pupil"

func (g *PlayedGame) fields() []any {
	return []any{&g.Moves, &g.Result, &g.Resigned, &g.Learned, &g.Seed, sqlite.Stamp{Time: &g.Played}, &g.Boxes,
		&g.Class, &g.Pupil}
}

// Opened is a box that an agent opened during a game.
type Opened struct {
	Position symmetry.Position // position on the board
	Ply      int               // number of earlier moves
	Beads    []int64           // beads before the draw, in the order of [menace.Machine.Beads]
}

// FormatBoxes formats the contents of boxes for [PlayedGame].
func FormatBoxes(beads [][]int64) string {
	var boxes []string
	for _, box := range beads {
		boxes = append(boxes, strings.Trim(strings.ReplaceAll(fmt.Sprint(box), " ", ","), "[]"))
	}
	return strings.Join(boxes, " ")
}

// Opened returns the boxes that the machine opened in the game, in order, with their contents at that time. It
// returns none if the game does not record them.
func (g PlayedGame) Opened(m *menace.Machine) (all []Opened, err error) {
	graph := m.Graph()
	steps, err := graph.Replay(g.Moves)
	if err != nil || g.Boxes == "" {
		return nil, err
	}
	var boxes [][]int64
	err = json.Unmarshal([]byte("[["+strings.ReplaceAll(g.Boxes, " ", "],[")+"]]"), &boxes)
	if err != nil || FormatBoxes(boxes) != g.Boxes {
		return nil, fmt.Errorf("%q is not a list of boxes", g.Boxes)
	}
	ply := 0
	if m.Rules().Plays == symmetry.Second {
		ply = 1
	}
	for _, beads := range boxes {
		if ply > len(steps) {
			return nil, errors.New("more boxes than turns")
		}
		opened := Opened{graph.Code(symmetry.Start), ply, beads}
		if ply > 0 {
			opened.Position = steps[ply-1].Position
		}
		at, _ := graph.Find(opened.Position)
		if _, err := total(beads); err != nil || len(beads) != m.Moves(at).Count() {
			return nil, fmt.Errorf("%v are not the beads of a box after %d moves", beads, ply)
		}
		all = append(all, opened)
		ply += 2
	}
	return all, nil
}
