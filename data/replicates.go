package data

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"menace/data/sqlite"
	"menace/menace/arena"
	"menace/menace/experiment"
)

// Replicates iterates over the stored replicates of a cell with their curves, by run, up to the first error. Cell 0
// means all cells, by cell and run. The database cannot be used for anything else during the iteration.
func (db *DB) Replicates(ctx context.Context, e *Experiment, cell int) iter.Seq2[experiment.Replicate, error] {
	return db.replicates(ctx, e, e.Checkpoints, "?4 IN (0, r.cell)", cell)
}

// ReplicatesAt returns the stored replicates of a cell by run, each with only one of its checkpoints.
func (db *DB) ReplicatesAt(ctx context.Context, e *Experiment, cell int, games int64) ([]experiment.Replicate, error) {
	return sqlite.Collect(db.replicates(ctx, e, []int64{games}, "r.cell = ?4", cell))
}

// EventTimes returns, for each stored replicate of a cell, by run, the number of games after which it reached an event
// for good. It agrees with [experiment.Event.Time].
func (db *DB) EventTimes(
	ctx context.Context, e *Experiment, cell int, event experiment.Event,
) (times []float64, err error) {
	// The game that caused bankruptcy, or the last checkpoint without the event.
	text := "SELECT bankrupt_game FROM replicates WHERE experiment = ?1 AND cell = ?2 ORDER BY run"
	args := []any{e.id, cell}
	if event != experiment.Bankruptcy {
		text = fmt.Sprintf(`
			SELECT coalesce(max(games) FILTER (WHERE NOT %s %s ?3), -1)
			FROM checkpoints WHERE experiment = ?1 AND cell = ?2 GROUP BY run ORDER BY run`,
			event.Measure.Against+"_"+event.Measure.Name, event.Op)
		args = append(args, event.Bound) // SQLite might read its digits inexactly
	}
	list, err := sqlite.ViewQuery(ctx, db.sqlite, sqlite.Column[int64], text, args...)
	for _, from := range list {
		games := math.Inf(1)
		if event == experiment.Bankruptcy {
			if from > 0 {
				games = float64(from)
			}
		} else if next, _ := slices.BinarySearch(e.Checkpoints, from+1); next < len(e.Checkpoints) {
			games = float64(e.Checkpoints[next])
		}
		times = append(times, games)
	}
	return times, err
}

// replicates iterates over the replicates that meet a condition, in one transaction.
func (db *DB) replicates(ctx context.Context, e *Experiment, checkpoints []int64, where string,
	args ...any) iter.Seq2[experiment.Replicate, error] {
	return sqlite.ViewEach(ctx, db.sqlite, func(conn *sqlite.Conn) iter.Seq2[experiment.Replicate, error] {
		return replicates(ctx, conn, e, checkpoints, where, args...)
	})
}

// oneRun is the condition for a single replicate.
const oneRun = "r.cell = ?4 AND r.run = ?5"

// replicates iterates over the replicates r that meet a condition, up to the first error. Between the first and the
// last of the given checkpoints, a replicate must have exactly these.
func replicates(ctx context.Context, conn *sqlite.Conn, e *Experiment, checkpoints []int64, where string,
	args ...any) iter.Seq2[experiment.Replicate, error] {
	where = " WHERE r.experiment = ?1 AND " + where + " ORDER BY r.cell, r.run"
	args = slices.Concat([]any{e.id, checkpoints[0], checkpoints[len(checkpoints)-1]}, args)
	return func(yield func(experiment.Replicate, error) bool) {
		next, stop := iter.Pull2(sqlite.Rows(ctx, conn, (*pointRow).fields, `
			SELECT r.cell, r.run, `+sqlite.Qualified("c", checkpointColumns)+`
			FROM replicates r JOIN checkpoints c
			ON (c.experiment, c.cell, c.run) = (r.experiment, r.cell, r.run) AND c.games BETWEEN ?2 AND ?3`+
			where+", c.games", args...))
		defer stop()
		point, failed, more := next()
		for r, err := range sqlite.Rows(ctx, conn, replicateFields,
			"SELECT "+replicateColumns+" FROM replicates r"+where, args...) {
			r.Curve = make([]arena.Point, 0, len(checkpoints))
			for more && failed == nil && point.Task == r.Task {
				r.Curve = append(r.Curve, point.Point)
				point, failed, more = next()
			}
			if err = cmp.Or(err, failed); err == nil {
				err = cmp.Or(checkVersion(r.Version), e.Check(&r, checkpoints))
			}
			if !yield(r, asDamaged("experiment", e.Name, err)) || err != nil {
				return
			}
		}
	}
}

const replicateColumns = "cell, run, seed, " + tallyColumns +
	", bankrupt_game, unbeaten_from_game, rival_bankrupt_game, version"

func replicateFields(r *experiment.Replicate) []any {
	return slices.Concat(taskFields(&r.Task), []any{&r.Seed}, tallyFields(&r.Tally),
		[]any{&r.Bankrupt, &r.UnbeatenFrom, &r.RivalBankrupt, &r.Version})
}

func taskFields(t *experiment.Task) []any { return []any{&t.Cell, &t.Run} }

// pointRow is a point of the curve of a replicate.
type pointRow struct {
	experiment.Task
	arena.Point
}

func (p *pointRow) fields() []any { return append(taskFields(&p.Task), checkpointFields(&p.Point)...) }

// checkpointColumns are the columns of a point, for the learner and its rival.
var (
	ownColumns = "games, " + tallyColumns + ", " +
		wdlColumns("random", "perfect", "blocker", "worst", "most_losses")
	checkpointColumns = ownColumns + ", " + wdlColumns(rivalColumns...)
)

// rivalColumns are the prefixes of the columns of [arena.Rival.All].
var rivalColumns = []string{"rival_random", "rival_perfect", "rival_worst", "rival_most_losses"}

func checkpointFields(p *arena.Point) []any {
	fields := slices.Concat([]any{&p.Games}, tallyFields(&p.Tally),
		wdlFields(&p.Random, &p.Perfect, &p.Blocker, &p.Worst, &p.MostLosses))
	for _, wdl := range p.Rival.All() {
		fields = append(fields, optionalFields(wdl)...)
	}
	return fields
}

// lookUpSize is the number of replicates that MissingTasks looks up at a time.
const lookUpSize = 4096

// MissingTasks iterates over the replicates from ≤ number < to that are not stored, in the order of
// [experiment.Design.Tasks]. It looks them up a few thousand at a time; the database is free between look-ups.
func (db *DB) MissingTasks(ctx context.Context, e *Experiment, from, to int64) iter.Seq2[experiment.Task, error] {
	return func(yield func(experiment.Task, error) bool) {
		for ; from < to; from += lookUpSize {
			end := min(from+lookUpSize, to)
			stored, err := db.stored(ctx, e, from, end)
			if err != nil {
				yield(experiment.Task{}, err)
				return
			}
			for task := range e.Tasks(from, end) {
				if !stored[task] && !yield(task, nil) {
					return
				}
			}
		}
	}
}

// stored returns the stored replicates of the runs that contain from ≤ number < to.
func (db *DB) stored(ctx context.Context, e *Experiment, from, to int64) (map[experiment.Task]bool, error) {
	cells := int64(len(e.Cells))
	list, err := sqlite.ViewQuery(ctx, db.sqlite, taskFields, `
		SELECT cell, run FROM cells CROSS JOIN replicates USING (experiment, cell)
		WHERE experiment = ? AND run BETWEEN ? AND ?`, e.id, from/cells+1, (to-1)/cells+1)
	set := map[experiment.Task]bool{}
	for _, task := range list {
		set[task] = true
	}
	return set, err
}

// CountStored returns the number of stored replicates with from ≤ number < to.
func (db *DB) CountStored(ctx context.Context, e *Experiment, from, to int64) (int64, error) {
	return sqlite.ViewValue[int64](ctx, db.sqlite, `
		SELECT count(*) FROM replicates
		WHERE experiment = ?1 AND cell BETWEEN 1 AND ?2 AND run BETWEEN 1 AND ?5
		AND (run - 1) * ?2 + cell - 1 >= ?3 AND (run - 1) * ?2 + cell - 1 < ?4`,
		e.id, len(e.Cells), from, to, e.Runs)
}

// SaveReplicates stores replicates of a planned experiment in one transaction. If a replicate is already stored, by
// this or another process, it must be the same, or SaveReplicates returns ErrDiffers. It returns ErrNotFound if the
// experiment has been deleted.
func (db *DB) SaveReplicates(ctx context.Context, e *Experiment, list []experiment.Replicate) error {
	return db.sqlite.Transact(sqlite.Repeatable(ctx), func(conn *sqlite.Conn) error {
		return saveReplicates(ctx, conn, e, list)
	})
}

func saveReplicates(ctx context.Context, conn *sqlite.Conn, e *Experiment, list []experiment.Replicate) error {
	if err := checkExists(ctx, conn, "experiments", "experiment", e.Name, e.id); err != nil {
		return err
	}
	replicate, err := conn.PrepareContext(ctx,
		sqlite.Insertion("replicates", "experiment, "+replicateColumns)+" ON CONFLICT DO NOTHING")
	if err != nil {
		return err
	}
	defer replicate.Close()
	points := make([]pointRow, 0, len(list)*len(e.Checkpoints))
	for _, r := range list {
		result, err := replicate.ExecContext(ctx, append([]any{e.id}, replicateFields(&r)...)...)
		if err != nil {
			return err
		}
		added, err := result.RowsAffected()
		switch {
		case err != nil:
		case added > 0:
			for _, p := range r.Curve {
				points = append(points, pointRow{r.Task, p})
			}
		default:
			err = compare(ctx, conn, e, r)
		}
		if err != nil {
			return err
		}
	}
	columns := "cell, run, " + checkpointColumns
	if !slices.ContainsFunc(points, func(p pointRow) bool { return p.Rival != arena.Rival{} }) {
		columns = "cell, run, " + ownColumns // saves a sixth of the time
	}
	fields := func(p *pointRow) []any { return p.fields()[:strings.Count(columns, ", ")+1] }
	return sqlite.InsertAll(ctx, conn, sqlite.Insertion("checkpoints", "experiment, "+columns), fields, points, e.id)
}

// compare returns ErrDiffers unless a replicate equals the stored one.
func compare(ctx context.Context, conn *sqlite.Conn, e *Experiment, r experiment.Replicate) error {
	for stored, err := range replicates(ctx, conn, e, e.Checkpoints, oneRun, r.Cell, r.Run) {
		if err != nil || stored.Same(r) {
			return err
		}
	}
	return fmt.Errorf("run %d of cell %d of experiment %q %w from the stored one", r.Run, r.Cell, e.Name, ErrDiffers)
}
