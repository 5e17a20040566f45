package machines

import (
	"bytes"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"

	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/term"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// TestNarrow checks that nothing shown in a match is wider than a narrow terminal.
func TestNarrow(t *testing.T) {
	for game, c := range map[string]struct {
		keys  string
		width int
	}{
		"tic-tac-toe": {"h\ng\n0\nfive\n\n?\nb\n1\nb\nu\nu\n1\n2\n3\n4\n5\n6\n7\n8\n9\nr\nq\n", 40},
		"hexapawn": {"h\ng\n0\nfive\n\n?\nb\n7-5\n12\n7x4\n7-4\n1-4\nb\n?\nu\nu\n" +
			strings.Repeat("7\n8\n1-5\n1\n2\n3\n4\n5\n6\n9\n", 3) + "r\nq\n", 60},
	} {
		t.Setenv("COLUMNS", strconv.Itoa(c.width))
		for _, plays := range []symmetry.Side{symmetry.First, symmetry.Second} {
			checkNarrow(t, game, plays, c.keys, c.width)
		}
	}
}

// checkNarrow plays a match against a machine for a side of a game.
func checkNarrow(t *testing.T, game string, plays symmetry.Side, keys string, width int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "menace.db")
	trained(t, file, game, plays)
	var out, notes bytes.Buffer
	con := term.New(strings.NewReader(keys), &out, &notes)
	db, err := data.Open(t.Context(), file, data.Write)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := runPlay(t.Context(), con, db, playOptions{Agent: "a", Seed: 1}); err != nil || notes.Len() > 0 {
		t.Fatalf("%s: %v: %s", game, err, &notes)
	}
	for line := range strings.Lines(out.String()) {
		if lipgloss.Width(line) > width {
			t.Errorf("%s: %q is %d columns wide", game, line, lipgloss.Width(line))
		}
	}
}

// TestChooseBoxes checks that a terminal which cannot show all boxes says how to choose, and that nothing else does.
func TestChooseBoxes(t *testing.T) {
	terminal, pipe := term.Screen{Terminal: true, Width: 200}, term.Screen{Width: 80}
	for _, c := range []struct {
		screen term.Screen
		boxes  int
		want   string
	}{
		{terminal, 304, "menace: 304 boxes; --moves N shows those after N moves, --position one box, and `menace boxes | less` all of them page by page\n"},
		{terminal, 1, ""}, {pipe, 304, ""},
	} {
		var notes bytes.Buffer
		chooseBoxes(&term.IO{Err: &notes, Screen: c.screen, ErrScreen: terminal}, c.boxes)
		if notes.String() != c.want {
			t.Errorf("%d boxes on %+v: got %q", c.boxes, c.screen, &notes)
		}
	}
}

// trained stores the agent "a", which plays a side of a game, refills empty boxes, and has learned from 5,000 games.
func trained(t *testing.T, file, game string, plays symmetry.Side) {
	t.Helper()
	db, err := data.Open(t.Context(), file, data.Create)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rules, _ := menace.Usual(game)
	rules.Plays, rules.OnEmpty = plays, menace.Restock
	run, err := live.NewMachines(db).NewRun(t.Context(),
		live.TrainOptions{Agent: "a", Games: 5000, Seed: 1, Rules: rules})
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Do(t.Context(), live.Unobserved{}); err != nil {
		t.Fatal(err)
	}
}
