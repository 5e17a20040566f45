package plots

import (
	"fmt"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// TestManyMachines checks that headings list only some of many machines, and that there is room for their lines.
func TestManyMachines(t *testing.T) {
	var many []Line
	for i := range 10 {
		l := sample(fmt.Sprintf("learner-%d", i), "random", 300, 5)
		for j := range 9 {
			l.Met = append(l.Met, Span{[]string{"perfect", "random"}[j%2], int64(i + 1)})
		}
		many = append(many, l)
	}
	if got, want := (Series{Lines: many}).names(), "learner-0, learner-1, learner-2, learner-3, learner-4 and 5 more"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := (Series{Lines: many}).trained(); !strings.HasSuffix(got, "; 5 more") ||
		!strings.Contains(got, ", then 5 more; learner-1: ") {
		t.Errorf("got %q", got)
	}
	f := learning(LearningOptions{}, many...)
	if size := f.Size(); !f.Fits(size) || size.Height <= 14*vg.Centimeter {
		t.Errorf("%v has only enough height for one line", size)
	}
}
