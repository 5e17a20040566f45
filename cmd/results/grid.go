package main

import (
	"fmt"
	"slices"
	"strings"
)

// knob is a setting of the grid: its flag, the values, Michie's own, and how to read it from a cell.
type knob struct {
	flag   string
	values []string
	michie string
	of     func(cell) string
}

var knobs = []knob{
	{"beads", []string{"1,1,1,1", "4,3,2,1", "8,4,2,1", "8,8,8,8", "20,15,10,5"}, "4,3,2,1", cell.beads},
	{"win", []string{"1", "3", "6", "10"}, "3", func(c cell) string { return fmt.Sprint(c.Rules.Win) }},
	{"draw", []string{"0", "1", "2", "4"}, "1", func(c cell) string { return fmt.Sprint(c.Rules.Draw) }},
	{"loss", []string{"0", "-1", "-2", "-4"}, "-1", func(c cell) string { return fmt.Sprint(c.Rules.Loss) }},
}

// win is which of the knobs is the reward for a win.
const win = 1

// grid looks for the best settings with one seed and measures them with another: the best of many looks
// better than it is.
func grid(l *lab) string {
	design := "--runs 60 --games 500 --checkpoints 500"
	for _, k := range knobs {
		design += flags(k.flag, k.values)
	}
	cells := l.run("grid", design+flags("opponent", faced), 500)
	var text, lists strings.Builder
	var rows [][]string
	for _, opponent := range faced {
		winner := best(with(cells, opponent), opponent)[0]
		rows = append(rows, confirm(l, opponent, winner))
		fmt.Fprintf(&text, "- With %s: beads %s, win %+d, draw %+d, loss %+d%s.\n", opponent,
			winner.beads(), winner.Rules.Win, winner.Rules.Draw, winner.Rules.Loss, edges(winner))
		fmt.Fprintf(&lists, "- With %s, %s.\n", opponent, contenders(with(cells, opponent), opponent))
	}
	return fmt.Sprintf("What is best depends on the opponent and on the number of games. "+
		"Of %d settings for each opponent, these have the highest value against it after 500 games with it "+
		"(empty boxes resign, as in Michie's machine). Nobody ever beats perfect play, so that with it the settings which differ in the win alone are "+
		"one, measured %d times:\n\n",
		len(cells)/len(faced), len(knobs[win].values)) + text.String() +
		"\nThe best of many is not known to be the best. Settings that cannot be told from it, with win, draw and loss after the beads, the highest value " +
		"first; a setting is left out only if another beats it by Welch's t for the number of settings that it is compared with, so that with a " +
		"probability of 95 % the best of all is in the list (S. S. Gupta, On some multiple decision rules, Technometrics 7, 1965; one-sided, by Bonferroni):\n\n" + lists.String() +
		"\nChance flatters the best of many too. So these were chosen with seed 1, and then measured again beside Michie's settings, " +
		"with seed 2 and more runs.\n\n" +
		table("opponent | value of the chosen | value of Michie's | Michie's, alive | difference of all | of those alive | chosen: bankrupt | Michie's: bankrupt", rows)
}

func flags(flag string, values []string) (text string) {
	for _, v := range values {
		text += " --" + flag + " " + v
	}
	return text
}

// edges says in which settings a cell lies at the edge of what was tried, so that others may be better.
// Against perfect play the reward for a win does not count, since it is never given.
func edges(c cell) string {
	var at []string
	for _, k := range knobs {
		idle := k.flag == "win" && c.Opponent == "perfect"
		if i := slices.Index(k.values, k.of(c)); !idle && (i == 0 || i == len(k.values)-1) {
			at = append(at, k.flag)
		}
	}
	if len(at) == 0 {
		return ""
	}
	return " (at the edge of what was tried: " + strings.Join(at, ", ") + ")"
}

// confirm measures a setting and Michie's with another seed, and returns the row of the table.
func confirm(l *lab, opponent string, winner cell) []string {
	design := "--seed 2 --runs 1000 --games 500 --checkpoints 500 --opponent " + opponent
	for _, k := range knobs {
		values := []string{k.of(winner)}
		if k.michie != values[0] {
			values = append(values, k.michie)
		}
		design += flags(k.flag, values)
	}
	name := "best-" + opponent
	cells := l.run(name, design, 500)
	chosen, michie := cells[0], cells[len(cells)-1] // the first of every setting, and the last
	lead := l.compare(name, chosen, michie, opponent, "value")
	return []string{opponent, value(chosen.of(opponent, "value")), value(michie.of(opponent, "value")), value(michie.alive(opponent, "value")), value(lead),
		value(l.comparison(name, chosen, michie).alive(opponent, "value")),
		chosen.bankrupt(), michie.bankrupt()}
}
