package pages_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/sentences"
	"menace/menace"
	"menace/symmetry"
)

// rivals adds the machine "rival", which plays the other side from "a".
func rivals(s *machinestest.Site) *machinestest.Site {
	s.Helper()
	rules := menace.Michie()
	rules.Plays, rules.OnEmpty = symmetry.Second, menace.Restock
	s.Train("rival", rules, 0)
	return s
}

// TestOpposite lets various opponents play against the machine, move by move.
func TestOpposite(t *testing.T) {
	t.Parallel()
	s := rivals(machinestest.New(t))
	for _, who := range []string{"random", "perfect", "blocker", "noisy:0.1", "search:2", "machine:rival"} {
		before := s.Games("a")
		s.Post("/agents/a/new", url.Values{"opposite": {who}, "learn": {"on"}})
		page := s.Get("/agents/a")
		if len(machinestest.Moves(page)) > 0 || machinestest.Messages(page) != "MENACE moves next." {
			t.Fatalf("%s: got %q and the moves %v", who, machinestest.Messages(page), machinestest.Moves(page))
		}
		for n := 0; !strings.Contains(machinestest.Messages(page), "MENACE now loses"); n++ {
			if n > symmetry.MaxMoves {
				t.Fatalf("%s: the game does not end: %s", who, machinestest.Messages(page))
			}
			s.Post("/agents/a/step", nil)
			if page = s.Get("/agents/a"); n == 1 && !strings.Contains(machinestest.Messages(page), sentences.English.Subject(who)+" takes ") {
				t.Errorf("%s: %s", who, machinestest.Messages(page))
			}
		}
		if s.Games("a") != before+1 || !strings.Contains(page, "Match: "+sentences.English.Subject(who)+" ") {
			t.Errorf("%s: got %d games, after %d before; %s", who, s.Games("a"), before, page)
		}
	}
	if s.Games("rival") != 0 {
		t.Error("the opponent has learned")
	}
	s.Post("/agents/a/new", url.Values{"opposite": {"You"}})
	if page := s.Get("/agents/a"); len(machinestest.Moves(page)) == 0 ||
		!strings.HasSuffix(machinestest.Messages(page), "Your move, O. Tap an empty square.") {
		t.Errorf("against you: got %s", machinestest.Messages(page))
	}
}

// TestOppositeMistakes checks that invalid opponents are reported beside the field.
func TestOppositeMistakes(t *testing.T) {
	s := rivals(machinestest.New(t))
	for who, want := range map[string]string{
		"perfct": "did you mean perfect", "nobody": "Unknown opponent &#34;nobody&#34;; choose from random, perfect",
		"machine:a":    "the opponent must play second.",
		"machine:rivl": "did you mean rival?", "noisy:2": "is not a number between 0 and 1.",
		"search:x": "is not a whole number between 1 and 9.",
	} {
		w := s.Ask("POST", "/agents/a/new", url.Values{"opposite": {"perfect", who}})
		page := w.Body.String()
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(page, want) ||
			!strings.Contains(page, `name="opposite" list="opponents" value="`+who+`"`) {
			t.Errorf("%s: status %d, want the message %q", who, w.Code, want)
		}
	}
}

// TestBoardMoves checks that the board also moves at paces of whole games: it shows finished games and their effects.
func TestBoardMoves(t *testing.T) {
	t.Parallel()
	s := machinestest.New(t)
	s.Post("/agents/a/train", url.Values{"opponent": {"random"}, "games": {"1000000000"}, "pace": {"games"}})
	s.WaitForTraining()
	boards, changed := map[string]bool{}, s.Subscribe("a")
	for ; len(boards) < 5; <-changed {
		page := s.Get("/agents/a")
		start := strings.Index(page, `data-part="board"`)
		boards[page[start:start+strings.Index(page[start:], "</form>")]] = true
		if !strings.HasPrefix(machinestest.Messages(page), "MENACE trains.") ||
			!strings.Contains(page, "What happened to the boxes") || len(machinestest.Moves(page)) > 0 {
			t.Fatalf("got %s", machinestest.Messages(page))
		}
	}
	s.Post("/agents/a/stop", nil)
	if page := s.Wait("a", "Stopped after"); !strings.HasSuffix(machinestest.Messages(page), "Your move, O. Tap an empty square.") {
		t.Errorf("afterwards: got %s", machinestest.Messages(page))
	}
}
