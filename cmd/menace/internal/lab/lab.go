// Package lab is what can be done with machines, for whoever asks: train them, sit down at a match,
// evaluate them exactly, look into their boxes, read series for figures, run experiments. What happened
// comes back as values, and as it happens through a callback.
//
// It stands on a database (see package data) and knows no flags, prints nothing and speaks no HTTP; what a
// face shows is up to the face.
package lab

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"menace/data"
)

// Lab is an open database with what can be done in it. It may be shared between goroutines; the
// agents that it returns may not.
type Lab struct{ *data.DB }

// Open opens the laboratory in a file, as [data.Open] does.
func Open(ctx context.Context, path string, mode data.Mode) (*Lab, error) {
	db, err := data.Open(ctx, path, mode)
	if err != nil {
		return nil, err
	}
	return &Lab{db}, nil
}

// OpenAgent opens a database to read it and loads an agent. The caller closes the database.
func OpenAgent(ctx context.Context, path, name string) (*Lab, *data.Agent, error) {
	l, err := Open(ctx, path, data.Read)
	if err != nil {
		return nil, nil, err
	}
	a, err := l.Agent(ctx, name)
	if err != nil {
		l.Close()
	}
	return l, a, err
}

// Agent loads an agent. The error of an unknown name is an [UnknownError].
func (l *Lab) Agent(ctx context.Context, name string) (*data.Agent, error) {
	if err := data.CheckName(name); err != nil {
		return nil, AsMistake(err)
	}
	a, err := l.Load(ctx, name)
	return a, l.Unknown(ctx, name, err)
}

// Unknown makes an [UnknownError] of the error that there is no agent of a name. Other errors, and nil, it
// returns as they are.
func (l *Lab) Unknown(ctx context.Context, name string, err error) error {
	if !errors.Is(err, data.ErrNotFound) {
		return err
	}
	names, listErr := l.Names(ctx)
	if listErr != nil {
		return err
	}
	return &UnknownError{"agent", name, possible(names, data.CheckName), err}
}

// possible returns the names that pass a check. Others came into the database past this program, and are not
// for a terminal.
func possible(names []string, check func(string) error) []string {
	return slices.DeleteFunc(names, func(name string) bool { return check(name) != nil })
}

// UnknownError is the error of what is not stored, or not yet.
type UnknownError struct {
	Kind  string // "agent", "experiment", or "replicate" of the experiment that Name names
	Name  string
	Names []string // that are stored, in order
	err   error
}

// Error implements error.
func (e *UnknownError) Error() string { return e.err.Error() }

// Unwrap makes it a [data.ErrNotFound] or whatever else the database said.
func (e *UnknownError) Unwrap() error { return e.err }

// Mistake is an error of whoever asks: what was asked for cannot be, and asking again will not help.
type Mistake struct{ error }

// Unwrap returns what is wrong.
func (m Mistake) Unwrap() error { return m.error }

// Mistakef returns a [Mistake].
func Mistakef(format string, args ...any) error { return Mistake{fmt.Errorf(format, args...)} }

// AsMistake makes a [Mistake] of an error, and leaves nil as it is.
func AsMistake(err error) error {
	if err == nil {
		return nil
	}
	return Mistake{err}
}

// NoSeed stands for a seed that was not given.
const NoSeed = -1

// NewSeed returns a seed that is short enough to be typed again.
func NewSeed() int64 { return rand.Int64N(1_000_000_000) }
