package law

import (
	"slices"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/minimax/games"
	"menace/symmetry"
)

// The tests in this file check the enumerations in the proofs of docs/LAWS.md.

// TestNeverBankrupt checks theorem 1: against a random opponent, no machine that can arise from her is bankrupt, and
// every machine that loses no more beads is unbeatable.
func TestNeverBankrupt(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	rules, _ := menace.Preset("her")
	c, err := newChain(t.Context(), rules, arena.Random(menace.New(rules).Graph()), maxStates)
	if err != nil || len(c) != 65_536 {
		t.Fatalf("%d states, error %v", len(c), err)
	}
	for _, s := range c {
		if s.Bankrupt > 0 || len(s.steps) == 0 && s.Unbeatable == 0 {
			t.Errorf("a machine can arise that is bankrupt, or loses no more beads and is not unbeatable: %+v", s.Point)
		}
	}
}

// sideOf is tic-tac-toe as a machine on one side plays it against an opponent.
type sideOf struct {
	*symmetry.Graph
	side    symmetry.Side
	chances []float64 // of the opponent's moves, by edge
}

// forBothSides runs a test for both sides of tic-tac-toe, against an opponent.
func forBothSides(t *testing.T, opponent func(*symmetry.Graph) arena.Opponent, test func(*testing.T, sideOf)) {
	g, err := games.Graph("tic-tac-toe")
	if err != nil {
		t.Fatal(err)
	}
	for _, side := range []symmetry.Side{symmetry.First, symmetry.Second} {
		s := sideOf{g, side, make([]float64, len(g.Edges()))}
		opponent(g).Chances(s.chances)
		t.Run(string(side), func(t *testing.T) { test(t, s) })
	}
}

// next returns the orbits that can follow an orbit: after any move of the machine, or a possible one of the opponent.
func (s sideOf) next(o symmetry.Orbit) (all []symmetry.Orbit) {
	for e := s.OrbitEdges(o).First; e < s.OrbitEdges(o).End; e++ {
		if s.Turn(o) == s.side || s.chances[e] > 0 {
			all = append(all, s.Edges()[e])
		}
	}
	return all
}

func (s sideOf) over(o symmetry.Orbit) bool { return s.Outcome(o) != symmetry.Ongoing }

func (s sideOf) lost(o symmetry.Orbit) bool { return s.Outcome(o) == symmetry.Win(s.side.Other()) }

// safe reports whether the machine can at least draw from an orbit, whoever it plays.
func (s sideOf) safe(o symmetry.Orbit) bool {
	next := s.Edges()[s.OrbitEdges(o).First:s.OrbitEdges(o).End]
	switch {
	case s.over(o):
		return !s.lost(o)
	case s.Turn(o) == s.side:
		return slices.ContainsFunc(next, s.safe)
	}
	return !slices.ContainsFunc(next, func(o symmetry.Orbit) bool { return !s.safe(o) })
}

// unsafeMoves calls check for the orbits after the unsafe moves that the machine can make if its earlier ones were
// safe.
func (s sideOf) unsafeMoves(t *testing.T, check func(symmetry.Orbit)) {
	found := 0
	var follow func(symmetry.Orbit)
	follow = func(o symmetry.Orbit) {
		if s.lost(o) {
			t.Errorf("safe moves lose in orbit %d", o)
		}
		for _, next := range s.next(o) {
			if s.safe(next) {
				follow(next)
				continue
			}
			found++
			if check(next); s.Turn(o) != s.side {
				t.Errorf("orbit %d is safe, but the opponent can move to %d, which is not", o, next)
			}
		}
	}
	if follow(symmetry.Start); found == 0 {
		t.Error("no unsafe move")
	}
}

// TestUnsafeMoves checks theorem 6: against a perfect opponent a machine that makes safe moves does not lose, no game
// is won, and after an unsafe move every game is lost.
func TestUnsafeMoves(t *testing.T) {
	forBothSides(t, arena.Perfect, func(t *testing.T, s sideOf) {
		var winnable func(symmetry.Orbit) bool
		winnable = func(o symmetry.Orbit) bool {
			return s.Outcome(o) == symmetry.Win(s.side) || slices.ContainsFunc(s.next(o), winnable)
		}
		if winnable(symmetry.Start) {
			t.Error("a game against a perfect opponent can be won")
		}
		var loses func(symmetry.Orbit) bool
		loses = func(o symmetry.Orbit) bool {
			if s.over(o) {
				return s.lost(o)
			}
			return !slices.ContainsFunc(s.next(o), func(o symmetry.Orbit) bool { return !loses(o) })
		}
		s.unsafeMoves(t, func(o symmetry.Orbit) {
			if !loses(o) {
				t.Errorf("after an unsafe move to orbit %d the machine need not lose", o)
			}
		})
	})
}

// TestBlockerPunishes checks theorem 4: after an unsafe move, a blocker may win without letting a position become safe
// again, whatever the machine does.
func TestBlockerPunishes(t *testing.T) {
	forBothSides(t, arena.Blocker, func(t *testing.T, s sideOf) {
		var punished func(symmetry.Orbit) bool
		punished = func(o symmetry.Orbit) bool {
			switch {
			case s.over(o):
				return s.lost(o)
			case s.safe(o):
				return false
			case s.Turn(o) == s.side:
				return !slices.ContainsFunc(s.next(o), func(o symmetry.Orbit) bool { return !punished(o) })
			}
			return slices.ContainsFunc(s.next(o), punished)
		}
		s.unsafeMoves(t, func(o symmetry.Orbit) {
			if !punished(o) {
				t.Errorf("a blocker cannot punish the move to orbit %d", o)
			}
		})
	})
}

// TestNeverUnbeatable checks theorem 7: whatever beads are in the boxes that games against perfect play use, the fresh
// beads in the others let somebody win.
func TestNeverUnbeatable(t *testing.T) {
	forBothSides(t, arena.Perfect, func(t *testing.T, s sideOf) {
		used := map[symmetry.Orbit]bool{}
		var use func(symmetry.Orbit)
		use = func(o symmetry.Orbit) {
			used[o] = true
			for _, next := range s.next(o) {
				use(next)
			}
		}
		use(symmetry.Start)
		// losable reports whether the game can be lost from an orbit on, whatever beads are in the used boxes.
		var losable func(symmetry.Orbit) bool
		losable = func(o symmetry.Orbit) bool {
			next := s.Edges()[s.OrbitEdges(o).First:s.OrbitEdges(o).End]
			switch {
			case s.over(o):
				return s.lost(o)
			case s.Turn(o) == s.side && used[o]:
				return !slices.ContainsFunc(next, func(o symmetry.Orbit) bool { return !losable(o) })
			}
			return slices.ContainsFunc(next, losable)
		}
		if !losable(symmetry.Start) {
			t.Error("some beads make the machine unbeatable")
		}
	})
}
