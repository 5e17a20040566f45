package arena_test

import (
	"math"
	"menace/menace/arena"
	"testing"
)

// TestWilson compares with Newcombe, Statistics in Medicine 17 (1998), 857–872, table I, method 3.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		k, n      int64
		low, high float64
	}{
		{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718},
		{20, 20, 1 - 0.1611, 1},
	} {
		low, high := arena.Wilson(c.k, c.n, 0.95)
		if math.Abs(low-c.low) > 5e-5 || math.Abs(high-c.high) > 5e-5 {
			t.Errorf("%d of %d: %v to %v, want %v to %v", c.k, c.n, low, high, c.low, c.high)
		}
	}
}
