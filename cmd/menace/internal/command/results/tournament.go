package results

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/report"
	"menace/menace"
	"menace/symmetry"
)

// style is a way of playing the tournament, with the machines that played against it.
type style struct {
	Title   string
	lives   []experiment.Replicate
	players int // number of players; each met the same number of these machines; 0 means one
}

// styles are several of them, such as the rows of a table.
type styles []style

// tournament holds the opponents that are compared with the tournament of 1961.
type tournament struct {
	Own    style  // fixed-line players
	Styles styles // opponents; the last is Own
	Halves styles // the same, with those pooled that are the same player up to game 126
	Lines  styles // fixed-line players, one by one
	Dates  styles // fixed-line players by the time of their second change, except the last, who never change again
	Boxes  []box  // the first is the usual one
}

// box is a machine with these beads in the opening box, and the players it met.
type box struct {
	Beads  int64
	Moves  string // distinct or all
	Own    style  // the fixed-line players
	Others styles
}

// lines is the number of fixed-line players, and others that of the other players whom machines with larger boxes met.
const (
	lines  = 60
	others = 8
)

// tournament reads the experiments of the tournament.
func (p *page) tournament() tournament {
	t := tournament{Lines: p.met("lines")}
	t.Own = t.Lines.fixed()
	t.Styles = append(p.met("tournament"), t.Own)
	t.Halves = t.Styles.pooled()
	for _, games := range []string{"86", "96", "106", "116", "126"} {
		date := t.Own
		if games != "106" {
			date = p.met("lines-" + games).fixed()
		}
		if date.Title = "after " + games; games == "126" {
			date.Title = "never"
		}
		t.Dates = append(t.Dates, date)
	}
	t.Boxes = []box{{12, "distinct", t.Own, t.Halves.Players()}}
	for _, moves := range []string{"distinct", "all"} {
		fixed, met := p.met("lines-"+moves), p.met("boxes-"+moves)
		cells := try(p.lab.Experiment(p.ctx, "boxes-"+moves)).Cells
		for ; len(met) > 0; fixed, met, cells = fixed[lines:], met[others:], cells[others:] {
			opening, _ := menace.New(cells[0].Rules).Box(symmetry.Start)
			t.Boxes = append(t.Boxes, box{opening.Total(), moves, fixed[:lines].fixed(), met[:others]})
		}
	}
	return t
}

// met returns the opponents of an experiment with the machines that met them.
func (p *page) met(name string) (list styles) {
	cells := try(p.lab.Experiment(p.ctx, name)).Cells
	for i, lives := range p.replicates(name) {
		list = append(list, style{Title: "`" + cells[i].Opponent + "`", lives: lives})
	}
	return list
}

// fixed joins the machines of fixed-line players.
func (t styles) fixed() style {
	all := t.Machines()
	all.Title, all.players = fmt.Sprintf("%d fixed-line players", len(t)), len(t)
	return all
}

// pooled joins the machines of opponents that are the same player up to game 126, when the last one of a schedule
// begins.
func (t styles) pooled() (halves styles) {
	for _, s := range t {
		if last := strings.LastIndex(s.Title, "*"); last >= 0 {
			s.Title = s.Title[:last] + "`"
		}
		i := slices.IndexFunc(halves, func(h style) bool { return h.Title == s.Title })
		if i < 0 {
			halves = append(halves, s)
		} else {
			halves[i].lives = slices.Concat(halves[i].lives, s.lives)
		}
	}
	return halves
}

// Machines joins all machines of the styles into one style.
func (t styles) Machines() (all style) {
	for _, s := range t {
		all.lives = append(all.lives, s.lives...)
	}
	return all
}

// Players returns the styles of single players, without fixed-line players.
func (t styles) Players() styles {
	return keep(t, func(s style) bool { return s.players == 0 })
}

// Random returns the styles that end with random play.
func (t styles) Random() styles {
	return keep(t, func(s style) bool { return s.players > 0 || strings.HasSuffix(s.Title, "random`") })
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

// Alive returns the share of all machines that are not bankrupt after a number of games.
func (s style) Alive(games int64) report.Share {
	return s.proportion(func(experiment.Replicate) bool { return true }, alive(games))
}

// Shows returns the share of the surviving machines that have a feature.
func (s style) Shows(heading string) report.Share {
	f := features[slices.IndexFunc(features, func(f feature) bool { return f.Heading == heading })]
	return s.proportion(alive(f.games), f.shown)
}

// bootstrapSeed is the seed for the intervals of machines that met several players.
const bootstrapSeed = 1

// proportion returns the share of the counted machines that have a feature. Machines that met the same player are not
// independent, so players are resampled, unless no machine or every machine has the feature.
func (s style) proportion(counted, shown condition) report.Share {
	part, whole := 0, 0
	var parts, wholes []float64
	for player := range slices.Chunk(s.lives, max(1, len(s.lives)/max(s.players, 1))) {
		p := shareOf(keep(player, counted), shown)
		part, whole = part+p.Part, whole+p.Whole
		parts, wholes = append(parts, float64(p.Part)), append(wholes, float64(p.Whole))
	}
	p := report.NewShare(part, whole)
	if s.players > 1 && 0 < part && part < whole {
		p.Interval = experiment.ClusterRatio(parts, wholes, bootstrapSeed)
	}
	return p
}

// showing is a style with the share of its machines that have a feature.
type showing struct {
	style
	Share report.Share
}

// show returns the share of the machines of each style that have a feature.
func (t styles) show(heading string) (all []showing) {
	for _, s := range t {
		all = append(all, showing{s, s.Shows(heading)})
	}
	return all
}

// Least and Most return the styles whose machines have a feature least and most often.
func (t styles) Least(heading string) showing { return slices.MinFunc(t.show(heading), byShare) }
func (t styles) Most(heading string) showing  { return slices.MaxFunc(t.show(heading), byShare) }

func byShare(a, b showing) int { return cmp.Compare(a.Share.Value, b.Share.Value) }

// Above returns the styles whose share with a feature lies above a bound, with its whole interval.
func (t styles) Above(heading string, bound float64) []showing {
	return keep(t.show(heading), func(s showing) bool { return s.Share.Interval.Low >= bound })
}

// Without returns the styles none of whose machines has a feature.
func (t styles) Without(heading string) []showing {
	return keep(t.show(heading), func(s showing) bool { return s.Share.Part == 0 })
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

// feature is a property of the tournament of 1961 that a machine's tournament may also have.
type feature struct {
	Heading string
	Claim   string // beginning of a verdict, or "" for no verdict
	games   int64  // only machines that survive this many games count
	shown   condition
}

// half is the number of games after which a player who changes begins to play like another one.
const half = 126

// features lists the features, those up to game 126 first.
var features = []feature{
	{"−10 at 17", "", half, agrees(17)},
	{"−10 at 46", "", half, agrees(46)},
	{"both low points", "−10 after 17 games and after 46", half, agrees(17, 46)},
	{"so low or lower", "", half, deep},
	{"falls by 11 or more", "A fall of at least 11 from game 106 to 126", half, falls},
	{"+25, +12 and falls", "+25 after 106 games, +12 after 126, and the fall", half, together(agrees(106, 126), falls)},
	{"rises by 136–144", "A rise of 136 to 144 from game 126 to 219", arena.TournamentGames, rises},
	{"rises by more", "", arena.TournamentGames, climbs},
	{"falls and rises", "Both the fall and the rise", arena.TournamentGames, together(falls, rises)},
	{"all five readings", "", arena.TournamentGames, together(agrees(17, 46, 106, 126, 219), falls, rises)},
	{"8 of the last 10 won", "At least eight wins in the last ten games", arena.TournamentGames, final},
}

// Conditions on the total between two readings. The largest error of the fall includes only the errors of the totals.
var (
	fallError = arena.Tournament[2].ValuePrecision + arena.Tournament[3].ValuePrecision
	riseError = arena.Tournament[3].TotalPrecision() + arena.Tournament[4].TotalPrecision()
	falls     = moves(2, 3, math.Inf(-1), fallError)
	rises     = moves(3, 4, -riseError, riseError)
	climbs    = moves(3, 4, riseError+1, math.Inf(1))
)

// moves holds if the total rises between two readings by as much as they do, plus least to most.
func moves(from, to int, least, most float64) condition {
	a, b := arena.Tournament[from], arena.Tournament[to]
	return func(r experiment.Replicate) bool {
		excess := float64(total(r, b.Games)-total(r, a.Games)) - (b.Value - a.Value)
		return least <= excess && excess <= most
	}
}

// total returns the running total of a machine after a number of games.
func total(r experiment.Replicate, games int64) int64 { return checkpoint(r, games).Tally.Score() }

// agrees holds if the totals of a machine agree with the readings after these numbers of games.
func agrees(games ...int64) condition {
	return func(r experiment.Replicate) bool {
		return !slices.ContainsFunc(arena.Tournament, func(reading arena.Reading) bool {
			return slices.Contains(games, reading.Games) && !reading.Agrees(total(r, reading.Games))
		})
	}
}

// deep holds if the totals at both low points agree with the readings or are lower.
func deep(r experiment.Replicate) bool {
	return !slices.ContainsFunc(arena.Tournament[:2], func(reading arena.Reading) bool {
		return float64(total(r, reading.Games)) > reading.Value+reading.TotalPrecision()
	})
}

// final holds if the machine wins at least eight of the last ten games.
func final(r experiment.Replicate) bool { return games(r, "win", 210, 220) >= 8 }

// together returns the conjunction of conditions.
func together(conditions ...condition) condition {
	return func(r experiment.Replicate) bool {
		return !slices.ContainsFunc(conditions, func(shown condition) bool { return !shown(r) })
	}
}
