package report

import (
	"cmp"
	"context"
	"slices"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/learners"
	"menace/symmetry"
)

// Lesson is a game of a learner, and what the learner learned from it.
type Lesson struct {
	Game    int64  // its number, from 1
	Result  string // won, drawn or lost
	Updates []learners.Update
}

// Next plays the next game of training. It returns false if the learner or its rival is bankrupt.
func (l *Learner) Next(ctx context.Context) (lesson Lesson, played bool, err error) {
	machine, isMachine := l.Learner.(*menace.Machine)
	var before []float64
	if isMachine {
		before = beadsByEdge(machine)
	} else {
		l.Learner.(interface{ Trace(func(learners.Update)) }).Trace(func(u learners.Update) {
			lesson.Updates = append(lesson.Updates, u)
		})
	}
	tally := l.Tally
	n, err := l.training.Run(ctx, 1)
	if err != nil || n == 0 {
		return Lesson{}, false, err
	}
	if isMachine {
		lesson.Updates = changes(l.Learner, before, beadsByEdge(machine))
	}
	slices.SortStableFunc(lesson.Updates, func(a, b learners.Update) int { return cmp.Compare(a.Orbit, b.Orbit) })
	switch lesson.Game, lesson.Result = l.Tally.Games(), "drawn"; {
	case l.Tally.Win > tally.Win:
		lesson.Result = "won"
	case l.Tally.Loss > tally.Loss:
		lesson.Result = "lost"
	}
	return lesson, true, nil
}

// changes returns the moves whose beads have changed.
func changes(l arena.Learner, before, after []float64) (all []learners.Update) {
	graph := l.Graph()
	for o := range symmetry.Orbit(graph.Orbits()) {
		at := graph.OrbitEdges(o)
		for e := at.First; e < at.End; e++ {
			if before[e] != after[e] {
				all = append(all, learners.Update{Orbit: o, Edge: e, Terms: []learners.Term{
					{Name: beads, Value: before[e]}, {Name: "change", Value: after[e] - before[e]},
					{Name: "new " + beads, Value: after[e]},
				}})
			}
		}
	}
	return all
}
