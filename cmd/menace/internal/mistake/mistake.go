// Package mistake marks errors that are the caller's: the request is impossible, and trying again will not help.
// [Errorf] and [Wrap] mark them. A command then exits with the status for wrong usage, and a page shows the form again
// with the error.
package mistake

import (
	"errors"
	"fmt"
)

// Error is an error of the caller.
type Error struct{ error }

// Unwrap returns the error without the mark.
func (e Error) Unwrap() error { return e.error }

// Errorf formats an error of the caller like [fmt.Errorf].
func Errorf(format string, args ...any) error { return Error{fmt.Errorf(format, args...)} }

// Refused formats an error of the caller that is due to the state of things rather than to the words of the request:
// once the state has changed, the same request succeeds. A command exits with the status of a failure.
func Refused(format string, args ...any) error {
	return Error{stateError{fmt.Errorf(format, args...)}}
}

type stateError struct{ error }

// Unwrap returns the error without the mark.
func (e stateError) Unwrap() error { return e.error }

// IsRefused reports whether an error was made by [Refused].
func IsRefused(err error) bool { return errors.As(err, new(stateError)) }

// Wrap marks an error as the caller's. It returns nil for nil.
func Wrap(err error) error {
	if err == nil {
		return nil
	}
	return Error{err}
}
