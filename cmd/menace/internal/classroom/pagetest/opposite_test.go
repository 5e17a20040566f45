package pagetest

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"menace/cmd/menace/internal/sentences"
	"menace/menace"
	"menace/symmetry"
)

// rivals adds the machine "rival", which plays the other side from "a".
func (s *testSite) rivals() *testSite {
	s.Helper()
	rules := menace.Michie()
	rules.Plays, rules.OnEmpty = symmetry.Second, menace.Restock
	s.train("rival", rules, 0)
	return s
}

// TestOpposite lets various opponents play against the machine, move by move.
func TestOpposite(t *testing.T) {
	t.Parallel()
	s := newSite(t).rivals()
	for _, who := range []string{"random", "perfect", "blocker", "noisy:0.1", "search:2", "agent:rival"} {
		before := s.games("a")
		s.post("/agents/a/new", url.Values{"opposite": {who}, "learn": {"on"}})
		page := s.get("/agents/a")
		if len(moves(page)) > 0 || messages(page) != "MENACE moves next." {
			t.Fatalf("%s: got %q and the moves %v", who, messages(page), moves(page))
		}
		for n := 0; !strings.Contains(messages(page), "MENACE now loses"); n++ {
			if n > symmetry.MaxMoves {
				t.Fatalf("%s: the game does not end: %s", who, messages(page))
			}
			s.post("/agents/a/step", nil)
			if page = s.get("/agents/a"); n == 1 && !strings.Contains(messages(page), sentences.Subject(who)+" takes ") {
				t.Errorf("%s: %s", who, messages(page))
			}
		}
		if s.games("a") != before+1 || !strings.Contains(page, "Match: "+sentences.Subject(who)+" ") {
			t.Errorf("%s: got %d games, after %d before; %s", who, s.games("a"), before, page)
		}
	}
	if s.games("rival") != 0 {
		t.Error("the opponent has learned")
	}
	s.post("/agents/a/new", url.Values{"opposite": {"You"}})
	if page := s.get("/agents/a"); len(moves(page)) == 0 ||
		!strings.HasSuffix(messages(page), "Your move, O. Tap an empty square.") {
		t.Errorf("against you: got %s", messages(page))
	}
}

// TestOppositeMistakes checks that invalid opponents are reported beside the field.
func TestOppositeMistakes(t *testing.T) {
	s := newSite(t).rivals()
	for who, want := range map[string]string{
		"perfct": "did you mean perfect", "nobody": "Unknown opponent &#34;nobody&#34;; choose from random, perfect",
		"agent:a":    "the opponent must play second.",
		"agent:rivl": "did you mean rival?", "noisy:2": "is not a number between 0 and 1.",
		"search:x": "is not a whole number between 1 and 9.",
	} {
		w := s.ask("POST", "/agents/a/new", url.Values{"opposite": {"perfect", who}})
		page := w.Body.String()
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(page, want) ||
			!strings.Contains(page, `name="opposite" list="opponents" value="`+who+`"`) {
			t.Errorf("%s: status %d, want the message %q", who, w.Code, want)
		}
	}
}

// TestBothLearn trains two machines against each other, as the command does, at paces of both kinds.
func TestBothLearn(t *testing.T) {
	t.Parallel()
	for _, pace := range []string{"fast", "moves"} {
		s := newSite(t).rivals()
		games := map[string]string{"fast": "1,000", "moves": "1"}[pace]
		s.post("/agents/a/train", url.Values{"opponent": {"agent:rival"}, "both-learn": {"on"},
			"games": {games}, "pace": {pace}})
		s.wait("a", "Trained "+games+" game")
		if played := s.games("a") - 100; s.games("rival") != played || played == 0 {
			t.Errorf("%s: one has %d games, the other %d", pace, played, s.games("rival"))
		}
		a, err := s.db.Load(t.Context(), "rival")
		if err != nil {
			t.Fatal(err)
		}
		if sessions, err := s.db.Sessions(t.Context(), a); err != nil || !sessions[len(sessions)-1].BothLearn {
			t.Errorf("%s: got %+v, %v", pace, sessions, err)
		}
	}
}

// TestBoardMoves checks that the board also moves at paces of whole games: it shows finished games and their effects.
func TestBoardMoves(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.post("/agents/a/train", url.Values{"opponent": {"random"}, "games": {"1000000000"}, "pace": {"games"}})
	s.trained()
	boards, changed := map[string]bool{}, s.subscribe("a")
	for ; len(boards) < 5; <-changed {
		page := s.get("/agents/a")
		start := strings.Index(page, `data-part="board"`)
		boards[page[start:start+strings.Index(page[start:], "</form>")]] = true
		if !strings.HasPrefix(messages(page), "MENACE trains.") ||
			!strings.Contains(page, "What happened to the boxes") || len(moves(page)) > 0 {
			t.Fatalf("got %s", messages(page))
		}
	}
	s.post("/agents/a/stop", nil)
	if page := s.wait("a", "Stopped after"); !strings.HasSuffix(messages(page), "Your move, O. Tap an empty square.") {
		t.Errorf("afterwards: got %s", messages(page))
	}
}
