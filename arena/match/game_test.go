package match_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"menace/arena"
	"menace/arena/match"
	"menace/board"
	"menace/menace"
	"menace/symmetry"
)

// learner returns a match of a fresh machine that learns.
func learner(rules menace.Rules) (*match.Match, *menace.Machine) {
	machine := menace.New(rules)
	return match.New(machine, arena.NewCareer(machine, rules.Plays.Mark()), 1), machine
}

// The machine's moves are legal, and the beads told are those of the box, seen from the board.
func TestTurns(t *testing.T) {
	t.Parallel()
	for name, rules := range variants() {
		m, machine := learner(rules)
		chance := rand.New(rand.NewPCG(5, 6))
		for range 100 {
			g := m.Start()
			for !g.Over() {
				if !g.MachineMoves() {
					play(t, g, person(g, chance))
					continue
				}
				before := g.Board()
				turn := g.Move()
				if turn.Board != before || turn.Square != board.None && !before.Legal(turn.Square) {
					t.Fatalf("%s: square %d of %v", name, turn.Square.Number(), before)
				}
				orbit, to := symmetry.Find(before)
				played := g.Machine()
				box, _ := played.Box(orbit)
				if turn.Reason == match.Bead && (turn.Total != box.Total() || turn.Beads != box.Beads(to.Square(turn.Square)) &&
					rules.Moves == menace.All) {
					t.Fatalf("%s: %+v of %+v", name, turn, box)
				}
			}
			if m.End(g); machine.Bankrupt() {
				break
			}
		}
	}
}

// Each lesson is the reward, and nothing but the boxes in the lessons has changed.
func TestLessons(t *testing.T) {
	t.Parallel()
	m, machine := learner(menace.Michie())
	reward := map[board.Outcome]int64{board.XWins: 3, board.Drawn: 1, board.OWins: -1}
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
				t.Errorf("%v: %+v", g.Outcome(), l)
			}
			change += l.TotalAfter - l.Total
		}
		if machine.Total() != before+change {
			t.Errorf("%d beads and %+d are %d", before, change, machine.Total())
		}
	}
	s := m.Score()
	if s.Score() != 3*s.Win+s.Draw-s.Loss || s.Games() != 200 {
		t.Errorf("running total %d of %+v", s.Score(), s)
	}
}

func TestRefusedMovesChangeNothing(t *testing.T) {
	m, _ := learner(menace.Michie())
	g := m.Start()
	if g.TakeBack() {
		t.Error("took back a move before the first")
	}
	if g.Play(0) == nil {
		t.Error("moved out of turn")
	}
	taken := g.Move().Square
	if g.TakeBack() {
		t.Error("took back the machine's opening")
	}
	before := g.Board()
	for _, s := range []board.Square{taken, board.None, 200} {
		if g.Play(s) == nil {
			t.Errorf("moved to %d", s.Number())
		}
	}
	if g.Board() != before || len(g.Moves()) != 1 {
		t.Errorf("refused moves led to %v", g.Board())
	}
	g.Resign()
	if g.Play((taken+1)%board.Squares) == nil || g.TakeBack() || g.Outcome() != board.XWins || g.Resigned() != board.O {
		t.Error("the game went on after a resignation")
	}
}

// emptied returns a machine without beads that restocks its boxes.
func emptied(t *testing.T, plays menace.Side) *menace.Machine {
	rules := menace.Michie()
	rules.Plays, rules.OnEmpty = plays, menace.Restock
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

// A box that was restocked for a move that is taken back is empty again.
func TestTakeBackEmptiesTheBox(t *testing.T) {
	g := match.New(emptied(t, menace.Second), nil, 1).Start()
	play(t, g, 4)
	turn, machine := g.Move(), g.Machine()
	if !turn.Restocked || machine.Total() != 8 {
		t.Errorf("an empty box gave %+v, %d beads", turn, machine.Total())
	}
	if !g.TakeBack() {
		t.Error("the move cannot be taken back")
	}
	if machine = g.Machine(); machine.Total() != 0 || len(machine.Drawn()) != 0 {
		t.Errorf("taken back, there are %d beads and %d draws", machine.Total(), len(machine.Drawn()))
	}
}

// Without a career the machine stays as it was: boxes that a game restocks stay empty.
func TestNoCareer(t *testing.T) {
	machine := emptied(t, menace.First)
	m := match.New(machine, nil, 1)
	g := m.Start()
	if turn := g.Move(); !turn.Restocked || turn.Total != 12 {
		t.Errorf("an empty box gave %+v", turn)
	}
	g.Resign()
	if lessons := m.End(g); lessons != nil || machine.Total() != 0 {
		t.Errorf("learned %v, %d beads", lessons, machine.Total())
	}
	if m.Score() != (arena.Tally{Win: 1}) {
		t.Errorf("score %+v", m.Score())
	}
}

// With beads and generator given, so is the game.
func ExampleGame() {
	machine := menace.New(menace.Michie())
	g := match.New(machine, nil, 1961).Start()
	turn := g.Move()
	fmt.Println(g.Board(), turn.Beads, "of", turn.Total)
	fmt.Println(g.Play(turn.Square))
	for s := range g.Board().Empty().All() {
		if g.Play(s) == nil {
			break
		}
	}
	fmt.Println(g.MachineMoves(), len(g.Moves()))
	fmt.Println(g.TakeBack(), slices.Equal(g.Moves(), []board.Square{turn.Square}))
	// Output:
	// .X./.../... 4 of 12
	// square 2 is taken by X
	// true 2
	// true true
}
