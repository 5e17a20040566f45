package chart

import (
	"math"
	"strconv"
	"strings"

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

// linearTicks labels round values, no more than about count, but at least three if they have enough space.
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
		minor := math.Ceil(math.Log10(low)) >= final // at most one power of ten is visible, so 2 and 5 have labels too
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
		v = 0 // removes the rounding error of a sum of steps
	}
	switch {
	case a.Percent:
		return a.language().Share(v, decimals(100*v))
	case a.Max >= million && !a.Log && v != 0:
		return number(a.language(), v/million) + "M"
	}
	return number(a.language(), v)
}

// Value formats the value of a curve with as many digits as a reader of the axis needs.
func (a Axis) Value(v float64) string {
	in := a.language()
	switch size := a.Max - a.Min; {
	case a.Percent:
		return in.Share(v, Digits(v))
	case a.Whole && v == math.Round(v), math.Abs(v) >= 1000, size > 100:
		return number(in, math.Round(v))
	case size > 10:
		return in.Fixed(v, 1)
	}
	return in.Fixed(v, 2)
}

// Digits returns the number of decimals of a percentage: one near 0 and 100, to distinguish rare from never.
func Digits(share float64) int {
	if nearest := math.Round(100 * share); (nearest < 1 || nearest > 99) && math.Abs(100*share-nearest) >= 0.05 {
		return 1
	}
	return 0
}

func (a Axis) language() Language {
	if a.in == nil {
		return English
	}
	return a.in
}

const million = 1e6

// Number formats a value in English, such as 10,000 or 2.5M, without unnecessary digits.
func Number(v float64) string { return number(English, v) }

func number(in Language, v float64) string {
	switch size := math.Abs(v); {
	case size >= million:
		return number(in, v/million) + "M"
	case size >= 999.5:
		return in.Count(int64(math.Round(v)))
	}
	return in.Fixed(v, decimals(v))
}

// decimals returns the number of decimals that shows up to four significant digits, without trailing zeros.
func decimals(v float64) int {
	text := strconv.FormatFloat(math.Abs(v), 'f', max(0, 3-int(math.Floor(math.Log10(math.Abs(v))))), 64)
	if v == 0 || !strings.Contains(text, ".") {
		return 0
	}
	_, fraction, _ := strings.Cut(strings.TrimRight(text, "0"), ".")
	return len(fraction)
}
