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
	Moves    int    // boxes after this many moves; AllMoves for all boxes
	Position string // the box of this position in any orientation, or ""
}

// AllMoves selects the boxes after any number of moves.
const AllMoves = -1

// Boxes returns the positions of the selected boxes by moves played and code, at least one. They are canonical, except
// that a position in the selection keeps its orientation.
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

// BoxOf parses a position, in any orientation, that must have a box in the agent's machine.
func BoxOf(agent string, m *menace.Machine, text string) (board.Code, error) {
	graph := m.Graph()
	position, err := graph.Parse(text)
	if err != nil {
		return position, Mistakef("agent %q plays %s: %w", agent, graph.Name(), err)
	}
	orbit, _ := graph.Find(position)
	if _, ok := m.Box(orbit); ok {
		return position, nil
	}
	why := "only one square is left"
	if turn := graph.Turn(orbit); graph.Outcome(orbit) != symmetry.Ongoing {
		why = "the game is over"
	} else if turn != m.Rules().Plays {
		why = fmt.Sprintf("it is %v's turn", graph.Player(turn))
	}
	return position, Mistakef("%v has no box in agent %q: %s", graph.Format(position), agent, why)
}

// BoxReport lists the beads in a box.
type BoxReport struct {
	Number   int              `json:"number"` // from [menace.Machine.Number]
	Moves    int              `json:"moves"`
	Code     board.Code       `json:"code"`
	Position string           `json:"position"` // the canonical position
	Beads    map[string]int64 `json:"beads"`    // by move
	Total    int64            `json:"total"`
	// The requested position, and the beads by moves in its orientation.
	Asked      string           `json:"asked,omitempty"`
	AskedBeads map[string]int64 `json:"asked_beads,omitempty"`
}

// ReportBox reports on the box of a position. If the user asked for the position, the report also has the beads by
// moves in its orientation.
func ReportBox(m *menace.Machine, position board.Code, asked bool) BoxReport {
	graph := m.Graph()
	orbit, _ := graph.Find(position)
	box, _ := m.Box(orbit)
	r := BoxReport{
		Number: m.Number(orbit), Moves: graph.Played(orbit), Code: graph.Code(orbit),
		Position: graph.Format(graph.Code(orbit)), Total: box.Total(), Beads: beadsByMove(m, graph.Code(orbit)),
	}
	if asked {
		r.Asked, r.AskedBeads = graph.Format(position), beadsByMove(m, position)
	}
	return r
}

// beadsByMove returns the beads in the box of a position by moves in the position's orientation.
func beadsByMove(m *menace.Machine, position board.Code) map[string]int64 {
	beads := map[string]int64{}
	for _, held := range m.Held(position) {
		beads[held.Move.String()] = held.Beads
	}
	return beads
}
