package data

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"menace/data/sqlite"
	"menace/menace/experiment"
)

// Experiment is a design with a name. [DB.SaveReplicates] stores its results.
type Experiment struct {
	Name    string
	Command string // command line that repeats the experiment
	experiment.Design

	id int64
}

// CheckExperimentName returns an error unless a name is valid for an experiment.
func CheckExperimentName(name string) error { return checkName("experiment", name) }

// Plan stores an experiment without replicates. If an experiment of the same design is already stored under this name,
// Plan loads it into e, and raises its runs if e has more. If anything else differs, Plan returns ErrDiffers.
func (db *DB) Plan(ctx context.Context, e *Experiment) error {
	if err := e.check(); err != nil {
		return err
	}
	return db.sqlite.Transact(ctx, func(conn *sqlite.Conn) error {
		if err := addRuns(ctx, conn, e); err != nil {
			return err
		}
		return plan(ctx, conn, e)
	})
}

// addRuns raises the runs of the stored experiment to the runs of e if nothing else differs. The stored replicates
// stay, because their seeds do not depend on the number of runs.
func addRuns(ctx context.Context, conn *sqlite.Conn, e *Experiment) error {
	stored, err := loadExperiment(ctx, conn, e.Name)
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	raised := stored.Design
	if raised.Runs = e.Runs; raised.Runs <= stored.Runs || len(raised.Differences(&e.Design)) > 0 {
		return nil
	}
	return sqlite.Exec(ctx, conn, "UPDATE experiments SET runs = ?, command = ? WHERE id = ?",
		e.Runs, e.Command, stored.id)
}

func plan(ctx context.Context, conn *sqlite.Conn, e *Experiment) error {
	stored, err := loadExperiment(ctx, conn, e.Name)
	switch {
	case errors.Is(err, ErrNotFound):
		e.id, err = insertExperiment(ctx, conn, e)
		return err
	case err != nil:
		return err
	}
	if err = stored.differs(e); err == nil {
		*e = *stored
	}
	return err
}

// differs returns ErrDiffers unless another experiment of the same name has the same design.
func (e *Experiment) differs(other *Experiment) error {
	const shown = 3
	found := e.Differences(&other.Design)
	if len(found) == 0 {
		return nil
	}
	text := strings.Join(found[:min(shown, len(found))], "; ")
	if len(found) > shown {
		text += fmt.Sprintf("; and %d more", len(found)-shown)
	}
	return fmt.Errorf("experiment %q %w: it has %s", e.Name, ErrDiffers, text)
}

func insertExperiment(ctx context.Context, conn *sqlite.Conn, e *Experiment) (int64, error) {
	checkpoints, err := json.Marshal(e.Checkpoints)
	if err != nil {
		return 0, err
	}
	text := string(checkpoints)
	if e.id, err = sqlite.Insert(ctx, conn, "experiments", experimentColumns, e.fields(&text)); err != nil {
		return 0, err
	}
	for i, cell := range e.Cells {
		if err := sqlite.Exec(ctx, conn, sqlite.Insertion("cells", "experiment, cell, "+cellColumns),
			append([]any{e.id, i + 1}, cellFields(&cell)...)...); err != nil {
			return 0, err
		}
	}
	return e.id, nil
}

// Experiment returns a stored experiment, or ErrNotFound.
func (db *DB) Experiment(ctx context.Context, name string) (*Experiment, error) {
	return sqlite.View(ctx, db.sqlite, func(conn *sqlite.Conn) (*Experiment, error) {
		return loadExperiment(ctx, conn, name)
	})
}

func loadExperiment(ctx context.Context, conn *sqlite.Conn, name string) (e *Experiment, err error) {
	defer func() { err = asDamaged("experiment", name, err) }()
	e = &Experiment{}
	var checkpoints string
	row := conn.QueryRowContext(ctx, "SELECT "+experimentColumns+", id FROM experiments WHERE name = ?", name)
	if err := row.Scan(append(e.fields(&checkpoints), &e.id)...); err != nil {
		return nil, orNotFoundNames(ctx, conn, err, "experiments", "experiment", name)
	}
	if err := json.Unmarshal([]byte(checkpoints), &e.Checkpoints); err != nil {
		return nil, err
	}
	e.Cells, err = sqlite.Query(ctx, conn, cellFields,
		"SELECT "+cellColumns+" FROM cells WHERE experiment = ? ORDER BY cell", e.id)
	if err != nil {
		return nil, err
	}
	missing, err := sqlite.Value[bool](ctx, conn, `
		SELECT count(*) < ?2 OR EXISTS (SELECT 1 FROM replicates WHERE experiment = ?1 AND cell > ?2)
		FROM cells WHERE experiment = ?1 AND cell BETWEEN 1 AND ?2`, e.id, len(e.Cells))
	if missing {
		err = errors.New("a cell is missing")
	}
	return e, cmp.Or(err, e.check())
}

const experimentColumns = "name, command, seed, runs, games, checkpoints"

func (e *Experiment) fields(checkpoints *string) []any {
	return []any{&e.Name, &e.Command, &e.Seed, &e.Runs, &e.Games, checkpoints}
}

var cellColumns = ruleColumns + ", opponent, learner"

func cellFields(c *experiment.Cell) []any {
	return append(ruleFields(&c.Rules), &c.Opponent, &c.Learner)
}

// ExperimentNames returns the sorted names of the stored experiments, even of damaged ones, but no invalid names.
func (db *DB) ExperimentNames(ctx context.Context) ([]string, error) {
	names, err := db.AllExperimentNames(ctx)
	return validNames("experiment", names), err
}

// AllExperimentNames returns the sorted names of the stored experiments, even invalid ones.
func (db *DB) AllExperimentNames(ctx context.Context) ([]string, error) {
	return sqlite.ViewQuery(ctx, db.sqlite, sqlite.Column[string], "SELECT name FROM experiments ORDER BY name")
}

// Experiments returns the stored experiments by name.
func (db *DB) Experiments(ctx context.Context) (list []*Experiment, err error) {
	names, err := db.AllExperimentNames(ctx)
	list = make([]*Experiment, len(names))
	for i, name := range names {
		if list[i], err = db.Experiment(ctx, name); err != nil {
			return nil, err
		}
	}
	return list, err
}

// DeleteExperiment deletes an experiment and its replicates, or returns ErrNotFound.
func (db *DB) DeleteExperiment(ctx context.Context, name string) error {
	return db.remove(ctx, "experiments", "experiment", name)
}
