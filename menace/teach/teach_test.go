package teach

import (
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"menace/menace"
	"menace/menace/option"
	"menace/symmetry"
)

func preset(t *testing.T, name string, change func(*menace.Rules)) menace.Rules {
	t.Helper()
	rules, _ := menace.Preset(name)
	if change != nil {
		change(&rules)
	}
	return rules
}

// cards are those of her teacher, which take a second.
var cards = sync.OnceValue(func() (her struct {
	teacher         *Teacher
	best, die       Card
	games, dieGames float64
}) {
	rules, err := menace.Preset("her")
	if err == nil {
		her.teacher, err = New(rules)
	}
	if err != nil {
		panic(err)
	}
	her.best, her.games = her.teacher.Best()
	her.die, her.dieGames = her.teacher.Die()
	return her
})

// TestCard compares the number of games with an independent program, which found 33.92 with free shares, and 36.08 with
// 1/3 and 2/3 for the opening and equal shares elsewhere. No random card is better, nor one for a die that differs in
// one face.
func TestCard(t *testing.T) {
	her := cards()
	teacher, die, games := her.teacher, maps.Clone(her.die), her.dieGames
	if math.Abs(teacher.Games()-21.529) > 0.0005 || !teacher.Endless() {
		t.Errorf("her: %.4f games, want 21.529; endless: %t", teacher.Games(), teacher.Endless())
	}
	if math.Abs(her.games-33.92) > 0.005 {
		t.Errorf("%.4f games with the best shares, want 33.92", her.games)
	}
	if games > 36.08 || games != teacher.GamesWith(die) {
		t.Errorf("%.4f games with a die, and %.4f by another computation", games, teacher.GamesWith(die))
	}
	thirds := Card{}
	for o, shares := range die {
		for i, share := range shares {
			if shares[i] = min(share, 1); share == 4 {
				shares[i] = 2
			}
		}
		thirds[o] = shares
	}
	if games := teacher.GamesWith(thirds); math.Abs(games-36.08) > 0.005 {
		t.Errorf("%.4f games with 1/3 and 2/3, want 36.08", games)
	}
	g, random := teacher.graph, rand.New(rand.NewPCG(1, 2))
	for range 6 {
		other := Card{}
		for o := range g.All() {
			if g.Outcome(o) == symmetry.Ongoing {
				var shares Shares
				for shares.Total() == 0 {
					for i := range g.Distinct(o).All() {
						shares[i] = random.Int64N(4)
					}
				}
				other[o] = shares
			}
		}
		if with := teacher.GamesWith(other); with < games {
			t.Errorf("%.4f games with the card %v, and %.4f with %v", games, die, with, other)
		}
	}
	for o, best := range die {
		if best.Total() != Faces {
			t.Errorf("orbit %d: the shares %v are not numbers of faces", o, best)
		}
		for from := range g.Distinct(o).All() {
			for to := range g.Distinct(o).All() {
				other := best
				other[from]--
				other[to]++
				if die[o] = other; other[from] >= 0 && teacher.GamesWith(die) < games-1e-6 {
					t.Errorf("%.4f games with a die, and %.4f with %v in orbit %d", games, teacher.GamesWith(die), other, o)
				}
			}
		}
		die[o] = best
	}
}

// TestDieNumbers checks which numbers stand for the moves.
func TestDieNumbers(t *testing.T) {
	for i, want := range []string{"1–3", "", "4", "5–6"} {
		if got := (Shares{3, 0, 1, 2}).Die(i); got != want {
			t.Errorf("move %d: %q, want %q", i, got, want)
		}
	}
	if got := (Shares{0, Faces}).Die(1); got != "" {
		t.Errorf("the only move: %q", got)
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
