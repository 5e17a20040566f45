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

// styles returns the opponents of the experiment "tournament", in its order.
func styles() (list []style) {
	for _, name := range stationary {
		list = append(list, style{name: name, opening: name})
	}
	for _, a := range early {
		for _, b := range late {
			list = append(list, style{name: fmt.Sprintf("%s*%d,%s", a.name, a.last, b), opening: a.name})
		}
	}
	return list
}

// names returns the names of styles.
func names(styles []style) (list []string) {
	for _, s := range styles {
		list = append(list, s.name)
	}
	return list
}

// tournament compares opponents with the tournament of 1961.
func (p *page) tournament() any {
	styles := styles()
	p.run("experiment run tournament --runs 2000 --games 220 --checkpoints 17,46,106,126,210,219" +
		flags("opponent", names(styles)))
	p.run("plot score --michie --alive --experiment tournament --cell 1 --cell 3 --cell 10 --out tournament.svg")
	for i, lives := range p.replicates("tournament") {
		styles[i].lives = lives
	}
	halves := pooled(styles)
	own, each := p.fixedLine()
	halves, styles = append(halves, own), append(styles, own)
	dates := p.dates(own)
	boxes := p.boxes(halves)
	survivors := 0
	for _, s := range styles {
		survivors += s.Alive(arena.TournamentGames).Part
	}
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

// pooled joins the machines of opponents that are the same player up to game 126.
func pooled(styles []style) (halves []style) {
	for _, s := range styles {
		i := slices.IndexFunc(halves, func(h style) bool { return h.name == s.opening })
		if i < 0 {
			i = len(halves)
			halves = append(halves, style{name: s.opening})
		}
		halves[i].lives = append(halves[i].lives, s.lives...)
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
		list = append(list, style{
			name: fmt.Sprintf("%d fixed-line players", lines), lives: slices.Concat(setting...), players: lines,
		})
	}
	return list
}

// fixedLine runs fixed-line players whose second change comes when the readings turn, and draws two of them. It also
// returns, for each player, the share of the machines that fall.
func (p *page) fixedLine() (all style, each []report.Share) {
	all = p.metLines("lines", "--runs 100 --games 220 --checkpoints "+
		"10,17,20,30,40,46,50,60,70,80,90,100,106,110,120,126,130,140,150,160,170,180,190,200,210,219", 106)[0]
	for lives := range slices.Chunk(all.lives, len(all.lives)/lines) {
		each = append(each, style{lives: lives}.Shows(fall))
	}
	most := slices.Index(each[1:], slices.MaxFunc(each[1:], byValue))
	p.run(fmt.Sprintf("plot score --michie --alive --experiment lines --cell 1 --cell %d "+
		"--out tournament-lines.svg", most+2)) // cells count from 1, most from the second cell
	return all, each
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
			flags("opponent", names(others)))
		cells := p.replicates(name)
		for i, n := range x.each {
			b := box{Beads: n * x.count, Moves: x.moves, Own: own[i]}
			for j, o := range others {
				b.Others = append(b.Others, style{name: o.name, lives: cells[i*len(others)+j]})
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
