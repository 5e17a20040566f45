package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// percent writes a probability with half its interval.
func percent(e estimate) string {
	return fmt.Sprintf("%.1f ± %.1f", 100*e.mean, 50*(e.high-e.low))
}

// value writes wins minus losses with half its interval, in as many digits as that calls for.
func value(e estimate) string {
	half, digits := (e.high-e.low)/2, 3
	if half < 0.0005 {
		digits = 5
	}
	return fmt.Sprintf("%+.*f ± %.*f", digits, e.mean, digits, half)
}

// within writes the interval of a share in percent.
func within(share float64, interval [2]float64) string {
	return fmt.Sprintf("%.1f (%.1f–%.1f)", 100*share, 100*interval[0], 100*interval[1])
}

// table writes rows below a heading.
func table(heading []string, rows [][]string) string {
	var text strings.Builder
	line := func(fields []string) { fmt.Fprintf(&text, "| %s |\n", strings.Join(fields, " | ")) }
	line(heading)
	rule := make([]string, len(heading))
	for i := range rule {
		rule[i] = "---"
	}
	line(rule)
	for _, row := range rows {
		line(row)
	}
	return text.String()
}

// certain reports whether an interval leaves out 0.
func (e estimate) certain() bool { return e.low > 0 || e.high < 0 }

// effect says what a difference does, if it shows.
func effect(d estimate) string {
	switch {
	case !d.certain():
		return "makes no clear difference"
	case d.mean < 0:
		return "harms"
	}
	return "helps"
}

// ahead says by how much the first of two is better, if it is.
func ahead(first, second string, lead estimate, unit func(estimate) string) string {
	if math.IsNaN(lead.low) || !lead.certain() {
		return fmt.Sprintf("%s and %s cannot be told apart (%s)", first, second, unit(lead))
	}
	return fmt.Sprintf("%s is ahead of %s by %s", first, second, unit(lead))
}

// best returns cells by a measure, the greatest mean first.
func best(cells []cell, against, name string) []cell {
	sorted := slices.Clone(cells)
	slices.SortStableFunc(sorted, func(a, b cell) int {
		return cmp.Compare(b.Mean[against][name], a.Mean[against][name])
	})
	return sorted
}

// with returns the cells that were trained with an opponent.
func with(cells []cell, opponent string) []cell {
	return slices.DeleteFunc(slices.Clone(cells), func(c cell) bool { return c.Opponent != opponent })
}

// beads writes the beads of a fresh box as the command line has them.
func (c cell) beads() string {
	b := c.Rules.Beads
	return fmt.Sprintf("%d,%d,%d,%d", b[0], b[1], b[2], b[3])
}

// preset names the rules of a cell of the experiment presets.
func (c cell) preset() string {
	switch {
	case c.Rules.OnEmpty == "restock":
		return "restock"
	case c.Rules.Beads[0] == 8:
		return "scroggs"
	}
	return "michie"
}
