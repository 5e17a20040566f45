package pages_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/menace/match"
	"menace/symmetry"
)

// TestButtons presses every button beside the board.
func TestButtons(t *testing.T) {
	s := machinestest.New(t)
	first := s.Get("/agents/a")
	if n := len(regexp.MustCompile(`data-square="[1-9]"`).FindAllString(first, -1)); n != 9 {
		t.Errorf("got %d squares", n)
	}
	press := func(button string, form url.Values) string {
		t.Helper()
		s.Post("/agents/a/"+button, form)
		return s.Get("/agents/a")
	}
	press("undo", nil)
	if said := machinestest.Messages(s.Get("/agents/a")); !strings.HasPrefix(said, sentences.English.NothingToTakeBack()) {
		t.Errorf("undo: %s", said)
	}
	if page := press("hint", nil); !strings.Contains(machinestest.Messages(page), "The perfect player plays") ||
		!strings.Contains(page, "draws</span>") {
		t.Errorf("hint: %s", machinestest.Messages(page))
	}
	can := machinestest.Moves(first)
	after := press("move", url.Values{"move": {can[0]}})
	if again := press("move", url.Values{"move": {can[0]}}); !strings.Contains(machinestest.Messages(again),
		"is taken by O; possible: ") {
		t.Errorf("a repeated move: %s", machinestest.Messages(again))
	}
	if back := press("undo", nil); !strings.HasPrefix(machinestest.Messages(back), sentences.English.TakenBack()) || !slices.Equal(machinestest.Moves(back), can) {
		t.Errorf("undo: %s", machinestest.Messages(back))
	}
	if same := press("move", url.Values{"move": {can[0]}}); machinestest.Messages(same) != machinestest.Messages(after) {
		t.Errorf("the move again: got %s, want %s", machinestest.Messages(same), machinestest.Messages(after))
	}
	if page := press("resign", nil); !strings.Contains(machinestest.Messages(page), "You resign: MENACE wins.") || len(machinestest.Moves(page)) > 0 {
		t.Errorf("resign: %s", machinestest.Messages(page))
	}
	if page := press("new", nil); len(machinestest.Moves(page)) != len(can) || strings.Contains(page, `name="learn" checked`) {
		t.Errorf("new: %v", machinestest.Moves(page))
	}
	if page := s.PlayOut("a"); !strings.Contains(machinestest.Messages(page), "MENACE learns nothing from this game.") {
		t.Errorf("without learning: %s", machinestest.Messages(page))
	}
	if w := s.Ask("POST", "/agents/a/move", url.Values{"move": {"x"}}); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("no move: status %d", w.Code)
	}
}

// TestAllBoxes checks that all boxes are shown, by moves played, that the one whose bead was drawn is marked, and that
// any of them can be found.
func TestAllBoxes(t *testing.T) {
	s := machinestest.New(t)
	for name, boxes := range map[string]int{"michie": 304, "second": 289, "her": 19, "him": 18} {
		rules, err := menace.Preset(name)
		if err != nil {
			rules = menace.Michie()
			rules.Plays = symmetry.Second
		}
		s.Train(name, rules, 20)
		page := s.Get("/agents/" + name)
		var want []string
		machine := menace.New(rules)
		for _, moves := range machine.Buckets() {
			want = append(want, "After "+words.Plural(moves, "move"))
			for _, orbit := range machine.Bucket(moves) {
				want = append(want, fmt.Sprintf(`href="?box=%d"`, machine.Number(orbit)))
			}
		}
		all := regexp.MustCompile(`After \d moves?|href="\?box=\d+"`).FindAllString(page, -1)
		if !slices.Equal(all, want) || len(all)-len(machine.Buckets()) != boxes {
			t.Errorf("%s: got the boxes %q, want %q, of which %d are boxes", name, all, want, boxes)
		}
		if opened := strings.Count(page, " drawn\""); opened != 1-strings.Count(page,
			sentences.MachineName(rules)+" has not opened a box yet.") {
			t.Errorf("%s: %d boxes are marked as drawn", name, opened)
		}
		if len(page) > 150_000 {
			t.Errorf("%s: the page has %d bytes", name, len(page))
		}
	}
	if page := s.Get("/agents/a?position=o../.x./..."); !strings.Contains(page, ">Box 10</h2>") ||
		!strings.Contains(page, "Give it a half turn, and it lies as the box does.") {
		t.Errorf("found %s", page[strings.Index(page, `id="found-box"`):])
	}
	if page := s.Get("/agents/a?position=xxx/.../..."); !strings.Contains(page, "cannot arise") {
		t.Error("an impossible position is accepted")
	}
}

// game returns the host's game on the page of a machine.
func game(s *machinestest.Site, name string) *match.Game {
	s.Helper()
	machine, err := s.Machines.ByName(s.Context(), name)
	if err != nil {
		s.Fatal(err)
	}
	return machine.Match(live.Host).View(s.Context()).Game
}

// TestBothAtOnce checks that a machine trained during a game also learns from the game, and that a game in which nobody
// has moved is restarted with the current machine.
func TestBothAtOnce(t *testing.T) {
	s := machinestest.New(t)
	s.Post("/agents/a/move", url.Values{"move": {machinestest.Moves(s.Get("/agents/a"))[0]}})
	s.Train("a", menace.Michie(), 1000)
	s.PlayOut("a")
	if a, err := s.DB.Load(t.Context(), "a"); err != nil || a.Career.Tally.Games() != 1101 {
		t.Errorf("got %d games, %v", a.Career.Tally.Games(), err)
	}
	s.Post("/agents/a/new", url.Values{"learn": {"on"}})
	before := game(s, "a")
	s.Train("a", menace.Michie(), 1000)
	s.Get("/agents/a")
	if after := game(s, "a"); after == before || after.Seed() != before.Seed()+1000 {
		t.Errorf("the game has seed %d, but %d before training", after.Seed(), before.Seed())
	}
	s.Post("/agents/a/delete", nil)
	if _, err := agents.Make(t.Context(), s.DB, "a", menace.Michie(), 5); err != nil {
		t.Fatal(err)
	}
	if s.Get("/agents/a"); game(s, "a").Seed() != 5 {
		t.Error("a new machine of the same name continues the game of the first")
	}
}

// TestBankrupt checks that pages say that a machine can only resign.
func TestBankrupt(t *testing.T) {
	s := machinestest.New(t)
	rules := menace.Michie()
	rules.Beads[0], rules.Loss = 1, -1000
	s.Train("poor", rules, 1000)
	if said := machinestest.Messages(s.Get("/agents/poor")); !strings.Contains(said, "bankrupt") {
		t.Errorf("got %q", said)
	}
	s.Post("/agents/poor/new", nil)
	s.Post("/agents/poor/move", url.Values{"move": {"1"}})
	page := s.Get("/agents/poor")
	if said := machinestest.Messages(page); !strings.Contains(said,
		sentences.English.Bankruptcy(menace.Michie())+" Lost games took all those beads away. Make a new machine") {
		t.Errorf("got %q", said)
	}
	for _, button := range []string{"New game", "Train"} {
		if !strings.Contains(page, ` disabled>`+button+`</button>`) {
			t.Errorf("%s can be pressed", button)
		}
	}
	rules.Plays, rules.Beads = symmetry.Second, [4]int64{1, 1, 1, 1}
	s.Train("second", rules, 100_000)
	if said := machinestest.Messages(s.Get("/agents/second")); !strings.Contains(said, "the boxes for its first move are empty") {
		t.Errorf("got %q", said)
	}
}

// TestNewAfterBankrupt creates a machine that refills its boxes with one click on the page of a bankrupt one, which
// must be kept.
func TestNewAfterBankrupt(t *testing.T) {
	s := machinestest.New(t)
	if strings.Contains(s.Get("/agents/a"), "/agents/a/again") {
		t.Error("a new machine is offered although this one can play")
	}
	rules := menace.Michie()
	rules.Beads, rules.Loss = [4]int64{1, 1, 1, 1}, -1000
	s.Train("poor", rules, 1000)
	if !strings.Contains(s.Get("/agents/poor"), `action="/agents/poor/again"`) {
		t.Fatal("no new machine is offered")
	}
	for _, want := range []string{"/agents/poor-2", "/agents/poor-3"} {
		if at := s.Post("/agents/poor/again", nil); at != want {
			t.Errorf("redirected to %s, want %s", at, want)
		}
	}
	rules.OnEmpty = menace.Restock
	made, err := s.DB.Load(t.Context(), "poor-2")
	if err != nil || made.Machine.Rules() != rules || made.Machine.Bankrupt() || s.Games("poor") == 0 {
		t.Errorf("got %+v, %v", made, err)
	}
	if page := s.Get("/agents/poor-2"); len(machinestest.Moves(page)) == 0 {
		t.Error("no move can be made against the new one")
	}
}
