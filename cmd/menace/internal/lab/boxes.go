package lab

import (
	"fmt"
	"strconv"
	"strings"

	"menace/board"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// Selection chooses boxes of an agent.
type Selection struct {
	Moves    int          // the boxes after this many moves; AllMoves for all
	Position *board.Board // the box of a position in any orientation, or nil
}

// AllMoves selects the boxes after any number of moves.
const AllMoves = -1

// Boxes returns the orbits of the boxes selected, by moves played and code: at least one.
func Boxes(a *data.Agent, which Selection) (orbits []symmetry.Orbit, err error) {
	if b := which.Position; b != nil {
		orbit, _ := symmetry.Find(*b)
		if _, ok := a.Machine.Box(orbit); !ok {
			return nil, Mistakef("%v has no box in agent %q: %s", *b, a.Name, whyNoBox(a.Machine, *b))
		}
		return []symmetry.Orbit{orbit}, nil
	}
	buckets := a.Machine.Buckets()
	if which.Moves != AllMoves {
		buckets = []int{which.Moves}
	}
	for _, moves := range buckets {
		if moves > board.Squares || len(a.Machine.Bucket(moves)) == 0 {
			own := strings.Trim(strings.ReplaceAll(fmt.Sprint(a.Machine.Buckets()), " ", ", "), "[]")
			return nil, Mistakef("no boxes after %s: agent %q plays %s and has boxes after %s moves",
				words.Plural(moves, "move"), a.Name, a.Machine.Rules().Plays, own)
		}
		orbits = append(orbits, a.Machine.Bucket(moves)...)
	}
	return orbits, nil
}

// whyNoBox says why a machine needs no box for a position.
func whyNoBox(m *menace.Machine, b board.Board) string {
	switch {
	case b.Outcome() != board.Ongoing:
		return "the game is over"
	case b.Turn() != m.Rules().Plays.Mark():
		return fmt.Sprintf("it is %v's turn", b.Turn())
	}
	return "only one square is left"
}

// BoxReport is what a box holds.
type BoxReport struct {
	Moves    int              `json:"moves"`
	Code     board.Code       `json:"code"`
	Position string           `json:"position"` // the canonical position
	Beads    map[string]int64 `json:"beads"`    // by square number
	Total    int64            `json:"total"`
	// The position that was asked for, and the beads by its own squares.
	Asked      string           `json:"asked,omitempty"`
	AskedBeads map[string]int64 `json:"asked_beads,omitempty"`
}

// ReportBox returns what the box of an orbit holds, and unless asked is nil, what it holds by the squares of that
// position.
func ReportBox(m *menace.Machine, o symmetry.Orbit, asked *board.Board) BoxReport {
	box, _ := m.Box(o)
	r := BoxReport{
		Moves: o.Moves(), Code: o.Board().Code(), Position: o.Board().String(), Total: box.Total(),
		Beads: beadsBySquare(m, o, symmetry.Identity),
	}
	if asked != nil {
		_, to := symmetry.Find(*asked)
		r.Asked, r.AskedBeads = asked.String(), beadsBySquare(m, o, to.Inverse())
	}
	return r
}

// beadsBySquare returns the beads of a box by the number of the square to which a transform takes that
// of the canonical position.
func beadsBySquare(m *menace.Machine, o symmetry.Orbit, from symmetry.Transform) map[string]int64 {
	beads := map[string]int64{}
	box, _ := m.Box(o)
	for s := range m.Squares(o).All() {
		beads[strconv.Itoa(from.Square(s).Number())] = box.Beads(s)
	}
	return beads
}
