package plots

import (
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
