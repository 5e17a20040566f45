package experiments

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/report"
)

// stationary are opponents who never change; a player who changes plays the 126 games of one of early, and then one of
// late.
var (
	stationary = []string{"perfect", "noisy:0.1", "noisy:0.2", "noisy:0.3", "noisy:0.5", "blocker", "random"}
	early      = []string{"perfect*126", "noisy:0.1*126", "blocker*126", "perfect*17,random*5,perfect*104"}
	late       = []string{"noisy:0.3", "noisy:0.5", "random"}
)

// half is the number of games after which a player who changes plays as one of late.
const half = 126

// feature is something that the tournament of 1961 shows.
type feature struct {
	Heading string
	claim   string // the beginning of a verdict, or "" for none
	games   int64  // counted are machines that are not bankrupt after this many games
	shown   func(experiment.Replicate) bool
}

// total returns the running total of a machine after a number of games.
func total(r experiment.Replicate, games int64) int64 { return at(r, games).Tally.Score() }

// agrees returns whether the totals of a machine agree with the readings after these numbers of games.
func agrees(games ...int64) func(experiment.Replicate) bool {
	return func(r experiment.Replicate) bool {
		return !slices.ContainsFunc(arena.Tournament(), func(reading arena.Reading) bool {
			return slices.Contains(games, reading.Games) && !reading.Agrees(total(r, reading.Games))
		})
	}
}

// change returns by how much the total of a machine changed between two readings, and by how much the readings did.
func change(r experiment.Replicate, from, to int) (own, read int64) {
	a, b := arena.Tournament()[from], arena.Tournament()[to]
	return total(r, b.Games) - total(r, a.Games), b.Total - a.Total
}

// falls asks for the fall from 106 to 126, less a level for each of the two readings.
func falls(r experiment.Replicate) bool {
	own, read := change(r, 2, 3)
	return own <= read+2*arena.ReadingError
}

// rises asks for the rise from 126 to 219, within the errors of both readings.
func rises(r experiment.Replicate) bool {
	own, read := change(r, 3, 4)
	return read-2*arena.TotalError <= own && own <= read+2*arena.TotalError
}

// climbs asks for a greater rise than that of 1961.
func climbs(r experiment.Replicate) bool {
	own, read := change(r, 3, 4)
	return own > read+2*arena.TotalError
}

// final asks for eight wins in the last ten games.
func final(r experiment.Replicate) bool { return at(r, 220).Tally.Win-at(r, 210).Tally.Win >= 8 }

// deep asks for totals at both low points that are within the readings or below.
func deep(r experiment.Replicate) bool {
	return !slices.ContainsFunc(arena.Tournament()[:2], func(reading arena.Reading) bool {
		return total(r, reading.Games) > reading.Total+arena.TotalError
	})
}

// together asks for several things.
func together(conditions ...func(experiment.Replicate) bool) func(experiment.Replicate) bool {
	return func(r experiment.Replicate) bool {
		return !slices.ContainsFunc(conditions, func(shown func(experiment.Replicate) bool) bool { return !shown(r) })
	}
}

var (
	lowStart = feature{"both", "−10 at 17 and at 46", half, agrees(17, 46)}
	fall     = feature{"falls by 11 or more", "A fall of at least 11 from game 106 to 126", half, falls}
	peak     = feature{"+25, +12 and falls", "+25 at 106, +12 at 126, and the fall", half,
		together(agrees(106, 126), falls)}
	rise       = feature{"rises by 136–144", "A rise of 136 to 144 from game 126 to 219", arena.TournamentGames, rises}
	everything = feature{"all five readings", "", arena.TournamentGames,
		together(agrees(17, 46, 106, 126, 219), falls, rises)}
)

// beginnings are features of the tournament until game 126, endings of the games that follow or of them all.
var (
	beginnings = []feature{{"−10 at 17", "", half, agrees(17)},
		{"−10 at 46", "", half, agrees(46)}, lowStart, fall, peak}
	endings = []feature{
		rise,
		{"by more", "", arena.TournamentGames, climbs},
		{"falls and rises", "Both the fall and the rise", arena.TournamentGames, together(falls, rises)},
		everything,
		{"8 of the last 10 won", "Eight defeats of Michie in the last ten games", arena.TournamentGames, final},
	}
)

// often is the share of machines from which on a feature counts as common: one in twenty.
const often = 0.05

// style is a way to play a tournament, with the machines that met it.
type style struct {
	name    string
	lives   []experiment.Replicate
	players int // number of players that these machines met, equally many each; 0 stands for one
}

// survivor reports whether a machine is not bankrupt after a number of games.
func survivor(games int64) func(experiment.Replicate) bool {
	return func(r experiment.Replicate) bool { return r.Bankrupt == 0 || r.Bankrupt > games }
}

// bootstrapSeed is the seed of the intervals of machines that met several players.
const bootstrapSeed = 1

// proportion returns the share of the machines counted that show something. Machines that met the same player are no
// independent sample, so players are resampled, unless no machine or every machine shows it.
func (s style) proportion(counted, shown func(experiment.Replicate) bool) report.Share {
	part, whole := 0, 0
	var parts, wholes []float64
	for player := range slices.Chunk(s.lives, max(1, len(s.lives)/max(s.players, 1))) {
		partBefore, wholeBefore := part, whole
		for _, r := range player {
			if counted(r) {
				whole++
				if shown(r) {
					part++
				}
			}
		}
		parts, wholes = append(parts, float64(part-partBefore)), append(wholes, float64(whole-wholeBefore))
	}
	p := share(part, whole)
	if s.players > 1 && 0 < part && part < whole {
		p.Interval = experiment.ClusterRatio(parts, wholes, bootstrapSeed)
	}
	return p
}

// Shows returns the share of the machines alive that show a feature.
func (s style) Shows(f feature) report.Share { return s.proportion(survivor(f.games), f.shown) }

// Alive returns the share of all machines that are not bankrupt after a number of games.
func (s style) Alive(games int64) report.Share {
	return s.proportion(func(experiment.Replicate) bool { return true }, survivor(games))
}

// Title returns the name of a style, as code if it is that of an opponent.
func (s style) Title() string {
	if s.players > 0 {
		return s.name
	}
	return "`" + s.name + "`"
}

// tournament compares opponents with the tournament of 1961.
func tournament(p *page) any {
	opponents := slices.Clone(stationary)
	for _, a := range early {
		for _, b := range late {
			opponents = append(opponents, a+","+b)
		}
	}
	p.run("experiment run tournament --runs 2000 --games 220 --checkpoints 17,46,106,126,210,219"+
		flags("opponent", opponents),
		"plot score --michie --alive --experiment tournament --cell 1 --cell 3 --cell 10 --out tournament.svg")
	cells := p.replicates("tournament")
	var styles []style
	for i, lives := range cells {
		styles = append(styles, style{name: opponents[i], lives: lives})
	}
	halves := pooled(styles)
	own := p.fixedLine()
	halves, styles = append(halves, own), append(styles, own)
	dates := p.dates(own)
	boxes := p.boxes(halves)
	wholeStyle, whole := top(styles, everything)
	never, most := 0, own.fallWith(0)
	for i := range lines {
		f := own.fallWith(i)
		if f.Part == 0 {
			never++
		}
		if f.Value > most.Value {
			most = f
		}
	}
	return map[string]any{
		"Readings": readings(), "Impossible": impossible(), "TotalError": arena.TotalError, "Players": lines,
		"Resamples": int64(experiment.ClusterResamples), "Seed": bootstrapSeed, "Half": int64(half),
		"Games": int64(arena.TournamentGames), "Halves": halves, "Beginnings": beginnings, "Styles": styles,
		"Endings": endings, "Verdicts": append(verdicts(halves, beginnings), verdicts(styles, endings)...),
		"NeverFall": never, "MostFall": most, "Dates": dates, "Varied": []feature{lowStart, fall, peak}, "Boxes": boxes,
		"Low":       []feature{lowStart, {games: half, shown: deep}, fall, peak},
		"Survivors": survivors(styles), "Whole": whole, "WholeStyle": wholeStyle,
		"Rise": riseOf(styles), "Fall": fallOf(halves, dates), "Start": startOf(boxes),
	}
}

// readings lists what can be read off the drawing.
func readings() string {
	var points []string
	for _, r := range arena.Tournament() {
		points = append(points, fmt.Sprintf("%s after %d games",
			strings.Replace(fmt.Sprintf("%+d", r.Total), "-", "−", 1), r.Games))
	}
	return strings.Join(points, ", ")
}

// impossible counts the readings whose parity shows that they cannot be exact.
func impossible() (n int) {
	for _, r := range arena.Tournament() {
		n += int((r.Games + r.Total) & 1)
	}
	return n
}

// pooled joins the machines of opponents who are the same player until game 126.
func pooled(styles []style) (halves []style) {
	for _, s := range styles {
		name := opening(s.name)
		i := slices.IndexFunc(halves, func(h style) bool { return h.name == name })
		if i < 0 {
			i = len(halves)
			halves = append(halves, style{name: name})
		}
		halves[i].lives = append(halves[i].lives, s.lives...)
	}
	return halves
}

// opening names who an opponent is until game 126, as a schedule.
func opening(opponent string) string {
	schedule := try(arena.Stints(opponent))
	var first arena.Schedule
	for game := int64(0); game < half; {
		stint, left := schedule.At(game)
		stint.Games = min(left, half-game)
		game += stint.Games
		first = append(first, stint)
	}
	first[len(first)-1].Games = 0
	return first.String()
}

// lines is how many fixed-line players are tried: the first ones by number.
const lines = 60

// fixedLines returns the flags of fixed-line players whose second change comes after a number of games, or never if
// that is 126, and a shell command that prints them.
func fixedLines(changed int) (opponents, shell string) {
	middle, end := changed-30, half-changed
	for i := 1; i < 3*lines; i += 3 {
		opponents += fmt.Sprintf(" --opponent perfect:%d*30,perfect:%d*%d", i, i+1, middle)
		if end > 0 {
			opponents += fmt.Sprintf(",perfect:%d*%d", i+2, end)
		}
		opponents += ",random"
	}
	shell = fmt.Sprintf("perfect:$i'*30',perfect:$((i+1))'*%d'", middle)
	if end > 0 {
		shell += fmt.Sprintf(",perfect:$((i+2))'*%d'", end)
	}
	return opponents, fmt.Sprintf("for i in $(seq 1 3 %d); do echo --opponent %s,random; done", 3*lines-2, shell)
}

// metLines runs an experiment with fixed-line players and returns a style for each setting of beads.
func (p *page) metLines(name, design string, changed int) (list []style) {
	opponents, shell := fixedLines(changed)
	command := "experiment run " + name + " " + design
	shown := fmt.Sprintf("menace %s \\\n  $(%s)", command, shell)
	p.runAs(shown, strings.Fields(command+opponents))
	for setting := range slices.Chunk(p.replicates(name), lines) { // the opponents of a setting are neighbours
		list = append(list, style{fmt.Sprintf("%d fixed-line players", lines), slices.Concat(setting...), lines})
	}
	return list
}

// fixedLine runs fixed-line players whose second change comes when the readings turn, and draws two of them.
func (p *page) fixedLine() style {
	own := p.metLines("lines", "--runs 100 --games 220 --checkpoints "+
		"10,17,20,30,40,46,50,60,70,80,90,100,106,110,120,126,130,140,150,160,170,180,190,200,210,219", 106)[0]
	most := 1 // of the players, where 0 is the first
	for i := range lines {
		if i > 0 && own.fallWith(i).Value > own.fallWith(most).Value {
			most = i
		}
	}
	p.run(fmt.Sprintf("plot score --michie --alive --experiment lines --cell 1 --cell %d "+
		"--out tournament-lines.svg", most+1))
	return own
}

// fallWith returns the share of the machines of one fixed-line player that fall.
func (s style) fallWith(player int) report.Share {
	per := len(s.lives) / lines
	return style{lives: s.lives[player*per : (player+1)*per]}.Shows(fall)
}

// date is when fixed-line players change their moves for the second time.
type date struct {
	games int // or 126 for never
	Style style
}

// When writes a date.
func (d date) When() string {
	if d.games == half {
		return "never"
	}
	return fmt.Sprintf("after %d", d.games)
}

// dates runs fixed-line players whose second change comes after other numbers of games than own's 106, or never.
func (p *page) dates(own style) (list []date) {
	for _, games := range []int{86, 96, 106, 116, half} {
		met := own
		if games != 106 {
			met = p.metLines(fmt.Sprintf("lines-%d", games), "--runs 100 --games 126 --checkpoints 17,46,106", games)[0]
		}
		list = append(list, date{games, met})
	}
	return list
}

// box is a machine with its beads for each opening move, and who met it.
type box struct {
	each   int
	Moves  string // distinct or all
	Own    style  // the fixed-line players
	others []style
}

// Beads returns the number of beads in the opening box, which has three distinct moves, or all nine.
func (b box) Beads() int {
	if b.Moves == "all" {
		return 9 * b.each
	}
	return 3 * b.each
}

// Other describes the opponent, no fixed-line player, with whom most machines show the low start.
func (b box) Other() string {
	most, share := top(b.others, lowStart)
	return most.Title() + " " + inPercent(share)
}

// boxes runs machines with other opening boxes than Michie's rules give, which met the players of halves.
func (p *page) boxes(halves []style) []box {
	others := halves[:len(halves)-1]
	list := []box{{4, "distinct", halves[len(halves)-1], others}}
	var opponents []string
	for _, s := range others {
		opponents = append(opponents, s.name)
	}
	for _, x := range []struct {
		moves string
		each  []int
	}{{"distinct", []int{6, 8, 9, 12}}, {"all", []int{2, 3, 4}}} {
		rules := " --moves " + x.moves
		for _, n := range x.each {
			rules += fmt.Sprintf(" --beads %d,3,2,1", n)
		}
		own := p.metLines("lines-"+x.moves, "--runs 100 --games 220 --checkpoints 17,46,106,126,219"+rules, 106)
		name := "boxes-" + x.moves
		p.run("experiment run " + name + " --runs 500 --games 126 --checkpoints 17,46,106" + rules +
			flags("opponent", opponents))
		cells := p.replicates(name)
		for i, n := range x.each {
			b := box{each: n, Moves: x.moves, Own: own[i]}
			for j, o := range opponents {
				b.others = append(b.others, style{name: o, lives: cells[i*len(opponents)+j]})
			}
			list = append(list, b)
		}
	}
	return list
}

// top returns the style with which most machines show a feature, and how many do.
func top(styles []style, f feature) (most style, share report.Share) {
	for i, s := range styles {
		if p := s.Shows(f); i == 0 || p.Value > share.Value {
			most, share = s, p
		}
	}
	return most, share
}

// verdicts lists for each feature with whom it is common, which the whole interval must show.
func verdicts(styles []style, features []feature) (list []string) {
	for _, f := range features {
		if f.claim == "" {
			continue
		}
		var with []string
		for _, s := range styles {
			if p := s.Shows(f); p.Interval.Low >= often {
				with = append(with, s.Title()+" "+inPercent(p)+" %")
			}
		}
		most, share := top(styles, f)
		text := fmt.Sprintf("most often with %s, %s %%", most.Title(), inPercent(share))
		switch {
		case len(with) > 4:
			text = fmt.Sprintf("comes out with %d of the %d, %s", len(with), len(styles), text)
		case len(with) > 0:
			text = "comes out with " + strings.Join(with, "; ")
		case share.Part == 0:
			text = "in no machine"
		case share.Interval.High >= often:
			text = "perhaps, since the interval holds one in twenty; " + text
		default:
			text = "rare with everyone, " + text
		}
		list = append(list, f.claim+": "+text+".")
	}
	return list
}

// survivors returns how many machines are alive at the end.
func survivors(styles []style) (n int64) {
	for _, s := range styles {
		n += int64(s.Alive(arena.TournamentGames).Part)
	}
	return n
}

// random reports whether a style ends with random play.
func (s style) random() bool { return s.players > 0 || strings.HasSuffix(","+s.name, ",random") }

// rising compares random play from game 127 on with the player who makes the rise most often.
type rising struct {
	Most          style
	Share, Random report.Share // with that player, and with the player at random who makes it most often
}

func riseOf(styles []style) (r rising) {
	r.Most, r.Share = top(styles, rise)
	_, r.Random = top(slices.DeleteFunc(slices.Clone(styles), func(s style) bool { return !s.random() }), rise)
	return r
}

// Apart reports whether careless play makes the rise more often.
func (r rising) Apart() bool {
	return !r.Most.random() && r.Random.Interval.High < r.Share.Interval.Low
}

// falling compares the fall with fixed-line players, the last of halves, with all others.
type falling struct {
	Share, Other report.Share // with fixed-line players, and with the other who makes it most often
	Dates        []string     // the second changes of moves with which it sets fixed-line players apart
	Always       bool         // whether all dates do so, but for the last, which is never
}

func fallOf(halves []style, dates []date) (f falling) {
	f.Share = halves[len(halves)-1].Shows(fall)
	_, f.Other = top(halves[:len(halves)-1], fall)
	for _, d := range dates {
		if d.games < half && d.Style.Shows(fall).Interval.Low > f.Other.Interval.High {
			f.Dates = append(f.Dates, d.When())
		}
	}
	f.Always = len(f.Dates) == len(dates)-1
	return f
}

// Apart reports whether fixed-line players make the fall more often.
func (f falling) Apart() bool { return f.Share.Interval.Low > f.Other.Interval.High }

// starting compares the low start with the usual opening box, the first, and with larger ones.
type starting struct {
	Usual, Least, Most report.Share
	Clear              bool  // whether every larger box makes it more common
	Shown, Machines    int64 // machines with larger boxes that show everything, and all of them
}

func startOf(boxes []box) starting {
	s := starting{Usual: boxes[0].Own.Shows(lowStart), Clear: true}
	var shares []report.Share
	for _, b := range boxes[1:] {
		p, whole := b.Own.Shows(lowStart), b.Own.Shows(everything)
		s.Clear = s.Clear && p.Interval.Low > s.Usual.Interval.High
		shares, s.Shown, s.Machines = append(shares, p), s.Shown+int64(whole.Part), s.Machines+int64(whole.Whole)
	}
	byValue := func(a, b report.Share) int { return cmp.Compare(a.Value, b.Value) }
	s.Least, s.Most = slices.MinFunc(shares, byValue), slices.MaxFunc(shares, byValue)
	return s
}
