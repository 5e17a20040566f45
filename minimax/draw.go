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
	var d drawing
	d.line("", t.label(1))
	drawChildren(&d, t, "", 1, name)
	return d.String()
}

// drawing is the text of a tree.
type drawing struct{ strings.Builder }

func (d *drawing) line(parts ...string) {
	for _, part := range parts {
		d.WriteString(part)
	}
	d.WriteByte('\n')
}

// drawChildren draws the positions after one where the player at the root is to move if sign is 1. Skipped
// moves share the last line.
func drawChildren[M any](d *drawing, t *Tree[M], indent string, sign int, name func(M) string) {
	var pruned []string
	for _, child := range t.Children {
		if child.Pruned {
			pruned = append(pruned, name(child.Move))
		}
	}
	searched := len(t.Children) - len(pruned)
	for _, child := range t.Children {
		if child.Pruned {
			continue
		}
		branch, stem := "├─ ", "│  "
		if searched--; searched == 0 && pruned == nil {
			branch, stem = "└─ ", "   "
		}
		d.line(indent, branch, name(child.Move), "  ", child.label(-sign))
		drawChildren(d, child, indent+stem, -sign, name)
	}
	if pruned != nil {
		d.line(indent, "└✗ ", strings.Join(pruned, " "), "  pruned")
	}
}

// label describes a position and its value to the player at the root, who is to move if sign is 1.
func (t *Tree[M]) label(sign int) string {
	kind := "max"
	if sign < 0 {
		kind = "min"
	}
	low, high := t.low, t.high
	if sign < 0 {
		low, high = -high, -low
	}
	value := t.between(low, high)
	switch t.leaf {
	case finished:
		return "= " + value
	case horizon:
		return "≈ " + value
	}
	return kind + " " + value
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
