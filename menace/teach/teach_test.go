package teach

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"menace/menace"
	"menace/menace/option"
	"menace/symmetry"
)

func preset(t *testing.T, name string, change func(*menace.Rules)) menace.Rules {
	t.Helper()
	rules, err := menace.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(&rules)
	}
	return rules
}

// TestCard compares the number of games with an independent program, and checks that nobody teaches faster who plays by
// a random card, or by one that differs from the best card in the replies of one orbit.
func TestCard(t *testing.T) {
	teacher, err := New(preset(t, "her", nil))
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(teacher.Games()-21.529) > 0.0005 || !teacher.Endless() {
		t.Errorf("her: %.4f games, want 21.529; endless: %t", teacher.Games(), teacher.Endless())
	}
	card, games := teacher.Card()
	if games < teacher.Games() || games != teacher.GamesWith(card) {
		t.Errorf("%.4f games with the card, and %.4f with the best replies", games, teacher.Games())
	}
	g, random := teacher.graph, rand.New(rand.NewPCG(1, 2))
	for range 6 {
		other := Card{}
		for o := range g.All() {
			for g.Outcome(o) == symmetry.Ongoing && other[o] == 0 {
				other[o] = g.Distinct(o) & symmetry.Set(random.Uint64())
			}
		}
		if with := teacher.GamesWith(other); with < games {
			t.Errorf("%.4f games with the card %v, and %.4f with %v", games, card, with, other)
		}
	}
	for o, best := range card {
		for i := range g.Distinct(o).All() {
			card[o] = best ^ 1<<i
			if with := teacher.GamesWith(card); card[o] != 0 && with < games-1e-6 {
				t.Errorf("%.4f games with the card, and %.4f with the moves %b in orbit %d", games, with, card[o], o)
			}
		}
		card[o] = best
	}
}

// TestState checks the states of a machine in a game by hand: each lost bead leads to another known state, and another
// machine has none.
func TestState(t *testing.T) {
	rules := preset(t, "her", nil)
	teacher, err := NewCached(rules)
	if err != nil {
		t.Fatal(err)
	}
	m := menace.New(rules)
	fresh, known := teacher.State(m)
	if games, _ := teacher.needs.of(fresh); !known || games != teacher.Games() || len(teacher.Replies(fresh)) == 0 {
		t.Errorf("fresh: state %d, known %t", fresh, known)
	}
	opening := m.Bucket(1)[0]
	m.Recall([]menace.Draw{{Orbit: opening, Move: 0}})
	m.Learn(symmetry.FirstWins)
	if after, known := teacher.State(m); !known || after >= fresh {
		t.Errorf("after a lost game: state %d, known %t", after, known)
	}
	rich := menace.New(preset(t, "her", func(r *menace.Rules) { r.Beads[0] = 2 }))
	if _, known := teacher.State(rich); known {
		t.Error("a machine with too many beads is known")
	}
}

func TestRefuses(t *testing.T) {
	for _, tt := range []struct {
		rules menace.Rules
		want  string
		wrong string // the option, or ""
	}{
		{preset(t, "him", nil), "nobody can make White unbeatable: perfect play wins hexapawn for Black", ""},
		{preset(t, "her", func(r *menace.Rules) { r.Credit = menace.CreditAll }), "nobody is certain to", ""},
		{preset(t, "her", func(r *menace.Rules) { r.Win = 1 }), "infinitely many states", "win"},
		{preset(t, "restock", nil), "infinitely many states", "win"},
		{preset(t, "her", func(r *menace.Rules) { r.OnEmpty = menace.Restock }), "infinitely many", "on-empty"},
		{preset(t, "michie", func(r *menace.Rules) { r.Win, r.Draw = 0, 0 }), "more than 4000000 states", ""},
	} {
		_, err := New(tt.rules)
		var wrong *option.Error
		if errors.As(err, &wrong); err == nil || !strings.Contains(err.Error(), tt.want) ||
			(wrong != nil) != (tt.wrong != "") || wrong != nil && wrong.Name != tt.wrong {
			t.Errorf("%+v: error %v, want %q", tt.rules, err, tt.want)
		}
	}
}
