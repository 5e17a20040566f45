package web

import (
	"html"
	"net/http"
	"strings"
	"testing"

	"menace/cmd/menace/internal/gametree"
)

// TestSearchFigure draws the cost of searches for every game.
func TestSearchFigure(t *testing.T) {
	s := newSite(t)
	for _, game := range gametree.Games {
		page := s.get("/figures/search?game=" + game.Name)
		for _, o := range game.Options {
			if !strings.Contains(page, ` name="`+o.Name+`"`) {
				t.Errorf("the form of %s lacks %s", game.Name, o.Name)
			}
		}
		if len(addresses(page, "/figures/search.svg?")) == 0 {
			t.Errorf("%s has no picture", game.Name)
		}
	}
	picture := s.get("/figures/search.svg?game=nim&rows=1,2&algorithm=minimax,minimax-tt,minimax&time=1&depth=3")
	for _, want := range []string{"minimax (3)", "minimax-tt (3)", "each for 500 ms"} {
		if strings.Count(picture, want) != 1 {
			t.Errorf("the picture does not contain %s exactly once", want)
		}
	}
}

// TestSearchFigureMistakes checks that errors are shown beside their fields.
func TestSearchFigureMistakes(t *testing.T) {
	s := newSite(t)
	for query, told := range map[string][2]string{
		"game=nim&algorithm=":             {"algorithm", "An algorithm is needed."},
		"game=nim&algorithm=minimax,star": {"algorithm", `"star" is not one of minimax, negamax, `},
		"game=nim&time=11":                {"time", `"11" is not a time between 100ms and 10s, as in 0.5s.`},
		"game=nim&table=0":                {"table", "0 is not between 1 and"},
		"game=nim&rows=x":                 {"rows", "is not a whole number"},
	} {
		w := s.ask("GET", "/figures/search?"+query, nil)
		_, said, _ := strings.Cut(html.UnescapeString(w.Body.String()), `id="wrong-`+told[0]+`">`)
		if said, _, _ = strings.Cut(said, "<"); w.Code != http.StatusUnprocessableEntity ||
			!strings.Contains(said, told[1]) {
			t.Errorf("%s: %d, %q, want %q", query, w.Code, said, told[1])
		}
		if w := s.ask("GET", "/figures/search.svg?"+query, nil); w.Code != http.StatusUnprocessableEntity {
			t.Errorf("%s: a picture is drawn: %d", query, w.Code)
		}
	}
}
