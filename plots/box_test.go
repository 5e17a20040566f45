package plots

import (
	"strings"
	"testing"

	"menace/board"
)

// TestEmptyBox writes 0 on the squares of an empty box, which differ from those that have no beads of
// their own.
func TestEmptyBox(t *testing.T) {
	b := Box{Squares: 1<<0 | 1<<1 | 1<<4}
	for s := range board.Square(board.Squares) {
		want := ""
		if b.Squares.Has(s) {
			want = "0"
		}
		if got := b.mark(s); got != want {
			t.Errorf("square %d: got %q, want %q", s.Number(), got, want)
		}
	}
	if lines := b.text(); strings.TrimSpace(lines[len(lines)-1]) != "empty" {
		t.Errorf("got the label %q", lines[len(lines)-1])
	}
}
