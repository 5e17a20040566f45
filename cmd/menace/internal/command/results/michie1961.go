package results

import (
	"math"
	"slices"

	"menace/arena"
	"menace/arena/experiment"
)

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
	{"both", "−10 after 17 games and after 46", half, agrees(17, 46)},
	{"so low or lower", "", half, deep},
	{"falls by 11 or more", "A fall of at least 11 from game 106 to 126", half, falls},
	{"+25, +12 and falls", "+25 after 106 games, +12 after 126, and the fall", half, together(agrees(106, 126), falls)},
	{"rises by 136–144", "A rise of 136 to 144 from game 126 to 219", arena.TournamentGames, rises},
	{"by more", "", arena.TournamentGames, climbs},
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
