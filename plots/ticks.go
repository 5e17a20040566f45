package plots

import (
	"math"
	"strconv"

	"github.com/dustin/go-humanize"
	"gonum.org/v1/plot"
)

// roundStep returns the number of 1, 2 or 5 times a power of ten that is next above v > 0.
func roundStep(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range [...]float64{1, 2, 5} {
		if m*power >= v {
			return m * power
		}
	}
	return 10 * power
}

// linearTicks labels round values, at most about count of them.
func linearTicks(count int, label func(float64) string) plot.TickerFunc {
	return func(low, high float64) (ticks []plot.Tick) {
		step := roundStep((high - low) / float64(count))
		for i := math.Ceil(low/step - 1e-9); i*step <= high+step*1e-9; i++ {
			ticks = append(ticks, plot.Tick{Value: i * step, Label: label(i * step)})
		}
		return ticks
	}
}

// logTicks labels powers of ten, at most about count of them, and marks what lies between.
func logTicks(count int, label func(float64) string) plot.TickerFunc {
	return func(low, high float64) (ticks []plot.Tick) {
		first, final := math.Floor(math.Log10(low)), math.Floor(math.Log10(high))
		every := math.Ceil((final - first + 1) / float64(count))
		for exponent := first; exponent <= final; exponent++ {
			for digit := 1.0; digit < 10; digit++ {
				tick := plot.Tick{Value: digit * math.Pow(10, exponent)}
				if digit == 1 && math.Mod(exponent-first, every) == 0 {
					tick.Label = label(tick.Value)
				}
				ticks = append(ticks, tick)
			}
		}
		return ticks
	}
}

// label returns how the axis writes its values.
func (a Axis) label(v float64) string {
	if a.Percent {
		return number(100*v) + " %"
	}
	return number(v)
}

// number writes a value for people: 10,000 and 2.5M, with no more digits than it has, and with
// a dash for a minus, which every font here holds.
func number(v float64) string {
	text := thousands(math.Abs(v))
	if math.Abs(v) >= 1e6 {
		text = strconv.FormatFloat(math.Abs(v)/1e6, 'g', 4, 64) + "M"
	}
	if v < 0 {
		return "–" + text
	}
	return text
}

// thousands writes a value of 0 or more with a comma between its thousands.
func thousands(v float64) string {
	if v < 999.5 {
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	return humanize.Comma(int64(math.Round(v)))
}
