package main

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"
)

// listed is how many settings are listed before the others are only counted.
const listed = 40

// contenders lists the settings that none beats for certain in value against an opponent.
func contenders(cells []cell, opponent string) string {
	sorted := best(cells, opponent)
	var names []string
	for _, c := range sorted {
		if !beaten(c, sorted, opponent) {
			names = append(names, fmt.Sprintf("%s %+d %+d %+d", c.beads(), c.Rules.Win, c.Rules.Draw, c.Rules.Loss))
		}
	}
	n := len(names)
	more := ""
	if n > listed {
		names, more = names[:listed], fmt.Sprintf("; and %d more", n-listed)
	}
	return fmt.Sprintf("%d of %d: %s%s", n, len(cells), strings.Join(names, "; "), more)
}

// beaten reports whether one of the others has a higher value by Welch's t (Biometrika 34, 1947), one-sided, with an error
// shared out among all of them: the best of all is beaten with a probability of at most 5 %.
func beaten(c cell, others []cell, opponent string) bool {
	value, sd, n := c.of(opponent, "value").mean, c.SD[opponent]["value"], float64(c.Runs)
	for _, other := range others {
		lead := other.of(opponent, "value").mean - value
		if lead <= 0 {
			continue
		}
		va, vb := sd*sd/n, math.Pow(other.SD[opponent]["value"], 2)/float64(other.Runs)
		freedom := (va + vb) * (va + vb) / (va*va/(n-1) + vb*vb/float64(other.Runs-1))
		t := distuv.StudentsT{Sigma: 1, Nu: freedom}
		if va+vb == 0 || lead > math.Sqrt(va+vb)*t.Quantile(1-0.05/float64(len(others)-1)) {
			return true
		}
	}
	return false
}
