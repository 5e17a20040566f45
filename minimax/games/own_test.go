package games_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"menace/minimax/games"
	"menace/symmetry"
)

// stairs is a game of one's own: go down one, two or three steps; whoever reaches the ground wins.
type stairs struct{}

func (stairs) Begin() int { return 8 }

func (stairs) Next(steps int) (next []int) {
	for n := 1; n <= min(3, steps); n++ {
		next = append(next, steps-n)
	}
	return next
}

func (stairs) Show(steps int) string { return fmt.Sprint(steps, " steps") }

// A program calls Register(stairsGame); then menace.Rules{Game: "stairs", …} makes a machine.
func ExampleOwn() {
	stairsGame := games.Own("stairs", "Go down up to three steps. Whoever reaches the ground wins.", stairs{})
	game, err := stairsGame.Parse("stairs")
	if err != nil {
		fmt.Println(err)
		return
	}
	g := game.Build()
	fmt.Println(len(g.Choices(symmetry.First)), "boxes for the first player; moves at the start:")
	for _, m := range g.MovesFrom(g.Code(symmetry.Start)) {
		fmt.Println(m, g.MoveName(g.Code(symmetry.Start), m))
	}
	// Output:
	// 7 boxes for the first player; moves at the start:
	// 1 7 steps
	// 2 6 steps
	// 3 5 steps
}

// TestReadOwn checks what is said about files that define no game: one line that names the position.
func TestReadOwn(t *testing.T) {
	good := `{"name": "stairs", "rules": "Go down.", "begin": "2", "moves": {"2": ["1", "0"], "1": {"last step": "0"}},
		"ends": {"0": "loses"}}`
	name, err := games.ReadOwn([]byte(good))
	if err != nil {
		t.Fatal(err)
	}
	ordered, err := games.ReadOwn([]byte(strings.Replace(good, `["1", "0"]`, `{"step": "1", "jump": "0"}`, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if g, err := games.Graph(ordered); err != nil || g.MoveName(g.Code(symmetry.Start), 1) != "step" {
		t.Errorf("the first move of the file is not the first of the game, %v: %s", err, ordered)
	}
	if again, err := games.ReadOwn([]byte(strings.TrimPrefix(name, "own:"))); err != nil || again != name {
		t.Errorf("read again: %s, %v; want %s", again, err, name)
	}
	g, err := games.Graph(name)
	if err != nil {
		t.Fatal(err)
	}
	second, err := g.Parse("1")
	if err != nil || g.Title() != "stairs" || g.MoveName(second, 1) != "last step" || g.Orbits() != 4 {
		t.Errorf("%s with %d positions: the move of 1 is %q, %v", g.Title(), g.Orbits(), g.MoveName(second, 1), err)
	}
	for _, wrong := range []struct{ change, to, want string }{
		{`"stairs"`, `""`, `the game needs a "name"`},
		{`"Go down."`, `""`, `the game needs its "rules"`},
		{`"begin": "2"`, `"begin": "3"`, `"begin" must be a position with moves, and "3" has none`},
		{`"begin": "2"`, `"start": "2"`, `unknown field "start"`},
		{`["1", "0"]`, `["1", "x"]`, `position "2" leads to "x", which is neither in "moves" nor in "ends"`},
		{`["1", "0"]`, `["1", "1"]`, `position "2" has the move "1" twice`},
		{`["1", "0"]`, `["0"]`, `no move leads to position "1"`},
		{`{"last step": "0"}`, `["2"]`, `position "2" can come again: 2 → 1 → 2`},
		{`{"last step": "0"}`, `[]`, `position "1" has no moves`},
		{`{"last step": "0"}`, `5`, `the moves of a position are a list`},
		{`"loses"`, `"lost"`, `position "0" ends with "lost"`},
		{`"1", "0"`, `"1", "0", "a","b","c","d","e","f","g","h"`, `position "2" leads to "a"`},
		{`"ends"`, "\n\n\n,", `line 5: `},
		{`"1": {`, `"2": ["0"], "1": {`, `position "2" is listed twice`},
		{`"0": "loses"`, `"0": "loses", "0": "wins"`, `position "0" is listed twice`},
		{`"0": "loses"`, `"0": "loses", "7": "wins"`, `no move leads to position "7"`},
		{`"0": "loses"`, `"0": 5`, `position "0": 5 is not a text in quotes`},
		{`"0": "loses"`, `"0": "loses", " ": "wins"`, `the name of a position is empty`},
		{`"name"`, `"players": ["Ann"], "name"`, `"players" are two names`},
		{`"Go down."`, `5`, `"rules" must be a text in quotes, not a JSON number`},
		{good, `[]`, `a game is an object in braces, not a JSON array`},
		{good, ``, `there is no game in the file`},
	} {
		text := strings.Replace(good, wrong.change, wrong.to, 1)
		_, err := games.ReadOwn([]byte(text))
		if err == nil || !strings.Contains(err.Error(), wrong.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want %s", wrong.to, err, wrong.want)
		}
	}
}

// TestOwnLimits checks the limits of a game of one's own: ten moves, 65 moves in a game, and too many positions.
func TestOwnLimits(t *testing.T) {
	type file struct {
		Name  string              `json:"name"`
		Rules string              `json:"rules"`
		Begin string              `json:"begin"`
		Moves map[string][]string `json:"moves"`
		Ends  map[string]string   `json:"ends"`
	}
	read := func(moves map[string][]string, ends ...string) error {
		f := file{"x", "x", "0", moves, map[string]string{}}
		for _, e := range ends {
			f.Ends[e] = "loses"
		}
		text, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		_, err = games.ReadOwn(text)
		return err
	}
	wide := []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}
	if err := read(map[string][]string{"0": wide[:9]}, wide[:9]...); err != nil {
		t.Errorf("nine moves: %v", err)
	}
	if err := read(map[string][]string{"0": wide}, wide...); err == nil || !strings.Contains(err.Error(), `position "0" has 10 moves`) {
		t.Errorf("ten moves: %v", err)
	}
	chain := func(n int) map[string][]string {
		moves := map[string][]string{}
		for i := range n {
			moves[fmt.Sprint(i)] = []string{fmt.Sprint(i + 1)}
		}
		return moves
	}
	if err := read(chain(symmetry.MaxLength-1), fmt.Sprint(symmetry.MaxLength-1)); err != nil {
		t.Errorf("63 moves: %v", err)
	}
	if err := read(chain(symmetry.MaxLength), fmt.Sprint(symmetry.MaxLength)); err == nil || !strings.Contains(err.Error(), `position "0"`) {
		t.Errorf("64 moves: %v", err)
	}
	many := map[string][]string{}
	var ends []string
	for i := range 1200 {
		at := []string{}
		for k := 1; k <= 9; k++ {
			to := fmt.Sprint(9*i + k)
			if at = append(at, to); 9*i+k >= 1200 {
				ends = append(ends, to)
			}
		}
		many[fmt.Sprint(i)] = at
	}
	if err := read(many, ends...); err == nil || !strings.Contains(err.Error(), "more than 10000 positions") {
		t.Errorf("12,000 positions: %v", err)
	}
}
