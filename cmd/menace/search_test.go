package main

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"

	"menace/board"
	"menace/minimax"
	"menace/minimax/games"
)

// TestSearchInterrupted breaks off what would take years, at the first look whether to.
func TestSearchInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for line, want := range map[string]string{
		"search connect4 --timeout 1h --algorithm deepening": `^menace: interrupted in deepening after 4,\d\d\d nodes, with [0-6] of 7 moves searched \d plies deep\n$`,
		"search connect4 --timeout 1h --algorithm minimax":   `^menace: interrupted in minimax after 4,\d\d\d nodes, with 0 of 7 moves searched\n$`,
		"search connect4 --timeout 1h --count":               `^menace: interrupted after 4,\d\d\d nodes and [0-9,]+ plays? to the end\n$`,
	} {
		var stdout, stderr bytes.Buffer
		status := run(ctx, append([]string{"menace"}, strings.Fields(line)...), nil, &stdout, &stderr)
		if status != exitInterrupted || !regexp.MustCompile(want).MatchString(stderr.String()) {
			t.Errorf("%s: exit status %d and %q", line, status, stderr.String())
		}
	}
}

// patience is a context that ends after it has been asked so many times, whatever the time.
type patience struct {
	context.Context
	left int
}

func (p *patience) Err() error {
	if p.left--; p.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestSearchStoppedInTheLine has the value and not the whole line, and says so.
func TestSearchStoppedInTheLine(t *testing.T) {
	s := subject[games.Marks, board.Square]{game: "tictactoe", rules: games.TicTacToe{}}
	const polls = 549_946 / 4096 // as many as minimax makes before it looks for the line
	var stdout, stderr bytes.Buffer
	p := &program{stdout: &stdout, stderr: &stderr}
	var o searchOptions
	reports, err := s.searchAll(&patience{t.Context(), polls}, p, []minimax.Algorithm{minimax.Minimax}, o)
	if want := "in minimax after 549,946 nodes, with 9 of 9 moves searched but the line of play incomplete"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want it to say %q", err, want)
	}
	s.printSearches(p, reports, o)
	for _, want := range []string{`(?m)^minimax +0 +1 2 3 4 5 6 7 8 9 +549,946 `, `(?m)^Best play, only its beginning: 1( \d)*$`} {
		if !regexp.MustCompile(want).MatchString(stdout.String()) {
			t.Errorf("got %s, want %s", &stdout, want)
		}
	}
}
