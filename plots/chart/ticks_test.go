package chart

import (
	"slices"
	"testing"

	"gonum.org/v1/plot"
)

func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0", 0.25: "0.25", 0.30000000000000004: "0.3", 12: "12", -10: "−10",
		999: "999", 999.9999999: "1,000", 10000: "10,000", 123456: "123,456", 1e6: "1M", 2.5e6: "2.5M", -2e7: "−20M",
	} {
		if got := Number(v); got != want {
			t.Errorf("%g: got %q, want %q", v, got, want)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		name string
		tick plot.TickerFunc
		from float64
		to   float64
		want []string
	}{
		{"linear", linearTicks(5, Number), 0, 10000, []string{"0", "2,000", "4,000", "6,000", "8,000", "10,000"}},
		{"narrow", linearTicks(2, Number), 0, 10000, []string{"0", "5,000", "10,000"}},
		{"percent", linearTicks(5, Axis{Percent: true}.label), 0, 1,
			[]string{"0 %", "20 %", "40 %", "60 %", "80 %", "100 %"}},
		{"negative", linearTicks(4, Number), -13, 152, []string{"0", "50", "100", "150"}},
		{"logarithmic", logTicks(5, Number), 1, 10000, []string{"1", "10", "100", "1,000", "10,000"}},
		{"many decades", logTicks(4, Number), 1, 1e7, []string{"1", "100", "10,000", "1M"}},
		{"less than a decade", logTicks(5, Number), 120, 500, []string{"200", "500"}},
	} {
		var labels []string
		for _, tick := range c.tick(c.from, c.to) {
			if tick.Label != "" && c.from <= tick.Value && tick.Value <= c.to {
				labels = append(labels, tick.Label)
			}
		}
		if !slices.Equal(labels, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, labels, c.want)
		}
	}
}

func TestAxisLabels(t *testing.T) {
	for _, c := range []struct {
		axis Axis
		v    float64
		want string
	}{
		{Axis{Max: 3e6}, 0, "0"},
		{Axis{Max: 3e6}, 5e5, "0.5M"},
		{Axis{Max: 3e6, Log: true}, 1e5, "100,000"},
		{Axis{Max: 3e6, Log: true}, 1e6, "1M"},
		{Axis{Max: 9e5}, 5e5, "500,000"},
		{Axis{Max: 1, Percent: true}, 0.2, "20 %"},
	} {
		if got := c.axis.label(c.v); got != c.want {
			t.Errorf("%+v: got %q for %g, want %q", c.axis, got, c.v, c.want)
		}
	}
	if got := (Axis{Min: -13, Max: 152}).roundedMax(4).Max; got != 200 {
		t.Errorf("the axis ends at %g, want 200", got)
	}
}
