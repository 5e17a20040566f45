package experiment

import (
	"slices"
	"testing"

	"menace/arena"
	"menace/menace"
	"menace/minimax/games"
	"menace/symmetry"
)

// TestNeverBankrupt checks the enumeration in theorem 1 of docs/LAWS.md: against a random opponent, no machine that can
// arise from her is bankrupt, and every machine that loses no more beads is unbeatable.
func TestNeverBankrupt(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	rules, err := menace.Preset("her")
	if err != nil {
		t.Fatal(err)
	}
	c, err := newChain(t.Context(), rules, arena.Random(menace.New(rules).Graph()), maxStates)
	if err != nil || len(c) != 65_536 {
		t.Fatalf("%d states, error %v", len(c), err)
	}
	for _, s := range c {
		if s.Bankrupt > 0 || len(s.steps) == 0 && s.Unbeatable == 0 {
			t.Errorf("a machine can arise that is bankrupt, or loses no more beads and is not unbeatable: %+v", s.LawPoint)
		}
	}
}

// TestUnsafeMoves checks what the proofs in docs/LAWS.md say of safe moves in tic-tac-toe, those after which the machine
// can still draw. As long as it makes only these, it does not lose to anybody, and does not win against perfect play.
// After an unsafe move a perfect opponent wins, whatever the machine does.
func TestUnsafeMoves(t *testing.T) {
	g, err := games.Graph("tic-tac-toe")
	if err != nil {
		t.Fatal(err)
	}
	chances := make([]float64, len(g.Edges()))
	arena.Perfect(g).Chances(chances)
	for _, side := range []symmetry.Side{symmetry.First, symmetry.Second} {
		won, lost := symmetry.Win(side), symmetry.Win(side.Other())
		var safe func(symmetry.Orbit) bool
		safe = func(o symmetry.Orbit) bool {
			next := g.Edges()[g.Star(o).First:g.Star(o).End]
			switch {
			case g.Outcome(o) != symmetry.Ongoing:
				return g.Outcome(o) != lost
			case g.Turn(o) == side:
				return slices.ContainsFunc(next, safe)
			}
			return !slices.ContainsFunc(next, func(o symmetry.Orbit) bool { return !safe(o) })
		}
		unsafe := 0
		var follow func(o symmetry.Orbit, fell bool)
		follow = func(o symmetry.Orbit, fell bool) {
			switch end := g.Outcome(o); {
			case fell == safe(o), fell && end == symmetry.Drawn, end == won, !fell && end == lost:
				t.Errorf("%s: orbit %d, which ends as %v, is safe: %v, after an unsafe move: %v", side, o, end, safe(o), fell)
			}
			for e := g.Star(o).First; e < g.Star(o).End; e++ {
				next := g.Edges()[e]
				if g.Turn(o) == side {
					if !fell && !safe(next) {
						unsafe++
					}
					follow(next, fell || !safe(next))
				} else if chances[e] > 0 {
					follow(next, fell)
				}
			}
		}
		follow(symmetry.Start, false)
		if unsafe == 0 {
			t.Errorf("%s: no unsafe move", side)
		}
	}
}

// TestNeverUnbeatable checks the enumeration in theorem 7 of docs/LAWS.md: whatever beads are in the boxes that games
// against perfect play use, the fresh beads in the others let somebody win.
func TestNeverUnbeatable(t *testing.T) {
	for _, side := range []symmetry.Side{symmetry.First, symmetry.Second} {
		rules := menace.Michie()
		rules.Plays = side
		m := menace.New(rules)
		g := m.Graph()
		chances := make([]float64, len(g.Edges()))
		arena.Perfect(g).Chances(chances)
		used := map[symmetry.Orbit]bool{}
		var use func(symmetry.Orbit)
		use = func(o symmetry.Orbit) {
			used[o] = true
			for e := g.Star(o).First; e < g.Star(o).End; e++ {
				if g.Turn(o) == side || chances[e] > 0 {
					use(g.Edges()[e])
				}
			}
		}
		use(symmetry.Start)
		// losable reports whether the game can be lost from an orbit on, whatever beads are in the used boxes.
		var losable func(symmetry.Orbit) bool
		losable = func(o symmetry.Orbit) bool {
			next := g.Edges()[g.Star(o).First:g.Star(o).End]
			switch {
			case g.Outcome(o) != symmetry.Ongoing:
				return g.Outcome(o) == symmetry.Win(side.Other())
			case g.Turn(o) == side && used[o]:
				return !slices.ContainsFunc(next, func(o symmetry.Orbit) bool { return !losable(o) })
			}
			return slices.ContainsFunc(next, losable)
		}
		if !losable(symmetry.Start) {
			t.Errorf("%s: some beads make the machine unbeatable", side)
		}
	}
}
