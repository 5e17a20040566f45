package report

import (
	"fmt"
	"slices"

	"menace/cmd/menace/internal/experiments/wording"
	"menace/cmd/menace/internal/tables"
	"menace/menace/experiment"
)

// Comparison is the difference A − B between two cells, over all machines.
type Comparison struct {
	A, B        Cell
	Differences []Difference // of the measures and shares shown
}

// Difference is the difference of a mean or a share between two cells.
type Difference struct {
	Title  string
	Values [2]float64 // the numbers of both cells
	experiment.Difference

	measure experiment.Measure // determines how to format the numbers
}

// comparePairs compares the requested pairs of cells.
func (r Experiment) comparePairs() (list []*Comparison) {
	byNumber := map[int]Cell{}
	for _, c := range r.Cells {
		byNumber[c.Number] = c
	}
	for pair := range slices.Chunk(r.selection.Compare, 2) {
		list = append(list, r.newComparison(byNumber[pair[0]], byNumber[pair[1]]))
	}
	return list
}

func (r Experiment) newComparison(a, b Cell) *Comparison {
	c := &Comparison{A: a, B: b}
	for _, m := range r.shownMeasures(a, b) {
		x, y := a.All.Of(m), b.All.Of(m)
		c.Differences = append(c.Differences,
			Difference{wording.Measure(m), [2]float64{x.Mean, y.Mean}, m.Compare(x, y), m})
	}
	addShare := func(title string, x, y Share) {
		if x.Whole > 0 && y.Whole > 0 && x.Part+y.Part > 0 {
			c.Differences = append(c.Differences, Difference{title, [2]float64{x.Value, y.Value},
				experiment.CompareShares(x.Part, x.Whole, y.Part, y.Whole, r.Confidence), share})
		}
	}
	if len(r.selection.Against) == 0 { // the shares are not about opponents
		for _, column := range columns {
			if x, ok := column.value(a).(Share); ok {
				addShare(column.title, x, column.value(b).(Share))
			}
		}
	}
	if r.Until != "" {
		addShare("reached "+r.Until, a.Reached.Share, b.Reached.Share)
	}
	return c
}

// table returns the differences as a table.
func (c *Comparison) table(confidence float64) tables.Text {
	t := tables.Text{
		Title: fmt.Sprintf("cell %d − cell %d", c.A.Number, c.B.Number), Right: 1,
		Headings: []string{"measure", fmt.Sprintf("cell %d", c.A.Number), fmt.Sprintf("cell %d", c.B.Number),
			"difference", wording.IntervalOf(confidence)},
	}
	for _, d := range c.Differences {
		t.Lines = append(t.Lines, []string{d.Title,
			wording.Measured(d.measure, d.Values[0]), wording.Measured(d.measure, d.Values[1]),
			wording.Points(d.measure, d.Mean), wording.Points(d.measure, d.Interval.Low, d.Interval.High)})
	}
	return t
}

// MarshalJSON writes the numbers of the cells and their differences.
func (c *Comparison) MarshalJSON() ([]byte, error) {
	return object{{"cells", [2]int{c.A.Number, c.B.Number}}, {"differences", c.Differences}}.MarshalJSON()
}

// MarshalJSON writes unknown numbers as null.
func (d Difference) MarshalJSON() ([]byte, error) {
	r := object{{"name", d.Title}}
	if d.measure.Against != "" {
		r = append(r, object{{"against", d.measure.Against}, {"measure", d.measure.Name}}...)
	}
	return append(r, object{
		{"values", numbers(d.Values[:]...)}, {"difference", d.Mean}, {"interval", ends(d.Interval)},
	}...).MarshalJSON()
}
