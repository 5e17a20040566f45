package arena

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Wilson returns the ends of the interval of a probability after k successes in n ≥ 1 trials, at this level of
// confidence. It is an approximation (E. B. Wilson, Journal of the American Statistical Association 22, 1927).
func Wilson(k, n int64, confidence float64) (low, high float64) {
	z := distuv.UnitNormal.Quantile((1 + confidence) / 2)
	p, trials := float64(k)/float64(n), float64(n)
	scale := 1 / (1 + z*z/trials)
	centre := scale * (p + z*z/(2*trials))
	half := scale * z * math.Sqrt(p*(1-p)/trials+z*z/(4*trials*trials))
	return max(0, centre-half), min(1, centre+half)
}
