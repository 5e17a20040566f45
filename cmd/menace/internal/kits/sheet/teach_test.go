package sheet

import (
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/teach"
	"menace/symmetry"
)

func her() menace.Rules {
	rules, err := menace.Preset("her")
	if err != nil {
		panic(err)
	}
	return rules
}

var update = flag.Bool("update", false, "write teachings.json")

// TestTeachings solves how to teach each machine whose kit has a page on it, and compares teachings.json.
func TestTeachings(t *testing.T) {
	solved := map[string]teaching{}
	for _, k := range kits(t) {
		if !k.teaches() {
			continue
		}
		teacher, err := teach.New(k.Machine.Rules())
		if err != nil {
			t.Fatal(err)
		}
		card, games := teacher.Die()
		solved[k.Machine.Rules().Game] = teaching{card, teacher.Lessons(), int(teacher.Games() + 0.5), int(games + 0.5)}
	}
	if len(solved) == 0 {
		t.Error("no kit has such a page")
	}
	if *update {
		text, err := json.Marshal(solved)
		if err == nil {
			err = os.WriteFile("teachings.json", append(text, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	} else if !reflect.DeepEqual(teachings(), solved) {
		t.Errorf("teachings.json has %+v, want %+v; -update writes it", teachings(), solved)
	}
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
	for _, lost := range teachings()[her().Game].Lessons {
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
