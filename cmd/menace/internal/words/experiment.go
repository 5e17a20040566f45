package words

import (
	"fmt"
	"math"
	"strings"

	"menace/arena/experiment"
	"menace/menace"
	"menace/symmetry"
)

// Held is the footnote on the columns that count replicates.
const Held = "¹ machines that lose at most one game in ten to perfect play; ² machines that nobody can beat; " +
	"³ games after which half of the machines are unbeatable for good"

// Statistics describes the statistics after so many games.
func Statistics(games int64) string {
	return fmt.Sprintf("after %s; every probability is exact; 95 %% intervals of the means are Student's t, "+
		"or BCa where the heading says so", Plural(games, "game"))
}

// Measure returns the name of a measure.
func Measure(m experiment.Measure) string {
	switch m.Against {
	case "worst":
		return m.Name + ", worst case"
	case "most_losses":
		return m.Name + ", most losses"
	case "played":
		return "3·wins + draws − losses"
	}
	return m.Name + " against " + m.Against
}

// Measured formats a value of a measure.
func Measured[N ~float64](m experiment.Measure, v N) string {
	switch {
	case math.IsNaN(float64(v)):
		return "–"
	case m.Name == "value":
		return Signed(float64(v))
	case m.Name == "score":
		return fmt.Sprintf("%.1f", v+0) // never −0
	}
	return Percent(float64(v) + 0)
}

// Spread formats a standard deviation of a measure.
func Spread[N ~float64](m experiment.Measure, v N) string {
	return strings.TrimPrefix(Measured(m, v), "+")
}

// Span formats a range of values of a measure, or a dash for an unknown one.
func Span[N ~float64](m experiment.Measure, low, high N) string {
	if math.IsNaN(float64(low)) {
		return "–"
	}
	from, percent := strings.CutSuffix(Measured(m, low), " %")
	if percent {
		return from + "–" + Measured(m, high)
	}
	return from + " to " + Measured(m, high)
}

// GamesOrNever formats a number of games, which may be infinite or unknown.
func GamesOrNever(n float64) string {
	switch {
	case math.IsInf(n, 1):
		return "never"
	case math.IsNaN(n):
		return "–"
	}
	return Count(int64(n))
}

// Cell describes the settings of a cell.
func Cell(c experiment.Cell) string { return Learner(c) + ", trained with " + c.Opponent }

// Learner names the learner of a cell: a machine by its rules, another learner by its name. The name of another learner
// is followed by the game, unless it is tic-tac-toe, and by the side, unless it plays first.
func Learner(c experiment.Cell) string {
	if c.Learner == "" {
		return Machine(c.Rules)
	}
	name := c.Learner
	if c.Rules.Game != menace.Michie().Game {
		name += ", " + c.Rules.Game
	}
	if c.Rules.Plays == symmetry.Second {
		name += ", plays second"
	}
	return name
}

// Unfinished returns a note that replicates of an experiment are missing, or "" if all are stored.
func Unfinished(experiment string, stored, all int64) string {
	if stored == all {
		return ""
	}
	return fmt.Sprintf("only %s of %s replicates are stored; `menace experiment run %s` continues it",
		Count(stored), Count(all), experiment)
}
