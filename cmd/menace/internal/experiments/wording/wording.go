// Package wording contains sentences about experiments, and formats their numbers.
package wording

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/menace/experiment"
	"menace/minimax/games"
	"menace/symmetry"
)

// SharesNote is the footnote on the columns that count replicates.
const SharesNote = "¹ machines that lose at most one game in ten to perfect play; ² machines that nobody can beat; " +
	"³ checkpoint from which half of the machines are unbeatable for good, known at the end only; \"later\" means " +
	"not by the end"

// Bankrupt explains how bankrupt machines count.
const Bankrupt = "bankrupt machines count as losing every later game"

// Intervals explains the numbers of cells.
const Intervals = "Every probability of a machine is exact; intervals are over the machines of a cell. sd is the " +
	"standard deviation. Intervals are Student's t for means, cut off where values are impossible, and exact for " +
	"medians (order statistics) and shares (Clopper–Pearson)."

// Differences explains the differences of cells.
const Differences = "Differences are in percentage points (pp). Intervals are Welch's t for means and Newcombe's for " +
	"shares, cut off where values are impossible."

// ReachedAndKept explains the games until an event, in an experiment of this many games.
func ReachedAndKept(games int64, confidence float64) string {
	return fmt.Sprintf("games at the first checkpoint from which it holds to the end, for bankrupt the exact game; "+
		"%s %% intervals are exact (Clopper–Pearson, order statistics); \"later\" means not by game %s",
		Level(confidence), words.Count(games))
}

// Level formats a level of confidence as a percentage without its sign.
func Level(confidence float64) string { return strconv.FormatFloat(100*confidence, 'g', 8, 64) }

// IntervalOf is the heading of a column of intervals.
func IntervalOf(confidence float64) string { return Level(confidence) + " % interval" }

// Times formats a number of games with its interval. Infinity means later than the end.
func Times(games, low, high float64) string {
	if math.IsNaN(games) || math.IsInf(games, 1) && math.IsInf(low, 1) {
		return GamesOrLater(games)
	}
	return fmt.Sprintf("%s (%s–%s)", GamesOrLater(games), GamesOrLater(low), GamesOrLater(high))
}

// GamesOrLater formats a number of games: "later" if it is infinite, or a dash if it is unknown.
func GamesOrLater(n float64) string {
	switch {
	case math.IsInf(n, 1):
		return "later"
	case math.IsNaN(n):
		return "–"
	}
	return words.Count(int64(n))
}

// Points formats a difference of two values of a measure, or both ends of its interval, in percentage points if the
// measure is a probability or a share.
func Points(m experiment.Measure, values ...float64) string {
	var texts []string
	for _, v := range values {
		switch {
		case math.IsNaN(v):
			return "–"
		case m.Name == "value":
			texts = append(texts, words.Signed(v))
		case m.Name == "score":
			texts = append(texts, words.Fixed("%+.1f", v))
		default:
			texts = append(texts, words.Fixed("%+.2f", 100*v))
		}
	}
	text := strings.Join(texts, " to ")
	if len(values) == 1 && m.Name != "value" && m.Name != "score" {
		return text + " pp"
	}
	return text
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

// Event describes an event by its name.
func Event(name string) string {
	switch e, _ := experiment.ParseEvent(name); e.Op {
	case ">=":
		return fmt.Sprintf("%s is at least %.4g %%", Measure(e.Measure), 100*e.Bound)
	case "<":
		return fmt.Sprintf("%s is below %.4g %%", Measure(e.Measure), 100*e.Bound)
	}
	return name
}

// Measured formats a value of a measure.
func Measured(m experiment.Measure, v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case m.Name == "value":
		return words.Signed(v)
	case m.Name == "score":
		return words.Fixed("%.1f", v)
	}
	return words.Percent(v)
}

// IsPercent reports whether a measure is a probability, which tables show in percent.
func IsPercent(m experiment.Measure) bool { return m.Name != "value" && m.Name != "score" }

// Figure formats a value of a measure for a table, without a percent sign.
func Figure(m experiment.Measure, v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case m.Name == "value":
		return words.Fixed("%+.3f", v)
	case m.Name == "score":
		return words.Fixed("%.1f", v)
	}
	return words.Fixed("%.2f", 100*v)
}

// Figures formats a range of values of a measure for a table, or a dash for an unknown one.
func Figures(m experiment.Measure, low, high float64) string {
	switch {
	case math.IsNaN(low):
		return "–"
	case IsPercent(m):
		return Figure(m, low) + "–" + Figure(m, high)
	}
	return Figure(m, low) + ", " + Figure(m, high) // a dash would look like a minus sign
}

// Cell describes the settings of a cell.
func Cell(c experiment.Cell) string { return Learner(c) + ", trained against " + c.Opponent }

// Learner names the learner of a cell: a machine by its rules, another learner by its name, followed by the game unless
// that is tic-tac-toe, and by the side unless it plays first.
func Learner(c experiment.Cell) string {
	if c.Learner == "" {
		return sentences.RulesAndSide(c.Rules)
	}
	return c.Learner + Place(c)
}

// Place names the game of a cell unless that is tic-tac-toe, and the side unless it plays first, each after a comma.
func Place(c experiment.Cell) (place string) {
	if c.Rules.Game != menace.Michie().Game {
		place += ", " + games.Short(c.Rules.Game)
	}
	if c.Rules.Plays == symmetry.Second {
		place += ", plays second"
	}
	return place
}

// Unfinished returns a note that replicates of an experiment are missing, or "" if all are stored.
func Unfinished(experiment string, stored, all int64) string {
	if stored == all {
		return ""
	}
	return fmt.Sprintf("only %s of %s replicates are stored: %s",
		words.Count(stored), words.Count(all), Missing(experiment))
}

// Missing gives advice about missing replicates. A database does not record whether it only holds a shard.
func Missing(experiment string) string {
	return fmt.Sprintf("merge the others if they belong to other shards, or else `menace experiment run %s` trains "+
		"them", experiment)
}

// Mixed returns a note that several versions of menace trained the replicates of an experiment, or "".
func Mixed(versions []string) string {
	if len(versions) < 2 {
		return ""
	}
	return "several versions of menace trained its replicates: " + strings.Join(versions, ", ")
}
