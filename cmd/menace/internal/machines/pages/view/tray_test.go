package view

import (
	"slices"
	"testing"

	"menace/menace"
	"menace/symmetry"
)

// boxWith returns a box with these numbers of beads for the moves 1, 2 and so on. A bead for the move drawn has been
// drawn from it, unless drawn is 0.
func boxWith(drawn int, beads ...int64) (b Box) {
	for i, n := range beads {
		m := symmetry.Move(i + 1)
		c := Colour{Held: menace.Held{Move: m, Beads: n}, Colour: i, Drawn: i+1 == drawn}
		b.Colours, b.Total = append(b.Colours, c), b.Total+n
	}
	return b
}

// TestTray checks that all beads are drawn, but at most 60, by largest remainders computed by hand, and that the bead
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
		lying, got := b.Lying(), make([]int, len(c.beads))
		for _, bead := range lying {
			got[bead.Colour]++
		}
		if c.drawn > 0 {
			got[c.drawn-1]++ // it has left the box
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v with bead %d drawn: got %v, want %v", c.beads, c.drawn, got, c.want)
		}
		sorted := slices.IsSortedFunc(lying, func(a, b Bead) int { return a.Colour - b.Colour })
		if b.IsSample() && !sorted {
			t.Errorf("%v: a sample is not sorted by colour", c.beads)
		}
		if again := b.Lying(); !slices.Equal(again, lying) {
			t.Errorf("%v is drawn differently the second time", c.beads)
		}
	}
	if mixed := boxWith(0, 4, 4, 4).Lying(); slices.IsSortedFunc(mixed, func(a, b Bead) int { return a.Colour - b.Colour }) {
		t.Error("beads that are all shown are sorted by colour")
	}
}
