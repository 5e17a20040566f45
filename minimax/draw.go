package minimax

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Draw draws a tree with indentation, one position per line, formatted by line. Skipped moves share a line, which is
// crossed out.
func (t *Tree) Draw(line func(*Tree) string) string {
	return line(t) + "\n" + t.drawChildren("", line)
}

// drawChildren draws everything below a position with this indent.
func (t *Tree) drawChildren(indent string, line func(*Tree) string) (drawing string) {
	var searched []*Tree
	var pruned []string
	for _, child := range t.Children {
		if child.Pruned {
			pruned = append(pruned, line(child))
		} else {
			searched = append(searched, child)
		}
	}
	for i, child := range searched {
		branch, stem := "├─ ", "│  "
		if i == len(searched)-1 && pruned == nil {
			branch, stem = "└─ ", "   "
		}
		drawing += indent + branch + line(child) + "\n" + child.drawChildren(indent+stem, line)
	}
	if pruned != nil {
		drawing += indent + "└✗ " + strings.Join(pruned, " ") + "  pruned\n"
	}
	return drawing
}

// Value formats the reported value, for the player to move or for the other: "?" if the search skipped the position.
func (t *Tree) Value(toMover bool) string {
	if len(t.Visits) == 0 {
		return "?"
	}
	return t.ValueAfter(len(t.Visits)-1, toMover)
}

// ValueAfter formats the value as reported up to one of the visits. It omits a bound that follows from the rules
// alone.
func (t *Tree) ValueAfter(visit int, toMover bool) string {
	v, within := t.Visits[visit], t.within
	low, high, fails := v.Least, v.Most, v.Fails
	if !toMover {
		low, high, fails = -high, -low, -fails
		within = bounds{-within.high, -within.low}
	}
	switch {
	case low == high:
		return t.Score(low)
	case v.Void && low <= within.low && high >= within.high:
		return "?"
	case low > within.low && high < within.high:
		return t.Score(low) + " … " + t.Score(high)
	case high < within.high || fails < 0:
		return "≤ " + t.Score(high)
	}
	return "≥ " + t.Score(low)
}

// Score formats a score, alpha or beta, with a sign if it is infinite, and with "−" for a minus sign. If fast wins are
// preferred, it ends in the number of plies from the root, such as "1 in 3". A bound one point from an infinite score,
// from a search with a window of one point, is formatted like "−∞+1".
func (t *Tree) Score(score int) string {
	u, sign := t.units, cmp.Compare(score, 0)
	text := ""
	switch {
	case u.scale > 1 && score != 0 && score == sign:
		text = fmt.Sprintf("0%+d", sign)
	case u.scale == 1 && (u.limited || u.top == MaxPayoff) && score*sign == u.top-1:
		text = u.text(score+sign) + fmt.Sprintf("%+d", -sign)
	default:
		text = u.text(score)
	}
	return strings.ReplaceAll(text, "-", "−")
}

// text formats a score.
func (u units) text(score int) string {
	size, sign, points := max(score, -score), cmp.Compare(score, 0), u.plain(score)
	text, plies := strconv.Itoa(points), u.plies(score)
	payoff := !u.limited || sign*points >= u.weight
	switch {
	case size >= infinity || u.limited && payoff && u.write == nil:
		text = "+∞"
		if score < 0 {
			text = "-∞"
		}
	case payoff && u.write != nil:
		text = u.write(points / u.weight)
	}
	if size < infinity && plies > 0 {
		text += fmt.Sprintf(" in %d", plies)
	}
	return text
}
