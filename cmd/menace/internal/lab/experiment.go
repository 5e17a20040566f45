package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/version"
	"menace/data"
)

// OpenExperiment opens a database and loads an experiment. Without a database, the error is an [UnknownError] too. The
// caller must close the database.
func OpenExperiment(ctx context.Context, path, name string, mode data.Mode) (*Lab, *data.Experiment, error) {
	if err := data.CheckExperimentName(name); err != nil {
		return nil, nil, mistake.Wrap(err)
	}
	l, err := Open(ctx, path, mode)
	if errors.Is(err, data.ErrNoDatabase) {
		err = &UnknownError{"experiment", name, nil, err}
	}
	if err != nil {
		return nil, nil, err
	}
	return l.orClose(l.Experiment(ctx, name))
}

// OpenPlan opens or creates a database and plans an experiment: see [data.DB.Plan]. A plan without cells stands for the
// stored experiment of that name. The caller must close the database.
func OpenPlan(ctx context.Context, path string, plan *data.Experiment) (*Lab, *data.Experiment, error) {
	if len(plan.Cells) == 0 {
		return OpenExperiment(ctx, path, plan.Name, data.Write)
	}
	if err := cmp.Or(data.CheckExperimentName(plan.Name), plan.Validate()); err != nil {
		return nil, nil, mistake.Wrap(err)
	}
	l, err := Open(ctx, path, data.Create)
	if err != nil {
		return nil, nil, err
	}
	return l.orClose(plan, l.Plan(ctx, plan))
}

// orClose closes the laboratory if there is an error.
func (l *Lab) orClose(e *data.Experiment, err error) (*Lab, *data.Experiment, error) {
	if errors.Is(err, data.ErrDiffers) {
		err = mistake.Wrap(err)
	}
	if err != nil {
		l.Close()
	}
	return l, e, err
}

// Experiment loads an experiment. If the name is unknown, the error is an [UnknownError].
func (l *Lab) Experiment(ctx context.Context, name string) (*data.Experiment, error) {
	e, err := l.DB.Experiment(ctx, name)
	return e, l.unknown(ctx, "experiment", name, err)
}

// ExperimentStatus reports how much of a shard of an experiment is stored.
type ExperimentStatus struct {
	Name       string `json:"name"`
	Seed       int64  `json:"seed"`
	Cells      int    `json:"cells"`
	Runs       int64  `json:"runs"` // runs of each cell
	Games      int64  `json:"games"`
	Replicates int64  `json:"replicates"` // all replicates of the shard
	Stored     int64  `json:"stored"`     // stored replicates of the shard
}

func (l *Lab) Status(ctx context.Context, e *data.Experiment, shard experiment.Shard) (ExperimentStatus, error) {
	from, to := shard.Range(&e.Design)
	stored, err := l.Done(ctx, e, from, to)
	return ExperimentStatus{e.Name, e.Seed, len(e.Cells), e.Runs, e.Games, to - from, stored}, err
}

type ListedExperiment struct {
	ExperimentStatus
	Command string `json:"command"`           // the command that repeats the experiment
	Damaged string `json:"damaged,omitempty"` // why only its name can be read, or ""
}

func (l *Lab) ListExperiments(ctx context.Context) ([]ListedExperiment, error) {
	names, err := l.DB.ExperimentNames(ctx)
	list := make([]ListedExperiment, len(names))
	for i, name := range names {
		var e *data.Experiment
		if e, err = l.Experiment(ctx, name); err == nil {
			list[i].Command = e.Command
			list[i].ExperimentStatus, err = l.Status(ctx, e, experiment.Whole)
		}
		if errors.Is(err, data.ErrCorrupt) {
			list[i].Name, list[i].Damaged, err = name, err.Error(), nil
		}
		if err != nil {
			break
		}
	}
	return list, err
}

type RunReport struct {
	ExperimentStatus
	Shard   string  `json:"shard"`
	Trained int64   `json:"trained"` // replicates trained in this run
	Played  int64   `json:"games_played"`
	Seconds float64 `json:"seconds"`
}

// RunExperiment trains the missing replicates of a shard on all cores until the context ends. It stores them as they
// finish, and calls progress with the number of the shard's replicates that are stored.
func (l *Lab) RunExperiment(ctx context.Context, e *data.Experiment, shard experiment.Shard,
	progress func(stored int64)) (r RunReport, err error) {
	r = RunReport{Shard: shard.String()}
	if r.ExperimentStatus, err = l.Status(ctx, e, shard); err != nil {
		return r, err
	}
	from, to := shard.Range(&e.Design)
	start, version := time.Now(), version.String()
	err = e.Run(ctx, runtime.GOMAXPROCS(0), l.Missing(ctx, e, from, to), func(batch []experiment.Replicate) error {
		for i := range batch {
			batch[i].Version = version
			r.Played += batch[i].Tally.Games()
		}
		if err := l.SaveReplicates(context.WithoutCancel(ctx), e, batch); err != nil {
			return err
		}
		r.Trained += int64(len(batch))
		r.Stored += int64(len(batch))
		progress(r.Stored)
		return nil
	})
	r.Seconds = time.Since(start).Seconds()
	if errors.Is(err, ctx.Err()) {
		err = nil
	}
	if err == nil { // another process may also have stored some
		r.Stored, err = l.Done(context.WithoutCancel(ctx), e, from, to)
	}
	return r, err
}

// MergeInto copies all experiments of other databases into one, or nothing: see [data.Merge].
func MergeInto(ctx context.Context, path string, others []string, partial bool) ([]data.Merged, error) {
	var sources []*data.DB
	for _, other := range others {
		source, err := data.Open(ctx, other, data.Read)
		if errors.Is(err, data.ErrNoDatabase) {
			err = errors.New(err.Error()) // without ErrNoDatabase, for which the advice is to create one
		}
		if err != nil {
			return nil, err
		}
		defer source.Close()
		sources = append(sources, source)
	}
	return data.Merge(ctx, path, sources, partial)
}

const AtEnd = -1 // stands for the last checkpoint of an experiment

// CheckCells returns an error if an experiment lacks one of the cells.
func CheckCells(e *data.Experiment, cells ...int) error {
	for _, cell := range cells {
		if cell < 1 || cell > len(e.Cells) {
			return mistake.Errorf("there is no cell %d: %s has cells 1 to %d", cell, e.Name, len(e.Cells))
		}
	}
	return nil
}

// CheckCheckpoints returns an error if an experiment lacks one of the checkpoints.
func CheckCheckpoints(e *data.Experiment, all ...int64) error {
	for _, games := range all {
		if !slices.Contains(e.Checkpoints, games) {
			return mistake.Errorf("%d is not a checkpoint of %s; choose from %s",
				games, e.Name, strings.Trim(fmt.Sprint(e.Checkpoints), "[]"))
		}
	}
	return nil
}

// CheckComparison returns an error unless the cells are pairs of different cells.
func CheckComparison(cells []int) error {
	for pair := range slices.Chunk(cells, 2) {
		if len(pair) < 2 || pair[0] == pair[1] {
			return mistake.Errorf("a difference takes two different cells, as in 4,2")
		}
	}
	return nil
}

func NoReplicates(e *data.Experiment, cell int) error {
	return &UnknownError{"replicate", e.Name, nil, fmt.Errorf("cell %d of %s has no replicates yet", cell, e.Name)}
}
