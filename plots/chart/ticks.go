package chart

import (
	"math"
	"strconv"

	"github.com/dustin/go-humanize"
	"gonum.org/v1/plot"
)

// RoundStep returns the smallest number ≥ v > 0 that is 1, 2 or 5 times a power of ten.
func RoundStep(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range [...]float64{1, 2, 5} {
		if m*power >= v {
			return m * power
		}
	}
	return 10 * power
}

// linearTicks labels round values, no more than about count, but at least three if there is room for as many.
func linearTicks(count int, label func(float64) string) plot.TickerFunc {
	return func(low, high float64) (ticks []plot.Tick) {
		step := RoundStep((high - low) / float64(count))
		if count >= 3 && math.Floor(high/step+1e-9)-math.Ceil(low/step-1e-9) < 2 {
			step = RoundStep(step / 2.6)
		}
		for i := math.Ceil(low/step - 1e-9); i*step <= high+step*1e-9; i++ {
			ticks = append(ticks, plot.Tick{Value: i * step, Label: label(i * step)})
		}
		return ticks
	}
}

// logTicks labels powers of ten, no more than about count, and marks values between them.
func logTicks(count int, label func(float64) string) plot.TickerFunc {
	return func(low, high float64) (ticks []plot.Tick) {
		first, final := math.Floor(math.Log10(low)), math.Floor(math.Log10(high))
		every := math.Ceil((final - first + 1) / float64(count))
		minor := math.Ceil(math.Log10(low)) >= final // powers of ten, so 2 and 5 have labels too
		for exponent := first; exponent <= final; exponent++ {
			for digit := 1.0; digit < 10; digit++ {
				tick := plot.Tick{Value: digit * math.Pow(10, exponent)}
				if digit == 1 && math.Mod(exponent-first, every) == 0 || minor && (digit == 2 || digit == 5) {
					tick.Label = label(tick.Value)
				}
				ticks = append(ticks, tick)
			}
		}
		return ticks
	}
}

// step returns a round distance between labels, for no more than about most of them.
func (a Axis) step(most int) float64 {
	if a.Max <= a.Min {
		return 1
	}
	return RoundStep((a.Max - a.Min) / float64(a.most(most)))
}

// most limits a number of labels to one for each whole number, if the axis counts.
func (a Axis) most(count int) int {
	if a.Whole {
		return max(1, min(count, int(a.Max-a.Min)))
	}
	return count
}

// roundedMax returns the axis with its end at a label.
func (a Axis) roundedMax(most int) Axis {
	for range 2 { // a longer axis may have larger steps
		step := a.step(most)
		a.Max = step * math.Ceil(a.Max/step-1e-9)
	}
	return a
}

// label formats a value of the axis. All values of a linear axis have the same unit.
func (a Axis) label(v float64) string {
	if !a.Log && math.Abs(v) < 1e-9*(a.Max-a.Min) {
		v = 0 // was a rounding error of a sum of steps
	}
	switch {
	case a.Percent:
		return Number(100*v) + " %"
	case a.Max >= million && !a.Log && v != 0:
		return Number(v/million) + "M"
	}
	return Number(v)
}

const million = 1e6

// Number formats a value, such as 10,000 or 2.5M, without unnecessary digits.
func Number(v float64) string {
	text := thousands(math.Abs(v))
	if math.Abs(v) >= million {
		text = thousands(math.Abs(v)/million) + "M"
	}
	if v < 0 {
		return "−" + text
	}
	return text
}

// thousands formats a value of 0 or more with commas between thousands.
func thousands(v float64) string {
	if v < 999.5 {
		return strconv.FormatFloat(v, 'g', 4, 64)
	}
	return humanize.Comma(int64(math.Round(v)))
}
