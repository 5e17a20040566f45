package results

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"menace/arena/experiment"
	"menace/arena/learners"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/menace/option"
)

// trainedWith returns the cells that were trained with an opponent.
func trainedWith(cells []report.Cell, opponent string) []report.Cell {
	return keep(cells, func(c report.Cell) bool { return c.Settings.Opponent == opponent })
}

// best returns cells sorted by their value against an opponent, the highest first.
func best(cells []report.Cell, against string) []report.Cell {
	return slices.SortedStableFunc(slices.Values(cells), func(a, b report.Cell) int {
		return cmp.Compare(summaryOf(b.All, against, "value").Mean, summaryOf(a.All, against, "value").Mean)
	})
}

// leader compares the cell with the highest value against an opponent with the second highest, over all machines and,
// if some are bankrupt, also over those that are alive.
func (p *page) leader(name string, cells []report.Cell, against string) string {
	sorted := best(cells, against)
	a, b := sorted[0], sorted[1]
	c := p.compare(name, a.Number, b.Number)
	first, second := label(a, cells), label(b, cells)
	text := ahead(first, second, summaryOf(c.All, against, "value"))
	if mixed(a) || mixed(b) {
		text += "; of the machines that are alive, " + ahead(first, second, summaryOf(c.Alive, against, "value"))
	}
	return text
}

// ahead describes the difference of a and b.
func ahead(a, b string, by experiment.Summary) string {
	switch {
	case by.Interval.Low > 0:
		return fmt.Sprintf("%s is ahead of %s by %s", a, b, value(by))
	case by.Interval.High < 0:
		by.Mean, by.Interval = -by.Mean, experiment.Interval{Low: -by.Interval.High, High: -by.Interval.Low}
		return fmt.Sprintf("%s is behind %s by %s", a, b, value(by))
	}
	return fmt.Sprintf("%s and %s cannot be told apart: %s", a, b, value(by))
}

// label identifies a cell among others by what distinguishes it: its teacher, or else its rules.
func label(c report.Cell, among []report.Cell) string {
	if len(trainedWith(among, c.Settings.Opponent)) < len(among) {
		return "training with " + c.Settings.Opponent
	}
	return words.Rules(c.Settings.Rules)
}

// knobs lists the rules that vary in the experiment "grid".
var knobs = []string{"beads", "win", "draw", "loss"}

// knob formats a rule as on the command line.
func knob(r menace.Rules, name string) string { return option.Only(menace.Table, name)[0].Text(r) }

// rewards describes the beads and rewards of rules.
func rewards(r menace.Rules) string {
	return words.Minus(fmt.Sprintf("beads %s, win %+d, draw %+d, loss %+d", knob(r, "beads"), r.Win, r.Draw, r.Loss))
}

// kind returns the learner of a cell without its parameters.
func kind(c experiment.Cell) string {
	name, _, _ := strings.Cut(c.Learns(), ":")
	return name
}

// setting formats a rule of a cell with beads, or a parameter of another learner.
func setting(c experiment.Cell, name string) string {
	if c.Learner == "" {
		return knob(c.Rules, name)
	}
	value, _ := try(learners.Parse(c.Learner)).Value(name)
	return fmt.Sprint(value)
}

// edges lists the settings of a cell that lie at the edge of three or more tried for its learner, so that better ones
// may lie beyond. Against perfect play the reward for a win does not count, because it is never given. No parameter of
// a learner is below 0.
func edges(c experiment.Cell, tried []experiment.Cell) (at []string) {
	names := knobs
	if c.Learner != "" {
		names = strings.Fields("a b d alpha epsilon temperature baseline initial")
	}
	for _, name := range names {
		var values []string // in the order of the cells, and so of the command
		for _, other := range tried {
			if kind(other) == kind(c) && !slices.Contains(values, setting(other, name)) {
				values = append(values, setting(other, name))
			}
		}
		own := setting(c, name)
		idle := name == "win" && c.Opponent == "perfect" || c.Learner != "" && own == "0"
		if i := slices.Index(values, own); !idle && len(values) > 2 && (i == 0 || i == len(values)-1) {
			at = append(at, name)
		}
	}
	return at
}

// contenders returns the cells that may have the highest value against an opponent, the highest first: no value is
// significantly higher, by Welch's t, one-sided, with an error of 5 % divided by the number of other values.
func contenders(cells []report.Cell, against string) []report.Cell {
	return keep(best(cells, against), func(c report.Cell) bool {
		return !slices.ContainsFunc(cells, func(other report.Cell) bool {
			d := experiment.Compare(summaryOf(other.All, against, "value"), summaryOf(c.All, against, "value"))
			return d.Mean > 0 && d.P/2 < (1-experiment.Confidence)/float64(len(cells)-1)
		})
	})
}

// pegasusSettings formats the base and the exponent of a program of 1963, given its name as a learner.
func pegasusSettings(learner string) string {
	cell := experiment.Cell{Learner: learner}
	text := fmt.Sprintf("A = %s, B = %s", setting(cell, "a"), setting(cell, "b"))
	if d := setting(cell, "d"); d != "0" {
		text += ", sliding origin, D = " + d
	}
	return text
}
