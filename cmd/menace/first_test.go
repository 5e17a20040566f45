//go:build !js

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"menace/cmd/menace/internal/term"
)

// TestFirstMachine checks that whoever begins meets the same machine, Michie's (1963): by the README's first command, by
// playing at a terminal, or by Play on the page, which is that of the static site too. A machine that has learned
// nothing has 1,720 beads in 304 boxes, 4 to 1 of each kind by the number of the move.
func TestFirstMachine(t *testing.T) {
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name+".db") }
	command := regexp.MustCompile("(?m)^go run ./cmd/menace (train .*?) +#").FindStringSubmatch(read(t, "README.md"))
	if command == nil {
		t.Fatal("README.md has no first command")
	}
	for name, games := range map[string]string{"trained": "", "untrained": " --games 0"} {
		line := command[1]
		if games != "" {
			line = regexp.MustCompile(` --games \d+`).ReplaceAllString(line, games)
		}
		prints(t, append([]string{"--db", file(name)}, strings.Fields(line)...)...)
	}
	var stdout, stderr bytes.Buffer
	if status := run(t.Context(), []string{"menace", "--db", file("played"), "play"}, strings.NewReader("q\n"), &stdout,
		&stderr); status != term.Done {
		t.Fatalf("play: status %d: %s", status, &stderr)
	}
	address, end := serving(t, "--db", file("page"), "serve", "--addr", "localhost:0")
	answer, err := http.PostForm(address, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	end()

	want := "map[beads_1:4 beads_2:3 beads_3:2 beads_4:1 credit:all game:tic-tac-toe moves:distinct on_empty:resign " +
		"plays:first reward_draw:1 reward_loss:-1 reward_win:3]"
	boxes := ""
	for _, name := range []string{"trained", "untrained", "played", "page"} {
		machine := "default"
		if name == "page" {
			machine = "menace"
		}
		var shown struct {
			Rules map[string]any
			Beads int
		}
		text := prints(t, "--db", file(name), "machines", "show", machine, "--json")
		if err := json.Unmarshal([]byte(text), &shown); err != nil || fmt.Sprint(shown.Rules) != want {
			t.Errorf("%s: the rules are %v, want %v, %v", name, shown.Rules, want, err)
		}
		if name == "trained" {
			continue
		}
		drawn := prints(t, "--db", file(name), "boxes", "--machine", machine)
		if boxes == "" {
			boxes = drawn
		}
		if shown.Beads != 1720 || drawn != boxes || strings.Count(drawn, " beads") < 304 {
			t.Errorf("%s: %d beads, boxes\n%s", name, shown.Beads, drawn)
		}
	}
}
