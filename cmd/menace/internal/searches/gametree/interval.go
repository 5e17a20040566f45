package gametree

import (
	"fmt"
	"math/big"
	"strings"

	"menace/menace/option"
	"menace/minimax"
	"menace/minimax/games"
)

// Interval is two numbers, the lower one first, such as the window of a search. A nil number is infinite.
type Interval struct{ Low, High *big.Rat }

// ParseInterval parses two finite numbers with a comma between them, as in 0,6.
func ParseInterval(text string) (*Interval, error) {
	v, err := ParseWindow(text)
	if err != nil || v.Low == nil || v.High == nil {
		return nil, fmt.Errorf("%q is not two numbers, as in -10,10", text)
	}
	return v, nil
}

// ParseWindow parses two numbers, which may be infinite, as in -inf,6.
func ParseWindow(text string) (v *Interval, err error) {
	v = &Interval{}
	low, high, _ := strings.Cut(text, ",")
	for i, part := range []string{low, high} {
		number, ok := games.ParseNumber(strings.TrimSpace(part))
		infinite := parseValues(part)
		switch {
		case ok && i == 0:
			v.Low = number
		case ok:
			v.High = number
		case len(infinite) != 1 || infinite[0] != [...]string{"-∞", "∞"}[i]:
			return nil, fmt.Errorf("%q is not two numbers, as in 0,6 or -inf,6", text)
		}
	}
	if v.Low != nil && v.High != nil && v.Low.Cmp(v.High) >= 0 {
		return nil, fmt.Errorf("%q: the first number must be lower", text)
	}
	return v, nil
}

// String formats the interval for [ParseWindow].
func (v *Interval) String() string {
	if v == nil {
		return ""
	}
	low, high := "-inf", "inf"
	if v.Low != nil {
		low = v.Low.RatString()
	}
	if v.High != nil {
		high = v.High.RatString()
	}
	return low + "," + high
}

// searched completes the options for a search of the position. The window of the setup is for Max, the window of a
// search for the player to move.
func (t problem[P, M]) searched(o minimax.Options) (minimax.Options, error) {
	o.Write = t.payoffFormat()
	if t.Window == nil {
		return o, nil
	}
	window := [2]int{-minimax.Infinity, minimax.Infinity}
	for i, bound := range []*big.Rat{t.Window.Low, t.Window.High} {
		if bound == nil {
			continue
		}
		units := new(big.Rat).Quo(bound, new(big.Rat).SetInt64(int64(max(t.Win, 1))))
		if g, ok := t.rules.(interface{ Units(*big.Rat) *big.Rat }); ok {
			units = g.Units(bound)
		}
		if !units.IsInt() || units.Num().BitLen() > 40 {
			return o, option.Wrong("window", fmt.Errorf("%s is finer or larger than the values of this game",
				bound.RatString()))
		}
		window[i] = int(units.Num().Int64())
	}
	if t.minAtRoot() {
		window = [2]int{-window[1], -window[0]}
	}
	o.Window = &window
	return o, nil
}
