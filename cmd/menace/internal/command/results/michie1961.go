package results

import (
	"cmp"
	"math"
	"slices"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/report"
)

// condition is a condition that a machine may satisfy.
type condition func(experiment.Replicate) bool

// feature is a property of the tournament of 1961 that a machine's tournament may also have.
type feature struct {
	Heading string
	Claim   string // beginning of a verdict, or "" for no verdict
	games   int64  // only machines that survive this many games count
	shown   condition
}

// total returns the running total of a machine after a number of games.
func total(r experiment.Replicate, games int64) int64 { return checkpoint(r, games).Tally.Score() }

// agrees returns a function that reports whether the totals of a machine agree with the readings after these numbers of
// games.
func agrees(games ...int64) condition {
	return func(r experiment.Replicate) bool {
		return !slices.ContainsFunc(arena.Tournament, func(reading arena.Reading) bool {
			return slices.Contains(games, reading.Games) && !reading.Agrees(total(r, reading.Games))
		})
	}
}

// excess returns how much more the total of a machine rose between two readings than the readings did.
func excess(r experiment.Replicate, from, to int) float64 {
	a, b := arena.Tournament[from], arena.Tournament[to]
	return float64(total(r, b.Games)-total(r, a.Games)) - (b.Value - a.Value)
}

// Largest errors of the fall and of the rise between readings. That of the fall includes only the errors of the totals.
var (
	fallPrecision = arena.Tournament[2].ValuePrecision + arena.Tournament[3].ValuePrecision
	risePrecision = arena.Tournament[3].TotalPrecision() + arena.Tournament[4].TotalPrecision()
)

// falls reports whether the total falls from game 106 to 126 by at least as much as in 1961, allowing for the error.
func falls(r experiment.Replicate) bool { return excess(r, 2, 3) <= fallPrecision }

// rises reports whether the total rises from game 126 to 219 by as much as in 1961, allowing for the error.
func rises(r experiment.Replicate) bool { return math.Abs(excess(r, 3, 4)) <= risePrecision }

// climbs reports whether the total rises by more than in 1961.
func climbs(r experiment.Replicate) bool { return excess(r, 3, 4) > risePrecision }

// final reports whether the machine wins at least eight of the last ten games.
func final(r experiment.Replicate) bool {
	return checkpoint(r, 220).Tally.Win-checkpoint(r, 210).Tally.Win >= 8
}

// deep reports whether the totals at both low points agree with the readings or are lower.
func deep(r experiment.Replicate) bool {
	return !slices.ContainsFunc(arena.Tournament[:2], func(reading arena.Reading) bool {
		return float64(total(r, reading.Games)) > reading.Value+reading.TotalPrecision()
	})
}

// together returns the conjunction of conditions.
func together(conditions ...condition) condition {
	return func(r experiment.Replicate) bool {
		return !slices.ContainsFunc(conditions, func(shown condition) bool { return !shown(r) })
	}
}

// features lists the features, those up to game 126 first.
var features = []feature{
	{"−10 at 17", "", half, agrees(17)},
	{"−10 at 46", "", half, agrees(46)},
	{"both", "−10 at 17 and at 46", half, agrees(17, 46)},
	{"so low or lower", "", half, deep},
	{"falls by 11 or more", "A fall of at least 11 from game 106 to 126", half, falls},
	{"+25, +12 and falls", "+25 at 106, +12 at 126, and the fall", half, together(agrees(106, 126), falls)},
	{"rises by 136–144", "A rise of 136 to 144 from game 126 to 219", arena.TournamentGames, rises},
	{"by more", "", arena.TournamentGames, climbs},
	{"falls and rises", "Both the fall and the rise", arena.TournamentGames, together(falls, rises)},
	{"all five readings", "", arena.TournamentGames, together(agrees(17, 46, 106, 126, 219), falls, rises)},
	{"8 of the last 10 won", "Eight defeats of Michie in the last ten games", arena.TournamentGames, final},
}

// named returns the feature with a heading.
func named(heading string) feature {
	return features[slices.IndexFunc(features, func(f feature) bool { return f.Heading == heading })]
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

// Shows returns the share of the surviving machines that have a feature.
func (s style) Shows(heading string) report.Share {
	f := named(heading)
	return s.proportion(func(r experiment.Replicate) bool { return solvent(r, f.games) }, f.shown)
}

// Alive returns the share of all machines that are not bankrupt after a number of games.
func (s style) Alive(games int64) report.Share {
	return s.proportion(func(experiment.Replicate) bool { return true },
		func(r experiment.Replicate) bool { return solvent(r, games) })
}

// showing is a style with the share of its machines that have a feature.
type showing struct {
	style
	Share report.Share
}

// Least and Most return the styles whose machines have a feature least and most often.
func (t styles) Least(heading string) showing { return slices.MinFunc(t.show(heading), byShare) }
func (t styles) Most(heading string) showing  { return slices.MaxFunc(t.show(heading), byShare) }

// Above returns the styles whose share with a feature lies above a bound, with its whole interval.
func (t styles) Above(heading string, bound float64) []showing {
	return keep(t.show(heading), func(s showing) bool { return s.Share.Interval.Low >= bound })
}

// show returns the share of the machines of each style that have a feature.
func (t styles) show(heading string) (all []showing) {
	for _, s := range t {
		all = append(all, showing{s, s.Shows(heading)})
	}
	return all
}

// Without returns the styles none of whose machines has a feature.
func (t styles) Without(heading string) []showing {
	return keep(t.show(heading), func(s showing) bool { return s.Share.Part == 0 })
}

func byShare(a, b showing) int { return cmp.Compare(a.Share.Value, b.Share.Value) }
