package view

import (
	"fmt"
	"slices"
	"testing"

	"menace/menace"
	"menace/symmetry"
)

// boxWith returns a box with these beads for the moves 1, 2 and so on, from which a bead for the move drawn was drawn,
// or none if drawn is 0.
func boxWith(drawn int, beads ...int64) (b Box) {
	for i, n := range beads {
		m := symmetry.Move(i + 1)
		c := Colour{Held: menace.Held{Move: m, Beads: n}, Colour: i, Drawn: i+1 == drawn}
		b.Colours, b.Total = append(b.Colours, c), b.Total+n
	}
	return b
}

// TestTray checks that all beads are drawn, but at most 60, by largest remainders computed by hand, and that the one
// that leaves is one of them.
func TestTray(t *testing.T) {
	for _, c := range []struct {
		drawn int
		beads []int64
		want  []int
	}{
		{0, []int64{}, []int{}},
		{0, []int64{0, 0}, []int{0, 0}},
		{1, []int64{1}, []int{1}},
		{2, []int64{4, 4, 4}, []int{4, 4, 4}},
		{1, []int64{60, 0}, []int{60, 0}},
		{0, []int64{61, 0}, []int{60, 0}},
		{0, []int64{50, 50, 20}, []int{25, 25, 10}},
		{3, []int64{100, 20, 1}, []int{49, 10, 1}}, // 49.59, 9.92, 0.50: two more go to 9.92 and 49.59, and one is needed for the third
		{0, []int64{100, 20, 1}, []int{50, 10, 0}}, // the same without a bead drawn
		{0, []int64{1, 1, 1, 1, 1, 1, 1}, []int{1, 1, 1, 1, 1, 1, 1}},
		{0, []int64{10, 10, 10, 10, 10, 10, 10}, []int{9, 9, 9, 9, 8, 8, 8}}, // 60/7 = 8.57 each, four more to the first
		{2, []int64{1 << 60, 1 << 60}, []int{30, 30}},
	} {
		b := boxWith(c.drawn, c.beads...)
		tray, got := b.Tray(), make([]int, len(c.beads))
		for _, bead := range tray.Lying {
			got[bead.Colour]++
		}
		if (tray.Leaving != nil) != (c.drawn > 0) {
			t.Errorf("%v: got %v leaving", c.beads, tray.Leaving)
		}
		if c.drawn > 0 {
			got[tray.Leaving.Colour]++
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v with bead %d drawn: got %v, want %v", c.beads, c.drawn, got, c.want)
		}
		for i, one := range tray.Lying {
			if one.X-one.R < 18 || one.X+one.R > 632 || one.Y-one.R < 90 || one.Y+one.R > 280 || one.R < 17 {
				t.Errorf("%v: a bead is outside, at %v", c.beads, one)
			}
			for _, other := range tray.Lying[:i] {
				if x, y, r := one.X-other.X, one.Y-other.Y, one.R+other.R-2; x*x+y*y < r*r {
					t.Errorf("%v: beads at %v and %v overlap", c.beads, one, other)
				}
			}
		}
		if again := b.Tray(); fmt.Sprint(again.Lying) != fmt.Sprint(tray.Lying) {
			t.Errorf("%v is drawn differently the second time", c.beads)
		}
	}
}
