package arena

import (
	"math"
	"testing"
)

func TestTallyValidate(t *testing.T) {
	for _, c := range []struct {
		tally Tally
		want  bool
	}{
		{Tally{}, true}, {Tally{1, 2, 7, 7}, true}, {Tally{1, 2, 8, 0}, false}, {Tally{11, 0, 0, 0}, false},
		{Tally{-1, 0, 5, 0}, false}, {Tally{0, 0, 5, -1}, false}, {Tally{0, 0, 5, 6}, false},
		{Tally{math.MaxInt64, math.MaxInt64, 2, 0}, false},
	} {
		if err := c.tally.Validate(10); (err == nil) != c.want {
			t.Errorf("%+v: got %v", c.tally, err)
		}
	}
}

func TestWDLValidate(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		wdl  WDL
		want bool
	}{
		{WDL{1, 0, 0}, true}, {WDL{0.1, 0.2, 0.7}, true}, {WDL{1 + 1e-16, -1e-16, 0}, true},
		{WDL{}, false}, {WDL{0.5, 0.5, 1e-8}, false}, {WDL{1.5, -0.5, 0}, false},
		{WDL{inf, 0, 0}, false}, {WDL{inf, -inf, 1}, false}, {WDL{nan, 0, 1}, false},
	} {
		if err := c.wdl.Validate(); (err == nil) != c.want {
			t.Errorf("%+v: got %v", c.wdl, err)
		}
	}
}
