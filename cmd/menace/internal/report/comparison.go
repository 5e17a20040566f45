package report

import (
	"fmt"
	"math"
	"slices"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/words"
)

// Families names what Holm's correction can treat as one family: all tests shown, the tests of a pair of cells, or the
// tests of a measure.
var Families = []string{"all", "pair", "measure"}

// Test compares a number between two cells, or the mean of the cells that have a setting with the mean of all cells.
type Test struct {
	Title                 string
	Values                []float64 // the numbers of both cells, or the mean of the cells that have the setting
	experiment.Difference           // for times, all but P are NaN
	Holm                  float64   // P, corrected for the family of the test

	measure experiment.Measure // determines how to format the numbers
}

// correctHolm corrects the p values of families of tests by Holm's method. Tests of the same thing count once.
func correctHolm[K comparable](families map[K][]*Test) {
	for _, family := range families {
		family = slices.DeleteFunc(family, func(t *Test) bool { t.Holm = t.P; return math.IsNaN(t.P) })
		var p []float64
		nth := make([]int, len(family)) // the index in p of each test
		for i, t := range family {
			if i == 0 || !t.repeats(family[i-1]) {
				p = append(p, t.P)
			}
			nth[i] = len(p) - 1
		}
		adjusted := experiment.Holm(p)
		for i, t := range family {
			t.Holm = adjusted[nth[i]]
		}
	}
}

// repeats reports whether a test is equivalent to the one before it. If no game can be won, every game that is not
// drawn is lost, so draws, losses and the value are one number and have the same p, up to rounding.
func (t *Test) repeats(before *Test) bool {
	return t.measure.Against != "" && t.measure.Against == before.measure.Against &&
		t.measure.Name != before.measure.Name && math.Abs(t.P-before.P) <= 1e-6*t.P
}

// testTable returns a table of tests, with headings for their titles, values and differences.
func testTable(title string, tests []Test, headings ...string) Table {
	t := Table{Title: title, Right: 1, Headings: slices.Concat(headings, []string{"95 % interval", "p (Holm)"})}
	for _, test := range tests {
		line := []string{test.Title}
		for _, value := range test.Values {
			line = append(line, words.Measured(test.measure, value))
		}
		t.Lines = append(t.Lines, append(line, words.Points(test.measure, test.Mean),
			words.Points(test.measure, test.Interval.Low, test.Interval.High), words.P(test.Holm)))
	}
	return t
}

// MarshalJSON writes unknown numbers as null.
func (t Test) MarshalJSON() ([]byte, error) {
	return object("name", t.Title, "values", numbers(t.Values...), "difference", t.Mean, "interval", ends(t.Interval),
		"p", t.P, "p_holm", t.Holm)
}

// Comparison is the difference of two cells: the numbers of A minus those of B.
type Comparison struct {
	A, B  Cell
	All   Group  // intervals by Welch's t
	Alive Group  // intervals by BCa; empty if the machines of a cell are all bankrupt
	Tests []Test // tests of the measures shown, of shares, and of times until an event
}

// comparePairs compares the requested pairs of cells.
func (r Experiment) comparePairs() (list []*Comparison) {
	byNumber := map[int]Cell{}
	for _, c := range r.Cells {
		byNumber[c.Number] = c
	}
	families := map[any][]*Test{}
	for pair := range slices.Chunk(r.selection.Compare, 2) {
		c := r.newComparison(byNumber[pair[0]], byNumber[pair[1]])
		list = append(list, c)
		for i := range c.Tests {
			t := &c.Tests[i]
			family := map[string]any{"all": nil, "pair": len(list), "measure": t.Title}[r.selection.Family]
			families[family] = append(families[family], t)
		}
	}
	correctHolm(families)
	return list
}

func (r Experiment) newComparison(a, b Cell) *Comparison {
	c := &Comparison{A: a, B: b, All: a.All.Minus(b.All), Alive: a.Alive.Minus(b.Alive)}
	add := func(title string, m experiment.Measure, x, y float64, d experiment.Difference) {
		c.Tests = append(c.Tests, Test{Title: title, Values: []float64{x, y}, Difference: d, measure: m})
	}
	for _, m := range r.shownMeasures(a, b) {
		x, y := a.All.Of(m), b.All.Of(m)
		add(words.Measure(m), m, x.Mean, y.Mean, m.Compare(x, y))
	}
	addShare := func(title string, x, y Share) {
		if x.Whole > 0 && y.Whole > 0 && x.Part+y.Part > 0 {
			d := experiment.CompareShares(x.Part, x.Whole, y.Part, y.Whole)
			add(title, share, x.Value, y.Value, d)
		}
	}
	for _, p := range r.shownProperties() {
		addShare(p.Title, p.Of(a), p.Of(b))
	}
	if r.Until != nil {
		notYetA, notYetB := a.Censored(), b.Censored()
		tested := func(p Property) bool { // as the other part of the machines
			return notYetA.complements(p.Of(a)) && notYetB.complements(p.Of(b))
		}
		if !slices.ContainsFunc(r.shownProperties(), tested) {
			addShare("not yet "+r.Until.Event, notYetA, notYetB)
		}
		x, _ := a.Times.Quantile(0.5)
		y, _ := b.Times.Quantile(0.5)
		d := experiment.Difference{Mean: math.NaN(), Interval: unknown.Interval}
		_, _, d.P = experiment.LogRank(a.Times, b.Times)
		add("games until "+r.Until.Event, experiment.Measure{Name: "games"}, x, y, d)
	}
	return c
}

// Minus returns only the differences of the means of two groups with their intervals. It is empty if one of the groups
// is.
func (g Group) Minus(other Group) Group {
	differences := Group{Summaries: map[experiment.Measure]experiment.Summary{}}
	for m, s := range g.Summaries {
		if o, ok := other.Summaries[m]; ok {
			d := m.Compare(s, o)
			differences.Summaries[m] = experiment.Summary{Mean: d.Mean, Interval: d.Interval}
		}
	}
	return differences
}

// tables returns the tests and, if some machines are bankrupt, the differences between those that are alive.
func (c *Comparison) tables() []Table {
	headings := []string{"measure", fmt.Sprintf("cell %d", c.A.Number), fmt.Sprintf("cell %d", c.B.Number),
		"difference"}
	all := testTable(fmt.Sprintf("cell %d − cell %d", c.A.Number, c.B.Number), c.Tests, headings...)
	if c.A.Bankrupt.Part+c.B.Bankrupt.Part == 0 {
		return []Table{all}
	}
	var living []Test
	for _, t := range c.Tests {
		if s := c.Alive.Of(t.measure); t.measure.Against != "" {
			t.Values = []float64{c.A.Alive.Of(t.measure).Mean, c.B.Alive.Of(t.measure).Mean}
			t.Difference, t.Holm = experiment.Difference{Mean: s.Mean, Interval: s.Interval}, math.NaN()
			living = append(living, t)
		}
	}
	return []Table{all, testTable(fmt.Sprintf("of the machines that are alive, %s and %s",
		words.Count(c.A.Alive.N), words.Count(c.B.Alive.N)), living, headings...)}
}

// MarshalJSON writes the numbers by opponent and name of the measure.
func (c *Comparison) MarshalJSON() ([]byte, error) {
	return object("cells", [2]int{c.A.Number, c.B.Number},
		"difference", c.All.means(), "interval", c.All.intervals(),
		"alive_difference", c.Alive.means(), "alive_interval", c.Alive.intervals(), "tests", c.Tests)
}
