package main

import (
	"fmt"
	"slices"
	"strings"

	"menace/arena/experiment"
)

// numbered is how many numbered perfect players teach: the first ones.
const numbered = 200

// ties answers how much it matters which perfect player teaches.
func ties(l *lab) string {
	const design = "--runs 100 --games 220 --checkpoints 220 --opponent perfect"
	text := fmt.Sprintf("menace experiment run ties %s $(seq -f '--opponent perfect:%%g' %d)", design, numbered)
	l.note(text)
	var players []string
	for i := range numbered {
		players = append(players, fmt.Sprintf("perfect:%d", i+1))
	}
	l.output(text, strings.Fields("experiment run ties "+design+flags("opponent", players)))
	cells := l.show("ties", 220)
	mixed := cells[0]
	cells = slices.SortedStableFunc(slices.Values(cells[1:]), func(a, b cell) int { return a.Bankrupt - b.Bankrupt })
	least, most := cells[0], cells[len(cells)-1]
	return fmt.Sprintf("`perfect` chooses anew among the best moves in every position. `perfect:N` always chooses the same one, and is another perfect "+
		"player for each N. Of Michie's machines, 100 with each of the first %d numbers, after 220 games:\n\n"+
		"- with `perfect` %s %% go bankrupt; with a numbered player %s %% on average over the players, but from %s %% with %s to %s %% with %s\n"+
		"- those that are alive draw %s %% of their games with `perfect` if it taught them; if a numbered player did, half of the players bring "+
		"them to less than %.1f %%, a tenth to less than %.1f %%, and a tenth to more than %.1f %%: who always meets the same move learns no answer to others\n\n"+
		"Numbered players by how many of their 100 machines go bankrupt, which chance moves by up to ten of them either way:\n\n",
		numbered, mixed.bankrupt(), percent(bankruptOf(cells)), least.bankrupt(), least.Opponent, most.bankrupt(), most.Opponent,
		percent(mixed.alive("perfect", "draw")), 100*drawn(cells, 0.5), 100*drawn(cells, 0.1), 100*drawn(cells, 0.9)) + histogram(cells)
}

// bankruptOf returns the mean over cells of their shares of bankrupt machines.
func bankruptOf(cells []cell) estimate {
	var shares []float64
	for _, c := range cells {
		shares = append(shares, c.BankruptShare)
	}
	return mean(shares)
}

// drawn returns a quantile, over cells with machines that are alive, of what these draw with perfect play on the average.
func drawn(cells []cell, p float64) float64 {
	var draws []float64
	for _, c := range cells {
		if c.Alive > 0 {
			draws = append(draws, c.alive("perfect", "draw").mean)
		}
	}
	slices.Sort(draws)
	return experiment.Quantile(p, draws)
}

// histogram counts cells by their share of bankrupt machines, in tenths.
func histogram(cells []cell) string {
	var counts [10]int
	for _, c := range cells {
		counts[min(10*c.Bankrupt/c.Runs, 9)]++
	}
	var rows [][]string
	for tenth, n := range counts {
		rows = append(rows, []string{fmt.Sprintf("%d to %d %%", 10*tenth, 10*tenth+10), fmt.Sprint(n), strings.Repeat("█", n)})
	}
	return table("bankrupt | players | ", rows)
}
