package match_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"menace/arena"
	"menace/arena/match"
	"menace/board"
	"menace/menace"
)

// variants are rules under which a machine comes to its moves in different ways.
func variants() map[string]menace.Rules {
	rules := map[string]menace.Rules{}
	for _, side := range []menace.Side{menace.First, menace.Second} {
		for _, onEmpty := range []menace.OnEmpty{menace.Resign, menace.Restock, menace.Random} {
			for _, moves := range []menace.MoveSet{menace.Distinct, menace.All} {
				r := menace.Michie()
				r.Plays, r.OnEmpty, r.Moves = side, onEmpty, moves
				r.Beads = [4]int64{2, 1, 1, 1} // boxes are soon empty
				rules[string(side)+" "+string(onEmpty)+" "+string(moves)] = r
			}
		}
	}
	return rules
}

// person plays any square.
func person(g *match.Game, chance *rand.Rand) board.Square {
	squares := slices.Collect(g.Board().Empty().All())
	return squares[chance.IntN(len(squares))]
}

// Training plays from orbit to orbit, a match on the board. They are the same games, with the
// same draws: the way from the board to the box and back is right in every orientation.
func TestMatchIsTraining(t *testing.T) {
	const games = 1000
	for name, rules := range variants() {
		t.Run(name, func(t *testing.T) {
			trained := menace.New(rules)
			training := arena.Training{
				Learner:  arena.NewCareer(trained, rules.Plays.Mark()),
				Opponent: arena.Random, Random: arena.NewRandom(7),
			}
			played, err := training.Run(t.Context(), games)
			if err != nil {
				t.Fatal(err)
			}

			machine := menace.New(rules)
			career := arena.NewCareer(machine, rules.Plays.Mark())
			m := match.New(machine, arena.NewRandom(7), career)
			for range played {
				g := m.Start()
				for !g.Over() {
					if g.MachineMoves() {
						g.Move()
					} else {
						g.Ask(arena.Random)
					}
				}
				m.End(g)
			}
			if !slices.Equal(machine.Counts(), trained.Counts()) {
				t.Error("the beads differ")
			}
			if career.Tally != training.Learner.Tally || m.Score() != career.Tally {
				t.Errorf("the tallies differ: %v, %v, %v", m.Score(), career.Tally, training.Learner.Tally)
			}
			if len(career.Curve) != len(training.Learner.Curve) {
				t.Errorf("%d checkpoints, not %d", len(career.Curve), len(training.Learner.Curve))
			}
		})
	}
}

// A game with moves taken back ends as the game without them does: with the same machine, the
// same lessons and the same generator.
func TestTakeBack(t *testing.T) {
	for name, rules := range variants() {
		t.Run(name, func(t *testing.T) {
			straight, winding := menace.New(rules), menace.New(rules)
			randomA, randomB := arena.NewRandom(3), arena.NewRandom(3)
			a := match.New(straight, randomA, arena.NewCareer(straight, rules.Plays.Mark()))
			b := match.New(winding, randomB, arena.NewCareer(winding, rules.Plays.Mark()))
			chance := rand.New(rand.NewPCG(1, 2))
			for range 100 {
				ga, gb := a.Start(), b.Start()
				for !ga.Over() {
					if ga.MachineMoves() {
						ga.Move()
						gb.Move()
						continue
					}
					detour(t, gb, ga, chance)
					s := person(ga, chance)
					play(t, ga, s)
					play(t, gb, s)
				}
				if !slices.Equal(ga.Moves(), gb.Moves()) || !slices.Equal(ga.Turns(), gb.Turns()) {
					t.Fatalf("%v became %v", ga.Moves(), gb.Moves())
				}
				if !slices.Equal(a.End(ga), b.End(gb)) || *randomA != *randomB ||
					!slices.Equal(straight.Counts(), winding.Counts()) {
					t.Fatalf("after %v the machines differ", ga.Moves())
				}
				if straight.Bankrupt() {
					return
				}
			}
		})
	}
}

// detour plays moves in a game and takes them back, so that it stands as the other does. If they
// end it, it is played again from the start.
func detour(t *testing.T, g, other *match.Game, chance *rand.Rand) {
	for range 1 + chance.IntN(2) {
		play(t, g, person(g, chance))
		if g.MachineMoves() {
			g.Move()
		}
		if g.Over() {
			g.Abandon()
			break
		}
	}
	for g.Board().Moves() > other.Board().Moves() {
		if !g.TakeBack() {
			t.Fatalf("%v cannot be taken back to %v", g.Board(), other.Board())
		}
	}
	for _, s := range other.Moves()[g.Board().Moves():] {
		if g.MachineMoves() {
			g.Move()
		} else {
			play(t, g, s)
		}
	}
}

func play(t *testing.T, g *match.Game, s board.Square) {
	if err := g.Play(s); err != nil {
		t.Fatal(err)
	}
}
