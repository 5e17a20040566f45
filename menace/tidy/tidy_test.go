package tidy

import (
	"bytes"
	"math"
	"testing"
)

// TestCSV checks that unknown numbers are empty.
func TestCSV(t *testing.T) {
	short := FromRows(Rows([]float64{0.5, math.Inf(1), math.NaN()}), func(c *Columns, x float64) {
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

// TestEmptyColumns checks that columns without a value in any row are left out, unless there are no rows.
func TestEmptyColumns(t *testing.T) {
	add := func(c *Columns, x float64) {
		c.Add("never", Unless(true, x))
		c.Add("text", "")
		c.Add("once", Unless(x < 3, x))
		c.Add("x", x)
	}
	for want, list := range map[string][]float64{
		"once,x\n,1\n,2\n3,3\n": {1, 2, 3}, "x\n1\n": {1}, "never,text,once,x\n": nil,
	} {
		var text bytes.Buffer
		if err := FromRows(Rows(list), add).CSV(&text); err != nil || text.String() != want {
			t.Errorf("%v: got %q, %v, want %q", list, &text, err, want)
		}
	}
}
