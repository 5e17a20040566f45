package experiment

import (
	"math"
	"slices"

	"menace/menace/arena"
	"menace/minimax/games"
	"menace/symmetry"
)

// Measure names a number that describes how good a machine is at a checkpoint.
type Measure struct {
	// Against is one of [Design.Opponents], "worst" for the best reply (see [arena.Point]), "most_losses" for
	// [arena.MostLosses], or "played" for the training games.
	Against string
	Name    string // "win", "draw", "loss", "value" for wins minus losses, or "score" for the training games
}

// measuredOpponents lists the opponents against which checkpoints have exact probabilities.
var measuredOpponents = []string{"random", "blocker", "perfect"}

// worstReplies names the opponents that are worst for a machine, computed for each machine anew.
var worstReplies = []string{"worst", "most_losses"}

// Against lists the values of [Measure.Against].
var Against = slices.Concat(measuredOpponents, worstReplies, []string{"played"})

// Opponents returns the opponents against which the checkpoints of a valid design have exact probabilities: "random",
// "perfect" and, if the game has one, "blocker".
func (d *Design) Opponents() []string {
	if d.blocks() {
		return measuredOpponents
	}
	return []string{"random", "perfect"}
}

// Against returns the values of [Measure.Against] for a valid design.
func (d *Design) Against() []string {
	return slices.Concat(d.Opponents(), worstReplies, []string{"played"})
}

// Graph returns the game of a valid design.
func (d *Design) Graph() (*symmetry.Graph, error) { return games.Graph(d.Cells[0].Rules.Game) }

// blocks reports whether the game of a valid design has a blocker.
func (d *Design) blocks() bool {
	graph, err := d.Graph()
	return err == nil && arena.Blocker(graph) != nil
}

// Measures returns all measures of a valid design. All but the score are exact. Against most_losses there are only
// losses, since replies that beat a machine equally often may draw and lose differently.
func (d *Design) Measures() (all []Measure) {
	for _, against := range append(slices.Clone(d.Opponents()), "worst") {
		for _, name := range []string{"win", "draw", "loss", "value"} {
			all = append(all, Measure{against, name})
		}
	}
	return append(all, Measure{"most_losses", "loss"}, Measure{"played", "score"})
}

// Of returns the measure at a point.
func (m Measure) Of(p arena.Point) float64 { return p.Number(m.Against, m.Name) }

func (m Measure) bounds() Interval {
	switch m.Name {
	case "value":
		return Interval{-1, 1}
	case "score":
		return Interval{math.Inf(-1), math.Inf(1)}
	}
	return Interval{0, 1}
}

// Best returns the largest possible value of a measure for the machines of a cell, if it is limited by the value of the
// game, and +Inf otherwise. Cells count from 1.
func (d *Design) Best(cell int, m Measure) float64 {
	graph, err := d.Graph()
	if err != nil || m.Name != "value" || m.Against != "perfect" && m.Against != "worst" {
		return math.Inf(1)
	}
	return arena.Value(graph, d.Cells[cell-1].Rules.Plays)
}

func (m Measure) values(points []arena.Point) []float64 {
	values := make([]float64, len(points))
	for i, p := range points {
		values[i] = m.Of(p)
	}
	return values
}

// Summarize describes the measure at one or more points. Its interval contains only possible values.
func (m Measure) Summarize(points []arena.Point, confidence float64) Summary {
	return m.Describe(m.values(points), confidence)
}

// Describe describes one or more values of the measure, like [Measure.Summarize]. It sorts them.
func (m Measure) Describe(values []float64, confidence float64) Summary {
	s := Summarize(values, confidence)
	s.possible = m.bounds()
	s.Interval = s.Interval.within(s.possible)
	return s
}

// AtMost limits the interval of a summary to values up to best, the result of [Design.Best]. Intervals of differences
// from other summaries are limited accordingly; see [Measure.Compare].
func (s Summary) AtMost(best float64) Summary {
	s.possible.High = min(s.possible.High, best)
	s.Interval = s.Interval.within(s.possible)
	return s
}

// Compare returns a − b for two summaries of the measure, like the function [Compare]. Its interval contains only
// possible differences.
func (m Measure) Compare(a, b Summary) Difference {
	d := Compare(a, b)
	d.Interval = d.Interval.within(Interval{a.possible.Low - b.possible.High, a.possible.High - b.possible.Low})
	return d
}
