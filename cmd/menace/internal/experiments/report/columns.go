package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"menace/cmd/menace/internal/experiments/wording"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/words"
	"menace/menace/experiment"
	"menace/menace/tidy"
)

// column is a result of a cell: a member in JSON; if it has a title, a column in the table of shares; and if it is a
// share, a line of a comparison.
type column struct {
	name  string // in JSON
	title string // in tables, or ""
	mark  string // reference to the note below the table, or ""

	// value returns the value. A Share has an interval, and games may be later than the end. A nil value is omitted.
	value func(Cell) any

	first bool // in the table, this column precedes the others
	beads bool // only machines with beads can have a value; the table shows a dash for other learners
}

// games is a number of games: +Inf if it is beyond the end of the experiment, NaN if it is unknown.
type games float64

// columns lists the results of a cell, in the order of JSON.
var columns = slices.Concat([]column{
	{name: "cell", value: func(c Cell) any { return c.Number }},
	{name: "rules", value: func(c Cell) any {
		if c.Settings.Learner != "" { // rules about beads do not apply
			return map[string]any{"game": c.Settings.Rules.Game, "plays": c.Settings.Rules.Plays}
		}
		return c.Settings.Rules
	}},
	{name: "learner", value: func(c Cell) any { return c.Settings.LearnerName() }},
	{name: "opponent", value: func(c Cell) any { return c.Settings.Opponent }},
	{name: "runs", value: func(c Cell) any { return c.All.N }},
	{name: "bankrupt", value: func(c Cell) any { return c.Bankrupt.Part }},
	{name: "bankrupt", title: "bankrupt", beads: true, value: func(c Cell) any { return c.Bankrupt }},
	{name: "holds_90_draws", title: "hold 90 %", mark: "¹", value: func(c Cell) any { return c.Sound }},
	{name: "unbeatable", title: "unbeatable", mark: "²", value: func(c Cell) any { return c.Unbeatable }},
	{name: "unbeatable_from", title: "from", mark: "³", value: func(c Cell) any { return games(c.UnbeatableFrom) }},
}, ofGroup("", func(c Cell) Group { return c.All }, "mean", "sd", "quantiles", "median_interval", "interval"), []column{
	{name: "alive", title: "alive", first: true, value: func(c Cell) any { return c.Alive.N }},
}, ofGroup("alive_", func(c Cell) Group { return c.Alive }, "mean", "sd", "quantiles", "median_interval"), []column{
	{name: "reached", value: func(c Cell) any { return tidy.Unless(c.Reached.Share.Whole == 0, c.Reached) }},
})

// ofGroup returns a column of JSON for each of these statistics of a group, with a number for each measure.
func ofGroup(prefix string, group func(Cell) Group, names ...string) (list []column) {
	for _, name := range names {
		list = append(list, column{name: prefix + name, value: func(c Cell) any {
			return group(c).each(func(s experiment.Summary) any {
				if name == "quantiles" {
					return object{{"p5", s.P5}, {"median", s.Median}, {"p95", s.P95}}
				}
				return inJSON(statisticNamed(name).of(s))
			})
		}})
	}
	return list
}

// MarshalJSON writes the results of a cell. A share has two members. The numbers of measures are by opponent and name.
// Without replicates, all numbers except counts are null.
func (c Cell) MarshalJSON() ([]byte, error) {
	var o object
	for _, column := range columns {
		switch v := column.value(c).(type) {
		case nil:
		case Share:
			o = append(o, member{column.name + "_share", v.Value},
				member{column.name + "_interval", ends(v.Interval)})
		case games:
			o = append(o, member{column.name, float64(v)})
		default:
			o = append(o, member{column.name, v})
		}
	}
	return o.MarshalJSON()
}

// sharesTable returns a table of the numbers of replicates that have learned the game.
func (r Experiment) sharesTable() tables.Text {
	t := tables.Text{
		Title: "shares of the machines, %, each with its " + wording.IntervalOf(r.Confidence), Note: wording.SharesNote,
		Headings: []string{"cell"},
	}
	shown := slices.DeleteFunc(slices.Clone(columns), func(c column) bool { return c.title == "" })
	slices.SortStableFunc(shown, func(a, b column) int {
		switch {
		case a.first == b.first:
			return 0
		case a.first:
			return -1
		}
		return 1
	})
	for _, column := range shown {
		t.Headings = append(t.Headings, column.title+column.mark)
	}
	for _, c := range r.Cells {
		line := []string{fmt.Sprint(c.Number)}
		for _, column := range shown {
			line = append(line, column.text(c))
		}
		t.Lines = append(t.Lines, line)
	}
	return t
}

// text formats the value of a cell for the table.
func (c column) text(cell Cell) string {
	if c.beads && cell.Settings.LearnerName() != experiment.Beads {
		return "–"
	}
	switch v := c.value(cell).(type) {
	case Share:
		return v.WithInterval()
	case games:
		return wording.GamesOrLater(float64(v))
	case int:
		return words.Count(v)
	default:
		return fmt.Sprint(v)
	}
}

// statistic is a number or an interval that describes a measure of several machines: a member in JSON and a column
// of the table of the measure.
type statistic struct {
	name  string                       // in JSON, or "" for parts of its quantiles
	title string                       // of the column, or "" for an interval with the level of confidence
	of    func(experiment.Summary) any // a number, a deviation, or an interval

	ofAlive bool // also describes the machines that are alive
	spare   bool // narrow screens omit it
}

// deviation is a number without a sign.
type deviation float64

// statistics lists the columns of the table of a measure.
var statistics = []statistic{
	{name: "mean", title: "mean", ofAlive: true, of: func(s experiment.Summary) any { return s.Mean }},
	{name: "interval", of: func(s experiment.Summary) any { return s.Interval }},
	{name: "sd", title: "sd", ofAlive: true, spare: true,
		of: func(s experiment.Summary) any { return deviation(s.SD) }},
	{title: "median", ofAlive: true, of: func(s experiment.Summary) any { return s.Median }},
	{name: "median_interval", ofAlive: true, of: func(s experiment.Summary) any { return s.MedianInterval }},
	{title: "5 % to 95 %", ofAlive: true, spare: true,
		of: func(s experiment.Summary) any { return experiment.Interval{Low: s.P5, High: s.P95} }},
}

func statisticNamed(name string) statistic {
	return statistics[slices.IndexFunc(statistics, func(s statistic) bool { return s.name == name })]
}

// inJSON returns a number, a deviation or an interval for JSON.
func inJSON(value any) any {
	switch v := value.(type) {
	case experiment.Interval:
		return ends(v)
	case deviation:
		return tidy.Known(float64(v))
	}
	return tidy.Known(value)
}

// measureTable returns a table of a measure, with a row for all machines of a cell and, if some are bankrupt, a row for
// the others.
func (r Experiment) measureTable(m experiment.Measure) tables.Text {
	t := tables.Text{Title: wording.Measure(m), Right: 1, Headings: []string{"cell"}}
	if wording.IsPercent(m) {
		t.Title += ", %"
	}
	for _, s := range statistics {
		t.Headings = append(t.Headings, cmp.Or(s.title, wording.IntervalOf(r.Confidence)))
		if s.spare {
			t.Spare = slices.Insert(t.Spare, 0, s.title)
		}
	}
	add := func(name string, g Group, alive bool) {
		line := []string{name}
		for _, s := range statistics {
			text := ""
			if s.ofAlive || !alive {
				text = measured(m, s.of(g.Of(m)))
			}
			line = append(line, text)
		}
		t.Lines = append(t.Lines, line)
	}
	for _, c := range r.Cells {
		if c.All.N > 0 {
			add(fmt.Sprint(c.Number), c.All, false)
		}
		if c.SomeBankrupt() && c.Alive.N > 0 {
			add(fmt.Sprintf("%d alive", c.Number), c.Alive, true)
		}
	}
	return t
}

// measured formats a number, a deviation or an interval of a measure for its table.
func measured(m experiment.Measure, value any) string {
	switch v := value.(type) {
	case experiment.Interval:
		return wording.Figures(m, v.Low, v.High)
	case deviation:
		return strings.TrimPrefix(wording.Figure(m, float64(v)), "+")
	}
	return wording.Figure(m, value.(float64))
}
