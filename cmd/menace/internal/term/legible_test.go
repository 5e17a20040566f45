package term

import (
	"strings"
	"testing"
)

// TestLegible checks that what a terminal would obey is not printed, except for the styles of the program.
func TestLegible(t *testing.T) {
	for text, want := range map[string]string{
		"plain é – ∞\n\tand \x1b[1mbold\x1b[m, \x1b[38;5;12mblue\x1b[0m\n": "",
		"title \x1b]0;owned\x07":  "title \ufffd]0;owned\ufffd",
		"clear \x1b[2J\x1b[H":     "clear \ufffd[2J\ufffd[H",
		"Latin-1 M\xfcller":       "Latin-1 M\ufffdller",
		"back\b\r\x00\x7f\u009b1": "back\ufffd\ufffd\ufffd\ufffd\ufffd1",
	} {
		var out strings.Builder
		n, err := withoutControls{&out}.Write([]byte(text))
		if want == "" {
			want = text
		}
		if out.String() != want || n != len(text) || err != nil {
			t.Errorf("%q is printed as %q (%d, %v)", text, &out, n, err)
		}
	}
}
