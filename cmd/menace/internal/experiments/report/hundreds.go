package report

import (
	"context"
	"strings"

	"menace/data"
	"menace/menace/arena"
	"menace/menace/experiment"
	"menace/plots"
	"menace/symmetry"
)

// program1963 returns the published readings of the runs of Michie's program of 1963 that resemble a cell most.
func program1963(c experiment.Cell) []arena.Reading {
	figure := 7 // of his paper
	switch {
	case strings.HasPrefix(c.Opponent, "rival"):
		figure = 9
	case c.Rules.Plays == symmetry.Second:
		figure = 8
	}
	return arena.Pegasus(figure)
}

// playedShares summarizes how the training games of a cell ended between each checkpoint and the previous one. It reads
// one replicate at a time, and has the arguments and results of [Course].
func playedShares(
	ctx context.Context, db *data.DB, e *data.Experiment, cell int, alive bool,
) (groups []Group, bankrupt bool, err error) {
	shares := make([][len(plots.Outcomes)][]float64, len(e.Checkpoints)) // by checkpoint and outcome
	all, shown := 0, 0
	for r, err := range db.Replicates(ctx, e, cell) {
		if err != nil {
			return nil, false, err
		}
		bankrupt = bankrupt || r.Bankrupt > 0
		if all++; alive && r.Bankrupt > 0 {
			continue
		}
		shown++
		for at := 1; at < len(r.Curve); at++ {
			since := r.Curve[at].Record().Minus(r.Curve[at-1].Record())
			for i, outcome := range plots.Outcomes {
				shares[at][i] = append(shares[at][i], float64(outcome.Count(since))/float64(since.Games()))
			}
		}
	}
	if err := CheckShown(e, cell, all, shown); err != nil {
		return nil, false, err
	}
	for at := range shares {
		g := Group{N: shown, Summaries: map[experiment.Measure]experiment.Summary{}}
		for i := 0; i < len(plots.Outcomes) && at > 0; i++ {
			m, list := experiment.Measure(plots.PlayedShare(plots.Outcomes[i].Name)), shares[at][i]
			g.Summaries[m] = m.Describe(list, experiment.Confidence)
		}
		groups = append(groups, g)
	}
	return groups, bankrupt, nil
}
