package pages_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/machinestest"
	"menace/menace"
	"menace/symmetry"
)

var loads = regexp.MustCompile(`(?:href|src)="(/static/[^"]+)"`)

// TestWeight checks that the page of a machine that has played a million games, with an open box and everything that it
// loads, its letters included, is smaller than 150 KB.
func TestWeight(t *testing.T) {
	s := machinestest.New(t)
	for _, side := range []symmetry.Side{symmetry.First, symmetry.Second} {
		rules := menace.Michie()
		rules.Plays, rules.Moves, rules.OnEmpty = side, menace.All, menace.Restock
		s.Train(string(side), rules, 1_000_000)
		opening := map[symmetry.Side]string{symmetry.First: ".../.../...", symmetry.Second: ".../.x./..."}[side]
		page := s.Get("/agents/" + string(side) + "?position=" + opening)
		weight, seen := len(page)+len(s.Get("/static/besley-600.woff2")), map[string]bool{}
		for _, file := range loads.FindAllStringSubmatch(page, -1) {
			if !seen[file[1]] {
				weight += len(s.Get(file[1]))
			}
			seen[file[1]] = true
		}
		if weight > 150_000 || len(seen) < 3 || !strings.Contains(page, "history") {
			t.Errorf("the machine that plays %s: %d bytes, %d of them for the page, in %d files", side,
				weight, len(page), len(seen))
		}
	}
}

// TestAgain checks that, without scripts, the page of a machine is reloaded only while it trains.
func TestAgain(t *testing.T) {
	s := machinestest.New(t)
	const again = `<noscript><meta http-equiv="refresh" content="2"></noscript>`
	if strings.Contains(s.Get("/agents/a"), again) {
		t.Error("the page is reloaded although the machine does not train")
	}
	form := url.Values{"opponent": {"random"}, "games": {fmt.Sprint(1_000_000_000)}}
	s.Post("/agents/a/train", form)
	head, _, _ := strings.Cut(s.Get("/agents/a"), "</head>")
	if !strings.Contains(head, again) {
		t.Error("the page is not reloaded")
	}
	if w := s.Ask("POST", "/agents/a/train", form); strings.Contains(w.Body.String(), again) {
		t.Error("the answer to a form is reloaded")
	}
	s.Post("/agents/a/stop", nil)
	if strings.Contains(s.Wait("a", "Stopped after"), again) {
		t.Error("the page is reloaded although the training has ended")
	}
}
