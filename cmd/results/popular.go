package main

import (
	"fmt"
	"slices"
)

// popular answers whether numbers come out that are told of exhibition machines.
func popular(l *lab) string {
	cells := l.run("popular", "--runs 1000 --games 220 --preset michie --preset scroggs --preset restock --opponent perfect --checkpoints 80,100", 220)
	standings := l.standings("popular")
	var rows [][]string
	for _, c := range cells {
		at80, at100, end := losses(standings, c.Cell, 80), losses(standings, c.Cell, 100), losses(standings, c.Cell, 220)
		sound := 0
		var draws []float64
		for _, s := range standings {
			if s.Cell == c.Cell && s.Games == 80 && s.Bankrupt == 0 {
				if draws = append(draws, s.PerfectDraw); s.PerfectDraw >= 0.9 {
					sound++
				}
			}
		}
		slices.Sort(draws)
		rows = append(rows, []string{c.preset(), c.bankrupt(), spread(at80), spread(at100), spread(end),
			fmt.Sprintf("%.1f", 100*quantile(draws, 0.5)), share{sound, len(draws)}.String()})
	}
	ten := l.run("ten", "--runs 300 --games 10000 --preset michie --preset scroggs --opponent random --checkpoints 10000", 10000)
	fresh := l.show("ten", 0)[0]
	q := func(c cell) string {
		return fmt.Sprintf("%s %%, of the middle 90 %% of the machines %.1f to %.1f %%", percent(c.of("random", "win")),
			100*c.Quantiles["random"]["win"].P5, 100*c.Quantiles["random"]["win"].P95)
	}
	return "Numbers go round of machines at exhibitions and of simulations, mostly without the rules that they are of. What comes out here:\n\n" +
		"- «About 40 wins» against the machine, «around 80 games» until it is hard to beat: against a perfect player, machines that do not go bankrupt lose so many " +
		"games of the first 80, 100 and 220 (median, 5 % to 95 %); the last columns are what they draw with perfect play after 80 games, median, and how many hold 90 %:\n\n" +
		table("rules | bankrupt by 220 | lost of 80 | of 100 | of 220 | draws after 80 games | hold 90 %", rows) +
		fmt.Sprintf("\n- «66 losses in 100 games»: not by learning from perfect play, as the table shows. A machine that has learned nothing loses %.1f %% to a player who wins or "+
			"blocks where that is possible, and %.1f %% to a perfect one; 66 of 100 are %s %%, which holds the first and not the second.\n",
			100*fresh.of("blocker", "loss").mean, 100*fresh.of("perfect", "loss").mean, share{66, 100}) +
		fmt.Sprintf("- «88.9 %% against random play after 10,000 games»: wins by Michie's rules %s; by Scroggs' %s.\n", q(ten[0]), q(ten[1]))
}

// losses returns, in order, how many games the machines of a cell that did not go bankrupt have lost.
func losses(standings []standing, cell, games int) (lost []float64) {
	for _, s := range standings {
		if s.Cell == cell && s.Games == games && s.Bankrupt == 0 {
			lost = append(lost, float64(s.Loss))
		}
	}
	slices.Sort(lost)
	return lost
}
