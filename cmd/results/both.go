package main

import (
	"fmt"
	"strings"

	"github.com/dustin/go-humanize"
)

// both answers how two machines fare that learn from each other.
func both(l *lab) string {
	games := []int{300, 5000}
	l.run("both", "--runs 300 --games 5000 --preset michie --preset restock --plays first --plays second --opponent rival --opponent random --opponent perfect", 5000)
	l.call(strings.Fields("plot strength --experiment both --cell 7 --cell 8 --cell 9 --log --band ci --out docs/both.svg"))
	var rows [][]string
	var text strings.Builder
	for _, at := range games {
		for _, c := range l.show("both", at) {
			rows = append(rows, []string{thousands(at), c.Rules.Plays, c.preset(), c.Opponent, c.bankrupt(), percent(c.alive("random", "win")),
				percent(c.alive("perfect", "draw")), value(c.alive("worst", "value"))})
			if c.Opponent == "rival" && c.preset() == "restock" && (at == 300 || at == 5000) {
				fmt.Fprintf(&text, "- After %s games with a rival the %s player wins %s %% of its games with random play and draws %s %% with perfect play.\n",
					humanize.Comma(int64(at)), c.Rules.Plays, percent(c.of("random", "win")), percent(c.of("perfect", "draw")))
			}
		}
	}
	return "With `--opponent rival` each machine meets another of its own, which is as fresh, plays the other side by the same rules and learns from the same games. " +
		"Of Michie's program of 1963 it is said that after a few hundred games both sides «were both producing near-expert play». Boxes and beads that restock:\n\n" +
		text.String() + "\nOf the machines that are alive, in percent and as the value of the worst case; bankrupt ones in percent of all. One whose rival is bankrupt " +
		"wins the games that are left, and learns from them what there is to learn:\n\n" +
		table("games | plays | rules | trained with | bankrupt | random: win | perfect: draw | worst case", rows) +
		"\n![Worst case and draws against perfect play of restocking first players, by teacher](both.svg)\n"
}
