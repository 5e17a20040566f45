package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
)

// printReport prints the results of an experiment, in the measures against some opponents.
func printReport(con *console.IO, r lab.ExperimentReport, against []string) {
	stored := 0
	for _, c := range r.Cells {
		stored += c.Runs
	}
	printSize(con, r.Name, len(r.Cells), r.Runs, r.Games, r.Seed)
	con.CommandLine(r.Command)
	if text := words.Unfinished(r.Name, int64(stored), r.Runs*int64(len(r.Cells))); text != "" {
		con.Note("%s", text)
	}
	con.Print("\n")
	printCells(con, r.Cells)
	con.Say("\nafter %s; 95 %% t intervals of the means, by gonum/stat; every probability is exact", words.Plural(r.At, "game"))
	if r.Compare == nil {
		printMeasures(con, r.Measures, r.Cells, against)
		return
	}
	printComparison(con, r.Measures, *r.Compare, r.Cells[r.Compare.Cells[0]-1], r.Cells[r.Compare.Cells[1]-1], against)
}

// printCells prints the settings of the cells, and what counts games.
func printCells(con *console.IO, cells []lab.CellReport) {
	var rows [][]string
	for _, c := range cells {
		row := []string{fmt.Sprint(c.Cell), words.Machine(c.Rules), c.Opponent, words.Count(c.Runs), "–", "–", "–"}
		if c.Runs > 0 {
			row[4] = fmt.Sprintf("%s (%.1f–%.1f)", words.Share(c.Bankrupt, c.Runs), 100*c.BankruptInterval[0], 100*c.BankruptInterval[1])
			row[5] = words.Share(c.Reached, c.Runs)
			row[6] = gamesOrNever(c.ReachedGames)
		}
		rows = append(rows, row)
	}
	con.Table(3, []string{"cell", "machine", "opponent", "runs", "bankrupt", "held 90 %¹", "from¹"}, rows, "runs")
	con.Say("%s", console.Faint(
		"¹ replicates that came to hold 90 % of games against perfect, without losing; the checkpoint at which half of all had"))
}

// gamesOrNever writes a number of games that may be infinite.
func gamesOrNever(n lab.Number) string {
	if math.IsInf(float64(n), 1) {
		return "never"
	}
	return words.Count(int64(n))
}

// shown returns those of all measures against some opponents, or else the telling ones, without those that are 0
// everywhere, as wins against perfect play are.
func shown(all []experiment.Measure, cells []lab.CellReport, against []string) (measures []experiment.Measure) {
	for _, m := range all {
		byDefault := len(against) == 0 && m.Against != "played" && (m.Name == "value") == (m.Against == "worst")
		if !byDefault && !slices.Contains(against, m.Against) {
			continue
		}
		if slices.ContainsFunc(cells, func(c lab.CellReport) bool { return c.Mean.Of(m) != 0 || c.SD.Of(m) != 0 }) {
			measures = append(measures, m)
		}
	}
	return measures
}

// printMeasures prints a table for each measure, a row a cell.
func printMeasures(con *console.IO, all []experiment.Measure, cells []lab.CellReport, against []string) {
	for _, m := range shown(all, cells, against) {
		var rows [][]string
		for _, c := range cells {
			if c.Runs == 0 {
				continue
			}
			q, i := c.Quantiles.Of(m), c.Interval.Of(m)
			rows = append(rows, []string{fmt.Sprint(c.Cell), value(m, c.Mean.Of(m)), span(m, i[0], i[1]),
				value(m, c.SD.Of(m)), value(m, q.Median), span(m, q.P5, q.P95)})
		}
		con.Say("\n%s", console.Bold(measureName(m)))
		con.Table(0, []string{"cell", "mean", "95 % interval", "sd", "median", "5 % to 95 %"}, rows, "median", "sd", "5 % to 95 %")
	}
}

// printComparison prints the differences of two cells.
func printComparison(con *console.IO, all []experiment.Measure, d lab.Comparison, a, b lab.CellReport, against []string) {
	var rows [][]string
	for _, m := range shown(all, []lab.CellReport{a, b}, against) {
		i := d.Interval.Of(m)
		rows = append(rows, []string{measureName(m), value(m, a.Mean.Of(m)), value(m, b.Mean.Of(m)),
			value(m, d.Difference.Of(m)), span(m, i[0], i[1])})
	}
	heading := []string{"", fmt.Sprintf("mean of %d", a.Cell), fmt.Sprintf("mean of %d", b.Cell), "difference", "95 % interval (Welch)"}
	con.Table(1, heading, rows)
}

func measureName(m experiment.Measure) string {
	switch m.Against {
	case "worst":
		return m.Name + ", worst case"
	case "played":
		return "3·wins + draws − losses"
	}
	return m.Name + " against " + m.Against
}

// value writes a value of a measure.
func value(m experiment.Measure, v lab.Number) string {
	switch {
	case math.IsNaN(float64(v)):
		return "–"
	case m.Name == "value":
		return words.Signed(float64(v))
	case m.Name == "score":
		return fmt.Sprintf("%.1f", v+0) // never −0
	}
	return words.Percent(float64(v) + 0)
}

// span writes a range of values of a measure.
func span(m experiment.Measure, low, high lab.Number) string {
	from, percent := strings.CutSuffix(value(m, low), " %")
	if percent {
		return from + "–" + value(m, high)
	}
	return from + " to " + value(m, high)
}
