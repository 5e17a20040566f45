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
	for _, game := range games.Names() {
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
			career, random := arena.NewCareer(machine, rules.Plays), arena.NewRandom(7)
			for range played {
				g := match.Begin(machine, *random)
				for !g.Over() {
					if g.MachineMoves() {
						g.Move()
					} else {
						g.Ask(training.Opponent)
					}
				}
				match.Learn(machine, career, g)
				*random = g.Random()
			}
			if !slices.Equal(machine.Counts(), trained.Counts()) {
				t.Error("the beads differ")
			}
			if career.Tally != training.Learner.Tally || len(career.Curve) != len(training.Learner.Curve) {
				t.Errorf("the careers of match and training differ: %v, %v", career.Tally, training.Learner.Tally)
			}
		})
	}
}

// TestAsk checks that the opponent's move is remembered and can be taken back, that a player who cannot move resigns,
// and that a player who looks into the boxes sees those of the game.
func TestAsk(t *testing.T) {
	g := match.Seeded(menace.New(usual("tic-tac-toe", symmetry.Second)), 1)
	opening := g.Ask(arena.Random(g.Graph()))
	if !slices.Equal(g.Moves(), []symmetry.Move{opening}) || !g.TakeBack() || len(g.Moves()) != 0 {
		t.Errorf("after %v was taken back, the moves are %v", opening, g.Moves())
	}
	empty := emptied(t, usual("tic-tac-toe", symmetry.First), menace.Resign)
	if got := g.Ask(empty); got != symmetry.Resign || g.Resigned() != symmetry.First {
		t.Errorf("a player without beads made the move %v", got)
	}
	adaptive := &reader{Opponent: arena.Random(g.Graph())}
	g = match.Seeded(menace.New(usual("tic-tac-toe", symmetry.Second)), 1)
	g.Ask(adaptive)
	if machine := g.Machine(); adaptive.seen != machine.Total() {
		t.Errorf("an adaptive player saw %d beads, want %d", adaptive.seen, machine.Total())
	}
}

// reader is an opponent that counts the beads of the machine it faces.
type reader struct {
	arena.Opponent
	seen int64
}

func (r *reader) Facing(l arena.Learner) (arena.Opponent, error) {
	r.seen = l.(*menace.Machine).Total()
	return r.Opponent, nil
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
