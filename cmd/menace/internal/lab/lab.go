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

// Agent loads an agent. The error of an unknown name is an [UnknownError].
func (l *Lab) Agent(ctx context.Context, name string) (*data.Agent, error) {
	a, err := l.Load(ctx, name)
	return a, l.unknown(ctx, name, err)
}

// unknown makes an [UnknownError] of the error that there is no agent of a name. Other errors, and nil, it
// returns as they are.
func (l *Lab) unknown(ctx context.Context, name string, err error) error {
	if !errors.Is(err, data.ErrNotFound) {
		return err
	}
	names, listErr := l.Names(ctx)
	if listErr != nil {
		return err
	}
	return &UnknownError{"agent", name, names, err}
}

// UnknownError is the error of what is not stored, or not yet.
type UnknownError struct {
	Kind  string // "agent" or "experiment"; "game" of the agent Name, "replicate" of the experiment Name
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

// orNew returns a seed, or if it was not given a new one that is short enough to type again.
func orNew(seed int64) int64 {
	if seed == NoSeed {
		return rand.Int64N(1_000_000_000)
	}
	return seed
}
