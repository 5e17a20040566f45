package main

import (
	"fmt"
	"slices"
	"strings"

	"menace/arena"
)

// stationary are opponents who never change; a player who changes plays the 126 games of one of early, and then one of late.
var (
	stationary = []string{"perfect", "noisy:0.1", "noisy:0.2", "noisy:0.3", "noisy:0.5", "blocker", "random"}
	early      = []string{"perfect*126", "noisy:0.1*126", "blocker*126", "perfect*17,random*5,perfect*104"}
	late       = []string{"noisy:0.3", "noisy:0.5", "random"}
)

// lines is how many players with lines of their own are tried: those that one number after the other makes, and no others.
const lines = 60

// feature is something that the tournament shows, of a machine that is alive at its end.
type feature struct {
	heading string
	says    string
	shown   func(life) bool
}

func low17(l life) bool { return l.total[17] <= -9 }
func low46(l life) bool { return l.total[46] <= -9 }
func falls(l life) bool { return l.total[126] < l.total[106] }
func rises(l life) bool { return l.total[219]-l.total[126] >= 140 }
func final(l life) bool { return l.won[220]-l.won[210] >= 8 }

var (
	lowStart   = feature{"both", "A total of at most −9 at 17 and at 46", func(l life) bool { return low17(l) && low46(l) }}
	fall       = feature{"falls, 106–126", "A fall between 106 and 126", falls}
	secondHalf = feature{"falls and rises", "Both the fall and the rise", func(l life) bool { return falls(l) && rises(l) }}
)

var features = []feature{
	{"≤ −9 at 17", "", low17},
	{"≤ −9 at 46", "", low46},
	lowStart,
	fall,
	{"rises by 140, 126–219", "A rise by 140 or more from 126 to 219", rises},
	secondHalf,
	{"all of it", "The low start, the fall and the rise", func(l life) bool { return low17(l) && low46(l) && falls(l) && rises(l) }},
	{"8 of the last 10 won", "Eight defeats of Michie in the last ten games", final},
}

// life is how a machine stood after numbers of games.
type life struct {
	total, won map[int]int
	bankrupt   bool
}

// often is the share of the machines alive from which on something comes out: one in twenty.
const often = 0.05

// style is a way to play a tournament, with the machines that met it.
type style struct {
	name  string
	lives []life
}

func tournament(l *lab) string {
	opponents := slices.Clone(stationary)
	for _, a := range early {
		for _, b := range late {
			opponents = append(opponents, a+","+b)
		}
	}
	cells := l.run("tournament", "--runs 2000 --games 220 --checkpoints 17,46,106,126,210,219"+flags("opponent", opponents), 219)
	standings := l.standings("tournament")
	l.call(strings.Fields("plot score --michie --alive --experiment tournament --cell 1 --cell 3 --cell 10 --out docs/tournament.svg"))
	var styles []style
	for _, c := range cells {
		styles = append(styles, style{"`" + c.Opponent + "`", lives(standings, c.Cell)})
	}
	own := l.lines()
	styles = append(styles, own)
	return readings() + "In percent of the machines that are alive after 220 games, with 95 % Clopper–Pearson intervals, how many show what the tournament " +
		"shows; «alive» in percent of all, 2,000 with each opponent, and 100 with each of the " + fmt.Sprint(lines) + " players with lines of their own:\n\n" +
		table(headings(), shares(styles)) + "\n" + verdicts(styles) + ownLines(own) + conclusion(styles) +
		"\n![The running total over games of machines that are alive, with the readings of 1961](tournament.svg)\n" +
		"\n![The same against two players with lines of their own, the first and the one with whom most machines fall](tournament-lines.svg)\n"
}

// readings says what is known of 1961.
func readings() string {
	var points []string
	impossible := 0
	for _, r := range arena.Tournament() {
		points = append(points, fmt.Sprintf("%s after %d games", signed(r.Total), r.Games))
		if (r.Games+r.Total)%2 != 0 {
			impossible++
		}
	}
	return "What is known are five readings of a drawing of the running total, 3·wins + draws − losses (Michie, The Computer Journal 6(3), 1963, 232–236): " +
		strings.Join(points, ", ") + fmt.Sprintf(". Every game adds an odd number, so that the total is odd after an odd number of games and even after an even one; "+
		"%d of the five break this, and cannot be exact. Take each as ±%d game and ±%d level.\n\n", impossible, arena.ReadingError, arena.ReadingError) +
		`By Michie's rules the opening box is used in every game, and holds 12 beads and the total. At −10 the machine of 1961 stood two beads
from bankruptcy, at game 17 and again at 46. In the 93 games from 126 to 219 the total rose by 140. Against perfect play the best result
is a draw, and 93 draws give 93: so Michie lost games to the machine. He wrote that he changed to unsound variations, and stopped
after eight defeats in ten games.

That five points lie within a band of simulated totals proves little: most paths do, and the low end of the band is bankruptcy. So here whole
paths are asked, of machines that are alive at the end, as his was. The low points are allowed the error of a reading; the rise of 140 is
asked in full, and a fall is any fall, though his was of 13. A player ` + "`A*126,B`" + ` plays A for 126 games and then B; one, ` + "`perfect*17,random*5,…`" + `, spares the machine for five games when it stands low. A player with lines of
his own has one move in each position, as long as he keeps to a line; he takes another after 30 games and after 106, and plays at random from game
127 on.

`
}

// signed writes a total.
func signed(n int64) string { return strings.Replace(fmt.Sprintf("%+d", n), "-", "−", 1) }

// lines runs the players with lines of their own.
func (l *lab) lines() style {
	const design = "--runs 100 --games 220 --checkpoints 10,17,20,30,40,46,50,60,70,80,90,100,106,110,120,126,130,140,150,160,170,180,190,200,210,219"
	var opponents []string
	for i := 1; i < 3*lines; i += 3 {
		opponents = append(opponents, fmt.Sprintf("perfect:%d*30,perfect:%d*76,perfect:%d*20,random", i, i+1, i+2))
	}
	text := fmt.Sprintf("menace experiment run lines %s \\\n  $(for i in $(seq 1 3 %d); do echo --opponent perfect:$i'*30',perfect:$((i+1))'*76',perfect:$((i+2))'*20',random; done)",
		design, 3*lines-2)
	l.note(text)
	l.output(text, strings.Fields("experiment run lines "+design+flags("opponent", opponents)))
	standings := l.standings("lines")
	s := style{name: fmt.Sprintf("%d with lines of their own", lines)}
	for cell := range lines {
		s.lives = append(s.lives, lives(standings, cell+1)...)
	}
	most := 1 // of the players, where 0 is the first
	for i := range lines {
		if i > 0 && s.fallOf(i).of() > s.fallOf(most).of() {
			most = i
		}
	}
	l.call(strings.Fields(fmt.Sprintf("plot score --michie --alive --experiment lines --cell 1 --cell %d --out docs/tournament-lines.svg", most+1)))
	return s
}

// lives returns the lives of the machines of a cell, of standings in the order of their export.
func lives(standings []standing, cell int) (list []life) {
	run := 0
	for _, s := range standings {
		if s.Cell != cell {
			continue
		}
		if s.Run != run {
			run = s.Run
			list = append(list, life{map[int]int{}, map[int]int{}, s.Bankrupt > 0})
		}
		now := list[len(list)-1]
		now.total[s.Games], now.won[s.Games] = 3*s.Win+s.Draw-s.Loss, s.Win
	}
	return list
}

// alive returns those that did not go bankrupt.
func (s style) alive() []life {
	return slices.DeleteFunc(slices.Clone(s.lives), func(l life) bool { return l.bankrupt })
}

// share returns the share of the machines alive that show a feature.
func (s style) share(f feature) share {
	alive, n := s.alive(), 0
	for _, l := range alive {
		if f.shown(l) {
			n++
		}
	}
	return share{n, len(alive)}
}

func headings() string {
	text := "opponent | alive"
	for _, f := range features {
		text += " | " + f.heading
	}
	return text
}

// shares are the rows of the table of features.
func shares(styles []style) (rows [][]string) {
	for _, s := range styles {
		row := []string{s.name, share{len(s.alive()), len(s.lives)}.String()}
		for _, f := range features {
			row = append(row, s.share(f).String())
		}
		rows = append(rows, row)
	}
	return rows
}

// verdicts says of each feature with whom it comes out: those whose whole interval says that it is often.
func verdicts(styles []style) string {
	text := "«Comes out» is said where the whole interval lies above one in twenty:\n\n"
	for _, f := range features {
		if f.says == "" {
			continue
		}
		var with []string
		most := styles[0]
		for _, s := range styles {
			if s.share(f).interval().Low >= often {
				with = append(with, fmt.Sprintf("%s %s %%", s.name, s.share(f)))
			}
			if s.share(f).of() > most.share(f).of() {
				most = s
			}
		}
		top := fmt.Sprintf("most often with %s, %s %%", most.name, most.share(f))
		switch {
		case len(with) > 4:
			text += fmt.Sprintf("- %s: comes out with %d of the %d, %s.\n", f.says, len(with), len(styles), top)
		case len(with) > 0:
			text += fmt.Sprintf("- %s: comes out with %s.\n", f.says, strings.Join(with, "; "))
		case most.share(f).n == 0:
			text += fmt.Sprintf("- %s: in no machine, with none of these opponents.\n", f.says)
		case most.share(f).interval().High >= often:
			text += fmt.Sprintf("- %s: perhaps, since the interval holds one in twenty; %s.\n", f.says, top)
		default:
			text += fmt.Sprintf("- %s: rare with all of them, %s.\n", f.says, top)
		}
	}
	return text
}

// conclusion says what explains the tournament, as far as the intervals say so; the last style is the players with lines of
// their own.
func conclusion(styles []style) string {
	others, own := styles[:len(styles)-1], styles[len(styles)-1]
	second := own.share(secondHalf)
	leads, rare := true, own.share(lowStart).interval().High < often
	for _, s := range others {
		leads = leads && s.share(secondHalf).interval().High < second.interval().Low
		rare = rare && s.share(lowStart).interval().High < often
	}
	text := "\nNo kind of player makes the second half of the tournament more often than all the others."
	if leads {
		text = fmt.Sprintf("\nSo the second half of the tournament looks most like a player who changes his line and then plays carelessly: with such players it comes in "+
			"%s %% of the machines alive, more often than with any other, though seldom.", second)
	}
	if rare {
		text += " Its beginning is what none of them makes: a machine that stands two beads from its end at game 17 and again at 46 seldom lives. " +
			"That was luck, or Michie played as nobody here does."
	}
	return text + "\n"
}

// fallOf returns the share of the machines of one of the players with lines of their own that fall.
func (s style) fallOf(player int) share {
	per := len(s.lives) / lines
	return style{lives: s.lives[player*per : (player+1)*per]}.share(fall)
}

// ownLines says how much the lines of a player matter.
func ownLines(all style) string {
	least, most, clear := all.fallOf(0), all.fallOf(0), 0
	for i := range lines {
		s := all.fallOf(i)
		if s.of() < least.of() {
			least = s
		}
		if s.of() > most.of() {
			most = s
		}
		if s.interval().Low >= often {
			clear++
		}
	}
	return fmt.Sprintf("\nWhich lines these are decides: the fall comes in %s %% to %s %% of the machines alive, and comes out with %d of the %d players. "+
		"The interval of them all is for these %d, not for others.\n", least, most, clear, lines, lines)
}
