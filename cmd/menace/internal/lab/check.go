package lab

import (
	"context"
	"errors"

	"menace/data"
)

// CheckReport says what of a database is damaged.
type CheckReport struct {
	Agents      int      `json:"agents"` // that were checked
	Experiments int      `json:"experiments"`
	Damaged     []string `json:"damaged"` // a line for each part that is
}

// note adds an error that is damage. It returns any other.
func (r *CheckReport) note(err error) error {
	if errors.Is(err, data.ErrCorrupt) {
		r.Damaged = append(r.Damaged, err.Error())
		return nil
	}
	return err
}

// Check reads the whole database as its users would: the file, every agent with its history, and every
// experiment with its replicates. With the name of an agent it reads the file and that agent.
func (l *Lab) Check(ctx context.Context, agent string) (CheckReport, error) {
	r := CheckReport{Damaged: []string{}}
	faults, err := l.Faults(ctx)
	if err := r.note(err); err != nil {
		return r, err
	}
	r.Damaged = append(r.Damaged, faults...)
	agents, experiments := []string{agent}, []string(nil)
	if agent == "" {
		agents, err = l.DB.Names(ctx)
		if err := r.note(err); err != nil {
			return r, err
		}
		experiments, err = l.DB.ExperimentNames(ctx)
		if err := r.note(err); err != nil {
			return r, err
		}
	}
	for _, name := range agents {
		_, err := l.Export(ctx, name)
		if err := r.note(err); err != nil {
			return r, err
		}
	}
	for _, name := range experiments {
		if err := r.note(l.checkExperiment(ctx, name)); err != nil {
			return r, err
		}
	}
	r.Agents, r.Experiments = len(agents), len(experiments)
	return r, nil
}

// checkExperiment reads an experiment with its replicates.
func (l *Lab) checkExperiment(ctx context.Context, name string) error {
	e, err := l.DB.Experiment(ctx, name)
	if err != nil {
		return err
	}
	for _, err := range l.Replicates(ctx, e, 0) {
		if err != nil {
			return err
		}
	}
	return nil
}
