package learners

import (
	"math"

	"menace/symmetry"
)

// Update describes what the learner learned about one of its moves.
type Update struct {
	Orbit symmetry.Orbit // the position of the move
	Edge  uint16         // the move
	Terms []Term         // the terms of the method's equation: the old value first, the new one last
}

// Term is a number in an equation, with its name there.
type Term struct {
	Name  string
	Value float64 // NaN if this update has none, such as the value of S′ after the last move
}

// none is the value of a missing term.
var none = math.NaN()

// Trace sets a function that is called for each move that the learner learns about, or removes it if note is nil. The
// order is that of the updates; some methods begin with the last move.
func (m *memory) Trace(note func(Update)) { m.trace = note }

// note reports that the learner changed the value of a move from old to now.
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
