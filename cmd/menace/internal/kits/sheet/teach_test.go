package sheet

import (
	"strings"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

func her() menace.Rules {
	rules, err := menace.Preset("her")
	if err != nil {
		panic(err)
	}
	return rules
}

// TestTeachingPage reads the page for teachers of HER back: it has the numbers of docs/LAWS.md and the card's moves at
// the start. A machine that has lost the beads shown is unbeatable, and not before.
func TestTeachingPage(t *testing.T) {
	var text string
	for _, page := range printed(t, "her", kits(t)["her"]) {
		if all := page.all(); strings.Contains(all, "How to teach HER quickly") {
			text = all
		}
	}
	for _, want := range []string{"9 lost games are enough", "needs 35 games", "need 129", "needs 22 games", "1–2: 7-4", "3–6: 8-5",
		"1–3: 7-4", "4: 7-5", "5–6: 9-5", "box 1: 1-4, lilac", "box 1: 2-5, gold"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	m := menace.New(her())
	for _, lost := range teachingOf(her()).Lessons {
		if arena.MostLosses(m, symmetry.Second).Loss == 0 {
			t.Error("a machine is unbeatable that has not lost all of the beads")
		}
		m.Recall([]menace.Draw{lost})
		m.Learn(symmetry.FirstWins)
	}
	if arena.MostLosses(m, symmetry.Second).Loss > 0 {
		t.Error("a machine that has lost the beads can be beaten")
	}
	for name, k := range kits(t) {
		if other := k.Machine.Rules() != her(); other {
			for _, page := range printed(t, name, k) {
				if strings.Contains(page.all(), "How to teach HER quickly") {
					t.Errorf("%s: a page is about another machine", name)
				}
			}
		}
	}
}
