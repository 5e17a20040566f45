package tables

import (
	"bytes"
	"math"
	"testing"
)

// TestCSV checks that unknown numbers are empty.
func TestCSV(t *testing.T) {
	short := Of(Rows([]float64{0.5, math.Inf(1), math.NaN()}), func(c *Columns, x float64) {
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
