package report

import (
	"math"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/lab"
	"menace/menace/option"
)

// LearnerOptions select one learner of an experiment, and what to do with it.
type LearnerOptions struct {
	Task     experiment.Task
	At       int64  // games of training, or lab.AtEnd
	Position string // the position to show, or "" for those of its first move
	Seed     int64  // of the game to play, or lab.NoSeed
}

// UsualLearner is the first learner of an experiment, at its end.
var UsualLearner = LearnerOptions{Task: experiment.Task{Cell: 1, Run: 1}, At: lab.AtEnd, Seed: lab.NoSeed}

// LearnerTable lists the options that select a learner and what to do with it.
var LearnerTable = []option.Option[LearnerOptions]{
	{
		Name: "cell", Meaning: "the learner of this `CELL`",
		In: func(o *LearnerOptions) option.Value { return option.Whole(&o.Task.Cell, 1, experiment.MaxCells) },
	},
	{
		Name: "run", Meaning: "the learner of this `RUN` of the cell",
		In: func(o *LearnerOptions) option.Value { return option.Whole(&o.Task.Run, 1, experiment.MaxRuns) },
	},
	{
		Name: "at", Meaning: "the learner after this number of `GAMES` of training", Default: "the end",
		In: func(o *LearnerOptions) option.Value { return option.Whole(&o.At, 0, math.MaxInt64) },
	},
	{
		Name: "seed", Meaning: "the `SEED` of the game", Default: "random",
		In: func(o *LearnerOptions) option.Value { return option.Whole(&o.Seed, 0, math.MaxInt64) },
	},
	{
		Name: "position", Short: "p", Default: "those of its first move",
		Meaning: "its moves in this `POSITION`, in any orientation, such as X.O/.../... or BBB/W../.WW",
		In:      func(o *LearnerOptions) option.Value { return option.Word(&o.Position) },
	},
}
