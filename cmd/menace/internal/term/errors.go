package term

import (
	"context"
	"errors"
	"strings"

	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/words"
)

// Exit statuses.
const (
	Done        = 0
	Failed      = 1
	Usage       = 2
	Incomplete  = 3
	Interrupted = 130
)

// ExitStatus returns the exit status of a program that ended with an error.
func ExitStatus(err error) int {
	var (
		own   statusError
		wrong mistake.Error
	)
	switch {
	case err == nil:
		return Done
	case errors.As(err, &own):
		return own.status
	case errors.As(err, &wrong) && !mistake.IsRefused(err):
		return Usage
	case errors.Is(err, context.Canceled):
		return Interrupted
	}
	return Failed
}

// WithStatus returns an error that makes the program end with an exit status.
func WithStatus(err error, status int) error { return statusError{err, status} }

type statusError struct {
	error
	status int
}

func (e statusError) Unwrap() error { return e.error }

// Usagef returns the error for a wrong command line.
func Usagef(format string, args ...any) error { return mistake.Errorf(format, args...) }

// Interruption is a context.Canceled with a description of how far the program got.
type Interruption string

// Error implements error.
func (i Interruption) Error() string { return "interrupted " + string(i) }

// Is reports whether the target is context.Canceled, so that [errors.Is] treats an Interruption as one.
func (Interruption) Is(target error) bool { return target == context.Canceled }

// OneLine returns the text of an error without line breaks. It shortens long quotations of what the program read.
func OneLine(err error) string {
	if errors.Is(err, context.Canceled) && !errors.As(err, new(Interruption)) {
		return "interrupted"
	}
	return words.Brief(strings.Join(strings.Fields(err.Error()), " "))
}
