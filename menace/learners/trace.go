package learners

import (
	"math"

	"menace/symmetry"
)

// Update is what a learner has learned about a move that it made.
type Update struct {
	Orbit symmetry.Orbit // the position of the move
	Edge  uint16         // the move
	Terms []Term         // of the method's equation: the old value first, the new one last
}

// Term is a number of an equation, with its name there.
type Term struct {
	Name  string
	Value float64 // NaN if this update has none, such as the value of S′ after the last move
}

// none is the value of a term that an update lacks.
var none = math.NaN()

// Trace calls note for each move about which the learner learns from now on, or nothing if note is nil. The order is
// that of the updates, for some methods the last move first.
func (m *memory) Trace(note func(Update)) { m.trace = note }

// note reports what the learner has learned about a move, which changed its value from old.
func (m *memory) note(s step, holds string, old, now float64, between ...Term) {
	terms := append([]Term{{holds, old}}, between...)
	m.trace(Update{s.at.Orbit, s.edge, append(terms, Term{"new " + holds, now})})
}

// reward returns the reward R after a move: the result of the game after the last one, and otherwise 0.
func reward(isLast bool, result float64) Term {
	if isLast {
		return Term{"R", result}
	}
	return Term{"R", 0}
}
