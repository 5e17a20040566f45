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
// of a run ended that way.
type reading struct {
	number  int // of the figure, in [arena.Pegasus]
	outcome string
	runs    [][]float64
}

// readings lists the figures: the program that moves first, the one that moves second, and two that learn from each
// other.
var readings = []reading{newReading(7, "win"), newReading(8, "win"), newReading(9, "draw")}

func newReading(number int, outcome string) reading {
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

// hundred returns for each replicate how many of the hundred games up to the last ended with an outcome, in ascending
// order.
func hundred(runs []experiment.Replicate, last int64, outcome string) []float64 {
	return slices.Sorted(slices.Values(ended(runs, outcome, last-100, last)))
}

// read returns what a figure shows for the hundred games up to the last of one of its runs, or a dash for nothing.
func read(figure, run int, last int64) string {
	if values, nth := readings[figure-7].runs[run], int(last/100)-1; nth < len(values) {
		return fmt.Sprint(values[nth])
	}
	return "–"
}

// fitted holds how well a pair of A and B agrees with the figures.
type fitted struct {
	Name      string
	Agreement []float64 // with each drawing; see reading.agreement
}

// Least returns the agreement with the drawing that agrees least.
func (f fitted) Least() float64 { return slices.Min(f.Agreement) }

// Survives reports whether no drawing excludes the pair at the 5 % level, by Bonferroni's rule for several drawings.
func (f fitted) Survives() bool { return f.Least() >= 0.05/float64(len(readings)) }

// fitting holds how well all pairs of A and B agree with the figures.
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
		for r, n := range ended(runs, d.outcome, int64(100*nth), int64(100*nth+100)) {
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
