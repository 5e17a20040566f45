// Package menace is Donald Michie's Matchbox Educable Noughts And Crosses Engine: boxes, one for each
// position up to symmetry, beads in them, one colour for each move, and the rules by which beads
// are drawn, added and taken away.
//
// Source: D. Michie, "Experiments on the mechanization of game-learning. Part I", The Computer
// Journal 6(3), 1963, 232–236.
//
// A [Machine] plays from orbit to orbit (see package symmetry) and knows nothing of opponents,
// training, storage or people. A machine is one goroutine's at a time; its [Rules] are values.
package menace

import (
	"math/bits"
	"math/rand/v2"

	"menace/board"
	"menace/symmetry"
)

// Machine is a cabinet of boxes with the rules by which it plays and learns. It is a value: a copy
// is a machine of its own, and shares nothing with the other that changes.
type Machine struct {
	rules   Rules
	cabinet *cabinet
	boxes   boxes
	fresh   *boxes // what the boxes hold at first; never changed

	reward [board.XWins + 1]int64 // beads for each outcome, as this side sees it
	trail  [stages]Draw           // the beads drawn in the game that is on
	drawn  int                    // how many
}

// Draw is a bead taken from the box of an orbit.
type Draw struct {
	Orbit     symmetry.Orbit
	Square    board.Square // of the canonical position
	Restocked bool         // the box was empty and was filled afresh first
}

// New returns a machine that has not learned anything. It panics when the rules are not valid:
// see [Rules.Validate].
func New(rules Rules) *Machine {
	if err := rules.Validate(); err != nil {
		panic("menace: " + err.Error())
	}
	c := cabinets[rules.Plays]
	fresh := c.fill(rules)
	m := &Machine{rules: rules, cabinet: c, boxes: *fresh, fresh: fresh}
	own := rules.Plays.Mark()
	m.reward[board.Win(own)] = rules.Win
	m.reward[board.Win(own.Other())] = rules.Loss
	m.reward[board.Drawn] = rules.Draw
	return m
}

// Rules returns the rules of the machine.
func (m *Machine) Rules() Rules { return m.rules }

// Move draws a bead from the box of the orbit and returns the orbit to which it leads, or
// symmetry.None to resign. It remembers the bead until [Machine.Learn]. The orbit must be one in which
// this machine moves.
func (m *Machine) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	box := &m.boxes[o]
	if box.total == 0 {
		return m.moveWithoutBead(o, random)
	}
	bead, _ := bits.Mul64(random.Uint64(), uint64(box.total))
	square := box.at(int64(bead))
	m.trail[m.drawn&(stages-1)] = Draw{Orbit: o, Square: square}
	m.drawn++
	return o.Next(square)
}

// moveWithoutBead is the move of a machine that finds no bead: the last square, or else what the
// rules say. Where no bead is drawn there is nothing to learn.
func (m *Machine) moveWithoutBead(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	if last := o.Last(); last != symmetry.None {
		return last
	}
	switch empty := o.Board().Empty(); {
	case m.rules.OnEmpty == Restock:
		m.boxes[o] = m.fresh[o]
		next := m.Move(o, random)
		m.trail[(m.drawn-1)&(stages-1)].Restocked = true
		return next
	case m.rules.OnEmpty == Random:
		n, _ := bits.Mul64(random.Uint64(), uint64(empty.Count()))
		for range n {
			empty &= empty - 1
		}
		return o.Next(empty.First())
	}
	return symmetry.None
}

// Learn rewards or punishes the draws of a game with this end and forgets them. A resignation is a
// win for the other side. It reports whether this has made the machine bankrupt.
func (m *Machine) Learn(end board.Outcome) (bankrupt bool) {
	first := 0
	if m.rules.Credit == CreditLast {
		first = max(m.drawn-1, 0)
	}
	delta := m.reward[end]
	for _, d := range m.trail[first:m.drawn] {
		m.boxes[d.Orbit].add(d.Square, delta, m.rules.Floor)
	}
	m.drawn = 0
	return delta < 0 && m.Bankrupt()
}

// Drawn returns the draws of the current game, in order. It is valid until the next call of a
// method.
func (m *Machine) Drawn() []Draw { return m.trail[:m.drawn] }

// Recall makes draws of a copy of this machine its own, for [Machine.Learn]. A box that the copy
// restocked is filled here too if it is still empty. Recall(nil) forgets a game that does not count.
func (m *Machine) Recall(draws []Draw) {
	m.drawn = copy(m.trail[:], draws)
	for _, d := range draws {
		if d.Restocked && m.boxes[d.Orbit].total == 0 {
			m.boxes[d.Orbit] = m.fresh[d.Orbit]
		}
	}
}

// Bankrupt reports whether the machine can do nothing but resign: its opening boxes, one for the
// first player and three for the second, are all empty, and nothing refills them.
func (m *Machine) Bankrupt() bool {
	if m.rules.OnEmpty != Resign {
		return false
	}
	for _, opening := range m.cabinet[:2] { // one of them is empty
		for _, o := range opening {
			if m.boxes[o].total > 0 {
				return false
			}
		}
	}
	return true
}

// Probabilities returns the chance of each square of the canonical position of an orbit in which
// this machine moves. They add up to 1, or are all 0 when it resigns.
func (m *Machine) Probabilities(o symmetry.Orbit) (p [board.Squares]float64) {
	box := &m.boxes[o]
	if box.total == 0 && m.rules.OnEmpty == Restock {
		box = &m.fresh[o]
	}
	empty := o.Board().Empty()
	switch {
	case box.total > 0:
		for s, n := range box.beads {
			p[s] = float64(n) / float64(box.total)
		}
	case empty.Count() == 1 || m.rules.OnEmpty == Random:
		for s := range empty.All() {
			p[s] = 1 / float64(empty.Count())
		}
	}
	return p
}

// Frozen is a machine that plays but does not learn.
type Frozen struct{ machine Machine }

// Frozen returns a copy of the machine that does not learn.
func (m *Machine) Frozen() *Frozen {
	f := &Frozen{*m}
	f.machine.drawn = 0
	return f
}

// Move draws a bead as [Machine.Move] does and forgets it.
func (f *Frozen) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	next := f.machine.Move(o, random)
	f.machine.drawn = 0
	return next
}

// Probabilities returns what [Machine.Probabilities] does.
func (f *Frozen) Probabilities(o symmetry.Orbit) [board.Squares]float64 {
	return f.machine.Probabilities(o)
}
