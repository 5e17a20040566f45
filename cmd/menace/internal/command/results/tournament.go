package results

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/report"
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

// Title returns the name of a style, formatted as code if it is that of an opponent.
func (s style) Title() string {
	if s.players > 0 {
		return s.name
	}
	return "`" + s.name + "`"
}

// Random reports whether a style ends with random play.
func (s style) Random() bool { return s.players > 0 || strings.HasSuffix(","+s.name, ",random") }

// tournament compares opponents with the tournament of 1961.
func (p *page) tournament() any {
	p.run("experiment run tournament --runs 2000 --games 220 --checkpoints 17,46,106,126,210,219" +
		flags("opponent", opponents))
	p.run("plot score --michie --alive --experiment tournament --cell 1 --cell 3 --cell 10 --out tournament.svg")
	var styles []style
	for i, lives := range p.replicates("tournament") {
		styles = append(styles, style{name: opponents[i], lives: lives})
	}
	halves := pooled(styles)
	own := p.fixedLine()
	halves, styles = append(halves, own), append(styles, own)
	dates := p.dates(own)
	boxes := p.boxes(halves)
	survivors := 0
	for _, s := range styles {
		survivors += s.Alive(arena.TournamentGames).Part
	}
	each := byPlayer(own, fall)
	none := slices.DeleteFunc(slices.Clone(each), func(p report.Share) bool { return p.Part > 0 })
	return map[string]any{
		"Readings": arena.Tournament, "Impossible": impossible(), "Players": lines,
		"Resamples": int64(experiment.ClusterResamples), "Seed": bootstrapSeed, "Half": int64(half),
		"Games": int64(arena.TournamentGames), "Halves": halves, "Beginnings": beginnings, "Styles": styles,
		"Endings": endings, "Verdicts": append(verdicts(halves, beginnings), verdicts(styles, endings)...),
		"NeverFall": len(none), "MostFall": slices.MaxFunc(each, byValue), "Dates": dates, "Boxes": boxes,
		"Varied": []feature{lowStart, fall, peak}, "LowStart": lowStart,
		"Low":       []feature{lowStart, {games: half, shown: deep}, fall, peak},
		"Survivors": int64(survivors), "Whole": top(styles, everything),
		"Rise": riseOf(styles), "Fall": fallOf(halves, dates), "Start": startOf(boxes),
	}
}

func byValue(a, b report.Share) int { return cmp.Compare(a.Value, b.Value) }

// impossible counts the readings whose parity shows that they cannot be exact.
func impossible() (n int) {
	for _, r := range arena.Tournament {
		n += int((r.Games + int64(r.Value)) & 1)
	}
	return n
}

// pooled joins the machines of opponents that are the same player up to game 126, when the last one of a schedule
// begins.
func pooled(styles []style) (halves []style) {
	for _, s := range styles {
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

// fixedLine runs fixed-line players whose second change comes when the readings turn, and draws two of them.
func (p *page) fixedLine() style {
	all := p.metLines("lines", "--runs 100 --games 220 --checkpoints "+
		"10,17,20,30,40,46,50,60,70,80,90,100,106,110,120,126,130,140,150,160,170,180,190,200,210,219", 106)[0]
	others := byPlayer(all, fall)[1:]
	most := slices.Index(others, slices.MaxFunc(others, byValue))
	p.run(fmt.Sprintf("plot score --michie --alive --experiment lines --cell 1 --cell %d "+
		"--out tournament-lines.svg", most+2)) // cells count from 1
	return all
}

// byPlayer returns the share of the machines of each fixed-line player that have a feature.
func byPlayer(all style, f feature) (shares []report.Share) {
	for lives := range slices.Chunk(all.lives, len(all.lives)/lines) {
		shares = append(shares, style{lives: lives}.Shows(f))
	}
	return shares
}

// date is when fixed-line players change their moves for the second time.
type date struct {
	When  string
	Style style
}

// never is the date for fixed-line players who change their moves only once.
const never = "never"

// dates runs fixed-line players whose second change comes after other numbers of games than the 106 of own, or never.
func (p *page) dates(own style) (list []date) {
	const design = "--runs 100 --games 126 --checkpoints 17,46,106"
	for _, games := range []int{86, 96, 106, 116} {
		met := own
		if games != 106 {
			met = p.metLines(fmt.Sprintf("lines-%d", games), design, games)[0]
		}
		list = append(list, date{fmt.Sprintf("after %d", games), met})
	}
	return append(list, date{never, p.metLines("lines-126", design, half)[0]})
}

// box is a machine with these beads in the opening box, and the players it met.
type box struct {
	Beads  int
	Moves  string // distinct or all
	Own    style  // the fixed-line players
	Others []style
}

// boxes runs machines with different opening boxes from Michie's. They met the players of halves, of which the last are
// fixed-line players.
func (p *page) boxes(halves []style) []box {
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

// rising compares the rise for the style with which it is most common and for random play, also where that has it most
// often.
type rising struct {
	Most   showing
	Random report.Share
}

func riseOf(styles []style) rising {
	random := slices.DeleteFunc(slices.Clone(styles), func(s style) bool { return !s.Random() })
	return rising{top(styles, rise), top(random, rise).Share}
}

// falling compares the fall against fixed-line players, the last of halves, with that against all others.
type falling struct {
	Share, Other report.Share // against fixed-line players, and against the other players with the most falls
	Dates        []string     // dates of the second change for which the fall distinguishes fixed-line players
	Always       bool         // whether all dates do so except the last, which is never
}

func fallOf(halves []style, dates []date) (f falling) {
	f.Share = halves[len(halves)-1].Shows(fall)
	f.Other = top(halves[:len(halves)-1], fall).Share
	for _, d := range dates {
		if d.When != never && d.Style.Shows(fall).Interval.Low > f.Other.Interval.High {
			f.Dates = append(f.Dates, d.When)
		}
	}
	f.Always = len(f.Dates) == len(dates)-1
	return f
}

// starting compares the low start with the usual opening box, which is the first, and with larger ones.
type starting struct {
	Usual, Least, Most report.Share
	Clear              bool  // whether every larger box makes it more common
	Shown, Machines    int64 // machines with larger boxes that have all features, and all of them
}

func startOf(boxes []box) starting {
	s := starting{Usual: boxes[0].Own.Shows(lowStart), Clear: true}
	var shares []report.Share
	for _, b := range boxes[1:] {
		p, whole := b.Own.Shows(lowStart), b.Own.Shows(everything)
		s.Clear = s.Clear && p.Interval.Low > s.Usual.Interval.High
		shares, s.Shown, s.Machines = append(shares, p), s.Shown+int64(whole.Part), s.Machines+int64(whole.Whole)
	}
	s.Least, s.Most = slices.MinFunc(shares, byValue), slices.MaxFunc(shares, byValue)
	return s
}
