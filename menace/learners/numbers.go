package learners

import "math"

// The functions of package math may differ in the last bit between processors, and a game that depends on such a bit
// would differ from there on. The functions here use sums and products in a fixed order, with conversions that
// prevent fused operations, so that they give the same bits everywhere.

// exp returns e^x for x ≤ 0, to about 15 digits, and 0 below the smallest normal number.
func exp(x float64) float64 {
	const least = -708 // e^least is still a normal number
	switch {
	case x == 0: // the likeliest of several moves
		return 1
	case !(x > least):
		return 0
	}
	const high, low = 6.93147180369123816490e-01, 1.90821492927058770002e-10 // of ln 2; k times high is exact
	k := int(float64(x*math.Log2E) - 0.5)
	r := x - float64(float64(k)*high) - float64(float64(k)*low) // |r| ≤ ½ ln 2
	sum := 1.0 / 479001600
	for _, c := range inverseFactorials {
		sum = float64(sum*r) + c
	}
	return sum * math.Float64frombits(uint64(1023+k)<<52)
}

// inverseFactorials holds 1/11! down to 1/0!, the coefficients of the exponential series.
var inverseFactorials = [...]float64{
	1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6,
	1.0 / 2, 1, 1,
}

// ln returns the natural logarithm of x ≥ 1, by its series in (x−1)/(x+1), which is fast for x near 1.
func ln(x float64) (sum float64) {
	z := (x - 1) / (x + 1)
	power := 2 * z
	for n := 1.0; ; n += 2 {
		next := sum + float64(power/n)
		if next == sum {
			return sum
		}
		sum, power = next, float64(power*float64(z*z))
	}
}

// powerOf returns x^n for a whole n, and x > 0.
func powerOf(x float64, n int) float64 {
	product := 1.0
	for range max(n, -n) {
		product *= x
	}
	if n < 0 {
		return 1 / product
	}
	return product
}
