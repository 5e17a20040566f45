package results

import (
	"fmt"
	"slices"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
)

// half is the number of games after which a player who changes begins to play like another one.
const half = 126

// opponents lists the opponents of the experiment "tournament".
var opponents = strings.Fields(`
	perfect noisy:0.1 noisy:0.2 noisy:0.3 noisy:0.5 blocker random
	perfect*126,noisy:0.3 perfect*126,noisy:0.5 perfect*126,random
	noisy:0.1*126,noisy:0.3 noisy:0.1*126,noisy:0.5 noisy:0.1*126,random
	blocker*126,noisy:0.3 blocker*126,noisy:0.5 blocker*126,random
	perfect*17,random*5,perfect*104,noisy:0.3 perfect*17,random*5,perfect*104,noisy:0.5
	perfect*17,random*5,perfect*104,random`)

// style is a way of playing the tournament, with the machines that played against it.
type style struct {
	name    string
	lives   []experiment.Replicate
	players int // number of players; each met the same number of these machines; 0 means one
}

// styles are several of them, such as the rows of a table.
type styles []style

// Title returns the name of a style, formatted as code if it is that of an opponent.
func (s style) Title() string {
	if s.players > 0 {
		return s.name
	}
	return "`" + s.name + "`"
}

// Random returns the styles that end with random play.
func (t styles) Random() styles {
	return slices.DeleteFunc(slices.Clone(t), func(s style) bool {
		return s.players == 0 && !strings.HasSuffix(","+s.name, ",random")
	})
}

// Players returns the styles of single players, without fixed-line players.
func (t styles) Players() styles {
	return slices.DeleteFunc(slices.Clone(t), func(s style) bool { return s.players > 0 })
}

// Machines returns all machines of the styles as those of one style.
func (t styles) Machines() (all style) {
	for _, s := range t {
		all.lives = append(all.lives, s.lives...)
	}
	return all
}

// Table formats a table with a row for each style: the share of its machines that are alive, and the shares of these
// that have features.
func (t styles) Table(title string, headings ...string) string {
	lines := [][]string{append([]string{title, "alive"}, headings...), slices.Repeat([]string{"---"}, len(headings)+2)}
	for _, s := range t {
		line := []string{s.Title(), inPercent(s.Alive(named(headings[0]).games))}
		for _, heading := range headings {
			line = append(line, inPercent(s.Shows(heading)))
		}
		lines = append(lines, line)
	}
	var text strings.Builder
	for _, line := range lines {
		text.WriteString("| " + strings.Join(line, " | ") + " |\n")
	}
	return text.String()
}

// tournament holds the opponents that are compared with the tournament of 1961.
type tournament struct {
	Own    style  // fixed-line players
	Styles styles // opponents; the last is Own
	Halves styles // the same, with those pooled that are the same player up to game 126
	Lines  styles // fixed-line players, one by one
	Dates  styles // fixed-line players by the time of their second change, except the last, who never change again
	Boxes  []box  // the first is the usual one
}

// tournament runs the experiments of the tournament.
func (p *page) tournament() tournament {
	p.run("experiment run tournament --runs 2000 --games 220 --checkpoints 17,46,106,126,210,219" +
		flags("opponent", opponents))
	p.run("plot score --michie --alive --experiment tournament --cell 1 --cell 3 --cell 10 --out tournament.svg")
	var t tournament
	for i, lives := range p.replicates("tournament") {
		t.Styles = append(t.Styles, style{name: opponents[i], lives: lives})
	}
	t.Own = p.metLines("lines", "--runs 100 --games 220 --checkpoints "+
		"10,17,20,30,40,46,50,60,70,80,90,100,106,110,120,126,130,140,150,160,170,180,190,200,210,219", 106)[0]
	for lives := range slices.Chunk(t.Own.lives, len(t.Own.lives)/lines) {
		t.Lines = append(t.Lines, style{name: fmt.Sprint(len(t.Lines) + 1), lives: lives})
	}
	p.run(fmt.Sprintf("plot score --michie --alive --experiment lines --cell 1 --cell %s --out tournament-lines.svg",
		t.Lines[1:].Most("falls by 11 or more").name))
	t.Halves = append(pooled(t.Styles), t.Own)
	t.Styles = append(t.Styles, t.Own)
	t.Dates, t.Boxes = p.dates(t.Own), p.boxes(t.Halves)
	return t
}

// Readings returns the readings of Michie's drawing.
func (tournament) Readings() []arena.Reading { return arena.Tournament }

// Impossible counts the readings whose parity shows that they cannot be exact.
func (tournament) Impossible() (n int) {
	for _, r := range arena.Tournament {
		n += int((r.Games + int64(r.Value)) & 1)
	}
	return n
}

// Changes returns the fixed-line players who change their moves for a second time.
func (t tournament) Changes() styles { return t.Dates[:len(t.Dates)-1] }

// Larger returns the fixed-line players who met machines with larger boxes than usual.
func (t tournament) Larger() (list styles) {
	for _, b := range t.Boxes[1:] {
		list = append(list, b.Own)
	}
	return list
}

// verdict states with which styles a feature is common.
type verdict struct {
	Claim string
	Of    int       // styles
	With  []showing // those whose whole interval is above one in twenty
	Most  showing
}

// Verdicts returns a verdict on each feature with a claim.
func (t tournament) Verdicts() (list []verdict) {
	for _, f := range features {
		tried := t.Styles
		if f.games == half {
			tried = t.Halves
		}
		if f.Claim != "" {
			list = append(list, verdict{f.Claim, len(tried), tried.Above(f.Heading, 0.05), tried.Most(f.Heading)})
		}
	}
	return list
}

// pooled joins the machines of opponents that are the same player up to game 126, when the last one of a schedule
// begins.
func pooled(all styles) (halves styles) {
	for _, s := range all {
		if last := strings.LastIndex(s.name, "*"); last >= 0 {
			s.name = s.name[:last]
		}
		i := slices.IndexFunc(halves, func(h style) bool { return h.name == s.name })
		if i < 0 {
			halves = append(halves, s)
		} else {
			halves[i].lives = slices.Concat(halves[i].lives, s.lives)
		}
	}
	return halves
}

// lines is the number of fixed-line players.
const lines = 60

// fixedLines returns the flags of fixed-line players whose second change comes after a number of games, or never if
// that is 126, and a shell command that prints them.
func fixedLines(changed int) (opponents, shell string) {
	player := fmt.Sprintf("perfect:$i*30,perfect:$((i+1))*%d", changed-30)
	if changed < half {
		player += fmt.Sprintf(",perfect:$((i+2))*%d", half-changed)
	}
	player += ",random"
	for i := 1; i < 3*lines; i += 3 {
		opponents += " --opponent " + strings.NewReplacer("$i", fmt.Sprint(i), "$((i+1))", fmt.Sprint(i+1),
			"$((i+2))", fmt.Sprint(i+2)).Replace(player)
	}
	return opponents, fmt.Sprintf(`for i in $(seq 1 3 %d); do echo --opponent "%s"; done`, 3*lines-2, player)
}

// metLines runs an experiment with fixed-line players and returns a style for each setting of beads.
func (p *page) metLines(name, design string, changed int) (list []style) {
	opponents, shell := fixedLines(changed)
	command := "experiment run " + name + " " + design
	p.runAs(fmt.Sprintf("menace %s \\\n  $(%s)", command, shell), strings.Fields(command+opponents))
	for setting := range slices.Chunk(p.replicates(name), lines) { // the opponents of a setting are consecutive
		list = append(list, style{fmt.Sprintf("%d fixed-line players", lines), slices.Concat(setting...), lines})
	}
	return list
}

// dates runs fixed-line players whose second change comes after other numbers of games than the 106 of own, or never.
func (p *page) dates(own style) (list styles) {
	for _, games := range []int{86, 96, 106, 116, half} {
		met := own
		if games != 106 {
			met = p.metLines(fmt.Sprintf("lines-%d", games), "--runs 100 --games 126 --checkpoints 17,46,106", games)[0]
		}
		if met.name = fmt.Sprintf("after %d", games); games == half {
			met.name = "never"
		}
		list = append(list, met)
	}
	return list
}

// box is a machine with these beads in the opening box, and the players it met.
type box struct {
	Beads  int
	Moves  string // distinct or all
	Own    style  // the fixed-line players
	Others styles
}

// boxes runs machines with different opening boxes from Michie's. They met the players of halves, of which the last are
// fixed-line players.
func (p *page) boxes(halves styles) []box {
	others := halves[:len(halves)-1]
	var names []string
	for _, s := range others {
		names = append(names, s.name)
	}
	list := []box{{12, "distinct", halves[len(halves)-1], others}}
	for _, x := range []struct {
		moves string
		count int   // number of moves that have beads
		each  []int // beads for each of them
	}{{"distinct", 3, []int{6, 8, 9, 12}}, {"all", 9, []int{2, 3, 4}}} {
		rules := " --moves " + x.moves
		for _, n := range x.each {
			rules += fmt.Sprintf(" --beads %d,3,2,1", n)
		}
		own := p.metLines("lines-"+x.moves, "--runs 100 --games 220 --checkpoints 17,46,106,126,219"+rules, 106)
		name := "boxes-" + x.moves
		p.run("experiment run " + name + " --runs 500 --games 126 --checkpoints 17,46,106" + rules +
			flags("opponent", names))
		met := slices.Collect(slices.Chunk(p.replicates(name), len(others)))
		for i, n := range x.each {
			b := box{Beads: n * x.count, Moves: x.moves, Own: own[i]}
			for j, lives := range met[i] {
				b.Others = append(b.Others, style{name: names[j], lives: lives})
			}
			list = append(list, b)
		}
	}
	return list
}
