package match_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"menace/arena"
	"menace/arena/match"
	"menace/menace"
	"menace/symmetry"
)

// cabinet counts what a machine's boxes should hold, the slow way.
type cabinet struct {
	rules menace.Rules
	beads map[symmetry.Orbit]map[symmetry.Move]int64 // by moves of canonical positions
}

func newCabinet(rules menace.Rules) cabinet {
	c, machine := cabinet{rules, map[symmetry.Orbit]map[symmetry.Move]int64{}}, menace.New(rules)
	for bead := range machine.Beads() {
		o, _ := machine.Graph().Find(bead.Code)
		if c.beads[o] == nil {
			c.beads[o] = map[symmetry.Move]int64{}
		}
		c.beads[o][bead.Move] = bead.Count
	}
	return c
}

// learn restocks what the game restocked, if it is still empty, and rewards each bead drawn once.
func (c cabinet) learn(g *match.Game) {
	reward := c.rules.Loss
	switch g.Outcome() {
	case symmetry.Drawn:
		reward = c.rules.Draw
	case symmetry.Win(g.Side()):
		reward = c.rules.Win
	}
	type draw struct {
		box  map[symmetry.Move]int64
		move symmetry.Move
	}
	var drawn []draw
	for _, turn := range g.Turns() {
		if turn.Reason != match.Bead {
			continue
		}
		orbit, to := g.Graph().Find(turn.Position)
		if turn.Restocked && !slices.ContainsFunc(slices.Collect(maps.Values(c.beads[orbit])), positive) {
			maps.Copy(c.beads[orbit], newCabinet(c.rules).beads[orbit])
		}
		drawn = append(drawn, draw{c.beads[orbit], to.Move(turn.Move)})
	}
	if c.rules.Credit == menace.CreditLast && len(drawn) > 0 {
		drawn = drawn[len(drawn)-1:]
	}
	for _, d := range drawn {
		d.box[d.move] = max(d.box[d.move]+reward, min(d.box[d.move], c.rules.Floor))
	}
}

func positive(n int64) bool { return n > 0 }

// holds reports whether a machine's boxes hold what they should.
func (c cabinet) holds(m *menace.Machine) bool {
	for bead := range m.Beads() {
		if o, _ := m.Graph().Find(bead.Code); c.beads[o][bead.Move] != bead.Count {
			return false
		}
	}
	return true
}

// table is a game in progress, with the machine it began with.
type table struct {
	*match.Game
	machine menace.Machine
	left    match.Game // as its player left it
}

// step does one thing that a player may do, or lets the machine move.
func (s *table) step(t *testing.T, chance *rand.Rand) {
	switch {
	case s.MachineMoves():
		s.Move()
	case chance.IntN(5) == 0:
		s.TakeBack()
	case chance.IntN(20) == 0:
		s.Resign()
	default:
		play(t, s.Game, person(s.Game, chance))
	}
}

// untouched reports whether the game stands as its player left it.
func (s *table) untouched() bool {
	is, was := s.Game.Machine(), s.left.Machine()
	return s.Position() == s.left.Position() && s.Random() == s.left.Random() && same(&is, &was) &&
		slices.Equal(s.Moves(), s.left.Moves()) && slices.Equal(s.Turns(), s.left.Turns())
}

// same reports whether two machines hold the same beads, in their boxes and in the game that is on.
func same(a, b *menace.Machine) bool {
	return a.Rules() == b.Rules() && slices.Equal(a.Counts(), b.Counts()) && slices.Equal(a.Drawn(), b.Drawn())
}

// Many games are open with one machine, and their players move, take back, resign and leave in any
// order. Nothing but the end of a game changes the machine; each end teaches it exactly once; and each
// game is the one that it would have been alone.
func TestInterleavedGames(t *testing.T) {
	t.Parallel()
	for name, rules := range variants() {
		t.Run(name, func(t *testing.T) { interleave(t, rules) })
		rules.Win, rules.Draw = -1, -1
		t.Run(name+" punished", func(t *testing.T) { interleave(t, rules) })
		rules.Floor, rules.Credit = 1, menace.CreditLast
		t.Run(name+" last, floor 1", func(t *testing.T) { interleave(t, rules) })
	}
}

func interleave(t *testing.T, rules menace.Rules) {
	m, machine := learner(rules)
	want, chance := newCabinet(rules), rand.New(rand.NewPCG(4, 2))
	var tables []*table
	for range 160 {
		if len(tables) < 5 {
			g := m.Start()
			tables = append(tables, &table{g, g.Machine(), *g})
		}
		before, i := *machine, chance.IntN(len(tables))
		s := tables[i]
		if !s.untouched() {
			t.Fatalf("%v was changed by another game", s.Moves())
		}
		s.step(t, chance)
		s.left = *s.Game
		if !same(machine, &before) {
			t.Fatalf("%v has changed the machine before its end", s.Moves())
		}
		if s.Over() {
			alone := again(t, match.New(&s.machine, nil, s.Seed()), s.Game)
			if !slices.Equal(alone.Turns(), s.Turns()) {
				t.Fatalf("alone, %v is another game", s.Moves())
			}
			want.learn(s.Game)
			m.End(s.Game)
			if !want.holds(machine) {
				t.Fatalf("the boxes do not hold what %v taught", s.Moves())
			}
		}
		if s.Over() || chance.IntN(50) == 0 { // some leave in the middle
			tables = slices.Delete(tables, i, i+1)
		}
	}
}

// Two games find the same box empty: the first to end fills it, the second adds its reward.
func TestRestockedOnce(t *testing.T) {
	for game, fresh := range openings {
		machine := emptied(t, michie(game, symmetry.First), menace.Restock)
		m := match.New(machine, arena.NewCareer(machine, symmetry.First), 1)
		a, b := m.Start(), m.Start()
		for _, g := range []*match.Game{a, b} {
			if turn := g.Move(); !turn.Restocked || turn.Total != fresh {
				t.Errorf("%s: an empty box gave %+v", game, turn)
			}
		}
		for i, g := range []*match.Game{b, a} {
			g.Resign()
			was, is := fresh+3*int64(i), fresh+3+3*int64(i)
			if l := m.End(g); len(l) != 1 || l[0].Total != was || l[0].TotalAfter != is || machine.Total() != is {
				t.Errorf("%s: game %d taught %+v; the machine holds %d beads", game, i+1, l, machine.Total())
			}
		}
	}
}
