package searches

import (
	"cmp"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/minimax/games"
)

// choices finds the moves of a visitor on the page of a game.
var choices = regexp.MustCompile(`href="(/search/play\?[^"]*moves=[^"]*)"`)

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

// TestPlayBoard checks which moves the cells of boards make: in hexapawn two pawns can take the same one, in connect
// four all free cells of a column drop into it, and in Nim with --take 2 the two sticks at the end of a row can go.
func TestPlayBoard(t *testing.T) {
	for _, c := range []struct {
		game, position, want string
		take                 []int
	}{
		{"tictactoe", "X.O/.X./O..", "X 2 O|4 X 6|O 8 9", nil},
		{"hexapawn", ".BB/.B./W.W", ". B B|7-4 B,7-5,9-5 9-6|W . W", nil},
		{"connect4", ".X../.O../.X../.O..", "1 X 3 4|1 O 3 4|1 X 3 4|1 O 3 4", nil},
		{"domineering", "V:#../#..", "# V1.2 V1.3|# . .", nil},
		{"nim", "3,1", "| |,r1-2 |,r1-1||,r2-1", []int{2}},
		{"stones", "+2:3,6", "3,1 6,2", nil},
		{"stones", "none", "", nil},
		{"octal", "4", "", nil},
	} {
		g := gametree.Games[slices.IndexFunc(gametree.Games, func(g gametree.Game) bool { return g.Name == c.game })]
		setup := g.Usual
		setup.Take = c.take
		setup.Size = map[string]games.Size{"connect4": {First: 4, Second: 4}, "domineering": {First: 3, Second: 2}}[c.game]
		p, err := g.SetUp(setup)
		if err == nil {
			p, err = p.At(c.position)
		}
		if err != nil {
			t.Fatal(err)
		}
		var rows []string
		for _, row := range p.Board() {
			var cells []string
			for _, cell := range row {
				parts := slices.DeleteFunc(append([]string{cell.Sign}, cell.Moves...), func(s string) bool { return s == "" })
				cells = append(cells, cmp.Or(strings.Join(parts, ","), "."))
			}
			rows = append(rows, strings.Join(cells, " "))
		}
		if got := strings.Join(rows, "|"); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.game, c.position, got, c.want)
		}
	}
}
