package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"menace/data"
	"menace/menace"
)

// TestExportGames stores a game as a person plays it and exports it.
func TestExportGames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "menace.db")
	db, err := data.Open(t.Context(), path, data.Create)
	if err != nil {
		t.Fatal(err)
	}
	a, err := data.NewAgent("a", menace.Michie(), 7)
	if err != nil {
		t.Fatal(err)
	}
	a.Played(data.Game{Moves: "519", Result: "loss", Resigned: "agent", Learned: true, Seed: 7})
	if err := db.Save(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	args := []string{"menace", "export", "games", "--agent", "a", "--db", path}
	if status := run(t.Context(), args, nil, &stdout, &stderr); status != exitDone {
		t.Fatalf("exit status %d: %s", status, &stderr)
	}
	heading, row, _ := strings.Cut(stdout.String(), "\n")
	if want := "agent,game,squares_played,agent_result,resigned_by,agent_learned,seed,played_utc"; heading != want {
		t.Errorf("got heading %q, want %q", heading, want)
	}
	if want := "a,1,519,loss,agent,true,7,2"; !strings.HasPrefix(row, want) || !strings.HasSuffix(row, "Z\n") {
		t.Errorf("got row %q, want one that begins with %q and ends in UTC", row, want)
	}
}
