package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"

	"menace/arena/match"
	"menace/board"
	"menace/menace"
)

func TestDescribeTurn(t *testing.T) {
	for want, turn := range map[string]match.Turn{
		"MENACE draws one of the 1,234 beads for 5, out of 2,468 in the box: a chance of 50 %.": {Square: 4, Beads: 1234, Total: 2468},
		"MENACE draws the only bead for 1, out of 3 in the box: a chance of 33 %.":              {Square: 0, Beads: 1, Total: 3},
		"MENACE's box for this position was empty and is filled afresh. " +
			"MENACE draws one of the 4 beads for 1, out of 12 in the box: a chance of 33 %.": {Square: 0, Beads: 4, Total: 12, Restocked: true},
		"MENACE takes 9, the last square, for which it needs no box.":                                        {Square: 8, Reason: match.LastOne},
		"MENACE's box for this position is empty: it takes any square, 7.":                                   {Square: 6, Reason: match.AnySquare},
		"MENACE's box for this position is empty: every move from here was punished until no bead was left.": {Square: board.None, Reason: match.NoBead},
	} {
		if got := describeTurn(turn); got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
}

func TestDescribeReward(t *testing.T) {
	gardner := menace.Michie()
	gardner.Draw, gardner.Loss, gardner.Credit, gardner.Plays = 0, -2, menace.CreditLast, menace.Second
	for _, test := range []struct {
		rules menace.Rules
		end   board.Outcome
		want  string
	}{
		{menace.Michie(), board.XWins, "MENACE learns: for the win, each box that it used gets 3 beads like the one drawn."},
		{menace.Michie(), board.Drawn, "MENACE learns: for the draw, each box that it used gets 1 bead like the one drawn."},
		{gardner, board.XWins, "MENACE learns: for the loss, the last box that it used loses 2 beads like the one drawn."},
		{gardner, board.Drawn, "MENACE learns nothing: its rules change no beads for a draw."},
	} {
		if got := describeReward(test.rules, test.end); got != test.want {
			t.Errorf("got  %q\nwant %q", got, test.want)
		}
	}
}

// Nothing that a match shows is wider than a narrow terminal.
func TestPlayIsNarrow(t *testing.T) {
	t.Setenv("COLUMNS", "40")
	keys := "h\n0\nfive\n\n?\nb\n1\nb\nu\nu\n1\n2\n3\n4\n5\n6\n7\n8\n9\nr\nq\n"
	for _, plays := range []string{"first", "second"} {
		db := filepath.Join(t.TempDir(), "menace.db")
		var out, complaints bytes.Buffer
		run(t.Context(), []string{"menace", "--db", db, "train", "--games", "5000", "--plays", plays}, nil, &bytes.Buffer{}, &complaints)
		status := run(t.Context(), []string{"menace", "--db", db, "play", "--seed", "1"}, strings.NewReader(keys), &out, &complaints)
		if status != exitDone || complaints.Len() > 0 {
			t.Fatalf("status %d: %s", status, &complaints)
		}
		for line := range strings.Lines(out.String()) {
			if lipgloss.Width(line) > 40 {
				t.Errorf("%q is %d columns wide", line, lipgloss.Width(line))
			}
		}
	}
}
