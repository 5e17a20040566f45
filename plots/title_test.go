package plots

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gonum.org/v1/plot/vg"
)

func TestBroken(t *testing.T) {
	fits := func(line string) bool { return utf8.RuneCountInString(line) <= 9 }
	for text, want := range map[string][]string{
		"":                    nil,
		"one two":             {"one two"},
		"one two three four":  {"one two", "three", "four"},
		"unbreakable and two": {"unbreakable", "and two"},
	} {
		if got := broken(text, fits); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestManyMachines names a few of many, and makes room for the lines that this takes.
func TestManyMachines(t *testing.T) {
	var many []Line
	for i := range 10 {
		l := sample(fmt.Sprintf("learner-%d", i), "random", 300, 5)
		for j := range 9 {
			l.Met = append(l.Met, Stretch{[]string{"perfect", "random"}[j%2], int64(i + 1)})
		}
		many = append(many, l)
	}
	if got, want := names(many), "learner-0, learner-1, learner-2, learner-3, learner-4 and 5 more"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := trained(many); !strings.HasSuffix(got, "; and 5 more") || !strings.Contains(got, ", then 5 more; learner-1: ") {
		t.Errorf("got %q", got)
	}
	f := learning(LearningOptions{}, many...)
	if size := f.Size(); !f.fits(size) || size.Height <= 14*vg.Centimeter {
		t.Errorf("%v has no more height than for one line", size)
	}
}
