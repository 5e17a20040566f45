package searches

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"menace/cmd/menace/internal/searches/gametree"
)

// choices finds the moves of a visitor on the page of a game.
var choices = regexp.MustCompile(`<a class="button" href="(/search/play\?[^"]*)">`)

// TestPlay plays every game against its search to the end, always the first move. The search must never lose
// tic-tac-toe.
func TestPlay(t *testing.T) {
	s := newSite(t)
	for _, g := range gametree.Games {
		for _, second := range []string{"", "&second=on"} {
			if g.Name == "connect4" && second == "" {
				continue // one long game is enough
			}
			address := "/search/play?game=" + g.Name + second
			if g.Name == "connect4" {
				address += "&size=4x4&depth=3"
			}
			page := ""
			for moves := 0; ; moves++ {
				page = s.Get(address)
				next := choices.FindStringSubmatch(page)
				if next == nil {
					break
				}
				if moves > 50 {
					t.Fatalf("%s does not end", g.Name)
				}
				address = html.UnescapeString(next[1])
			}
			if !strings.Contains(page, "The game is over.") {
				t.Errorf("%s ends with %.300s", address, page)
			}
			if won := map[string]string{"": "X has won", "&second=on": "O has won"}[second]; g.Name == "tictactoe" &&
				strings.Contains(page, won) {
				t.Errorf("the search has lost tic-tac-toe: %s", address)
			}
		}
	}
}

// TestPlayThinking checks what the search says of its move: in Nim with rows 1,2 taking one of row 2 wins.
func TestPlayThinking(t *testing.T) {
	s := newSite(t)
	page := s.Get("/search/play?game=nim&position=1,2&second=on")
	for _, want := range []string{"The search plays r2-1.", "Value for Max: 1.", "It expects r2-1 "} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if w := s.Ask("GET", "/search/play?game=nim&position=1,2&moves=r9-9", nil); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("an impossible move has the status %d", w.Code)
	}
}
