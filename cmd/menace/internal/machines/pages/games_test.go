package pages_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/sentences"
	"menace/menace"
	"menace/menace/match"
	"menace/symmetry"
)

// TestReplay steps through a game. Board, words and box must be those at the time of the game, whatever the machine has
// learned since.
func TestReplay(t *testing.T) {
	t.Parallel()
	for _, preset := range menace.Presets {
		s := machinestest.New(t)
		rules, _ := menace.Preset(preset)
		s.Train("m", rules, 5)
		s.PlayOut("m")
		g := game(s, "m")
		s.Train("m", rules, 100)
		if list := s.Get("/agents/m/games"); !strings.Contains(list, `<a href="/agents/m/games/1">1</a>`) ||
			!strings.Contains(list, symmetry.FormatMoves(g.Moves())) {
			t.Errorf("%s: got the list %s", preset, list)
		}
		turns := g.Turns()
		for n := range len(g.Moves()) + 1 {
			page := s.Get(fmt.Sprintf("/agents/m/games/1?move=%d", n))
			var opened []match.Turn
			for _, turn := range turns {
				if at, _ := g.Graph().Find(turn.Position); g.Graph().Level(at) < n {
					opened = append(opened, turn)
				}
			}
			checkMove(t, page, n, g, opened, called[preset])
		}
		if page := s.Get("/agents/m/games/1?move=99"); !strings.Contains(machinestest.Messages(page),
			onPage(sentences.English.Ending(called[preset], g.Outcome(), "", g.Side(), "The person"))) {
			t.Errorf("%s: got %s at the end", preset, machinestest.Messages(page))
		}
	}
}

// checkMove checks the page of a game after n moves, given the turns in which the machine opened boxes.
func checkMove(t *testing.T, page string, n int, g *match.Game, opened []match.Turn, machine string) {
	t.Helper()
	if !strings.Contains(page, fmt.Sprintf("Move %d of %d", n, len(g.Moves()))) {
		t.Errorf("after %d moves: %s", n, page)
	}
	steps, _ := g.Graph().Replay(symmetry.FormatMoves(g.Moves()[:n]))
	if n > 0 && !strings.Contains(page, ": "+g.Graph().Format(steps[n-1].Position)+`"`) {
		t.Errorf("after %d moves the board does not show %s", n, g.Graph().Format(steps[n-1].Position))
	}
	if len(opened) == 0 {
		return
	}
	last := opened[len(opened)-1]
	if want := onPage(sentences.English.Turn(machine, last)); !strings.Contains(machinestest.Messages(page), want) {
		t.Errorf("after %d moves: got %s, want %s", n, machinestest.Messages(page), want)
	}
	if beads := fmt.Sprintf(`<tr data-beads="%d" class="drawn">`, last.Beads); last.Reason == match.Bead &&
		!strings.Contains(page, beads) {
		t.Errorf("after %d moves the page lacks %s", n, beads)
	}
}

// called holds the name of a preset's machine in sentences.
var called = map[string]string{
	"michie": "MENACE", "scroggs": "MENACE", "restock": "MENACE", "her": "HER", "him": "HIM", "nim": "NIM", "notakto": "NOTAKTO",
	"misere": "MENACE",
}

// onPage formats a sentence about a game like pages: a percent sign stays on the line of its number.
func onPage(sentence string) string { return strings.ReplaceAll(sentence, " %", "\u00a0%") }

// TestGames checks lists with several pages, and that replays of older games say what is not known.
func TestGames(t *testing.T) {
	s := machinestest.New(t)
	if page := s.Get("/agents/a/games"); !strings.Contains(page, "Nobody has finished a game") {
		t.Error("the page does not say that there are no games")
	}
	for range 50 + 3 {
		s.Post("/agents/a/new", url.Values{"learn": {"on"}})
		s.Post("/agents/a/resign", nil)
	}
	row := regexp.MustCompile(`games/(\d+)">`)
	first, second := s.Get("/agents/a/games"), s.Get("/agents/a/games?page=2")
	if n := len(row.FindAllString(first, -1)); n != 50 || row.FindStringSubmatch(first)[1] != fmt.Sprint(50+3) ||
		!strings.Contains(first, `href="?page=2" rel="next"`) {
		t.Errorf("got %d games on the first page", n)
	}
	if n := len(row.FindAllString(second, -1)); n != 3 || !strings.Contains(second, `href="?page=1" rel="prev"`) {
		t.Errorf("got %d games on the second page", n)
	}
	if s.Get("/agents/a/games?page=99") != second || s.Get("/agents/a/games?page=x") != first {
		t.Error("page numbers out of range do not give the last and the first page")
	}
	for _, path := range []string{"/agents/a/games/99", "/agents/a/games/0", "/agents/a/games/x",
		"/agents/b/games", "/agents/b/games/1"} {
		if w := s.Ask("GET", path, nil); w.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
	if page := s.Ask("GET", "/agents/a/games/99", nil).Body.String(); !strings.Contains(page,
		"has no game 99 with a person") {
		t.Errorf("a missing game: %s", page)
	}
	doc, err := s.DB.Export(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	doc.Games[0].Boxes = ""
	if _, err := s.DB.Import(t.Context(), doc, "old"); err != nil {
		t.Fatal(err)
	}
	if page := s.Get("/agents/old/games/1?move=1"); !strings.Contains(page, "What was in the boxes is not stored") ||
		!strings.Contains(machinestest.Messages(page), "MENACE takes ") {
		t.Errorf("an older game: %s", machinestest.Messages(page))
	}
}
