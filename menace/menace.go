// Package menace implements Donald Michie's Matchbox Educable Noughts And Crosses Engine: a box for each position up to
// symmetry, filled with beads, one colour for each move, and the rules for drawing, adding and removing beads. It plays
// any game that has a graph: see [games.Graph].
//
// Source: D. Michie, "Experiments on the mechanization of game-learning. Part I", The Computer Journal 6(3), 1963,
// 232–236.
//
// For most uses, call [New] with the [Rules] of [Michie]. A [Machine] plays from orbit to orbit (see package symmetry)
// and knows nothing about opponents, training, storage or people. A machine is not safe for concurrent use; its [Rules]
// are values.
package menace

import (
	"math/bits"
	"math/rand/v2"

	"menace/minimax/games"
	"menace/symmetry"
)

// Machine is a set of boxes, with the rules that it plays and learns by.
type Machine struct {
	_     noCopy // use [Machine.Copy]
	rules Rules
	graph *symmetry.Graph
	boxes boxes

	openings []symmetry.Orbit         // see [symmetry.Graph.Openings]
	reward   [symmetry.Outcomes]int64 // beads for each outcome
	trail    [maxDraws]Draw           // beads drawn in the current game
	drawn    int                      // number of draws
}

// Draw is a bead drawn from the box of an orbit.
type Draw struct {
	Orbit     symmetry.Orbit
	Move      uint8 // index of a move of the orbit, from 0
	Restocked bool  // the box was empty and was restocked first
}

// noCopy lets go vet report copies of a machine, which would share its boxes.
type noCopy struct{}

func (*noCopy) Lock()   {}
func (*noCopy) Unlock() {}

// New returns an untrained machine. It panics if the rules are not valid: see [Rules.Validate].
func New(rules Rules) *Machine {
	m := &Machine{}
	m.Reset(rules)
	return m
}

// Reset makes the machine equal to the result of New.
func (m *Machine) Reset(rules Rules) {
	if err := rules.Validate(); err != nil {
		panic("menace: " + err.Error())
	}
	graph, _ := games.Graph(rules.Game) // valid rules have a game
	m.rules, m.graph, m.openings, m.drawn = rules, graph, graph.Openings(rules.Plays), 0
	if len(m.boxes) != graph.Orbits() {
		m.boxes = make(boxes, graph.Orbits())
	}
	clear(m.boxes)
	for _, o := range graph.Choices(rules.Plays) {
		m.boxes[o].fill(graph, o, rules)
	}
	m.reward[symmetry.Win(rules.Plays)] = rules.Win
	m.reward[symmetry.Win(rules.Plays.Other())] = rules.Loss
	m.reward[symmetry.Drawn] = rules.Draw
}

// Copy returns an independent copy of the machine, in the same state of the same game.
func (m *Machine) Copy() *Machine {
	c := &Machine{}
	c.Restore(m)
	return c
}

// Restore makes the machine equal to another one, and independent of it.
func (m *Machine) Restore(from *Machine) {
	m.rules, m.graph, m.openings, m.reward = from.rules, from.graph, from.openings, from.reward
	m.trail, m.drawn = from.trail, from.drawn
	m.boxes = append(m.boxes[:0], from.boxes...)
}

// Rules returns the rules of the machine.
func (m *Machine) Rules() Rules { return m.rules }

// Graph returns the game that the machine plays.
func (m *Machine) Graph() *symmetry.Graph { return m.graph }

// Move draws a bead from the box of the orbit and returns the orbit that its move leads to, or symmetry.None to
// resign. It must be this machine's turn in the orbit. The machine remembers the beads drawn, so each game must end
// with [Machine.Learn], or with Recall(nil) if the machine is to learn nothing from it.
func (m *Machine) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	box := &m.boxes[o]
	total := box.total
	if total == 0 {
		return m.moveWithoutBead(o, random)
	}
	bead, _ := bits.Mul64(random.Uint64(), uint64(total))
	minus, beads := search(int64(bead), (*[4]int64)(box.beads[:4]))
	i, fork := 4+minus, m.graph.Successors(o)
	if fork.MoreThanFive { // true early in a game, so the branch is predictable
		minus, _ = search(int64(bead)-beads, (*[4]int64)(box.beads[4:8]))
		i += 4 + minus
	}
	m.trail[m.drawn&(maxDraws-1)] = Draw{Orbit: o, Move: uint8(i)}
	m.drawn++
	return fork.Next[i]
}

// moveWithoutBead handles a turn for which no bead can be drawn. A forced move is made, and the machine learns nothing
// from it. An empty box makes the machine resign, or is restocked first, depending on the rules.
func (m *Machine) moveWithoutBead(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	if next := m.graph.Forced(o); next != symmetry.None {
		return next
	}
	if m.rules.OnEmpty != Restock {
		return symmetry.None
	}
	m.boxes[o].fill(m.graph, o, m.rules)
	next := m.Move(o, random)
	m.trail[(m.drawn-1)&(maxDraws-1)].Restocked = true
	return next
}

// Learn rewards or punishes the draws of a game with this outcome, and forgets them. A resignation is a win for the
// other side. It reports whether this made the machine bankrupt.
func (m *Machine) Learn(end symmetry.Outcome) (bankrupt bool) {
	first := 0
	if m.rules.Credit == CreditLast {
		first = max(m.drawn-1, 0)
	}
	var delta int64
	switch end { // a predictable branch is faster than a table lookup
	case symmetry.Drawn:
		delta = m.reward[symmetry.Drawn]
	case symmetry.FirstWins:
		delta = m.reward[symmetry.FirstWins]
	default:
		delta = m.reward[symmetry.SecondWins]
	}
	for _, d := range m.trail[first:m.drawn] {
		m.boxes[d.Orbit].add(int(d.Move), delta)
	}
	m.drawn = 0
	return delta < 0 && m.Bankrupt()
}

// Drawn returns the draws of the current game, in order. The result is valid until the next call of a method.
func (m *Machine) Drawn() []Draw { return m.trail[:m.drawn] }

// Recall adopts the draws of a copy of this machine, so that [Machine.Learn] can learn from them. A box that the copy
// restocked is restocked here too if it is still empty. Recall(nil) discards the draws of a game that does not count.
func (m *Machine) Recall(draws []Draw) {
	m.drawn = copy(m.trail[:], draws)
	for _, d := range draws {
		if d.Restocked && m.boxes[d.Orbit].total == 0 {
			m.boxes[d.Orbit].fill(m.graph, d.Orbit, m.rules)
		}
	}
}

// Bankrupt reports whether the machine can do nothing but resign: its opening boxes, one for the first player and
// several for the second, are all empty, and nothing refills them.
func (m *Machine) Bankrupt() bool {
	if m.rules.OnEmpty != Resign {
		return false
	}
	for _, o := range m.openings {
		if m.boxes[o].total > 0 {
			return false
		}
	}
	return true
}

// Chances sets the chance of every edge of the graph on which this machine moves. The chances of an orbit add up to 1,
// or are all 0 if the machine resigns there.
func (m *Machine) Chances(chances []float64) {
	lowest := m.graph.EdgeMoves()
	for level, ply := range m.graph.Ongoing() {
		if symmetry.Turn(level) != m.rules.Plays {
			continue
		}
		for _, at := range ply {
			box, part := &m.boxes[at.Orbit], chances[at.First:at.End]
			if box.total == 0 || m.rules.Moves == All {
				m.spread(at.Orbit, part)
				continue
			}
			total := float64(box.total)
			for e, i := range lowest[at.First:at.End] {
				part[e] = float64(box.beads[i]) / total
			}
		}
	}
}

// spread sets the chances of the edges of an orbit, for any content of its box.
func (m *Machine) spread(o symmetry.Orbit, chances []float64) {
	clear(chances)
	if m.graph.Forced(o) != symmetry.None {
		chances[0] = 1
		return
	}
	box := m.boxes[o]
	if box.total == 0 && m.rules.OnEmpty == Restock {
		box.fill(m.graph, o, m.rules)
	}
	for i, class := range m.graph.Classes(o) {
		chances[class] += box.Chance(i)
	}
}

// Frozen is a machine that plays but does not learn.
type Frozen struct{ machine *Machine }

// Frozen returns a copy of the machine that does not learn.
func (m *Machine) Frozen() *Frozen {
	f := &Frozen{m.Copy()}
	f.machine.drawn = 0
	return f
}

// Graph returns the game that the machine plays.
func (f *Frozen) Graph() *symmetry.Graph { return f.machine.graph }

// Move draws a bead like [Machine.Move] and forgets it.
func (f *Frozen) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	next := f.machine.Move(o, random)
	f.machine.drawn = 0
	return next
}

// Chances sets the chances like [Machine.Chances].
func (f *Frozen) Chances(chances []float64) { f.machine.Chances(chances) }
