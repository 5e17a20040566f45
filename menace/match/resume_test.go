package match_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
	"menace/symmetry"
)

// TestResume checks that a game resumed after any of its moves continues as the original did, if the machine has not
// changed: with the same turns, the same lessons and the same machine afterwards.
func TestResume(t *testing.T) {
	t.Parallel()
	for name, rules := range variants() {
		m, machine := learner(rules)
		chance := rand.New(rand.NewPCG(3, 4))
		for range 20 {
			copied, g := *machine, m.Start()
			playOut(t, g, chance)
			moves, lessons := g.Moves(), m.End(g)
			for n := range moves {
				again := copied
				h, err := match.Resume(&again, g.Seed(), moves[:n])
				if err != nil {
					t.Fatalf("%s, %v: %v", name, moves[:n], err)
				}
				for _, move := range moves[n:] {
					if !h.MachineMoves() {
						play(t, h, move)
					} else if turn := h.Move(); turn.Move != move {
						t.Fatalf("%s: after %v the machine moved %v, want %v", name, moves[:n], turn.Move, move)
					}
				}
				if !h.Over() && !h.MachineMoves() {
					h.Resign()
				} else if !h.Over() {
					h.Move()
				}
				career := arena.NewCareer(&again, rules.Plays)
				if !slices.Equal(h.Turns(), g.Turns()) || !slices.Equal(match.Learn(&again, career, h), lessons) ||
					!same(&again, machine) {
					t.Fatalf("%s: resumed after %v, the game continued differently", name, moves[:n])
				}
			}
		}
	}
}

// TestResumeAfterLearning checks that the moves of a resumed game stay the same if the machine has learned meanwhile,
// and that it learns from them like from any others: one lesson from each box that is not empty.
func TestResumeAfterLearning(t *testing.T) {
	t.Parallel()
	for name, rules := range variants() {
		m, machine := learner(rules)
		chance := rand.New(rand.NewPCG(3, 4))
		for range 40 {
			g := m.Start()
			for len(g.Moves()) < 4 && !g.Over() {
				if g.MachineMoves() {
					g.Move()
				} else {
					play(t, g, person(g, chance))
				}
			}
			if g.Over() {
				m.End(g)
				continue
			}
			other := m.Start() // the machine learns from it before the first game is resumed
			playOut(t, other, chance)
			m.End(other)
			h, err := match.Resume(machine, g.Seed(), g.Moves())
			if err != nil || !slices.Equal(h.Moves(), g.Moves()) || h.Position() != g.Position() {
				t.Fatalf("%s: resumed as %v, %v, want %v", name, h.Moves(), err, g.Moves())
			}
			drawn, played := 0, h.Machine()
			for _, turn := range h.Turns() {
				orbit, _ := h.Graph().Find(turn.Position)
				if _, ok := played.Box(orbit); ok != (turn.Reason != match.Forced) {
					t.Fatalf("%s: turn %+v", name, turn)
				}
				if turn.Reason == match.Bead {
					drawn++
				}
			}
			if !h.MachineMoves() {
				h.Resign()
			} else {
				for !h.Over() {
					if h.MachineMoves() {
						if h.Move().Reason == match.Bead {
							drawn++
						}
					} else {
						play(t, h, person(h, chance))
					}
				}
			}
			if lessons := m.End(h); len(lessons) != drawn {
				t.Fatalf("%s: got %d lessons from %d beads", name, len(lessons), drawn)
			}
		}
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
