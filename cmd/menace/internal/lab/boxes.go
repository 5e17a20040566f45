package lab

import (
	"fmt"
	"strings"

	"menace/board"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// Selection chooses boxes of an agent.
type Selection struct {
	Moves    int    // the boxes after this many moves; AllMoves for all
	Position string // the box of a position in any orientation, or ""
}

// AllMoves selects the boxes after any number of moves.
const AllMoves = -1

// Boxes returns the positions of the boxes selected, by moves played and code: at least one. They are canonical, but
// for one that was asked for, which lies as it was given.
func Boxes(a *data.Agent, which Selection) (positions []board.Code, err error) {
	if which.Position != "" {
		position, err := BoxOf(a.Name, a.Machine, which.Position)
		return []board.Code{position}, err
	}
	buckets := a.Machine.Buckets()
	if which.Moves != AllMoves {
		buckets = []int{which.Moves}
	}
	for _, moves := range buckets {
		orbits := a.Machine.Bucket(moves)
		if len(orbits) == 0 {
			own := strings.Trim(strings.ReplaceAll(fmt.Sprint(a.Machine.Buckets()), " ", ", "), "[]")
			return nil, Mistakef("no boxes after %s: agent %q plays %s and has boxes after %s moves",
				words.Plural(moves, "move"), a.Name, a.Machine.Rules().Plays, own)
		}
		for _, o := range orbits {
			positions = append(positions, a.Machine.Graph().Code(o))
		}
	}
	return positions, nil
}

// BoxOf reads a position, in any orientation, that has a box in the machine of an agent.
func BoxOf(agent string, m *menace.Machine, text string) (board.Code, error) {
	graph := m.Graph()
	position, err := graph.Parse(text)
	if err != nil {
		return position, Mistakef("agent %q plays %s: %w", agent, graph.Name(), err)
	}
	orbit, _ := graph.Find(position)
	if _, ok := m.Box(orbit); !ok {
		return position, Mistakef("%v has no box in agent %q: %s", graph.Format(position), agent, whyNoBox(m, orbit))
	}
	return position, nil
}

// whyNoBox says why a machine needs no box for an orbit.
func whyNoBox(m *menace.Machine, o symmetry.Orbit) string {
	graph := m.Graph()
	switch {
	case graph.Outcome(o) != symmetry.Ongoing:
		return "the game is over"
	case graph.Turn(o) != m.Rules().Plays:
		return fmt.Sprintf("it is %v's turn", graph.Player(graph.Turn(o)))
	}
	return "only one square is left"
}

// BoxReport is what a box holds.
type BoxReport struct {
	Number   int              `json:"number"` // as [menace.Machine.Number]
	Moves    int              `json:"moves"`
	Code     board.Code       `json:"code"`
	Position string           `json:"position"` // the canonical position
	Beads    map[string]int64 `json:"beads"`    // by move
	Total    int64            `json:"total"`
	// The position that was asked for, and the beads by its own moves.
	Asked      string           `json:"asked,omitempty"`
	AskedBeads map[string]int64 `json:"asked_beads,omitempty"`
}

// ReportBox returns what the box of a position holds, and if the position was asked for, what it holds by the moves
// as it lies.
func ReportBox(m *menace.Machine, position board.Code, asked bool) BoxReport {
	graph := m.Graph()
	orbit, _ := graph.Find(position)
	box, _ := m.Box(orbit)
	r := BoxReport{
		Number: m.Number(orbit), Moves: graph.Played(orbit), Code: graph.Code(orbit), Position: graph.Format(graph.Code(orbit)), Total: box.Total(),
		Beads: beadsByMove(m, graph.Code(orbit)),
	}
	if asked {
		r.Asked, r.AskedBeads = graph.Format(position), beadsByMove(m, position)
	}
	return r
}

// beadsByMove returns the beads of the box of a position by its moves as it lies.
func beadsByMove(m *menace.Machine, position board.Code) map[string]int64 {
	beads := map[string]int64{}
	for _, held := range m.Held(position) {
		beads[held.Move.String()] = held.Beads
	}
	return beads
}
