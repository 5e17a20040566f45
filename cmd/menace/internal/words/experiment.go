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
	"³ checkpoint from which half of the machines are unbeatable for good, known at the end only; \"later\" means " +
	"not by the end"

// Bankrupt explains how bankrupt machines count.
const Bankrupt = "bankrupt machines count as losing every later game"

// Intervals describes the intervals of cells.
const Intervals = "95 % intervals, cut off where values are impossible, are Student's t for means, BCa for means of " +
	"the machines still alive where others are bankrupt (if six or more), and Clopper–Pearson for shares"

// Censored and Bounded explain the times until an event.
const (
	Censored = "Kaplan–Meier estimates with 95 % log-log intervals. Machines that have not reached it by the end, or " +
		"lost it again, count as not reached (censored). \"Later\" means not by the end."
	Bounded = "Machines are measured only at checkpoints: what is first seen at one happened after the one before " +
		"it, so intervals begin there."
)

// Tests describes the tests of differences of cells, whose p values are corrected for a family.
func Tests(family string) string {
	over := map[string]string{
		"all": "all tests shown here", "pair": "the tests of a pair of cells", "measure": "the tests of a measure",
	}[family]
	return "differences in percentage points (pp), with 95 % intervals that are cut off where values are impossible. " +
		"Intervals and p are Welch's t for means of all machines, Newcombe's and Fisher's for shares. Means of the " +
		"machines that are alive have BCa intervals without p, times a log-rank test. p is corrected by Holm's " +
		"method for " + over + ", intervals are not; draws, losses and values that are one number count as one test"
}

// Effects describes effects of settings.
const Effects = "the effect of a setting is the mean of the cells with it minus the mean of all; the effect of two " +
	"settings is what they change together beyond that. If a setting has two values, only the second is listed, " +
	"since the first does the opposite, and the two differ by twice its effect. Intervals and p are Welch's t; p is " +
	"corrected by Holm's method for the effects on a measure, intervals are not. Intervals of shares combine " +
	"Wilson's, and have no p"

// P formats a p value.
func P(p float64) string {
	switch {
	case math.IsNaN(p):
		return "–"
	case p < 0.0001:
		return "< 0.0001"
	}
	return fmt.Sprintf("%.4f", p)
}

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
	return Count(int64(n))
}

// Points formats a difference of two values of a measure, or the two ends of its interval, in percentage points if the
// measure is a probability or a share.
func Points(m experiment.Measure, values ...float64) string {
	var texts []string
	for _, v := range values {
		switch {
		case math.IsNaN(v):
			return "–"
		case m.Name == "value":
			texts = append(texts, Signed(v))
		case m.Name == "score":
			texts = append(texts, Fixed("%+.1f", v))
		default:
			texts = append(texts, Fixed("%+.2f", 100*v))
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
		return Signed(v)
	case m.Name == "score":
		return Fixed("%.1f", v)
	case m.Name == "games":
		return GamesOrLater(v)
	}
	return Percent(v)
}

// Spread formats a standard deviation of a measure.
func Spread(m experiment.Measure, v float64) string {
	return strings.TrimPrefix(Measured(m, v), "+")
}

// Span formats a range of values of a measure, or a dash for an unknown one.
func Span(m experiment.Measure, low, high float64) string {
	if math.IsNaN(low) {
		return "–"
	}
	from, percent := strings.CutSuffix(Measured(m, low), " %")
	if percent {
		return from + "–" + Measured(m, high)
	}
	return from + " to " + Measured(m, high)
}

// Cell describes the settings of a cell.
func Cell(c experiment.Cell) string { return Learner(c) + ", trained against " + c.Opponent }

// Learner names the learner of a cell: a machine by its rules, another learner by its name, followed by the game unless
// it is tic-tac-toe, and by the side unless it plays first.
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
	return fmt.Sprintf("only %s of %s replicates are stored: %s", Count(stored), Count(all), Missing(experiment))
}

// Missing advises on missing replicates. A database does not record whether it holds only a shard.
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
