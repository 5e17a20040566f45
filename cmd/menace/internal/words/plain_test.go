package words_test

import (
	"errors"
	"testing"

	"menace/cmd/menace/internal/words"
)

// TestWrong checks that errors on the page speak of machines, and leave names in notation alone.
func TestWrong(t *testing.T) {
	for text, want := range map[string]string{
		"an agent needs a name":             "A machine needs a name",
		`agent "a" not found`:               `Machine "a" not found`,
		"unknown opponent \"agent:b\"":      "Unknown opponent \"agent:b\"",
		"both learn, so name an agent":      "Both learn, so name a machine",
		"2 agents are damaged: an agent, b": "2 machines are damaged: a machine, b",
	} {
		if got := words.Wrong(errors.New(text)); got != want {
			t.Errorf("%q is written %q, not %q", text, got, want)
		}
	}
}
