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

// reading is what can be read off a figure of Michie's paper of 1963 about one outcome: how many games of each hundred
// in a run ended that way.
type reading struct {
	number  int // number of the figure, in [arena.Pegasus]
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

// read returns what a figure shows for the hundred games up to last of one of its runs, or a dash if it shows nothing.
func read(figure, run int, last int64) string {
	if values, nth := readings[figure-7].runs[run], int(last/100)-1; nth < len(values) {
		return fmt.Sprint(values[nth])
	}
	return "–"
}

// fitted holds how well a pair of A and B agrees with the figures.
type fitted struct {
	Name      string
	Agreement []float64 // with each figure; see reading.agreement
}

// Least returns the agreement with the figure that agrees least.
func (f fitted) Least() float64 { return slices.Min(f.Agreement) }

// Survives reports whether no figure excludes the pair at the 5 % level, by Bonferroni's rule for several figures.
func (f fitted) Survives() bool { return f.Least() >= 0.05/float64(len(readings)) }

// fit compares Michie's figures with the experiments pegasus-fit and pegasus-fit-both.
func (p *page) fit() (pairs []fitted) {
	for _, name := range []string{"pegasus-fit", "pegasus-fit-both"} {
		cells := try(p.lab.Experiment(p.ctx, name)).Cells
		for nth, runs := range p.replicates(name) {
			figure := readings[0]
			switch {
			case cells[nth].Opponent == "rival":
				figure = readings[2]
			case cells[nth].Rules.Plays == symmetry.Second:
				figure = readings[1]
			}
			pair := pegasusSettings(cells[nth].Learner)
			i := slices.IndexFunc(pairs, func(f fitted) bool { return f.Name == pair })
			if i < 0 {
				i, pairs = len(pairs), append(pairs, fitted{Name: pair})
			}
			pairs[i].Agreement = append(pairs[i].Agreement, figure.agreement(runs))
		}
	}
	return pairs
}

// surviving returns the pairs that no figure excludes.
func surviving(pairs []fitted) []fitted { return keep(pairs, fitted.Survives) }

// closest returns the five pairs that agree best, in order.
func closest(pairs []fitted) []fitted {
	sorted := slices.SortedStableFunc(slices.Values(pairs), func(a, b fitted) int {
		return cmp.Compare(b.Least(), a.Least())
	})
	return sorted[:min(5, len(sorted))]
}

// agreement returns the share of simulated drawings that are at least as far from the simulated mean as Michie's is: a
// p-value. The distance of a run is Mahalanobis', because the hundreds of a run depend on each other. Simulated runs
// also get the error of reading a drawing, up to one game.
func (d reading) agreement(runs []experiment.Replicate) float64 {
	errors := rand.New(rand.NewPCG(1963, uint64(d.number)))
	columns := len(d.runs[0])
	simulated, means := mat.NewDense(len(runs), columns, nil), mat.NewVecDense(columns, nil)
	for nth := range columns {
		for i, r := range runs {
			n := games(r, d.outcome, int64(100*nth), int64(100*nth+100))
			simulated.Set(i, nth, math.Round(n+2*errors.Float64()-1))
		}
		means.SetVec(nth, stat.Mean(mat.Col(nil, nth, simulated), nil))
	}
	var covariance mat.SymDense
	stat.CovarianceMatrix(&covariance, simulated, nil)
	for nth := range columns { // at least a rounding error, so that the matrix can be inverted
		covariance.SetSym(nth, nth, covariance.At(nth, nth)+1.0/12)
	}
	inverses := make([]mat.Cholesky, len(d.runs)) // of the covariance matrix for as many hundreds as each run has
	for k, run := range d.runs {
		if !inverses[k].Factorize(covariance.SliceSym(0, len(run))) {
			panic("a covariance matrix with a positive diagonal added is not positive definite")
		}
	}
	distance := func(run func(k int) []float64) (sum float64) {
		for k := range d.runs {
			n := len(d.runs[k])
			own := stat.Mahalanobis(mat.NewVecDense(n, run(k)[:n]), means.SliceVec(0, n), &inverses[k])
			sum += own * own
		}
		return sum
	}
	farther, michie := 1.0, distance(func(k int) []float64 { return d.runs[k] })
	for i := range runs {
		if distance(func(k int) []float64 { return simulated.RawRowView((i + k) % len(runs)) }) >= michie {
			farther++
		}
	}
	return farther / float64(len(runs)+1)
}

// helped describes the difference of two shares: weak minus own.
func helped(own, weak report.Share) string {
	return helps(experiment.CompareShares(weak.Part, weak.Whole, own.Part, own.Whole).Interval)
}
