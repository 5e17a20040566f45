package sheet

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"menace/cmd/internal/language"
	"menace/menace"
	"menace/minimax/games"
	"menace/symmetry"
)

// ownMachine returns a fresh machine for a game of one's own, with long names: a row of four pins, of which one or two
// neighbours fall; whoever takes the last pin wins.
func ownMachine(t *testing.T) *menace.Machine {
	t.Helper()
	game, err := games.ReadOwn([]byte(`{
		"name": "pins", "rules": "Knock down one pin or two neighbours. Whoever knocks down the last pin wins.",
		"begin": "all four pins in a row",
		"moves": {
			"all four pins in a row": {"the pin on the left": "III", "the second pin from the left": "I II",
				"the two pins in the middle, both at once": "I I", "the two pins on the left": "II"},
			"III": ["II", "I I", "I"], "I II": ["II", "I I", "I"], "II": ["I", "none"], "I I": ["I"], "I": ["none"]
		},
		"ends": {"none": "loses"}}`))
	if err != nil {
		t.Fatal(err)
	}
	rules, _ := menace.Usual(game)
	return menace.New(rules)
}

// TestOwnGame checks the sheets of a game of one's own, whose answers are those of the game of pins: taking both middle
// pins leaves two that stand alone, so it wins, and any other first move loses.
func TestOwnGame(t *testing.T) {
	for _, tag := range language.Tags {
		k := newKit(t, ownMachine(t), in(tag))
		if err := k.Check(); err != nil {
			t.Errorf("%s: %v", tag, err)
		}
		if got := k.choice(); got.Number != 1 || len(got.Bad) != 3 ||
			!slices.Equal(got.Good, []string{"the two pins in the middle, both at once"}) {
			t.Errorf("%s: got %+v", tag, got)
		}
		var page bytes.Buffer
		if err := k.WriteHTML(&page); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"all four pins in a row", "the two pins in the middle, both at once", k.share(1, 4),
			k.player(symmetry.First)} {
			if !strings.Contains(page.String(), want) {
				t.Errorf("%s: the lesson and the worksheet lack %q", tag, want)
			}
		}
	}
}

// TestCups checks the exercise of Nim's worksheet with all settings. By Bouton's rule a player who has to move loses if
// the sticks that are left, or one fewer if whoever takes the last one loses, are a multiple of the most that can be
// taken plus one.
func TestCups(t *testing.T) {
	for sticks := 4; sticks <= 21; sticks++ {
		for setting, most := range map[string]int{"": 3, "+wins": 3, "+take2": 2, "+take2+wins": 2} {
			for _, side := range []symmetry.Side{symmetry.First, symmetry.Second} {
				rules, _ := menace.Usual(fmt.Sprintf("nim:%d%s", sticks, setting))
				rules.Plays = side
				e := newKit(t, menace.New(rules)).cup(6)
				wins := strings.Contains(setting, "wins")
				lost := func(left int) bool { return wins && left%(most+1) == 0 || !wins && left%(most+1) == 1 }
				var good, bad []string
				for n := 1; n <= min(most, e.Sticks); n++ {
					if left := e.Sticks - n; lost(left) && left > 0 || left == 0 && wins {
						good = append(good, fmt.Sprint(n))
					} else {
						bad = append(bad, fmt.Sprint(n))
					}
				}
				if !slices.Equal(e.Good, good) || !slices.Equal(e.Bad, bad) || good == nil || bad == nil || e.Sticks > 6 {
					t.Errorf("%s, %s: cup of %d: got %v and %v, want %v and %v", rules.Game, side, e.Sticks, e.Good, e.Bad,
						good, bad)
				}
			}
		}
	}
}

// TestCupsAreCups looks for boxes in the texts of Nim, whose machine is made of cups.
func TestCupsAreCups(t *testing.T) {
	k := newKit(t, preset(t, "nim"))
	for _, part := range []string{Lesson, Sheet, Rules, Scores} {
		text := content(k.text(part, true))
		if at := strings.Index(strings.ReplaceAll(text, "atchboxes", ""), "box"); at >= 0 || !strings.Contains(text, "cup") {
			t.Errorf("%s: %s", part, text)
		}
	}
}
