package experiments

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/version"
	"menace/data"
	"menace/menace/experiment"
)

// openExperiment opens a database and loads an experiment. Without a database, the error is a [data.NotFoundError] too.
// The caller must close the database.
func openExperiment(ctx context.Context, path, name string, mode data.Mode) (*data.DB, *data.Experiment, error) {
	if err := data.CheckExperimentName(name); err != nil {
		return nil, nil, mistake.Wrap(err)
	}
	db, err := data.Open(ctx, path, mode)
	if errors.Is(err, data.ErrNoDatabase) {
		err = &data.NotFoundError{Kind: "experiment", Name: name, Err: err}
	}
	if err != nil {
		return nil, nil, err
	}
	e, err := db.Experiment(ctx, name)
	return orClose(db, e, err)
}

// openPlan opens or creates a database and plans an experiment: see [data.DB.Plan]. A plan without cells means the
// stored experiment with that name. The caller must close the database.
func openPlan(ctx context.Context, path string, plan *data.Experiment) (*data.DB, *data.Experiment, error) {
	if len(plan.Cells) == 0 {
		return openExperiment(ctx, path, plan.Name, data.Write)
	}
	if err := cmp.Or(data.CheckExperimentName(plan.Name), plan.Validate()); err != nil {
		return nil, nil, mistake.Wrap(err)
	}
	db, err := data.Open(ctx, path, data.Create)
	if err != nil {
		return nil, nil, err
	}
	return orClose(db, plan, db.Plan(ctx, plan))
}

// orClose closes the database if there is an error.
func orClose(db *data.DB, e *data.Experiment, err error) (*data.DB, *data.Experiment, error) {
	if errors.Is(err, data.ErrDiffers) {
		err = mistake.Wrap(err)
	}
	if err != nil {
		db.Close()
	}
	return db, e, err
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

func status(ctx context.Context, db *data.DB, e *data.Experiment, shard experiment.Shard) (ExperimentStatus, error) {
	from, to := shard.Range(&e.Design)
	stored, err := db.CountStored(ctx, e, from, to)
	return ExperimentStatus{e.Name, e.Seed, len(e.Cells), e.Runs, e.Games, to - from, stored}, err
}

// ListedExperiment is an entry of the list of experiments.
type ListedExperiment struct {
	ExperimentStatus
	Command string `json:"command"`           // the command that repeats the experiment
	Damaged string `json:"damaged,omitempty"` // why only its name is readable, or ""
}

func listExperiments(ctx context.Context, db *data.DB) ([]ListedExperiment, error) {
	names, err := db.AllExperimentNames(ctx)
	list := make([]ListedExperiment, len(names))
	for i, name := range names {
		var e *data.Experiment
		if e, err = db.Experiment(ctx, name); err == nil {
			list[i].Command = e.Command
			list[i].ExperimentStatus, err = status(ctx, db, e, experiment.Whole)
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

// RunReport reports what a run has done.
type RunReport struct {
	ExperimentStatus
	Shard   string  `json:"shard"`
	Trained int64   `json:"trained"` // replicates trained in this run
	Played  int64   `json:"games_played"`
	Seconds float64 `json:"seconds"`
}

// runShard trains the missing replicates of a shard on all cores until the context ends. It stores them as they finish,
// and calls progress with the number of the shard's stored replicates.
func runShard(ctx context.Context, db *data.DB, e *data.Experiment, shard experiment.Shard,
	progress func(stored int64)) (r RunReport, err error) {
	r = RunReport{Shard: shard.String()}
	if r.ExperimentStatus, err = status(ctx, db, e, shard); err != nil {
		return r, err
	}
	from, to := shard.Range(&e.Design)
	start, version := time.Now(), version.String()
	missing := db.MissingTasks(ctx, e, from, to)
	err = e.Run(ctx, runtime.GOMAXPROCS(0), missing, func(batch []experiment.Replicate) error {
		for i := range batch {
			batch[i].Version = version
			r.Played += batch[i].Tally.Games()
		}
		if err := db.SaveReplicates(context.WithoutCancel(ctx), e, batch); err != nil {
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
		r.Stored, err = db.CountStored(context.WithoutCancel(ctx), e, from, to)
	}
	return r, err
}

// mergeInto copies all experiments of other databases into one, or copies nothing: see [data.Merge]. If partial, it
// skips databases that are missing, empty or damaged, and returns the reasons.
func mergeInto(
	ctx context.Context, path string, others []string, partial bool,
) (found []data.Merged, leftOut []error, err error) {
	var sources []*data.DB
	for _, other := range others {
		source, err := data.Open(ctx, other, data.Read)
		if err == nil {
			defer source.Close()
			if partial {
				err = readable(ctx, source)
			}
		}
		switch {
		case err == nil:
			sources = append(sources, source)
		case partial && isAny(err, data.ErrNoDatabase, data.ErrNotADatabase, data.ErrCorrupt, data.ErrNotFound):
			leftOut = append(leftOut, err)
		case errors.Is(err, data.ErrNoDatabase):
			return nil, nil, errors.New(err.Error()) // without ErrNoDatabase, which would add the advice to create one
		default:
			return nil, nil, err
		}
	}
	if len(sources) == 0 {
		return nil, leftOut, errors.New("no database has an experiment that can be read, nothing was copied")
	}
	found, err = data.Merge(ctx, path, sources, partial)
	return found, leftOut, err
}

// readable returns an error if a database has no experiments, or if one is damaged.
func readable(ctx context.Context, db *data.DB) (err error) {
	experiments := check(ctx, db, "", func(problem error) { err = cmp.Or(err, problem) })
	if err = cmp.Or(err, ctx.Err()); err == nil && experiments == 0 {
		err = fmt.Errorf("%s: experiments %w", db.Path(), data.ErrNotFound)
	}
	return err
}

func isAny(err error, kinds ...error) bool {
	return slices.ContainsFunc(kinds, func(kind error) bool { return errors.Is(err, kind) })
}

// check reads all experiments with their replicates. It passes errors to note, and returns the number of experiments.
func check(ctx context.Context, db *data.DB, _ string, note func(error)) int {
	names, err := db.AllExperimentNames(ctx)
	note(err)
	for _, name := range names {
		e, err := db.Experiment(ctx, name)
		note(err)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			continue
		}
		for _, err := range db.Replicates(ctx, e, 0) {
			note(err)
			if err != nil {
				break
			}
		}
	}
	return len(names)
}
