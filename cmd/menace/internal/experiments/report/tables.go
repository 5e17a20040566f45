package report

import (
	"cmp"
	"fmt"
	"slices"

	"menace/cmd/menace/internal/experiments/wording"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/words"
	"menace/menace/experiment"
)

// SettingsTable returns a table of the cells' settings. While replicates are missing, it also counts the stored ones.
func (r Experiment) SettingsTable() tables.Text {
	t := tables.Text{Right: 3, Headings: []string{"cell", "machine", "opponent"}}
	stored, all := r.Stored()
	if stored < all {
		t.Headings = append(t.Headings, "runs")
	}
	for _, c := range r.Cells {
		line := []string{fmt.Sprint(c.Number), wording.Learner(c.Settings), c.Settings.Opponent, words.Count(c.All.N)}
		t.Lines = append(t.Lines, line[:len(t.Headings)])
	}
	return t
}

// ResultsTables returns the tables of the results: a table of shares and one for each measure, with a row for each
// cell; or, if cells are compared, a table of their differences.
func (r Experiment) ResultsTables() (tables []tables.Text) {
	for _, c := range r.pairs {
		tables = append(tables, c.table(r.Confidence))
	}
	if tables != nil {
		return tables
	}
	tables = append(tables, r.sharesTable())
	for _, m := range r.shownMeasures(r.Cells...) {
		tables = append(tables, r.measureTable(m))
	}
	return tables
}

// shownMeasures returns the measures against the selected opponents, or by default probabilities against opponents, the
// value of the worst case, and the most losses. It omits measures that are 0 or unknown in all cells, such as wins
// against perfect play.
func (r Experiment) shownMeasures(cells ...Cell) []experiment.Measure {
	measures := slices.Clone(r.Measures)
	slices.SortStableFunc(measures, func(a, b experiment.Measure) int { // in the order selected
		return cmp.Compare(slices.Index(r.selection.Against, a.Against), slices.Index(r.selection.Against, b.Against))
	})
	return slices.DeleteFunc(measures, func(m experiment.Measure) bool {
		shown := slices.Contains(r.selection.Against, m.Against)
		if len(r.selection.Against) == 0 {
			shown = m.Against != "played" && (m.Name == "value") == (m.Against == "worst")
		}
		return !shown || !slices.ContainsFunc(cells, func(c Cell) bool {
			s := c.All.Of(m)
			return s.Mean < 0 || s.Mean > 0 || s.SD > 0
		})
	})
}
