package agents

import (
	"context"
	"errors"
	"math"

	"menace/cmd/menace/internal/boards"
	"menace/data"
	"menace/menace"
	"menace/menace/match"
	"menace/menace/option"
	"menace/symmetry"
)

// Selection chooses boxes of an agent.
type Selection struct {
	Moves    int    // boxes after this many moves; AllMoves for all boxes
	Position string // the box of this position in any orientation, or ""
}

// Options lists the options of a selection.
func (s *Selection) Options() []option.Option {
	return []option.Option{
		{Name: "position", Short: "p", Default: "all",
			Meaning: "the box of `POSITION`, in any orientation, such as X.O/.../... or BBB/W../.WW",
			Value:   option.Word(&s.Position)},
		{Name: "moves", Default: "all", Meaning: "the boxes after this number of `MOVES`",
			Value: option.Whole(&s.Moves, 0, math.MaxInt64)},
	}
}

// Check returns an [option.Error] if both options are given.
func (s Selection) Check() error {
	if s.Position != "" && s.Moves != AllMoves {
		return option.Wrong("moves", errors.New("position and moves cannot be combined"))
	}
	return nil
}

const AllMoves = -1 // selects all boxes

// Boxes returns the positions of the selected boxes, at least one, by moves played and code. All are canonical except a
// selected position.
func Boxes(a *data.Agent, which Selection) (positions []symmetry.Position, err error) {
	if which.Position != "" {
		position, err := boards.BoxOf(a.Name, a.Machine, which.Position)
		return []symmetry.Position{position}, err
	}
	buckets := a.Machine.Buckets()
	if which.Moves != AllMoves {
		buckets = []int{which.Moves}
	}
	for _, moves := range buckets {
		orbits, err := boards.BoxesAfter(a.Name, a.Machine, moves)
		if err != nil {
			return nil, err
		}
		for _, o := range orbits {
			positions = append(positions, a.Machine.Graph().Code(o))
		}
	}
	return positions, nil
}

// Replay returns a stored game of an agent with a person, and its moves.
func Replay(
	ctx context.Context, db *data.DB, a *data.Agent, id int64,
) (g data.PlayedGame, steps []symmetry.Played, err error) {
	games, err := db.Games(ctx, a)
	if err != nil {
		return g, nil, err
	}
	for _, g = range games {
		if g.ID == id {
			steps, err = a.Machine.Graph().Replay(g.Moves)
			return g, steps, err
		}
	}
	return g, nil, &NoGameError{a.Name, id}
}

// MachineDuring returns an agent's machine with its boxes as they were when it opened them in a stored game, and the
// turns in which it opened them, by the number of moves made before. Games stored before the database recorded boxes
// have no turns.
func MachineDuring(a *data.Agent, g data.PlayedGame, steps []symmetry.Played) (
	*menace.Machine, map[int]match.Turn, error) {
	opened, err := g.Opened(a.Machine)
	if err != nil {
		return nil, nil, err
	}
	then, graph := map[symmetry.Position][]int64{}, a.Machine.Graph()
	for _, o := range opened {
		at, _ := graph.Find(o.Position)
		then[graph.Code(at)] = o.Beads
	}
	var counts []int64
	for bead := range a.Machine.Beads() {
		if held := then[bead.Code]; len(held) > 0 {
			bead.Count, then[bead.Code] = held[0], held[1:]
		}
		counts = append(counts, bead.Count)
	}
	m := menace.New(a.Machine.Rules())
	if err := m.SetCounts(counts); err != nil {
		return nil, nil, err
	}
	turns := map[int]match.Turn{}
	for _, o := range opened {
		turns[o.Ply] = turnOf(m, o, steps)
	}
	return m, turns, nil
}

// turnOf returns the turn that opened a box.
func turnOf(m *menace.Machine, o data.Opened, steps []symmetry.Played) match.Turn {
	t := match.Turn{Manner: m.Graph().Manner(), Position: o.Position, Move: symmetry.Resign, Reason: match.NoBead}
	if o.Ply == len(steps) {
		return t
	}
	t.Move, t.Reason = steps[o.Ply].Move, match.Emptied
	t.Name = m.Graph().MoveName(o.Position, t.Move)
	for _, held := range m.Held(o.Position) {
		t.Total += held.Beads
		if held.Move == t.Move {
			t.Beads = held.Beads
		}
	}
	if t.Total > 0 {
		t.Reason = match.Bead
	}
	return t
}
