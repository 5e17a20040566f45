package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestReadmePicture draws the picture of the README anew, with the commands beside it.
func TestReadmePicture(t *testing.T) {
	folder := t.TempDir()
	database, drawn := filepath.Join(folder, "menace.db"), filepath.Join(folder, "learning.svg")
	for _, args := range [][]string{
		{"menace", "--db", database, "train", "--games", "10000", "--seed", "1"},
		{"menace", "--db", database, "plot", "learning", "--out", drawn},
	} {
		var stdout, stderr bytes.Buffer
		if status := run(t.Context(), args, nil, &stdout, &stderr); status != exitDone {
			t.Fatalf("%v: exit status %d: %s", args, status, &stderr)
		}
	}
	got, err := os.ReadFile(drawn)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../../docs/learning.svg")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("docs/learning.svg is not what its commands draw: look at the new one, then put it there")
	}
}
