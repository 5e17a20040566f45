package chart

import (
	"fmt"
	"testing"

	"menace/plots/paper"
)

func TestStylesDoNotRepeatEarly(t *testing.T) {
	seen := map[[2]int]int{}
	for n := range len(dashes) * len(paper.Light.Hues) {
		style := [2]int{n % len(paper.Light.Hues), n % len(dashes)}
		if first, ok := seen[style]; ok {
			t.Fatalf("curves %d and %d look the same", first, n)
		}
		seen[style] = n
	}
	if len(paper.Light.Hues) != len(paper.Dark.Hues) {
		t.Error("the themes have different numbers of hues")
	}
}

// TestBoxes checks that the box of a mark extends to its errors.
func TestBoxes(t *testing.T) {
	c := Curve{Form: Marks, Off: 1, Points: []Point{{X: 219, Y: 152, Low: 151, High: 153}}}
	if got, want := fmt.Sprint(c.boxes()[0]), "[{218 151} {220 151} {220 153} {218 153}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
