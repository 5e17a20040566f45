package main

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestSearchInterrupted breaks off what would take years, as Ctrl-C does.
func TestSearchInterrupted(t *testing.T) {
	for line, want := range map[string]string{
		"search connect4 --timeout 1h --algorithm deepening": `^menace: interrupted in deepening after [0-9,]+ nodes, with \d of 7 moves searched \d+ plies deep\n$`,
		"search connect4 --timeout 1h --algorithm minimax":   `^menace: interrupted in minimax after [0-9,]+ nodes, with 0 of 7 moves searched\n$`,
		"search connect4 --timeout 1h --count":               `^menace: interrupted after [0-9,]+ nodes and [0-9,]+ plays? to the end\n$`,
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		var stdout, stderr bytes.Buffer
		status := run(ctx, append([]string{"menace"}, strings.Fields(line)...), nil, &stdout, &stderr)
		cancel()
		if status != exitInterrupted || !regexp.MustCompile(want).MatchString(stderr.String()) {
			t.Errorf("%s: exit status %d and %q", line, status, stderr.String())
		}
	}
}
