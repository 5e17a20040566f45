package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/urfave/cli/v2"

	"menace/arena/experiment"
	"menace/data"
)

func (p *program) runCommand() *cli.Command {
	return &cli.Command{
		Name:      "run",
		Usage:     "run an experiment, or go on with it",
		ArgsUsage: "NAME",
		Description: `Trains --runs machines for --games games in each cell, and measures them exactly at checkpoints. What is done
is saved as it goes. The same command, or the name alone, goes on where it stopped and ends with the same
numbers; so do shards on several machines, joined by merge.

Examples:
   menace experiment run presets --runs 200 --games 2000 --preset michie --preset scroggs --opponent random --opponent perfect
   menace experiment run rewards --runs 100 --games 500 --win 1 --win 3 --win 5 --loss -1 --loss -3 --opponent perfect
   menace experiment run michie --runs 1000 --games 220 --opponent perfect --checkpoints 17,46,106,126,219
   menace experiment run presets
   menace --db shard-3.db experiment run presets --runs 200 --games 2000 --opponent perfect --shard 3/16`,
		Flags: append([]cli.Flag{
			&cli.Int64Flag{Name: "runs", Usage: "train `N` replicates of each cell", DefaultText: "must be given"},
			&cli.Int64Flag{Name: "games", Aliases: []string{"n"}, Usage: "each of them for `N` games", DefaultText: "must be given"},
			&cli.Int64Flag{Name: "seed", Usage: "the `SEED` of all chance", Value: 1},
			&cli.StringFlag{Name: "checkpoints", Usage: "measure after `N,N,…` games, and at both ends", DefaultText: "twelve a decade"},
			&cli.IntFlag{Name: "workers", Usage: "train `N` replicates at a time", DefaultText: "one a core"},
			&cli.StringFlag{Name: "shard", Usage: "run only a `PART/OF` the replicates, as 3/16"},
			jsonFlag(),
		}, cellFlags()...),
		Action: action(parseRun, p.runExperiment),
	}
}

// runOptions say what experiment to run, and how.
type runOptions struct {
	db      string
	planned data.Experiment // with a name only, to go on with what is stored
	workers int
	shard   experiment.Shard
	json    bool
}

func parseRun(c *cli.Context) (o runOptions, err error) {
	if err := experimentNamed(c, c.NArg() == 1); err != nil {
		return o, err
	}
	o = runOptions{
		db: c.String("db"), planned: data.Experiment{Name: c.Args().First()},
		workers: runtime.GOMAXPROCS(0), shard: experiment.Whole, json: c.Bool("json"),
	}
	if c.IsSet("workers") {
		if o.workers = c.Int("workers"); o.workers < 1 || o.workers > maxWorkers {
			return o, usagef("--workers %d is not between 1 and %d", o.workers, maxWorkers)
		}
	}
	if c.IsSet("shard") {
		if o.shard, err = experiment.ParseShard(c.String("shard")); err != nil {
			return o, asUsage(fmt.Errorf("--%w", err))
		}
	}
	return o, asUsage(parseDesign(c, &o.planned))
}

// maxWorkers is far beyond what helps.
const maxWorkers = 4096

// runReport is what run prints as JSON.
type runReport struct {
	Name       string  `json:"name"`
	Seed       int64   `json:"seed"`
	Runs       int64   `json:"runs"`
	Games      int64   `json:"games"`
	Cells      int     `json:"cells"`
	Shard      string  `json:"shard"`
	Replicates int64   `json:"replicates"` // of the shard
	Stored     int64   `json:"stored"`     // of these
	Trained    int64   `json:"trained"`    // of these, now
	Played     int64   `json:"games_played"`
	Workers    int     `json:"workers"`
	Seconds    float64 `json:"seconds"`
}

// runExperiment runs what is missing of an experiment and prints what was done.
func (p *program) runExperiment(ctx context.Context, o runOptions) error {
	db, e, err := planExperiment(ctx, o)
	if err != nil {
		return err
	}
	defer db.Close()
	from, to := o.shard.Range(&e.Design)
	r := runReport{
		Name: e.Name, Seed: e.Seed, Runs: e.Runs, Games: e.Games, Cells: len(e.Cells),
		Shard: o.shard.String(), Replicates: to - from, Workers: o.workers,
	}
	if r.Stored, err = db.Done(ctx, e, from, to); err != nil {
		return err
	}
	start := time.Now()
	runErr := p.trainReplicates(ctx, db, e, o, &r)
	r.Seconds = time.Since(start).Seconds()
	if runErr != nil && !errors.Is(runErr, context.Canceled) {
		return runErr
	}
	if err := p.reportRun(r, o); err != nil {
		return err
	}
	if runErr != nil {
		return interruption(fmt.Sprintf("after %s of %s; they are saved, and the same command goes on", plural(r.Stored, "replicate"), count(r.Replicates)))
	}
	return nil
}

// planExperiment opens the database with the experiment, which it makes if the options have a design.
func planExperiment(ctx context.Context, o runOptions) (*data.DB, *data.Experiment, error) {
	if len(o.planned.Cells) == 0 {
		return openExperiment(ctx, o.db, o.planned.Name, data.Write)
	}
	db, err := openDB(ctx, o.db, data.Create)
	if err != nil {
		return nil, nil, err
	}
	if err := db.Plan(ctx, &o.planned); err != nil {
		db.Close()
		if errors.Is(err, data.ErrDiffers) {
			err = asUsage(err)
		}
		return nil, nil, err
	}
	return db, &o.planned, nil
}

// rareGC is the garbage collection of a run: a machine is a tenth of a megabyte, and the few megabytes of
// the default would be collected fifty times a second, on a core that trains.
const rareGC = 800

// trainReplicates trains what is missing and stores it as it comes.
func (p *program) trainReplicates(ctx context.Context, db *data.DB, e *data.Experiment, o runOptions, r *runReport) error {
	defer debug.SetGCPercent(debug.SetGCPercent(rareGC))
	bar := p.newProgress(r.Replicates, "replicates")
	defer bar.close()
	from, to := o.shard.Range(&e.Design)
	return e.Run(ctx, o.workers, db.Missing(ctx, e, from, to), func(batch []experiment.Replicate) error {
		if err := db.SaveReplicates(context.WithoutCancel(ctx), e, batch); err != nil {
			return err
		}
		for _, done := range batch {
			r.Played += done.Tally.Games()
		}
		r.Trained += int64(len(batch))
		r.Stored += int64(len(batch))
		bar.set(r.Stored)
		return nil
	})
}

func (p *program) reportRun(r runReport, o runOptions) error {
	if o.json {
		return p.printJSON(r)
	}
	fmt.Fprintf(p.stdout, "%s: %s of %s, %s each, seed %d\n", bold.Render(r.Name),
		plural(int64(r.Cells), "cell"), plural(r.Runs, "run"), plural(r.Games, "game"), r.Seed)
	if o.shard != experiment.Whole {
		fmt.Fprintf(p.stdout, "shard %s has %s of them\n", r.Shard, plural(r.Replicates, "replicate"))
	}
	if r.Trained == 0 && r.Stored == r.Replicates {
		fmt.Fprintf(p.stdout, "nothing was left to do: %s in %s\n", plural(r.Stored, "replicate"), o.db)
		return nil
	}
	fmt.Fprintf(p.stdout, "%s in %.2f s with %s\n", plural(r.Trained, "replicate"), r.Seconds, plural(int64(r.Workers), "worker"))
	fmt.Fprintf(p.stdout, "saved in %s, where there are now %s of %s; `menace experiment show %s` tells what came of them\n",
		o.db, count(r.Stored), count(r.Replicates), r.Name)
	return nil
}
