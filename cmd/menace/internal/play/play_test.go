package play

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"

	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/data"
	"menace/menace"
)

// TestNarrow: nothing that a match shows is wider than a narrow terminal.
func TestNarrow(t *testing.T) {
	t.Setenv("COLUMNS", "40")
	keys := "h\n0\nfive\n\n?\nb\n1\nb\nu\nu\n1\n2\n3\n4\n5\n6\n7\n8\n9\nr\nq\n"
	for _, plays := range []menace.Side{menace.First, menace.Second} {
		db := filepath.Join(t.TempDir(), "menace.db")
		trained(t, db, plays)
		var out, notes bytes.Buffer
		con := console.New(strings.NewReader(keys), &out, &notes)
		o := Options{DB: db, SitOptions: lab.SitOptions{Agent: "a", Learn: true, Seed: 1}}
		if err := Run(t.Context(), con, o); err != nil || notes.Len() > 0 {
			t.Fatalf("%v: %s", err, &notes)
		}
		for line := range strings.Lines(out.String()) {
			if lipgloss.Width(line) > 40 {
				t.Errorf("%q is %d columns wide", line, lipgloss.Width(line))
			}
		}
	}
}

// trained stores the agent "a", which plays a side and has learned from 5,000 games.
func trained(t *testing.T, db string, plays menace.Side) {
	t.Helper()
	l, err := lab.Open(t.Context(), db, data.Create)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	rules := menace.Michie()
	rules.Plays = plays
	run, err := l.NewTraining(t.Context(), lab.TrainOptions{Agent: "a", Games: 5000, Seed: 1, Rules: rules})
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Run(t.Context(), 5000, func(int64) {}); err != nil {
		t.Fatal(err)
	}
}
