package web

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"menace/menace"
	"menace/symmetry"
)

// TestHistory draws every box of machines: the areas lie above one another, and end where the shares are now.
func TestHistory(t *testing.T) {
	s := newSite(t)
	second := menace.Michie()
	second.Plays, second.Moves = symmetry.Second, menace.All
	s.train("second", second, 2000)
	end := regexp.MustCompile(fmt.Sprintf(`L%d ([0-9]+)V%d`, int(graphWidth), historyHeight))
	for _, name := range []string{"a", "second"} {
		a, err := s.lab.Agent(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		curve, err := s.lab.Curve(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		for _, moves := range a.Machine.Buckets() {
			for _, o := range a.Machine.Bucket(moves) {
				code := a.Machine.Graph().Code(o)
				held := a.Machine.Held(code)
				areas, ticks := history(a.Machine, curve, a.Career.Tally.Games(), code)
				if len(areas) != len(held) || len(ticks) < 3 {
					t.Fatalf("%s: %d areas of %d moves, and the ticks %v", name, len(areas), len(held), ticks)
				}
				sum := 1.0
				for i, drawn := range areas {
					of := held[len(held)-1-i]
					want := fmt.Sprintf("%.0f", historyHeight*(1-sum))
					if box, _ := a.Machine.Box(o); box.Total() == 0 {
						want = fmt.Sprint(historyHeight)
					}
					if got := end.FindStringSubmatch(drawn.Path); got == nil || got[1] != want || drawn.Colour != menace.Colour(of.Move) {
						t.Errorf("%s, box %d, move %v: ends at %v, not at %s: %s", name, code, of.Move, got, want, drawn.Path)
					}
					sum -= of.Chance
				}
			}
		}
	}
	fresh, err := s.lab.Make(t.Context(), "fresh", menace.Michie(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if areas, _ := history(fresh.Machine, nil, 0, 0); areas != nil {
		t.Error("a machine that has played no game has a history")
	}
}

// TestBox asks for a box alone, as the script does: it is the one of the page.
func TestBox(t *testing.T) {
	s := newSite(t)
	page, box := s.get("/agents/a?position=o../.x./..."), s.get("/agents/a/box?position=o../.x./...")
	if !strings.Contains(page, box) || !strings.Contains(box, `<svg class="curve history"`) || !strings.HasPrefix(box, `<section id="found"`) {
		t.Errorf("the box alone is %s", box)
	}
	if box := s.get("/agents/a/box?position=xxx/.../..."); !strings.Contains(box, "cannot arise") {
		t.Error("a position that cannot be is not refused")
	}
}
