package match_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"menace/menace"
	"menace/menace/match"
	"menace/symmetry"
)

// TestResumeAfterLearning checks a game that is resumed after the machine has learned from other games. The moves stay
// as they were made. What the machine's turns report, and what it learns, follows from what its boxes hold now, which
// the test computes from all games in maps.
func TestResumeAfterLearning(t *testing.T) {
	t.Parallel()
	met := map[match.Reason]int{}
	restocked := 0
	for name, rules := range variants() {
		machine, career := learner(rules)
		boxes, chance := newCabinet(rules), rand.New(rand.NewPCG(3, 4))
		for seed := range int64(60) {
			g := match.Seeded(machine, 2*seed)
			for range 2 + chance.IntN(8) {
				if g.Over() {
					break
				} else if g.MachineMoves() {
					g.Move()
				} else {
					play(t, g, person(g, chance))
				}
			}
			other := match.Seeded(machine, 2*seed+1) // ends before the first game is resumed
			playOut(t, other, chance)
			boxes.learn(other)
			match.Learn(machine, career, other)
			if g.Resigned() != "" {
				continue
			}

			moves := g.Moves()
			h, err := match.Resume(machine, g.Seed(), moves)
			if err != nil || !slices.Equal(h.Moves(), moves) || h.Position() != g.Position() {
				t.Fatalf("%s: resumed as %v, %v, want %v", name, h.Moves(), err, moves)
			}
			turns, emptied := h.Turns(), false
			for i, was := range g.Turns() {
				is, want := turns[i], boxes.turn(h.Graph(), was.Position, was.Move)
				if got := (turn{is.Position, is.Move, is.Reason, is.Beads, is.Total, is.Restocked}); got != want {
					t.Fatalf("%s: got the turn %+v from a machine that has learned, want %+v", name, got, want)
				}
				if met[want.reason]++; want.restocked {
					restocked++
				}
				emptied = emptied || want.reason == match.Emptied
			}
			if !emptied && h.Random() != g.Random() { // a move without a bead draws no number
				t.Fatalf("%s: resumed after %v, the generator is in another state", name, moves)
			}
			playOut(t, h, chance)
			boxes.learn(h)
			if match.Learn(machine, career, h); !boxes.holds(machine) {
				t.Fatalf("%s: the boxes do not contain the result of %v", name, h.Moves())
			}
		}
	}
	for _, reason := range []match.Reason{match.Bead, match.Forced, match.Emptied} {
		if met[reason] == 0 {
			t.Errorf("no turn has the reason %v", reason)
		}
	}
	if restocked == 0 {
		t.Error("no box was restocked")
	}
}

// TestCloneHasNoHistory checks that no move can be taken back in a copy, and that moves in it leave the game alone.
func TestCloneHasNoHistory(t *testing.T) {
	g := match.Seeded(menace.New(usual("tic-tac-toe", symmetry.Second)), 1)
	play(t, g, 5)
	g.Move()
	c := g.Clone()
	if c.TakeBack() {
		t.Error("a move of a copy is taken back")
	}
	play(t, c, person(c, rand.New(rand.NewPCG(1, 1))))
	if len(g.Moves()) != 2 || !g.TakeBack() || len(g.Moves()) != 0 {
		t.Errorf("after a move in a copy, the game has the moves %v", g.Moves())
	}
}

// TestResumeRefuses checks that impossible moves are refused.
func TestResumeRefuses(t *testing.T) {
	for _, moves := range [][]symmetry.Move{{5, 5}, {10}, {1, 2, 1}, {1, 4, 2, 5, 3, 6}} {
		if g, err := match.Resume(menace.New(menace.Michie()), 1, moves); err == nil {
			t.Errorf("%v: resumed as %v", moves, g.Moves())
		}
	}
}

// TestResumeRestocks resumes games whose first box has run empty since: whichever of its moves the machine had made, the
// box is restocked, as Michie filled it.
func TestResumeRestocks(t *testing.T) {
	machine := emptied(t, usual("tic-tac-toe", symmetry.First), menace.Restock)
	for _, move := range []symmetry.Move{1, 2, 5} {
		g, err := match.Resume(machine, 1, []symmetry.Move{move})
		if err != nil {
			t.Fatal(err)
		}
		if turn := g.Turns()[0]; !turn.Restocked || turn.Reason != match.Bead || turn.Beads != 4 || turn.Total != 12 {
			t.Errorf("move %v: got %+v", move, turn)
		}
	}
}
