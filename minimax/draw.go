package minimax

import (
	"strconv"
	"strings"
)

// View is how values are written: to Max, who is to move at the root, or to the player to move at each position.
type View struct {
	MinFirst bool // Min is to move at the root instead
	Mover    bool // values are to the player to move
}

// root returns 1 if Max is to move at the root, or −1.
func (v View) root() int {
	if v.MinFirst {
		return -1
	}
	return 1
}

// Draw draws a tree as a lecturer does on the board, one position on each line: the move that leads to it,
// whose turn it is, and its value. "= 1" marks a finished position, "≈ 1" one at the horizon, "by the table" one that was not searched again. "≥ 1" is all that the
// search learned about a position when it skipped some moves, which are crossed out. The function name writes a move.
func (t *Tree[M]) Draw(name func(M) string, view View) string {
	return t.label(view.root(), view) + "\n" + t.drawChildren("", view.root(), name, view)
}

// drawChildren draws the positions after one where Max is to move if sign is 1. Skipped moves share the last line.
func (t *Tree[M]) drawChildren(indent string, sign int, name func(M) string, view View) (drawing string) {
	var searched []*Tree[M]
	var pruned []string
	for _, child := range t.Children {
		if child.Pruned {
			pruned = append(pruned, name(child.Move))
		} else {
			searched = append(searched, child)
		}
	}
	for i, child := range searched {
		branch, stem := "├─ ", "│  "
		if i == len(searched)-1 && pruned == nil {
			branch, stem = "└─ ", "   "
		}
		drawing += indent + branch + name(child.Move) + "  " + child.label(-sign, view) + "\n" +
			child.drawChildren(indent+stem, -sign, name, view)
	}
	if pruned != nil {
		drawing += indent + "└✗ " + strings.Join(pruned, " ") + "  pruned\n"
	}
	return drawing
}

// label describes a position where Max is to move if sign is 1.
func (t *Tree[M]) label(sign int, view View) string {
	turn, value := "max", t.Value(sign > 0 || view.Mover)
	if sign < 0 {
		turn = "min"
	}
	switch t.leaf {
	case finished:
		return "= " + value
	case horizon:
		return "≈ " + value
	case recalled:
		return turn + " " + value + "  by the table"
	}
	return turn + " " + value
}

// Value writes what the search learned of the value, to the player to move or to the other.
func (t *Tree[M]) Value(toMover bool) string {
	if toMover {
		return t.between(t.low, t.high)
	}
	return t.between(-t.high, -t.low)
}

// Points writes a number of points, as of a [Visit], with a sign where it is infinite.
func (t *Tree[M]) Points(points int) string {
	switch {
	case points >= Infinity:
		return "+∞"
	case points <= -Infinity:
		return "-∞"
	}
	return strconv.Itoa(points)
}

// text writes a score. In a search to a depth a win is worth more than any estimate.
func (t *Tree[M]) text(score int) string {
	switch {
	case t.limited && score >= t.weight:
		return "+∞"
	case t.limited && -score >= t.weight:
		return "-∞"
	}
	return strconv.Itoa(points(score, t.weight))
}

// between writes a value between two scores. It omits a bound that follows from the rules alone.
func (t *Tree[M]) between(low, high int) string {
	least, most := t.text(low), t.text(high)
	switch {
	case low == high:
		return least
	case low == -t.bound && high == t.bound:
		return "?"
	case high == t.bound:
		return "≥ " + least
	case low == -t.bound:
		return "≤ " + most
	}
	return least + " … " + most
}
