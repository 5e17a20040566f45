package database

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
)

// storedError marks the error of a command that works on something stored. For such a command, advice to create the
// thing would not help.
type storedError struct{ error }

// Unwrap returns the error.
func (e storedError) Unwrap() error { return e.error }

// WithoutCreateAdvice wraps an action that works on something stored, such as deleting it. Errors then do not advise
// creating it.
func WithoutCreateAdvice(action term.ActionFunc) term.ActionFunc {
	return func(ctx context.Context, c *term.Invocation) error {
		if err := action(ctx, c); err != nil {
			return storedError{err}
		}
		return nil
	}
}

// explain adds advice to an error. An error with a method Advice provides the advice itself.
func (s *Store) explain(err error) error {
	var (
		unknown interface {
			Alternatives() (word string, choices []string)
		}
		advised interface{ Advice() string }
		newer   interface{ Copy() string }
	)
	stored := errors.As(err, new(storedError))
	switch {
	case errors.As(err, &advised):
		return fmt.Errorf("%w%s", err, advised.Advice())
	case errors.As(err, &unknown):
		missing := new(data.NotFoundError)
		errors.As(err, &missing)
		word, choices := unknown.Alternatives()
		return fmt.Errorf("%w%s", err, s.kind(missing.Kind).alternatives(word, choices, !stored))
	case errors.Is(err, data.ErrNoDatabase) && (stored || s.createCommand() == ""):
		return fmt.Errorf("%w: --db names another", err)
	case errors.Is(err, data.ErrNoDatabase):
		return fmt.Errorf("%w: `%s` makes one, --db names another", err, s.createCommand())
	case errors.Is(err, data.ErrBusy):
		return fmt.Errorf("%w; end that program, or try again when it has finished", err)
	case errors.As(err, &newer) && newer.Copy() != "":
		return fmt.Errorf("%w; use that version, or go back to the copy that it made: `menace restore %s`", err,
			option.Quoted(newer.Copy()))
	case errors.Is(err, data.ErrNewerSchema):
		return fmt.Errorf("%w; use that version", err)
	}
	return err
}

// alternatives lists the names that the user may have meant and, if advise is set, the command that creates the
// missing thing.
// It shortens a list only if a command prints the rest.
func (k Kind) alternatives(name string, names []string, advise bool) string {
	if hint := words.DidYouMean(name, names, ""); hint != "" {
		return hint
	}
	create := ""
	if k.Create != nil && advise {
		create = fmt.Sprintf("; `%s` makes it", k.Create(name))
	}
	list := strings.Join(names, ", ")
	const few = 8
	switch n := len(names); {
	case n == 0:
		return fmt.Sprintf(": there are no %ss yet%s", k.Name, create)
	case n > few && k.List != "":
		list = fmt.Sprintf("%s and %d more (`%s`)", strings.Join(names[:few], ", "), n-few, k.List)
	}
	return fmt.Sprintf("; choose from %s%s", list, create)
}
