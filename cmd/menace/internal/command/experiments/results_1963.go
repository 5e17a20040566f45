package experiments

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/report"
)

// runs1963 is how many of each hundred games two runs of Michie's program won against a random player (The Computer
// Journal 6(3), 1963, 232–236, figure 7), read off the drawing, to a game or so.
var runs1963 = [][]float64{{56, 78, 88, 90, 98, 86, 93, 95, 97, 94}, {65, 89, 89, 93, 94, 94, 94, 95}}

// hundred returns the games that ended with an outcome in the nth hundred of each replicate, from 1.
func hundred(runs []experiment.Replicate, nth int, outcome string) []float64 {
	return ended(runs, outcome, int64(100*nth-100), int64(100*nth))
}

// hundreds names the nth hundred games.
func hundreds(nth int) string { return fmt.Sprintf("%d–%d", 100*nth-99, 100*nth) }

// figure7 compares the games won with Michie's readings.
func figure7(runs []experiment.Replicate) (rows [][]string) {
	for nth := 1; nth <= 10; nth++ {
		row := []string{hundreds(nth)}
		for _, run := range runs1963 {
			text := "–"
			if nth <= len(run) {
				text = fmt.Sprint(run[nth-1])
			}
			row = append(row, text)
		}
		won := hundred(runs, nth, "win")
		mean := fmt.Sprintf("%.1f", average(won))
		slices.Sort(won)
		rows = append(rows, append(row, mean, fmt.Sprintf("%.0f–%.0f", quantile(won, 0.05), quantile(won, 0.95))))
	}
	return rows
}

// figure9 shows how the games of two programs that learn from each other end.
func figure9(sides [][]experiment.Replicate) (rows [][]string) {
	for _, nth := range []int{1, 2, 3, 5, 10} {
		row := []string{hundreds(nth)}
		for _, outcome := range []string{"win", "draw", "loss"} {
			row = append(row, fmt.Sprintf("%.1f", average(hundred(sides[0], nth, outcome))))
		}
		for _, side := range sides {
			row = append(row, percent(mean(measured(side, int64(100*nth), "perfect", "draw"))))
		}
		rows = append(rows, row)
	}
	return rows
}

// fitting is how well pairs of A and B agree with figure 7.
type fitting struct {
	Pairs, Left int // left are the pairs that are not excluded
	Best        string
	Most, Own   float64 // resemblance of the best pair and of our reading
	Excluded    []string
}

// fit searches for values of A and B with which simulated runs resemble Michie's two.
func (p *page) fit() (f fitting) {
	cells := p.cellsAt("pegasus-fit", 1000)
	f = fitting{Pairs: len(cells), Most: -1}
	for i, runs := range p.replicates("pegasus-fit") {
		learner := cells[i].Settings.Learner
		r, name := resemblance(runs), letters(learner)
		if r < 0.05 {
			f.Excluded = append(f.Excluded, name)
		}
		if r > f.Most {
			f.Most, f.Best = r, name
		}
		if learner == "pegasus" {
			f.Own = r
		}
	}
	f.Left = f.Pairs - len(f.Excluded)
	return f
}

// resemblance returns the share of pairs of simulated runs that are at least as far from their mean as Michie's two.
func resemblance(runs []experiment.Replicate) float64 {
	var means, variances [10]float64
	wins := make([][]float64, 10) // by hundred
	for i := range wins {
		wins[i] = hundred(runs, i+1, "win")
		m, sd := stat.MeanStdDev(wins[i], nil)
		means[i], variances[i] = m, sd*sd+1.0/3
	}
	distance := func(hundreds int, won func(int) float64) (sum float64) {
		for i := range hundreds {
			sum += (won(i) - means[i]) * (won(i) - means[i]) / variances[i]
		}
		return sum
	}
	michie, farther := 0.0, 1.0
	for _, run := range runs1963 {
		michie += distance(len(run), func(i int) float64 { return run[i] })
	}
	for r := range runs {
		pair := 0.0
		for k, run := range runs1963 {
			pair += distance(len(run), func(i int) float64 { return wins[i][(r+k)%len(runs)] })
		}
		if pair >= michie {
			farther++
		}
	}
	return farther / float64(len(runs)+1)
}

// helped describes the difference of two shares of equally many machines.
func helped(own, weak report.Share) string {
	p, q := own.Value, weak.Value
	// Two equal shares differ by more than the margin in one case of twenty.
	margin := 1.96 * math.Sqrt((p*(1-p)+q*(1-q))/float64(own.Whole))
	switch {
	case q-p > margin:
		return "help"
	case p-q > margin:
		return "hinder"
	}
	return "make no clear difference"
}
