package main

import (
	"fmt"
	"math"
	"slices"

	"menace/arena/experiment"
	"menace/data"
)

// printExperiment prints the tables of show.
func (p *program) printExperiment(e *data.Experiment, o showOptions, cells []cellReport) {
	stored := 0
	for _, c := range cells {
		stored += c.runs
	}
	fmt.Fprintf(p.stdout, "%s: %s of %s, %s each, seed %d\n%s\n", bold.Render(e.Name), plural(int64(len(cells)), "cell"),
		plural(e.Runs, "run"), plural(e.Games, "game"), e.Seed, faint.Render(e.Command))
	p.noteMissing(e, int64(stored))
	fmt.Fprintln(p.stdout)
	p.printCells(cells)
	fmt.Fprintf(p.stdout, "\nafter %s; 95 %% t intervals of the means, by gonum/stat; every probability is exact\n", plural(o.at, "game"))
	if len(o.compare) == 2 {
		p.printComparison(o, cells[o.compare[0]-1], cells[o.compare[1]-1])
		return
	}
	p.printMeasures(o, cells)
}

// noteMissing tells how many replicates are stored, unless all are.
func (p *program) noteMissing(e *data.Experiment, stored int64) {
	if stored < e.Replicates() {
		fmt.Fprintf(p.stderr, "menace: only %s of %s replicates are stored; `menace experiment run %s` goes on\n",
			count(stored), count(e.Replicates()), e.Name)
	}
}

// printCells tells the settings of the cells, and what counts games.
func (p *program) printCells(cells []cellReport) {
	var rows [][]string
	for _, c := range cells {
		row := []string{fmt.Sprint(c.number), describeMachine(c.Rules), c.Opponent, fmt.Sprint(c.runs), "–", "–", "–"}
		if c.runs > 0 {
			interval := experiment.Share(c.bankrupt, c.runs)
			row[4] = fmt.Sprintf("%s (%.1f–%.1f)", share(int64(c.bankrupt), int64(c.runs)), 100*interval.Low, 100*interval.High)
			row[5] = share(int64(c.reached), int64(c.runs))
			row[6] = gamesOrNever(c.reachedGames)
		}
		rows = append(rows, row)
	}
	printTable(p.stdout, 3, []string{"cell", "machine", "opponent", "runs", "bankrupt", "drew 90 %¹", "from¹"}, rows)
	fmt.Fprintln(p.stdout, faint.Render("¹ replicates that reached a draw rate of 90 % against perfect; the checkpoint at which half of all had"))
}

// gamesOrNever writes a number of games that may be infinite.
func gamesOrNever(n float64) string {
	if math.IsInf(n, 1) {
		return "never"
	}
	return count(int64(n))
}

// shown returns the measures that the options ask for, or else the telling ones, but for those that are
// nothing everywhere, as wins against perfect play.
func shown(o showOptions, cells []cellReport) (indices []int) {
	for i, m := range experiment.Measures {
		byDefault := len(o.against) == 0 && m.Against != "played" && (m.Name == "value") == (m.Against == "worst")
		if !byDefault && !slices.Contains(o.against, m.Against) {
			continue
		}
		if slices.ContainsFunc(cells, func(c cellReport) bool { return c.runs > 0 && (c.summaries[i].Mean != 0 || c.summaries[i].SD != 0) }) {
			indices = append(indices, i)
		}
	}
	return indices
}

// printMeasures prints a block for each measure, a row a cell.
func (p *program) printMeasures(o showOptions, cells []cellReport) {
	var rows [][]string
	for _, i := range shown(o, cells) {
		m := experiment.Measures[i]
		title := measureName(m)
		for _, c := range cells {
			if c.runs == 0 {
				continue
			}
			s, w := c.summaries[i], unit(m)
			rows = append(rows, []string{title, fmt.Sprint(c.number), w(s.Mean), w(s.Interval.Low) + " to " + w(s.Interval.High),
				w(s.SD), w(s.Median), w(s.P5) + " to " + w(s.P95)})
			title = ""
		}
	}
	if len(rows) > 0 {
		printTable(p.stdout, 1, []string{"", "cell", "mean", "95 % interval", "sd", "median", "5 % to 95 %"}, rows)
	}
}

// printComparison prints the differences of two cells.
func (p *program) printComparison(o showOptions, a, b cellReport) {
	var rows [][]string
	for _, i := range shown(o, []cellReport{a, b}) {
		m := experiment.Measures[i]
		d, w := m.Compare(a.summaries[i], b.summaries[i]), unit(m)
		rows = append(rows, []string{measureName(m), w(a.summaries[i].Mean), w(b.summaries[i].Mean), w(d.Mean),
			w(d.Interval.Low) + " to " + w(d.Interval.High)})
	}
	printTable(p.stdout, 1, []string{"", fmt.Sprintf("mean of %d", a.number), fmt.Sprintf("mean of %d", b.number),
		"difference", "95 % interval (Welch)"}, rows)
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

// unit returns how a measure is written.
func unit(m experiment.Measure) func(float64) string {
	format, factor := "%.2f %%", 100.0
	switch m.Name {
	case "value":
		format, factor = "%+.4f", 1
	case "score":
		format, factor = "%.1f", 1
	}
	return func(v float64) string {
		if math.IsNaN(v) {
			return "–"
		}
		return fmt.Sprintf(format, factor*v+0) // never −0
	}
}
