package match_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
	"menace/minimax/games"
	"menace/symmetry"
)

// learner returns a fresh machine that learns.
func learner(rules menace.Rules) (*menace.Machine, *arena.Career) {
	machine := menace.New(rules)
	return machine, arena.NewCareer(machine, rules.Plays)
}

func TestRefusedMovesChangeNothing(t *testing.T) {
	g := match.Seeded(menace.New(menace.Michie()), 1)
	if g.TakeBack() {
		t.Error("a move is taken back before the first")
	}
	if g.Play(1) == nil {
		t.Error("a move out of turn is accepted")
	}
	taken := g.Move().Move
	if g.TakeBack() {
		t.Error("the machine's opening is taken back")
	}
	before := g.Position()
	for _, move := range []symmetry.Move{taken, symmetry.Resign, 10 * taken, 201} {
		if g.Play(move) == nil {
			t.Errorf("move %d is accepted", move)
		}
	}
	if g.Position() != before || len(g.Moves()) != 1 {
		t.Errorf("refused moves led to %v", g.Moves())
	}
	g.Resign()
	if g.Play(taken%9+1) == nil || g.TakeBack() || g.Outcome() != symmetry.FirstWins ||
		g.Resigned() != symmetry.Second {
		t.Error("a move is accepted after a resignation")
	}
}

// impossible holds impossible moves, one for each explanation that the error can give.
var impossible = []struct {
	game string
	move symmetry.Move
	want string
}{
	{"tic-tac-toe", 5, "square 5 is taken by X"},
	{"tic-tac-toe", 74, "7-4 is not a move; write moves as in 1"},
	{"hexapawn", 5, "5 is not a move; write moves as in 7-4"},
	{"hexapawn", 41, "White has nothing on square 4"}, // an empty square
	{"hexapawn", 14, "White has nothing on square 1"}, // a pawn of Black's
	{"hexapawn", 71, "White cannot move 7-1"},         // two steps
	{"hexapawn", 75, "White cannot move 7-5"},         // captures nothing
	{"hexapawn", 77, "White cannot move 7-7"},
}

func TestImpossibleMovesAreExplained(t *testing.T) {
	for _, name := range games.Names() {
		machine := menace.New(usual(name, symmetry.Second))
		g := match.Seeded(machine, 1)
		for move := symmetry.Move(1); move < 100; move++ {
			legal := slices.Contains(g.Graph().MovesFrom(g.Position()), move)
			if err := g.Play(move); legal != (err == nil) {
				t.Errorf("%s, %v: legal: %t, got %v", name, move, legal, err)
			}
			if legal {
				g = match.Seeded(machine, 1)
			}
		}
	}
	for _, c := range impossible {
		g := match.Seeded(menace.New(usual(c.game, symmetry.Second)), 1)
		if c.game == "tic-tac-toe" {
			play(t, g, 5)
			if err := g.Play(6); err == nil || err.Error() != "it is O's turn" {
				t.Errorf("out of turn: got %v", err)
			}
			g.Move()
		}
		if err := g.Play(c.move); err == nil || err.Error() != c.want {
			t.Errorf("%s, %d: got %v, want %q", c.game, c.move, err, c.want)
		}
		g.Resign()
		if err := g.Play(c.move); err == nil || err.Error() != "the game is over" {
			t.Errorf("%s after the end: got %v", c.game, err)
		}
	}
}

// emptied returns a machine with this rule for empty boxes, all of whose boxes are empty.
func emptied(t *testing.T, rules menace.Rules, onEmpty string) *menace.Machine {
	t.Helper()
	rules.OnEmpty = onEmpty
	machine := menace.New(rules)
	err := machine.Load(func(yield func(menace.Bead) bool) {
		for bead := range menace.New(rules).Beads() {
			bead.Count = 0
			if !yield(bead) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return machine
}

// TestMachineResigns checks that a machine without beads resigns, which loses the game and cannot be taken back.
func TestMachineResigns(t *testing.T) {
	for _, game := range games.Names() {
		machine := emptied(t, usual(game, symmetry.Second), menace.Resign)
		career := arena.NewCareer(machine, symmetry.Second)
		g := match.Seeded(machine, 1)
		opening := g.Graph().Moves(symmetry.Start)[0]
		play(t, g, opening)
		turn := g.Move()
		if turn.Reason != match.NoBead || turn.Move != symmetry.Resign || turn.Total != 0 {
			t.Errorf("%s: got %+v without beads", game, turn)
		}
		if g.Outcome() != symmetry.FirstWins || g.Resigned() != symmetry.Second || g.TakeBack() ||
			!slices.Equal(g.Moves(), []symmetry.Move{opening}) {
			t.Errorf("%s: got %v after %v, resigned by %q", game, g.Outcome(), g.Moves(), g.Resigned())
		}
		if l := match.Learn(machine, career, g); len(l) != 0 || career.Tally != (arena.Tally{Loss: 1, Resigned: 1}) {
			t.Errorf("%s: got the lessons %v and the tally %+v", game, l, career.Tally)
		}
	}
}

// TestSeedsAreIndependent checks that consecutive seeds give independent openings: each of the three, and each pair of
// consecutive ones, occurs as often as expected, within five standard errors.
func TestSeedsAreIndependent(t *testing.T) {
	t.Parallel()
	const games = 20_000
	machine := menace.New(menace.Michie())
	single, pairs, last := map[symmetry.Move]float64{}, map[[2]symmetry.Move]float64{}, symmetry.Resign
	for seed := range int64(games) {
		move := match.Seeded(machine, seed).Move().Move
		single[move]++
		pairs[[2]symmetry.Move{last, move}]++
		last = move
	}
	check := func(n, p float64) {
		if limit := 5 * math.Sqrt(p*(1-p)/games); math.Abs(n/games-p) > limit {
			t.Errorf("got %v of %d games, want a share of %v", n, games, p)
		}
	}
	for a := range single {
		check(single[a], 1./3)
		for b := range single {
			check(pairs[[2]symmetry.Move{a, b}], 1./9)
		}
	}
}

// With the same beads and the same generator, the game is always the same.
func ExampleGame() {
	machine := menace.New(menace.Michie())
	g := match.Seeded(machine, 1961)
	turn := g.Move()
	fmt.Println(g.Graph().Format(g.Position()), turn.Beads, "of", turn.Total)
	fmt.Println(g.Play(turn.Move))
	fmt.Println(g.Play(g.Graph().MovesFrom(g.Position())[0]))
	fmt.Println(g.MachineMoves(), len(g.Moves()))
	fmt.Println(g.TakeBack(), slices.Equal(g.Moves(), []symmetry.Move{turn.Move}))
	// Output:
	// .X./.../... 4 of 12
	// square 2 is taken by X
	// <nil>
	// true 2
	// true true
}
