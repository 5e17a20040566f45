package minimax

import (
	"fmt"
	"strconv"
	"strings"
)

// Draw draws a tree as a lecturer does on the board, one position on each line: the move that leads to it,
// whose turn it is (max at the root), and its value to the player at the root. "= 1" marks a finished position,
// "≈ 1" one at the horizon. "≥ 1" is all that the search learned about a position when it skipped some moves,
// which are crossed out. The function name writes a move.
func (t *Tree[M]) Draw(name func(M) string) string {
	return t.label(1) + "\n" + t.drawChildren("", 1, name)
}

// drawChildren draws the positions after one where the player at the root is to move if sign is 1. Skipped
// moves share the last line.
func (t *Tree[M]) drawChildren(indent string, sign int, name func(M) string) (drawing string) {
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
		drawing += indent + branch + name(child.Move) + "  " + child.label(-sign) + "\n" +
			child.drawChildren(indent+stem, -sign, name)
	}
	if pruned != nil {
		drawing += indent + "└✗ " + strings.Join(pruned, " ") + "  pruned\n"
	}
	return drawing
}

// label describes a position and its value to the player at the root, who is to move if sign is 1.
func (t *Tree[M]) label(sign int) string {
	turn, low, high := "max", t.low, t.high
	if sign < 0 {
		turn, low, high = "min", -high, -low
	}
	value := t.between(low, high)
	switch t.leaf {
	case finished:
		return "= " + value
	case horizon:
		return "≈ " + value
	}
	return turn + " " + value
}

// between writes a value between two scores. It omits a bound that follows from the rules alone.
func (t *Tree[M]) between(low, high int) string {
	least, most := points(low, t.weight), points(high, t.weight)
	switch {
	case low == high:
		return strconv.Itoa(least)
	case low == -t.bound && high == t.bound:
		return "?"
	case high == t.bound:
		return fmt.Sprintf("≥ %d", least)
	case low == -t.bound:
		return fmt.Sprintf("≤ %d", most)
	}
	return fmt.Sprintf("%d … %d", least, most)
}
