package main

import (
	"fmt"
	"slices"
	"strings"
)

// published is how the total stood in the tournament (Michie, The Computer Journal 6(3), 1963, 232–236).
var published = []struct {
	games int
	total float64
}{{17, -10}, {46, -10}, {106, 25}, {126, 12}, {219, 152}}

const slope = `
In the 93 games from game 126 to game 219 the total rose by 140. Against perfect play the best result is a draw, and 93
draws give 93: so Michie must have lost games to the machine, and did not play perfectly. The total of a bankrupt
machine stands still.

`

func tournament(l *lab) string {
	cells := l.run("tournament", "--runs 1000 --games 219 --opponent perfect --opponent noisy:0.1 --opponent noisy:0.2 "+
		"--opponent noisy:0.3 --opponent blocker --checkpoints 17,46,106,126", 219)
	standings := l.standings("tournament")
	l.call(strings.Fields("plot score --michie --experiment tournament --cell 1 --cell 3 --out docs/tournament.svg"))
	heading := "game | Michie"
	rows := make([][]string, len(published))
	for i, p := range published {
		rows[i] = []string{fmt.Sprint(p.games), fmt.Sprintf("%+.0f", p.total)}
	}
	var text strings.Builder
	for _, c := range cells {
		heading += " | " + c.Opponent + ": 5–95 % | at or below Michie's"
		inside := 0
		for i, p := range published {
			all := at(standings, c.Cell, p.games, true)
			low, high := all[len(all)/20], all[len(all)-1-len(all)/20]
			if low <= p.total && p.total <= high {
				inside++
			}
			rows[i] = append(rows[i], fmt.Sprintf("%+.0f to %+.0f", low, high), fmt.Sprintf("%.1f %%", 100*below(all, p.total)))
		}
		fmt.Fprintf(&text, "- %s: %d of Michie's %d points lie within the 5–95 %% band. %s\n",
			c.Opponent, inside, len(published), end(standings, c.Cell))
	}
	return "The running total 3·wins + draws − losses of Michie's rules in 1,000 simulated tournaments against each opponent:\n\n" +
		text.String() + slope + table(heading, rows) +
		"\n![The running total over games, with the points of 1961](tournament.svg)\n"
}

// end says how Michie's last total compares.
func end(standings []standing, cell int) string {
	last := published[len(published)-1]
	all, alive := at(standings, cell, last.games, true), at(standings, cell, last.games, false)
	return fmt.Sprintf("After %d games %.1f %% of the machines stand at or below his %+.0f; "+
		"of the %d in %d that are not bankrupt, %.1f %%.",
		last.games, 100*below(all, last.total), last.total, len(alive), len(all), 100*below(alive, last.total))
}

// at returns the totals 3·wins + draws − losses of a cell after a number of games in order, with or without
// those of machines that are bankrupt by then.
func at(standings []standing, cell, games int, bankrupt bool) (totals []float64) {
	for _, s := range standings {
		if s.Cell == cell && s.Games == games && (bankrupt || s.Bankrupt == 0 || s.Bankrupt > games) {
			totals = append(totals, float64(3*s.Win+s.Draw-s.Loss))
		}
	}
	slices.Sort(totals)
	return totals
}

// below returns the share of sorted values that are at most v.
func below(sorted []float64, v float64) float64 {
	n := 0
	for _, value := range sorted {
		if value <= v {
			n++
		}
	}
	return float64(n) / float64(max(len(sorted), 1))
}
