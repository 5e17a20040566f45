package data

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"menace/arena/experiment"
)

// Experiment is a design with a name. What it does is stored by [DB.SaveReplicates].
type Experiment struct {
	Name    string
	Command string // that makes it again
	experiment.Design

	id int64
}

// CheckExperimentName returns an error that says what is wrong with a name, if it cannot be an
// experiment's.
func CheckExperimentName(name string) error { return checkName("experiment", name) }

// Plan stores an experiment with nothing done yet. If there is one of that name with the same design
// it takes that one with its command; with another design it returns ErrDiffers.
func (db *DB) Plan(ctx context.Context, e *Experiment) error {
	if err := errors.Join(CheckExperimentName(e.Name), e.Validate()); err != nil {
		return err
	}
	return db.transact(ctx, func(tx *sql.Tx) error { return plan(ctx, tx, e) })
}

func plan(ctx context.Context, tx *sql.Tx, e *Experiment) error {
	stored, err := loadExperiment(ctx, tx, e.Name)
	switch {
	case errors.Is(err, ErrNotFound):
		e.id, err = insertExperiment(ctx, tx, e)
		return err
	case err != nil:
		return err
	}
	if found := stored.Differences(&e.Design); len(found) > 0 {
		return fmt.Errorf("experiment %q %w: it has %s", e.Name, ErrDiffers, some(found))
	}
	*e = *stored
	return nil
}

// some joins the first of many differences.
func some(found []string) string {
	const few = 3
	text := strings.Join(found[:min(few, len(found))], "; ")
	if len(found) > few {
		text += fmt.Sprintf("; and %d more", len(found)-few)
	}
	return text
}

func insertExperiment(ctx context.Context, tx *sql.Tx, e *Experiment) (int64, error) {
	checkpoints, err := json.Marshal(e.Checkpoints)
	if err != nil {
		return 0, err
	}
	result, err := tx.ExecContext(ctx, `
		INSERT INTO experiments (name, command, seed, runs, games, checkpoints) VALUES (?, ?, ?, ?, ?, ?)`,
		e.Name, e.Command, e.Seed, e.Runs, e.Games, string(checkpoints))
	if err != nil {
		return 0, err
	}
	id, err := result.LastInsertId()
	if err != nil {
		return 0, err
	}
	for i, cell := range e.Cells {
		_, err := tx.ExecContext(ctx, `
			INSERT INTO cells (experiment, cell, `+ruleColumns+`, opponent)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			slices.Concat([]any{id, i + 1}, ruleFields(&cell.Rules), []any{cell.Opponent})...)
		if err != nil {
			return 0, err
		}
	}
	return id, nil
}

// Experiment returns the stored experiment of that name, or ErrNotFound.
func (db *DB) Experiment(ctx context.Context, name string) (e *Experiment, err error) {
	err = db.view(ctx, func(q queryer) error {
		e, err = loadExperiment(ctx, q, name)
		return err
	})
	return e, err
}

func loadExperiment(ctx context.Context, q queryer, name string) (*Experiment, error) {
	e := &Experiment{Name: name}
	var checkpoints string
	err := q.QueryRowContext(ctx, `
		SELECT id, command, seed, runs, games, checkpoints FROM experiments WHERE name = ?`, name).
		Scan(&e.id, &e.Command, &e.Seed, &e.Runs, &e.Games, &checkpoints)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("experiment %q %w", name, ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	if e.Cells, err = query(ctx, q, scanCell,
		"SELECT "+ruleColumns+", opponent FROM cells WHERE experiment = ? ORDER BY cell", e.id); err != nil {
		return nil, err
	}
	if err := errors.Join(json.Unmarshal([]byte(checkpoints), &e.Checkpoints), e.Validate()); err != nil {
		return nil, fmt.Errorf("experiment %q is %w: %v", name, ErrCorrupt, err)
	}
	return e, nil
}

func scanCell(rows *sql.Rows) (c experiment.Cell, err error) {
	err = rows.Scan(append(ruleFields(&c.Rules), &c.Opponent)...)
	return c, err
}

// Experiments returns the stored experiments by name.
func (db *DB) Experiments(ctx context.Context) ([]*Experiment, error) {
	return loadAll(ctx, db, "experiments", loadExperiment)
}

// DeleteExperiment removes an experiment with its replicates. It returns ErrNotFound.
func (db *DB) DeleteExperiment(ctx context.Context, name string) error {
	return db.transact(ctx, func(tx *sql.Tx) error {
		return onOne(tx.ExecContext(ctx, "DELETE FROM experiments WHERE name = ?", name))("experiment", name)
	})
}
