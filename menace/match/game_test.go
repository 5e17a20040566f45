package match_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
	"menace/minimax/games"
	"menace/symmetry"
)

// learner returns a match against a fresh machine that learns.
func learner(rules menace.Rules) (*match.Match, *menace.Machine) {
	machine := menace.New(rules)
	return match.New(machine, arena.NewCareer(machine, rules.Plays), 1), machine
}

// TestTurns checks that the machine's moves are legal, and that the reported beads are those of the box, translated to
// the board.
func TestTurns(t *testing.T) {
	t.Parallel()
	for name, rules := range variants() {
		m, machine := learner(rules)
		chance := rand.New(rand.NewPCG(5, 6))
		for range 60 {
			g := m.Start()
			for !g.Over() {
				if !g.MachineMoves() {
					play(t, g, person(g, chance))
					continue
				}
				before := g.Position()
				turn := g.Move()
				if turn.Position != before || turn.Move != symmetry.Resign &&
					!slices.Contains(g.Graph().MovesFrom(before), turn.Move) {
					t.Fatalf("%s: illegal move %v in %s", name, turn.Move, g.Graph().Format(before))
				}
				orbit, to := g.Graph().Find(before)
				played, moves := g.Machine(), g.Graph().Moves(orbit)
				box, _ := played.Box(orbit)
				if turn.Reason == match.Bead && (turn.Total != box.Total() || rules.Moves == menace.All &&
					turn.Beads != box.Beads(slices.Index(moves, to.Move(turn.Move)))) {
					t.Fatalf("%s: turn %+v from the box %+v", name, turn, box)
				}
			}
			if m.End(g); machine.Bankrupt() {
				break
			}
		}
	}
}

// TestLessons checks that each lesson equals the reward, and that no other boxes change.
func TestLessons(t *testing.T) {
	t.Parallel()
	for _, game := range games.Names {
		rules := menace.Michie()
		rules.Game = game
		m, machine := learner(rules)
		reward := map[symmetry.Outcome]int64{symmetry.FirstWins: 3, symmetry.Drawn: 1, symmetry.SecondWins: -1}
		chance := rand.New(rand.NewPCG(8, 9))
		for range 200 {
			before, g := machine.Total(), m.Start()
			for !g.Over() {
				if g.MachineMoves() {
					g.Move()
				} else {
					play(t, g, person(g, chance))
				}
			}
			change := int64(0)
			for _, l := range m.End(g) {
				if l.BeadsAfter-l.Beads != reward[g.Outcome()] || l.TotalAfter-l.Total != reward[g.Outcome()] {
					t.Errorf("%s, %v: %+v", game, g.Outcome(), l)
				}
				change += l.TotalAfter - l.Total
			}
			if machine.Total() != before+change {
				t.Errorf("%s: %d beads became, by a change of %+d, %d", game, before, change, machine.Total())
			}
		}
		s := m.Score()
		if s.Score() != 3*s.Win+s.Draw-s.Loss || s.Games() != 200 {
			t.Errorf("%s: running total %d of %+v", game, s.Score(), s)
		}
	}
}

func TestRefusedMovesChangeNothing(t *testing.T) {
	m, _ := learner(menace.Michie())
	g := m.Start()
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
	for _, name := range games.Names {
		m, _ := learner(usual(name, symmetry.Second))
		g := m.Start()
		for move := symmetry.Move(1); move < 100; move++ {
			legal := slices.Contains(g.Graph().MovesFrom(g.Position()), move)
			if err := g.Play(move); legal != (err == nil) {
				t.Errorf("%s, %v: legal: %t, got %v", name, move, legal, err)
			}
			if legal {
				g = m.Start()
			}
		}
	}
	for _, c := range impossible {
		rules := usual(c.game, symmetry.Second)
		m, _ := learner(rules)
		g := m.Start()
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

// michie returns Michie's rules for one side of a game.
func michie(game string, plays symmetry.Side) menace.Rules {
	rules := menace.Michie()
	rules.Game, rules.Plays = game, plays
	return rules
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

// openings holds the number of beads in the opening box of Michie's machine: four for each distinct move.
var openings = func() map[string]int64 {
	beads := map[string]int64{}
	for _, name := range games.Names {
		g, _ := games.Graph(name)
		beads[name] = 4 * int64(g.Distinct(symmetry.Start).Count())
	}
	return beads
}()

// TestTakeBackEmptiesTheBox checks that taking back a move undoes restocking.
func TestTakeBackEmptiesTheBox(t *testing.T) {
	// The machine has two answers to each of these moves, up to symmetry.
	for game, centre := range map[string]symmetry.Move{"tic-tac-toe": 5, "hexapawn": 85} {
		g := match.New(emptied(t, michie(game, symmetry.Second), menace.Restock), nil, 1).Start()
		play(t, g, centre)
		turn, machine := g.Move(), g.Machine()
		if !turn.Restocked || machine.Total() != 8 {
			t.Errorf("%s: got %+v from an empty box, and %d beads", game, turn, machine.Total())
		}
		if !g.TakeBack() {
			t.Errorf("%s: the move cannot be taken back", game)
		}
		if machine = g.Machine(); machine.Total() != 0 || len(machine.Drawn()) != 0 {
			t.Errorf("%s: after taking back, there are %d beads and %d draws",
				game, machine.Total(), len(machine.Drawn()))
		}
	}
}

// TestNoCareer checks that without a career the machine does not change: boxes that a game restocks stay empty.
func TestNoCareer(t *testing.T) {
	for game, fresh := range openings {
		machine := emptied(t, michie(game, symmetry.First), menace.Restock)
		m := match.New(machine, nil, 1)
		g := m.Start()
		if turn := g.Move(); !turn.Restocked || turn.Total != fresh {
			t.Errorf("%s: got %+v from an empty box", game, turn)
		}
		g.Resign()
		if lessons := m.End(g); lessons != nil || machine.Total() != 0 {
			t.Errorf("%s: got the lessons %v and %d beads", game, lessons, machine.Total())
		}
		if m.Score() != (arena.Tally{Win: 1}) {
			t.Errorf("%s: score %+v", game, m.Score())
		}
	}
}

// TestMachineResigns checks that a machine without beads resigns, which loses the game and cannot be taken back.
func TestMachineResigns(t *testing.T) {
	for _, game := range games.Names {
		machine := emptied(t, usual(game, symmetry.Second), menace.Resign)
		m := match.New(machine, arena.NewCareer(machine, symmetry.Second), 1)
		g := m.Start()
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
		if lessons := m.End(g); len(lessons) != 0 || m.Score() != (arena.Tally{Loss: 1, Resigned: 1}) {
			t.Errorf("%s: got the lessons %v and the score %+v", game, lessons, m.Score())
		}
	}
}

// TestOnlyMoves checks that Gardner's machines draw the only bead of a box with one move, and that Michie's machines
// have no such box.
func TestOnlyMoves(t *testing.T) {
	for rules, want := range map[menace.Rules]match.Reason{
		usual("tic-tac-toe", symmetry.First): match.Forced, usual("hexapawn", symmetry.Second): match.Bead,
	} {
		m, met := match.New(menace.New(rules), nil, 1), 0
		chance := rand.New(rand.NewPCG(3, 4))
		for range 100 {
			for g := m.Start(); !g.Over(); {
				if !g.MachineMoves() {
					play(t, g, person(g, chance))
					continue
				}
				only := g.Graph().MovesFrom(g.Position())
				turn := g.Move()
				if len(only) > 1 {
					continue
				}
				if met++; turn.Move != only[0] || turn.Reason != want || want == match.Bead && turn.Total != 1 {
					t.Errorf("%s: got %+v", rules.Game, turn)
				}
			}
		}
		if met == 0 {
			t.Errorf("%s: no such box was opened", rules.Game)
		}
	}
}

// With the same beads and the same generator, the game is always the same.
func ExampleGame() {
	machine := menace.New(menace.Michie())
	g := match.New(machine, nil, 1961).Start()
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
