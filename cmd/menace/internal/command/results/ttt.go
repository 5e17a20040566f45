package results

import (
	"slices"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/report"
	"menace/symmetry"
)

const (
	games1973 = 50_000
	recalled  = 100 // learners of each cell that are trained again to count what they remember
	habits    = 100 // numbered perfect players, each of whom always makes the same move in a position
)

// lessons1973 is what an opponent teaches the learner ttt.
type lessons1973 struct {
	Opponent         string
	Defeats, Last    string // games lost, and the number of the last
	Safe, Unbeatable report.Share
	Remembered       [symmetry.MaxMoves + 1]float64 // mean number of positions, by pieces
}

// ttt trains the learner ttt with opponents who play first, and counts its defeats.
func (p *page) ttt() any {
	var all []lessons1973
	e := try(p.lab.Experiment(p.ctx, "ttt"))
	for cell, runs := range p.replicates(e.Name) {
		against := e.Cells[cell].Opponent
		l := lessons1973{
			Opponent: against, Defeats: spread(ended(runs, "loss", 0, games1973)),
			Unbeatable: counted(runs, games1973, "unbeatable"),
			Safe: shareOf(runs, func(r experiment.Replicate) bool {
				return experiment.Measure{Against: against, Name: "loss"}.Of(at(r, games1973)) == 0
			}),
		}
		var last []float64
		for _, r := range runs {
			last = append(last, float64(r.UnbeatenFrom-1))
		}
		l.Last = spread(last)
		for run := range int64(recalled) {
			learner := try(e.Again(p.ctx, experiment.Task{Cell: cell + 1, Run: run + 1}, games1973)).Learner
			graph, known := learner.Graph(), map[symmetry.Orbit]bool{}
			for edge, value := range learner.(interface{ Values() []float64 }).Values() {
				if o := graph.Edges()[edge]; value < 0 && !known[o] {
					known[o] = true
					l.Remembered[graph.Played(o)] += 1.0 / recalled
				}
			}
		}
		all = append(all, l)
	}
	return all
}

// tttHabits trains the learner ttt with perfect players of fixed habits, and returns how many games it loses: the mean
// over these players, and the least and the most of them.
func (p *page) tttHabits() any {
	p.runNumbered("experiment run ttt-habits --runs 10 --games 5000 --plays second --learner ttt --checkpoints 5000",
		habits)
	var defeats []float64 // by player
	for _, runs := range p.replicates("ttt-habits") {
		defeats = append(defeats, average(ended(runs, "loss", 0, 5000)))
	}
	return map[string]any{
		"Players": habits, "Mean": average(defeats), "Least": slices.Min(defeats), "Most": slices.Max(defeats),
	}
}
