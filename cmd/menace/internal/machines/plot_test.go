package machines

import (
	"regexp"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/figures"
	"menace/data"
)

// fileName matches names that every system accepts and no shell needs quoted.
var fileName = regexp.MustCompile(`^[\p{L}\d._+-]+\.svg$`)

// TestFileNames checks the default names of files: whose figure it is, and that no file system finds them too long,
// however long and many the names of machines are.
func TestFileNames(t *testing.T) {
	long := strings.Repeat("日", data.MaxName)
	for want, o := range map[string]figures.Options{
		"learning-a.svg":           {Figure: "learning", Agents: []string{"a"}},
		"score-a+2.svg":            {Figure: "score", Agents: []string{"a", "b", "c"}},
		"beads-" + long + "+1.svg": {Figure: "beads", Agents: []string{long, long}},
	} {
		got := plotOptions{Options: o}.name()
		if got != want || !fileName.MatchString(got) || len(got) > 255 {
			t.Errorf("got %q of %d bytes, want %q", got, len(got), want)
		}
	}
}
