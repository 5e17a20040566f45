package menace

import (
	"fmt"
	"strings"

	"menace/board"
	"menace/symmetry"
)

// Side is the player that a machine is.
type Side string

// The sides. The first player is X.
const (
	First  Side = "first"
	Second Side = "second"
)

// Mark returns the mark of the side.
func (s Side) Mark() board.Mark {
	if s == Second {
		return board.O
	}
	return board.X
}

// Other returns the opposite side.
func (s Side) Other() Side {
	if s == Second {
		return First
	}
	return Second
}

// Which empty squares get beads.
const (
	Distinct = "distinct" // one of each set of squares that are the same up to symmetry
	All      = "all"
)

// What a machine does whose box is empty.
const (
	Resign  = "resign"
	Restock = "restock" // fill the box as it was at first, and draw
	Random  = "random"  // any empty square; nothing to reward, since no bead was drawn
)

// Which boxes of a game are rewarded or punished.
const (
	CreditAll  = "all"
	CreditLast = "last" // only the last; Martin Gardner's rule for hexapawn
)

// Limits of the rules and of a machine's life. With them a count of beads cannot overflow: a game
// uses a box once, so that in [MaxGames] games it gets no more than maxTotal beads, and an int64
// holds nine times that.
const (
	MaxBeads  = 1_000_000         // beads of a move in a fresh box, and the floor
	MaxReward = 1_000_000         // beads for a game, either way
	MaxGames  = 1_000_000_000_000 // games of one machine; whoever trains it keeps this limit

	maxTotal = board.Squares*MaxBeads + MaxReward*MaxGames
)

// Rules are the rules by which a machine plays and learns.
type Rules struct {
	Plays   Side          `json:"plays"`
	Beads   [stages]int64 `json:"beads"` // of each move in a fresh box, by the machine's own move 1 to 4
	Win     int64         `json:"win"`   // beads added to the colours drawn in a game that was won
	Draw    int64         `json:"draw"`
	Loss    int64         `json:"loss"`     // negative: beads are taken away
	Moves   string        `json:"moves"`    // Distinct or All
	OnEmpty string        `json:"on_empty"` // Resign, Restock or Random
	Floor   int64         `json:"floor"`    // the fewest beads that punishment leaves of a colour
	Credit  string        `json:"credit"`   // CreditAll or CreditLast
}

// Michie returns the rules of 1961.
func Michie() Rules {
	return Rules{
		Plays: First, Beads: [stages]int64{4, 3, 2, 1}, Win: 3, Draw: 1, Loss: -1,
		Moves: Distinct, OnEmpty: Resign, Credit: CreditAll,
	}
}

// Presets are the names of whole sets of rules, for [Preset].
var Presets = []string{"michie", "scroggs", "restock"}

// Preset returns the rules of that name: "michie", the machine of 1961; "scroggs", that of Matt
// Scroggs' web page, with 8, 4, 2 and 1 beads; "restock", Michie's with empty boxes filled afresh.
func Preset(name string) (Rules, error) {
	rules := Michie()
	switch name {
	case "michie":
	case "scroggs":
		rules.Beads = [stages]int64{8, 4, 2, 1}
	case "restock":
		rules.OnEmpty = Restock
	default:
		return Rules{}, fmt.Errorf("unknown preset %q: there are %s", name, strings.Join(Presets, ", "))
	}
	return rules, nil
}

// Validate returns an error that says which rule is out of its range, and what the range is.
func (r Rules) Validate() error {
	for _, rule := range Table {
		if err := rule.check(r); err != nil {
			return fmt.Errorf("%s: %w", rule.Name, err)
		}
	}
	return nil
}

// squares returns the squares of an orbit's canonical position that get beads.
func (r Rules) squares(o symmetry.Orbit) board.Mask {
	if r.Moves == All {
		return o.Board().Empty()
	}
	return o.Distinct()
}
