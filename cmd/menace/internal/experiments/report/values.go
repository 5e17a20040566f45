package report

import (
	"iter"

	"menace/menace/tidy"
	"menace/symmetry"
)

// positionValue is a learner's number for a move in a position.
type positionValue struct {
	moves int // number of moves of both sides before the position
	code  symmetry.Position
	MoveValue
}

// Values returns a learner's numbers for each move in each position where it has a choice.
func Values(l *Learner) tidy.Table {
	return tidy.FromRows(allValues(l), func(c *tidy.Columns, v positionValue) {
		c.Add("cell", l.Task.Cell)
		c.Add("run", l.Task.Run)
		c.Add("seed", l.Seed)
		c.Add("games", l.Games)
		c.Add("learner", l.Cell.LearnerName())
		c.Add("moves_played", v.moves)
		c.Add("position_code", int(v.code))
		c.Add("position", l.Learner.Graph().Format(v.code))
		c.Add("move", v.Move.ForTables())
		c.Add("value", v.Value)
		c.Add("probability", v.Chance)
	})
}

// allValues iterates over the canonical positions where a learner has a choice, and their distinct moves.
func allValues(l *Learner) iter.Seq2[positionValue, error] {
	return func(yield func(positionValue, error) bool) {
		graph := l.Learner.Graph()
		for _, o := range graph.Choices(l.Side) {
			for _, v := range l.Values(graph.Code(o)) {
				if !yield(positionValue{graph.Level(o), graph.Code(o), v}, nil) {
					return
				}
			}
		}
	}
}
