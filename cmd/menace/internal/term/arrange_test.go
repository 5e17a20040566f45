package term

import (
	"slices"
	"testing"
)

func TestSplitLine(t *testing.T) {
	got := SplitLine(`menace  search tree 'A(B 4)' --opponent='random*5, perfect' ''`)
	want := []string{"menace", "search", "tree", "A(B 4)", "--opponent=random*5, perfect", ""}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
