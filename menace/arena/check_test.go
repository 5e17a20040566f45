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

// TestSame checks that Same ignores only the last digits of the probabilities.
func TestSame(t *testing.T) {
	p := Point{
		Games: 3, Tally: Tally{1, 1, 1, 0}, Counts: []int64{4, 3},
		Random: WDL{0.5, 0.25, 0.25}, Perfect: WDL{0, 0.5, 0.5}, Blocker: WDL{0.25, 0.5, 0.25}, Worst: WDL{0, 0, 1},
	}
	for name, c := range map[string]struct {
		change func(*Point)
		want   bool
	}{
		"nothing":  {func(*Point) {}, true},
		"rounding": {func(p *Point) { p.Random.Win += 1e-12; p.Worst.Loss -= 1e-12 }, true},
		"games":    {func(p *Point) { p.Games++ }, false},
		"tally":    {func(p *Point) { p.Tally.Resigned++ }, false},
		"counts":   {func(p *Point) { p.Counts = []int64{4, 2} }, false},
		"random":   {func(p *Point) { p.Random.Draw += 1e-6 }, false},
		"perfect":  {func(p *Point) { p.Perfect.Win += 1e-6 }, false},
		"blocker":  {func(p *Point) { p.Blocker = WDL{} }, false},
		"worst":    {func(p *Point) { p.Worst.Loss -= 1e-6 }, false},
	} {
		changed := p
		c.change(&changed)
		if p.Same(changed) != c.want || changed.Same(p) != c.want {
			t.Errorf("change of %s: Same returns %t, want %t", name, !c.want, c.want)
		}
	}
}
