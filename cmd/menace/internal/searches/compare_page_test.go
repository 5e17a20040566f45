package searches

import (
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"menace/cmd/menace/internal/searches/gametree"
)

// TestComparePage checks that the comparison of every game has a row for each usual algorithm that suits it.
func TestComparePage(t *testing.T) {
	s := newSite(t)
	for _, game := range gametree.Games {
		page := html.UnescapeString(s.Get("/search/compare?game=" + game.Name))
		for _, a := range game.UsualAlgorithms() {
			if !strings.Contains(page, `<th scope="row">`+a.String()+"</th>") {
				t.Errorf("%s: no row for %v", game.Name, a)
			}
		}
		options := usual(game)
		for _, o := range slices.Concat(setup(&options), players(&options), win(&options)) {
			if !strings.Contains(page, ` name="`+o.Name+`"`) {
				t.Errorf("the form of %s lacks %s", game.Name, o.Name)
			}
		}
		if !strings.Contains(s.Get("/search?game="+game.Name), "/search/compare?") {
			t.Errorf("%s: the page of the search does not link to the comparison", game.Name)
		}
	}
}

// TestChancePages checks that the pages take the searches for chance nodes where chance moves, whatever the form chose.
func TestChancePages(t *testing.T) {
	s := newSite(t)
	for _, page := range []string{"/search/compare?", "/search?algorithm=alphabeta&", "/search/exercise?"} {
		if text := s.Get(page + "game=tree&tree=((0.5:3+0.5:12)+(0.1:2+0.9:20))"); !strings.Contains(text, "expectiminimax") {
			t.Errorf("%s: no expectiminimax", page)
		}
	}
	if text := s.Get("/search/compare?game=tree&tree=((0.5:3+0.5:12)+(0.1:2+0.9:20))"); !strings.Contains(text, "18.2") {
		t.Error("the value is not 18.2")
	}
}

// TestComparePageCounts checks known numbers of tic-tac-toe, among them its nodes, its leaves and the estimate of X in
// the centre.
func TestComparePageCounts(t *testing.T) {
	s := newSite(t)
	for query, all := range map[string][]string{
		"game=tictactoe&position=": {"<td>0</td><td>all 9</td>", ">549,946<", ">255,168<", ">18,297<", "Best play: 1 5",
			"5,478 positions", ">626<", ">316<", "The start is one of them."},
		"game=tictactoe&position=.../.X./...":                 {"Max to move", ">−4<"},
		"game=tree&tree=((1/2 1)(1/3 9))":                     {"<td>1/2</td>"},
		"game=nim&position=1,2&players=Alice,Bob":             {"Alice wins", "Bob wins"},
		"game=nim&position=1,1&play=misere":                   {"Nimbers", "Max wins: the nim-sum is 0, no part"},
		"game=tictactoe&depth=2&win=100&position=XX./OO./...": {"<td>100</td>"},
	} {
		page := html.UnescapeString(s.Get("/search/compare?" + strings.ReplaceAll(query, " ", "+")))
		for _, want := range all {
			if !strings.Contains(page, want) {
				t.Errorf("%s: no %s", query, want)
			}
		}
		if strings.Contains(query, "depth") == regexp.MustCompile("Attractors").MatchString(page) {
			t.Errorf("%s: attractors are shown although they need the whole game", query)
		}
	}
	for query, status := range map[string]int{
		"game=chess": http.StatusNotFound, "game=tree&tree=(": http.StatusUnprocessableEntity,
		"game=tictactoe&players=Anne": http.StatusUnprocessableEntity, "game=nim&win=0": http.StatusUnprocessableEntity,
	} {
		if w := s.Ask("GET", "/search/compare?"+query, nil); w.Code != status {
			t.Errorf("%s: status %d, want %d", query, w.Code, status)
		}
	}
}
