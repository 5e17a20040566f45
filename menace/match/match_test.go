package match_test

import (
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
	"menace/minimax/games"
	"menace/symmetry"
)

// Tests allocate much and keep little, so the collector need not run as often as in a long session.
var _ = debug.SetGCPercent(400)

// usual returns the usual rules of a game for one side.
func usual(game string, plays symmetry.Side) menace.Rules {
	rules, err := menace.Usual(game)
	if err != nil {
		panic(err)
	}
	rules.Plays = plays
	return rules
}

// variants are rules under which machines choose moves in different ways.
func variants() map[string]menace.Rules {
	rules := map[string]menace.Rules{}
	for _, game := range games.Names {
		for _, side := range []symmetry.Side{symmetry.First, symmetry.Second} {
			for _, onEmpty := range []string{menace.Resign, menace.Restock} {
				for _, moves := range []string{menace.Distinct, menace.All} {
					r := usual(game, side)
					r.OnEmpty, r.Moves = onEmpty, moves
					r.Beads = [4]int64{2, 1, 1, 1} // boxes are soon empty
					rules[game+" "+string(side)+" "+onEmpty+" "+moves] = r
				}
			}
		}
	}
	return rules
}

// person makes a random move.
func person(g *match.Game, chance *rand.Rand) symmetry.Move {
	moves := g.Graph().MovesFrom(g.Position())
	return moves[chance.IntN(len(moves))]
}

// TestMatchIsTraining checks that a match on the board plays the same games, with the same draws, as training from
// orbit to orbit. So the translation between board and box is right in every orientation.
func TestMatchIsTraining(t *testing.T) {
	t.Parallel()
	const games = 200
	for name, rules := range variants() {
		t.Run(name, func(t *testing.T) {
			trained := menace.New(rules)
			training := arena.Training{
				Learner:  arena.NewCareer(trained, rules.Plays),
				Opponent: arena.Random(trained.Graph()), Random: arena.NewRandom(7),
			}
			played, err := training.Run(t.Context(), games)
			if err != nil {
				t.Fatal(err)
			}

			machine := menace.New(rules)
			career := arena.NewCareer(machine, rules.Plays)
			m, random := match.New(machine, career, 0), arena.NewRandom(7)
			for range played {
				g := m.StartWith(*random)
				for !g.Over() {
					if g.MachineMoves() {
						g.Move()
					} else {
						g.Ask(training.Opponent)
					}
				}
				m.End(g)
				*random = g.Random()
			}
			if !slices.Equal(machine.Counts(), trained.Counts()) {
				t.Error("the beads differ")
			}
			if career.Tally != training.Learner.Tally || m.Score() != career.Tally {
				t.Errorf("the tallies of match, career and training differ: %v, %v, %v",
					m.Score(), career.Tally, training.Learner.Tally)
			}
			if len(career.Curve) != len(training.Learner.Curve) {
				t.Errorf("got %d checkpoints, want %d", len(career.Curve), len(training.Learner.Curve))
			}
		})
	}
}

// TestTakeBack checks that a game in which moves were taken back ends like the game without them: with the same
// machine, lessons and generator.
func TestTakeBack(t *testing.T) {
	t.Parallel()
	for name, rules := range variants() {
		t.Run(name, func(t *testing.T) {
			a, straight := learner(rules)
			b, winding := learner(rules)
			chance := rand.New(rand.NewPCG(1, 2))
			for range 30 {
				ga, gb := a.Start(), b.Start()
				for !ga.Over() {
					if ga.MachineMoves() {
						ga.Move()
						gb.Move()
						continue
					}
					if detour(t, gb, ga, chance); gb.Over() {
						gb = b.StartWith(*arena.NewRandom(ga.Seed()))
					}
					follow(t, gb, ga.Moves())
					move := person(ga, chance)
					play(t, ga, move)
					play(t, gb, move)
				}
				if !slices.Equal(ga.Moves(), gb.Moves()) || !slices.Equal(ga.Turns(), gb.Turns()) {
					t.Fatalf("%v became %v", ga.Moves(), gb.Moves())
				}
				if !slices.Equal(a.End(ga), b.End(gb)) || ga.Random() != gb.Random() ||
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

// detour plays moves in a game and takes them back until it is as long as another game, unless they end it.
func detour(t *testing.T, g, other *match.Game, chance *rand.Rand) {
	for range 1 + chance.IntN(2) {
		play(t, g, person(g, chance))
		if g.MachineMoves() {
			g.Move()
		}
		if g.Over() {
			return
		}
	}
	for len(g.Moves()) > len(other.Moves()) {
		if !g.TakeBack() {
			t.Fatalf("the moves of %v cannot be taken back to get %v", g.Moves(), other.Moves())
		}
	}
}

// follow continues a game with the moves of another.
func follow(t *testing.T, g *match.Game, moves []symmetry.Move) {
	for _, move := range moves[len(g.Moves()):] {
		if g.MachineMoves() {
			g.Move()
		} else {
			play(t, g, move)
		}
	}
}

// again replays a finished game as the next one of a match.
func again(t *testing.T, m *match.Match, g *match.Game) *match.Game {
	next := m.Start()
	follow(t, next, g.Moves())
	if next.MachineMoves() {
		next.Move() // resigns
	}
	return next
}

// playOut plays a game to its end. The person makes random moves, and sometimes takes one back.
func playOut(t *testing.T, g *match.Game, chance *rand.Rand) {
	t.Helper()
	for !g.Over() {
		if g.MachineMoves() {
			g.Move()
		} else if play(t, g, person(g, chance)); chance.IntN(3) == 0 {
			g.TakeBack()
		}
	}
}

func play(t *testing.T, g *match.Game, move symmetry.Move) {
	t.Helper()
	if err := g.Play(move); err != nil {
		t.Fatal(err)
	}
}
