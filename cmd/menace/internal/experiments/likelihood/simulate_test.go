package likelihood

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"menace/menace"
)

// TestSimulate compares the log-likelihoods of simulated tournaments with those of all sequences of results, by
// enumeration: their mean is minus the entropy, and the share of less probable ones is the probability of these. Those
// in which the machine goes bankrupt are left out, since it does not with the results.
func TestSimulate(t *testing.T) {
	t.Parallel()
	rewarded := func(r *menace.Rules) { r.Win, r.Credit = 3, menace.CreditAll }
	for name, c := range map[string]Tournament{
		"her":   {rules("her", nil), "random", results("LLW"), nil},
		"given": {rules("him", rewarded), "random", results("LWL"), []Given{{2, 74}}},
	} {
		t.Run(name, func(t *testing.T) {
			whole, mean, square := 0.0, 0.0, 0.0
			logs := map[float64]float64{} // probability of each log-likelihood
			for i := range 1 << len(c.Results) {
				sequence := strings.NewReplacer("0", "L", "1", "W").Replace(fmt.Sprintf("%03b", i))
				if name == "given" && strings.HasPrefix(sequence, "LL") { // his two opening beads are gone
					continue
				}
				other := c
				other.Results = results(sequence)
				log, _, _ := exact(t, other, 0)
				if p := math.Exp(log); p > 0 {
					whole, mean, square = whole+p, mean+p*log, square+p*log*log
					logs[log] += p
				}
			}
			mean, square = mean/whole, square/whole
			below, level := 0.0, 0.0 // in the widest gap, since the filter's estimates have errors
			sorted := slices.Sorted(maps.Keys(logs))
			widest, sum := 0.0, 0.0
			for i, log := range sorted[:len(sorted)-1] {
				sum += logs[log] / whole
				if gap := sorted[i+1] - log; gap > widest {
					widest, level, below = gap, log+gap/2, sum
				}
			}
			f := Filter{Particles: 200, Runs: 2, Seed: 1}
			const n = 300
			e, err := f.Run(context.Background(), c, nil)
			if err != nil {
				t.Fatal(err)
			}
			e.Log = level
			s, err := f.Simulate(context.Background(), c, e, n, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, sd := s.Moments(), math.Sqrt(square-mean*mean)
			if math.Abs(got.Mean-mean) > 5*sd/math.Sqrt(n)+0.02 || math.Abs(got.SD-sd) > 0.15 {
				t.Errorf("got %+v, want %.4f, deviation %.4f", got, mean, sd)
			}
			if share := float64(s.Below) / n; math.Abs(share-below) > 5*math.Sqrt(below*(1-below)/n) {
				t.Errorf("%d of %d are less probable, want %.4f", s.Below, n, below)
			}
			if share := n / float64(s.Tried); math.Abs(share-whole) > 5*math.Sqrt(whole*(1-whole)/float64(s.Tried))+1e-9 {
				t.Errorf("%d of %d tournaments fulfil the conditions, want %.4f", n, s.Tried, whole)
			}
		})
	}
}
