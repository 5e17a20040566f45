package tables

import (
	"bytes"
	"iter"
	"math"
	"testing"
)

// TestCSV checks that unknown numbers are empty.
func TestCSV(t *testing.T) {
	short := Of(rows([]float64{0.5, math.Inf(1), math.NaN()}), func(c *Columns, x float64) {
		c.Add("x", x)
		c.Add("n", 3)
	})
	var text bytes.Buffer
	if err := short.CSV(&text); err != nil {
		t.Fatal(err)
	}
	if want := "x,n\n0.5,3\n,3\n,3\n"; text.String() != want {
		t.Errorf("got %q, want %q", &text, want)
	}
}

// rows iterates over a list.
func rows[R any](list []R) iter.Seq2[R, error] {
	return func(yield func(R, error) bool) {
		for _, r := range list {
			if !yield(r, nil) {
				return
			}
		}
	}
}
