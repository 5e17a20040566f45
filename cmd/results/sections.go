package main

import (
	"fmt"
	"slices"
	"strings"
)

// faced are the opponents that every machine is measured against, and taught with in most experiments.
var faced = []string{"random", "blocker", "perfect"}

// measured are those against which values are given: the opponents, and the best reply.
var measured = append(slices.Clone(faced), "worst")

// values writes the values of a cell against those, as of gives them: [cell.of] or [cell.alive].
func (c cell) values(of func(cell, string, string) estimate) (row []string) {
	for _, against := range measured {
		row = append(row, value(of(c, against, "value")))
	}
	return row
}

// mixed reports whether a cell is two kinds of machine, so that the mean of one stands beside that of both.
func (c cell) mixed() bool { return c.Bankrupt > 0 && c.Alive > 1 }

func michie(l *lab) string {
	l.run("michie", "--runs 1000 --games 220 --opponent random --opponent blocker --opponent perfect --checkpoints 20,150", 0)
	var rows [][]string
	var cells []cell
	for _, games := range []int{0, 20, 150, 220} {
		cells = l.show("michie", games)
		for _, c := range cells {
			row := append([]string{fmt.Sprint(games), c.Opponent}, c.results(cell.of)...)
			rows = append(rows, append(row, fmt.Sprintf("%.1f", 100*c.BankruptShare)))
			if games == 0 {
				rows[0][1] = "nobody"
				break
			}
			if c.mixed() {
				rows = append(rows, append(append([]string{fmt.Sprint(games), c.Opponent + ", alive"}, c.results(cell.alive)...), "–"))
			}
		}
	}
	var text strings.Builder
	for _, c := range cells {
		fmt.Fprintf(&text, "- After 220 games with %s it wins %s %% of its games with random play "+
			"and draws %s %% with perfect play; %s %% of the machines are bankrupt.",
			c.Opponent, percent(c.of("random", "win")), percent(c.of("perfect", "draw")), c.bankrupt())
		if c.mixed() {
			fmt.Fprintf(&text, " Those that are not win %s %% and draw %s %%.", percent(c.alive("random", "win")), percent(c.alive("perfect", "draw")))
		}
		text.WriteString("\n")
	}
	text.WriteString("\nIn percent of games, and in the last column of machines; nobody ever beats perfect play:\n\n")
	const heading = "games | trained with | random: win | draw | loss | blocker: win | draw | loss | perfect: draw | loss | bankrupt"
	return text.String() + table(heading, rows)
}

// results writes the probabilities of a cell against the opponents, as of gives them.
func (c cell) results(of func(cell, string, string) estimate) (row []string) {
	for _, against := range faced {
		for _, end := range []string{"win", "draw", "loss"} {
			if against != "perfect" || end != "win" {
				row = append(row, percent(of(c, against, end)))
			}
		}
	}
	return row
}

func bankruptcy(l *lab) string {
	l.run("empty", "--runs 1000 --games 1000 --on-empty resign --on-empty restock --on-empty random "+
		"--opponent random --opponent blocker --opponent noisy:0.2 --opponent perfect --checkpoints 20,50,100,220", 20)
	var broke [4][]string // by opponent, of those that resign, which are the first cells
	var cells []cell
	for _, games := range []int{20, 50, 100, 220, 1000} {
		cells = l.show("empty", games)
		for i := range broke {
			broke[i] = append(broke[i], cells[i].bankrupt())
		}
	}
	var first, second [][]string
	var text strings.Builder
	for i := range broke {
		resign, restock, random := cells[i], cells[4+i], cells[8+i]
		first = append(first, append([]string{resign.Opponent}, broke[i]...))
		row := []string{resign.Opponent}
		for _, c := range []cell{resign, restock, random} {
			row = append(row, percent(c.of("perfect", "draw")), fmt.Sprintf("%.1f", 100*c.SoundShare))
			if c.Rules.OnEmpty == "resign" {
				row = append(row, percent(c.alive("perfect", "draw")))
			}
		}
		second = append(second, row)
		lead := l.compare("empty", restock, resign, "perfect", "draw")
		fmt.Fprintf(&text, "- Trained with %s, restocking %s: %s percentage points of draws against perfect play%s.\n",
			resign.Opponent, effect(lead), percent(lead), l.besides(resign, restock))
	}
	return "Bankrupt machines in percent (95 % Clopper–Pearson interval), by games of training; an empty box resigns:\n\n" +
		table("trained with | 20 | 50 | 100 | 220 | 1000", first) +
		"\nA machine that restocks cannot go bankrupt, but is it any good? Compared with one that resigns, after 1,000 games:\n\n" +
		text.String() +
		"\nDraws against perfect play after 1,000 games, in percent, and the share of machines that hold 90 %; of those that resign, also the draws of the machines that are alive:\n\n" +
		table("trained with | resign: draws | hold 90 % | alive: draws | restock: draws | hold 90 % | random: draws | hold 90 %", second)
}

// besides says what becomes of the difference when only machines that are alive are looked at.
func (l *lab) besides(resign, restock cell) string {
	if !resign.mixed() {
		return ""
	}
	lead := l.comparison("empty", restock, resign).alive("perfect", "draw")
	return fmt.Sprintf("; beside those that resign and are alive it %s: %s", effect(lead), percent(lead))
}

func presets(l *lab) string {
	cells := l.run("presets", "--runs 1000 --games 1000 --preset michie --preset scroggs --preset restock "+
		"--opponent random --opponent blocker --opponent perfect --checkpoints 100", 1000)
	var rows [][]string
	var text strings.Builder
	for _, opponent := range faced {
		trained := with(cells, opponent)
		for _, c := range trained {
			rows = append(rows, append([]string{opponent, c.preset(), c.bankrupt()}, c.values(cell.of)...))
			if c.mixed() {
				rows = append(rows, append([]string{opponent, c.preset() + ", alive", "–"}, c.values(cell.alive)...))
			}
		}
		fmt.Fprintf(&text, "- Trained with and facing %s: %s.\n", opponent, l.leader("presets", trained, opponent, cell.preset))
	}
	return "The best rules and the second best, by value after 1,000 games against the opponent that they trained with:\n\n" +
		text.String() +
		"\nIn full, with the share of bankrupt machines in percent:\n\n" +
		table("trained with | rules | bankrupt | against random | blocker | perfect | worst case", rows)
}

func teachers(l *lab) string {
	cells := l.run("teachers", "--runs 300 --games 5000 --preset restock --opponent random --opponent noisy:0.5 "+
		"--opponent noisy:0.2 --opponent perfect --opponent blocker", 5000)
	l.call(strings.Fields("plot strength --experiment teachers --log --band ci --out docs/teachers.svg"))
	var rows [][]string
	for _, c := range cells {
		rows = append(rows, slices.Concat([]string{c.Opponent}, c.values(cell.of), []string{fmt.Sprintf("%.1f", 100*c.SoundShare)}))
	}
	var text strings.Builder
	for _, against := range measured {
		name := against
		if name == "worst" {
			name = "the best reply"
		}
		fmt.Fprintf(&text, "- Against %s: %s.\n", name, l.leader("teachers", cells, against, cell.teacher))
	}
	return "The best teacher of restocking machines and the second best, by value after 5,000 games:\n\n" + text.String() + "\n" +
		table("trained with | against random | blocker | perfect | worst case | hold 90 % draws", rows) +
		"\n![Worst case and draws against perfect play over games, by opponent](teachers.svg)\n"
}
