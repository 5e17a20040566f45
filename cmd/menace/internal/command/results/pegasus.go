package results

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/report"
	"menace/symmetry"
)

// reading is what can be read off a figure of Michie's paper of 1963 about one outcome: how many of each hundred games
// of a run ended so.
type reading struct {
	number  int // of the figure, in [arena.Pegasus]
	outcome string
	runs    [][]float64
}

// readings lists the figures: the program that moves first, the one that moves second, and two that learn from each
// other.
var readings = []reading{read(7, "win"), read(8, "win"), read(9, "draw")}

func read(number int, outcome string) reading {
	r := reading{number: number, outcome: outcome}
	for _, run := range arena.BySeries(arena.Pegasus[number], outcome) {
		var values []float64
		for _, hundred := range run {
			values = append(values, hundred.Value)
		}
		r.runs = append(r.runs, values)
	}
	return r
}

// hundred returns the games that ended with an outcome in the nth hundred of each replicate, from 1.
func hundred(runs []experiment.Replicate, nth int, outcome string) []float64 {
	return ended(runs, outcome, int64(100*nth-100), int64(100*nth))
}

// hundreds names the nth hundred games.
func hundreds(nth int) string { return fmt.Sprintf("%d–%d", 100*nth-99, 100*nth) }

// compared returns a row of a table for each hundred games, with Michie's readings and with simulated runs.
func (d reading) compared(runs []experiment.Replicate) (rows [][]string) {
	for nth := 1; nth <= len(d.runs[0]); nth++ {
		row := []string{hundreds(nth)}
		for _, run := range d.runs {
			text := "–"
			if nth <= len(run) {
				text = fmt.Sprint(run[nth-1])
			}
			row = append(row, text)
		}
		games := hundred(runs, nth, d.outcome)
		mean := fmt.Sprintf("%.1f", average(games))
		slices.Sort(games)
		rows = append(rows, append(row, mean, fmt.Sprintf("%.0f–%.0f", quantile(games, 0.05), quantile(games, 0.95))))
	}
	return rows
}

// figure9 shows how the games of two programs that learn from each other end, with Michie's readings of draws.
func figure9(sides [][]experiment.Replicate) (rows [][]string) {
	for _, nth := range []int{1, 2, 3, 4, 5, 6, 10} {
		row, drawn := []string{hundreds(nth)}, readings[2].runs[0]
		for _, outcome := range []string{"win", "draw", "loss"} {
			row = append(row, fmt.Sprintf("%.1f", average(hundred(sides[0], nth, outcome))))
		}
		text := "–"
		if nth <= len(drawn) {
			text = fmt.Sprint(drawn[nth-1])
		}
		row = append(row, text)
		for _, side := range sides {
			row = append(row, percent(mean(measured(side, int64(100*nth), "perfect", "draw"))))
		}
		rows = append(rows, row)
	}
	return rows
}

// fitted is how well a pair of A and B agrees with the figures.
type fitted struct {
	Name      string
	Agreement []float64 // with each drawing; see reading.agreement
}

// Least returns the agreement with the drawing that agrees least.
func (f fitted) Least() float64 { return slices.Min(f.Agreement) }

// Survives reports whether no drawing excludes the pair at the 5 % level, by Bonferroni's rule for several drawings.
func (f fitted) Survives() bool { return f.Least() >= 0.05/float64(len(readings)) }

// fitting is how well pairs of A and B agree with the figures.
type fitting struct {
	Pairs     int
	Surviving []string // in the order of the experiments
	Best      []fitted // a few, the best first
	Own       fitted   // our reading
}

// fit compares Michie's figures with the experiments pegasus-fit and pegasus-fit-both.
func (p *page) fit() (f fitting) {
	var all []fitted
	index := map[string]int{}
	for _, name := range []string{"pegasus-fit", "pegasus-fit-both"} {
		cells := p.cellsAt(name, 1000)
		for i, runs := range p.replicates(name) {
			pair := letters(cells[i].Settings.Learner)
			if _, known := index[pair]; !known {
				index[pair] = len(all)
				all = append(all, fitted{Name: pair})
			}
			figure := readings[0]
			switch {
			case name == "pegasus-fit-both":
				figure = readings[2]
			case cells[i].Settings.Rules.Plays == symmetry.Second:
				figure = readings[1]
			}
			to := &all[index[pair]]
			to.Agreement = append(to.Agreement, figure.agreement(runs))
		}
	}
	f.Pairs, f.Own = len(all), all[index[letters("pegasus")]]
	for _, pair := range all {
		if pair.Survives() {
			f.Surviving = append(f.Surviving, pair.Name)
		}
	}
	slices.SortStableFunc(all, func(a, b fitted) int { return cmp.Compare(b.Least(), a.Least()) })
	f.Best = all[:5]
	return f
}

// agreement returns the share of simulated drawings that are at least as far from the simulated mean as Michie's is:
// a p-value. The distance of a run is Mahalanobis', since the hundreds of a run depend on each other. Simulated runs
// get the error of reading a drawing, up to one game, too.
func (d reading) agreement(runs []experiment.Replicate) float64 {
	errors := rand.New(rand.NewPCG(1963, uint64(d.number)))
	columns := len(d.runs[0])
	games := mat.NewDense(len(runs), columns, nil)
	for nth := range columns {
		for r, n := range hundred(runs, nth+1, d.outcome) {
			games.Set(r, nth, math.Round(n+2*errors.Float64()-1))
		}
	}
	means := make([]float64, columns)
	for nth := range means {
		means[nth] = stat.Mean(mat.Col(nil, nth, games), nil)
	}
	covariance := mat.NewSymDense(columns, nil)
	stat.CovarianceMatrix(covariance, games, nil)
	for nth := range means {
		covariance.SetSym(nth, nth, covariance.At(nth, nth)+1.0/12) // at least rounding, so that it can be inverted
	}
	inverses := make([]mat.Cholesky, len(d.runs)) // of the covariance of as many hundreds as each run has
	for k, run := range d.runs {
		if !inverses[k].Factorize(covariance.SliceSym(0, len(run))) {
			panic("a covariance matrix with a positive diagonal added is not positive definite")
		}
	}
	distance := func(k int, run []float64) float64 {
		off := mat.NewVecDense(len(run), nil)
		off.SubVec(mat.NewVecDense(len(run), run), mat.NewVecDense(len(run), means[:len(run)]))
		var scaled mat.VecDense
		if err := inverses[k].SolveVecTo(&scaled, off); err != nil {
			panic(stop{err})
		}
		return mat.Dot(off, &scaled)
	}
	farther := 1.0
	michie := 0.0
	for k, run := range d.runs {
		michie += distance(k, run)
	}
	for r := range runs {
		simulated := 0.0
		for k, run := range d.runs {
			simulated += distance(k, games.RawRowView((r + k) % len(runs))[:len(run)])
		}
		if simulated >= michie {
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
