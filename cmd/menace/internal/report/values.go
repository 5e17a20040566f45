package report

import (
	"iter"

	"menace/board"
	"menace/cmd/menace/internal/lab"
)

// positionValue is what a learner holds for a move in a position.
type positionValue struct {
	moves int // moves of both sides before the position
	code  board.Code
	lab.MoveValue
}

// Values returns what a learner of an experiment holds for each move in each position where it has a choice.
func Values(l *lab.Learner) Export {
	return newExport(allValues(l), func(c *columns, v positionValue) {
		c.add("cell", l.Task.Cell)
		c.add("run", l.Task.Run)
		c.add("seed", l.Seed)
		c.add("games", l.Games)
		c.add("learner", l.Cell.Learns())
		c.add("moves_played", v.moves)
		c.add("position_code", int(v.code))
		c.add("position", l.Learner.Graph().Format(v.code))
		c.add("move", v.Move.String())
		c.add("value", v.Value)
		c.add("probability", v.Chance)
	})
}

// allValues iterates over the canonical positions in which a learner has a choice, and their distinct moves.
func allValues(l *lab.Learner) iter.Seq2[positionValue, error] {
	return func(yield func(positionValue, error) bool) {
		graph := l.Learner.Graph()
		for _, o := range graph.Choices(l.Side) {
			for _, v := range l.Values(graph.Code(o)) {
				if !yield(positionValue{graph.Played(o), graph.Code(o), v}, nil) {
					return
				}
			}
		}
	}
}
