package gametree

import (
	"strings"
	"testing"

	"menace/minimax"
)

// TestWindows checks the windows after the steps of alpha-beta in the tree of the course, worked out by hand.
func TestWindows(t *testing.T) {
	g := Games[len(Games)-1]
	p := setUp(t, g, Setup{Tree: "A(B(3 12 8) C(2 4 6) D(14 5 2))", Order: "given"})
	shown, err := Show(t.Context(), p, Options{Options: minimax.Options{Algorithm: minimax.AlphaBeta}})
	if err != nil {
		t.Fatal(err)
	}
	const inf = "∞"
	for i, want := range []string{
		"A −∞ ∞", "B −∞ ∞", "B −∞ 3 found 3", "B −∞ 3 found 12", "B −∞ 3 found 8", "A 3 ∞ found 3",
		"C 3 ∞", "C 3 2 found 2 cut", "A 3 ∞ found 2",
		"D 3 ∞", "D 3 14 found 14", "D 3 5 found 5", "D 3 2 found 2", "A 3 ∞ found 2", "A 3 ∞ found 3",
	} {
		w := shown[0].After(i).Window
		name := func(at int) string {
			switch {
			case at < 0:
				return "−" + inf
			case at == len(w.Ticks):
				return inf
			}
			return w.Ticks[at]
		}
		got := strings.TrimPrefix(w.Title, "α and β at ") + " " + name(w.Low) + " " + name(w.High)
		if w.Found {
			got += " found " + name(w.Value)
		}
		if w.Cut {
			got += " cut"
		}
		if got != want {
			t.Errorf("after step %d: got %s, want %s", i+1, got, want)
		}
	}
	if rows := shown[0].(Trace).Strip().Rows; len(rows) != 15 || !rows[7].Window.Cut {
		t.Errorf("the strip has %d rows, or shows no cut in the eighth", len(rows))
	}
}
