// Package lab works with stored machines: it creates, evaluates and exports them, reads their boxes, and replays their
// games. It knows no flags, prints nothing and serves no HTTP; the terminal and the page decide what they show.
package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"slices"

	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// Lab is an open database and what can be done with it. Goroutines may share it, but not the agents that it returns.
type Lab struct {
	*data.DB
	Path string // path of the database
}

// Open opens the laboratory in a file like [data.Open].
func Open(ctx context.Context, path string, mode data.Mode) (*Lab, error) {
	db, err := data.Open(ctx, path, mode)
	if err != nil {
		return nil, err
	}
	return &Lab{db, path}, nil
}

// Agent loads an agent. If the name is unknown, the error is an [UnknownError].
func (l *Lab) Agent(ctx context.Context, name string) (*data.Agent, error) {
	a, err := l.Load(ctx, name)
	return a, l.unknown(ctx, name, err)
}

// ID returns the ID of an agent. If the name is unknown, the error is an [UnknownError].
func (l *Lab) ID(ctx context.Context, name string) (int64, error) {
	id, err := l.DB.ID(ctx, name)
	return id, l.unknown(ctx, name, err)
}

// unknown makes [data.ErrNotFound] for an agent an [UnknownError]. Other errors stay as they are.
func (l *Lab) unknown(ctx context.Context, name string, err error) error {
	if errors.Is(err, data.ErrNotFound) {
		if names, failed := l.Names(ctx); failed == nil {
			return &UnknownError{"agent", name, names, err}
		}
	}
	return err
}

// Names returns the sorted names of the agents, except invalid ones, which are not safe to print on a terminal.
func (l *Lab) Names(ctx context.Context) ([]string, error) {
	names, err := l.DB.Names(ctx)
	return slices.DeleteFunc(names, func(name string) bool { return data.CheckName(name) != nil }), err
}

// CheckReport lists the damaged parts of a database.
type CheckReport struct {
	Agents      int // number of agents checked
	Experiments int
	Damaged     []string // a line for each damaged part
}

// Check checks the file, and reads the whole database: all agents with their histories, and all experiments. If agent
// is not "", it reads only that agent.
func (l *Lab) Check(ctx context.Context, agent string) (r CheckReport, err error) {
	note := func(found error) {
		if errors.Is(found, data.ErrCorrupt) {
			r.Damaged = append(r.Damaged, found.Error())
		} else {
			err = cmp.Or(err, found)
		}
	}
	faults, failed := l.Faults(ctx)
	r.Damaged = faults
	note(failed)
	agents, experiments := []string{agent}, []string(nil)
	if agent == "" {
		agents, failed = l.DB.Names(ctx)
		note(failed)
		experiments, failed = l.ExperimentNames(ctx)
		note(failed)
	}
	for _, name := range agents {
		_, failed := l.Export(ctx, name) // reads everything
		note(failed)
	}
	for _, name := range experiments {
		e, failed := l.Experiment(ctx, name)
		note(failed)
		if failed != nil {
			continue
		}
		for _, failed := range l.Replicates(ctx, e, 0) {
			note(failed)
			if failed != nil {
				break
			}
		}
	}
	r.Agents, r.Experiments = len(agents), len(experiments)
	return r, err
}

// UnknownError reports a name that does not exist.
type UnknownError struct {
	// Kind is "agent", "experiment", "opponent", "learner" or its "parameter". It is "game" for a game of the agent
	// Name, and "replicate" for a replicate of the experiment Name.
	Kind  string
	Name  string
	Names []string // the existing names, sorted
	Err   error
}

func (e *UnknownError) Error() string { return e.Err.Error() }
func (e *UnknownError) Unwrap() error { return e.Err }

// Alternatives returns the name, and the names that exist.
func (e *UnknownError) Alternatives() (name string, names []string) { return e.Name, e.Names }

// UnplayedError reports an agent that has no curve because it has played no games.
type UnplayedError struct{ Agent string }

func (e *UnplayedError) Error() string {
	return fmt.Sprintf("machine %q has played no game, so it has no curve", e.Agent)
}

// BankruptError reports an agent that has no beads to play with.
type BankruptError struct {
	Agent string
	Rules menace.Rules
}

func (e *BankruptError) Error() string {
	boxes := "opening box"
	if e.Rules.Plays == symmetry.Second {
		boxes = "opening boxes"
	}
	return e.Agent + " is bankrupt: it has lost every bead of its " + boxes + ", so it can only resign"
}
