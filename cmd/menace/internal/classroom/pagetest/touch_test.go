package pagetest

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/machines/machinestest"
	"menace/menace"
	"menace/minimax/games"
)

// TestTouch plays every game to its end without scripts. Tapping must allow exactly the legal moves, and the page must
// describe them.
func TestTouch(t *testing.T) {
	for _, game := range games.Names() {
		l := newClassroom(t)
		rules, _ := menace.Usual(game)
		l.Train(game, rules, 5)
		get := func(path string) string { return l.Ask("GET", path, nil, carrying(l.teacher())).Body.String() }
		path := "/agents/" + game
		machine, err := l.server.live.ByName(t.Context(), game)
		if err != nil {
			t.Fatal(err)
		}
		for over := false; !over; {
			g := machine.Match(live.Host).View(t.Context()).Game
			graph := g.Graph()
			var want []string
			if over = g.Over(); !over {
				for _, m := range graph.MovesFrom(g.Position()) {
					want = append(want, m.String())
				}
			}
			got := machinestest.Choices(get, path)
			slices.Sort(got)
			if slices.Sort(want); !slices.Equal(got, want) {
				t.Fatalf("%s: taps make the moves %v, but the rules allow %v", graph.Format(g.Position()), got, want)
			}
			if page := get(path); !strings.Contains(html.UnescapeString(page), graph.HowToPlay()) {
				t.Errorf("%s: its rules are not on the page", game)
			}
			if !over {
				if w := l.Ask("POST", path+"/move", url.Values{"move": {got[0]}},
					carrying(l.teacher())); w.Code != http.StatusSeeOther {
					t.Fatalf("%s: status %d", got[0], w.Code)
				}
			}
		}
	}
}

// TestPickUp checks that the page of a tapped pawn highlights its targets and describes them, and that a second tap
// puts it down. A square without a pawn of the pupil picks up nothing, and during a pause nothing can be tapped.
func TestPickUp(t *testing.T) {
	l := classroomOf(newSite(t).withHer(), "her") // the class plays White, from the squares 7 to 9
	ann := l.pupil("Ann")
	get := func(path string) string { return l.Ask("GET", path, nil, carrying(ann)).Body.String() }
	if page := get(ann.home); !slices.Equal(machinestest.Pawns(page), []string{"7", "8", "9"}) ||
		!strings.Contains(page, ">Tap one of your pawns.<") {
		t.Errorf("at first: got %s", page)
	}
	page := get(ann.home + "?from=8")
	for _, part := range []string{
		"Your pawn on 8 is picked up. Tap a square that lights up.",
		`name="move" value="8-5" data-square="5" class="lit"`,
		`aria-label="5, empty, your pawn on 8 can go here"`,
		`aria-label="8, White" formmethod="get" formaction="` + ann.home + `" aria-pressed="true"`,
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the page of the pawn on 8 lacks %s: %s", part, page)
		}
	}
	if got := machinestest.Pawns(page); !slices.Equal(got, []string{"7", "", "9"}) {
		t.Errorf("with the pawn on 8 picked up, %v can be tapped", got)
	}
	for _, from := range []string{"", "0", "1", "5", "10", "x", "-8"} {
		if page := get(ann.home + "?from=" + from); len(machinestest.Moves(page)) > 0 || strings.Contains(page, `aria-pressed="true"`) {
			t.Errorf("from %q: got %v", from, machinestest.Moves(page))
		}
	}
	if page := get(ann.home); regexp.MustCompile(`>[^<]*[1-9]-[1-9][^<]*<`).MatchString(page) {
		t.Errorf("the prompt asks for two numbers: %s", page)
	}
	l.set("paused", true)
	if page := get(ann.home + "?from=8"); len(machinestest.Moves(page))+len(machinestest.Pawns(page)) > 0 || strings.Contains(page, "Your pawn on") {
		t.Errorf("during a pause: got %s", page)
	}
}

// TestDecisive checks that the squares that won are marked.
func TestDecisive(t *testing.T) {
	s := newSite(t).withHer()
	for _, name := range []string{"a", "her"} {
		page := s.PlayOut(name)
		ended := machinestest.Messages(page)
		won := len(regexp.MustCompile(`data-square="[1-9]" class="[^"]*won`).FindAllString(page, -1))
		want := map[string]int{"a": 3, "her": 2}[name]
		if strings.Contains(ended, "A draw.") {
			want = 0
		}
		if won != want && (name != "a" || won != 5) { // two lines at once
			t.Errorf("%s: got %d marked squares after %s", name, won, ended)
		}
	}
}
