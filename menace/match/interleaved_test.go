package match_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"menace/menace"
	"menace/menace/match"
	"menace/symmetry"
)

// cabinet computes what the boxes of a machine should contain, in maps by orbit and move.
type cabinet struct {
	rules menace.Rules
	beads map[symmetry.Orbit]map[symmetry.Move]int64 // by orbit and move of the canonical position
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

// learn restocks the boxes that the game restocked, if they are still empty, and rewards each bead drawn once.
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
		d.box[d.move] = max(d.box[d.move]+reward, 0)
	}
}

// turn is what a [match.Turn] reports.
type turn struct {
	position     symmetry.Position
	move         symmetry.Move
	reason       match.Reason
	beads, total int64
	restocked    bool
}

// turn returns what a machine with these boxes has to report of a move that it made in a position earlier.
func (c cabinet) turn(g *symmetry.Graph, position symmetry.Position, move symmetry.Move) turn {
	orbit, to := g.Find(position)
	box, ok := c.beads[orbit]
	t := turn{position: position, move: move, reason: match.Forced}
	if !ok {
		return t
	}
	if t.restocked = !slices.ContainsFunc(slices.Collect(maps.Values(box)), positive); t.restocked {
		if c.rules.OnEmpty != menace.Restock {
			t.reason, t.restocked = match.Emptied, false
			return t
		}
		box = newCabinet(c.rules).beads[orbit]
	}
	t.reason, t.beads = match.Bead, box[to.Move(move)]
	for _, n := range box {
		t.total += n
	}
	return t
}

func positive(n int64) bool { return n > 0 }

// holds reports whether the boxes of a machine contain what they should.
func (c cabinet) holds(m *menace.Machine) bool {
	for bead := range m.Beads() {
		if o, _ := m.Graph().Find(bead.Code); c.beads[o][bead.Move] != bead.Count {
			return false
		}
	}
	return true
}

// session is a game in progress, with the machine that it started from.
type session struct {
	*match.Game
	machine *menace.Machine
	left    match.Game // after the player's last step
}

// step makes one random step of a player or of the machine.
func (s *session) step(t *testing.T, chance *rand.Rand) {
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

// untouched reports whether the game is as its player left it.
func (s *session) untouched() bool {
	is, was := s.Game.Machine(), s.left.Machine()
	return s.Position() == s.left.Position() && s.Random() == s.left.Random() && same(is, was) &&
		slices.Equal(s.Moves(), s.left.Moves()) && slices.Equal(s.Turns(), s.left.Turns())
}

// same reports whether two machines have the same beads, in their boxes and in the current game.
func same(a, b *menace.Machine) bool {
	return a.Rules() == b.Rules() && slices.Equal(a.Counts(), b.Counts()) && slices.Equal(a.Drawn(), b.Drawn())
}

// TestInterleavedGames has many games open against one machine. Their players move, take moves back, resign and leave
// in any order. The machine must change only at the end of a game and learn from each game exactly once, and each game
// must be the same as if it were played alone.
func TestInterleavedGames(t *testing.T) {
	t.Parallel()
	for name, rules := range variants() {
		t.Run(name, func(t *testing.T) { interleave(t, rules) })
		rules.Win, rules.Draw = -1, -1
		t.Run(name+" punished", func(t *testing.T) { interleave(t, rules) })
		rules.Credit = menace.CreditLast
		t.Run(name+" last", func(t *testing.T) { interleave(t, rules) })
	}
}

func interleave(t *testing.T, rules menace.Rules) {
	machine, career := learner(rules)
	want, chance := newCabinet(rules), rand.New(rand.NewPCG(4, 2))
	var sessions []*session
	for seed := range int64(160) {
		if len(sessions) < 5 {
			g := match.Seeded(machine, seed)
			sessions = append(sessions, &session{g, g.Machine(), *g})
		}
		before, i := machine.Copy(), chance.IntN(len(sessions))
		s := sessions[i]
		if !s.untouched() {
			t.Fatalf("%v was changed by another game", s.Moves())
		}
		s.step(t, chance)
		s.left = *s.Game
		if !same(machine, before) {
			t.Fatalf("%v has changed the machine before its end", s.Moves())
		}
		if s.Over() {
			alone := match.Seeded(s.machine, s.Seed())
			if follow(t, alone, s.Moves()); alone.MachineMoves() {
				alone.Move() // resigns
			}
			if !slices.Equal(alone.Turns(), s.Turns()) || alone.Random() != s.Random() {
				t.Fatalf("%v is a different game if played alone", s.Moves())
			}
			want.learn(s.Game)
			match.Learn(machine, career, s.Game)
			if !want.holds(machine) {
				t.Fatalf("the boxes do not contain the result of %v", s.Moves())
			}
		}
		if s.Over() || chance.IntN(50) == 0 { // some games are abandoned
			sessions = slices.Delete(sessions, i, i+1)
		}
	}
}
