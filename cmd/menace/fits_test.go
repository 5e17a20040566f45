//go:build !js

package main

import (
	"bytes"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
)

// TestFits checks that what commands print, and the help of every command, fits the screen, both of the usual width and
// narrow. Only a word that is too long may exceed it, on a line by itself.
func TestFits(t *testing.T) {
	db := filepath.Join(t.TempDir(), "menace.db")
	t.Setenv("MENACE_DB", db)
	const long = "an-agent-whose-name-is-rather-long"
	for _, line := range []string{
		"train --games 123456 --machine " + long, "train --games 10000 --seed 1",
		"train --games 3000 --opponent noisy:0.25",
		"train --machine second --plays second --preset restock --games 20",
		"train --games 20 --opponent machine:second --both-learn",
		"train --machine white --preset him --on-empty restock --games 50 --seed 1",
		"train --machine black --preset her --games 50 --seed 1",
		"experiment run pawns --runs 4 --games 20 --preset her --preset him",
		"experiment run small --runs 4 --games 20 --beads 8,4,2,1 --on-empty resign --on-empty restock --opponent " +
			"random --opponent noisy:0.2",
	} {
		if words := strings.Fields(line); has(t, words[0]) {
			prints(t, words...)
		}
	}
	for _, width := range []int{80, 40} {
		t.Setenv("COLUMNS", strconv.Itoa(width))
		for _, line := range []string{
			"machines list", "machines show default", "machines show " + long, "train --games 0 --machine " + long,
			"eval",
			"boxes --moves 2", "boxes --position X.O/.../...", "experiment list",
			"experiment run small", "experiment show small",
			"experiment show small --compare 1,2",
			"machines show white", "train --games 0 --machine white",
			"eval --machine black --opponent random --opponent machine:white",
			"boxes --machine white", "boxes --machine black --position BBB/W../.WW",
			"experiment show pawns", "experiment learners", "version",
		} {
			if has(t, strings.Fields(line)[0]) {
				checkFits(t, line, width)
			}
		}
		helps := map[string]bool{}
		for line := range leaves("", described(t).Commands) {
			words := append([]string{"help"}, strings.Fields(line)...)
			for n := range words {
				helps[strings.Join(words[:n+1], " ")] = true
			}
		}
		for line := range helps {
			checkFits(t, line, width)
		}
	}
}

func checkFits(t *testing.T, line string, width int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := run(t.Context(), append([]string{"menace"}, strings.Fields(line)...), nil,
		&stdout, &stderr); status != 0 {
		t.Errorf("%s: exit status %d: %s", line, status, &stderr)
	}
	for text := range strings.Lines(stdout.String()) {
		if w := lipgloss.Width(text); w > width && len(strings.Fields(text)) > 1 {
			t.Errorf("%s: a line has %d columns, want at most %d: %s", line, w, width, text)
		}
	}
}
