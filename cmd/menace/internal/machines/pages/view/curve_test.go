package view

import (
	"fmt"
	"menace/cmd/menace/internal/sentences"
	"strings"
	"testing"
)

// TestTicks checks that every decade is labelled if there are few, and that the last game is labelled.
func TestTicks(t *testing.T) {
	for games, want := range map[axis]string{
		0:           "1 10",
		7:           "1 10",
		10:          "1 10",
		11:          "1 - 11",
		500:         "1 10 100 500",
		1_100:       "1 10 100 - 1100",
		10_000:      "1 10 100 1k 10k",
		10_500:      "1 10 100 1k - 10k",
		2_500_000:   "1 10 100 1k 10k 100k - 2.5M",
		300_000_000: "1 - - 1k - - 1M - - 300M",
	} {
		var got []string
		last := -1.0
		for _, tick := range games.ticks(sentences.English) {
			var at float64
			if fmt.Sscan(tick.At, &at); at <= last || at > curveWidth {
				t.Errorf("%d games: got a mark at %s after one at %g", games, tick.At, last)
			}
			last = at
			if tick.Label == "" {
				tick.Label = "-"
			}
			got = append(got, tick.Label)
		}
		if strings.Join(got, " ") != want || last != curveWidth {
			t.Errorf("%d games: got %q, want %q; the last mark is at %g", games, got, want, last)
		}
	}
}
