package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/xrash/smetrics"

	"menace/data"
)

// usageError is a command line that cannot be carried out as it stands.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// asUsage makes an error one of usage.
func asUsage(err error) error {
	if err == nil {
		return nil
	}
	return usageError{err}
}

// interruption is what remains to be said when the user breaks off.
type interruption string

func (i interruption) Error() string { return "interrupted " + string(i) }

// Is makes it a context.Canceled.
func (interruption) Is(target error) bool { return target == context.Canceled }

// oneLine returns the text of an error without line breaks.
func oneLine(err error) string {
	if err == context.Canceled {
		return "interrupted"
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(err.Error(), "\n", " ")), " ")
}

// near returns those of the words that are like one that is not among them, the likest first.
func near(word string, words []string) []string {
	const alike = 0.8
	likeness := func(w string) float64 {
		return smetrics.JaroWinkler(strings.ToLower(word), strings.ToLower(w), 0.7, 4)
	}
	var found []string
	for _, w := range words {
		if likeness(w) >= alike {
			found = append(found, w)
		}
	}
	slices.SortStableFunc(found, func(a, b string) int { return cmp.Compare(likeness(b), likeness(a)) })
	return found
}

// didYouMean returns a question that names the words like one that is unknown, or "".
func didYouMean(word string, words []string) string {
	found := near(word, words)
	if len(found) == 0 {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", strings.Join(found[:min(3, len(found))], " or "))
}

// withNear adds to the error of an unknown agent the names that come near, or all if they are few.
func withNear(ctx context.Context, db *data.DB, name string, err error) error {
	if !errors.Is(err, data.ErrNotFound) {
		return err
	}
	names, listErr := db.Names(ctx)
	switch {
	case listErr != nil:
		return err
	case len(names) == 0:
		return fmt.Errorf("%w: there are no agents yet, `menace train --games 10000` makes one", err)
	}
	if hint := didYouMean(name, names); hint != "" {
		return fmt.Errorf("%w%s", err, hint)
	}
	const few = 8
	if len(names) > few {
		return fmt.Errorf("%w: there are %s and %d more (`menace agents list`)", err, strings.Join(names[:few], ", "), len(names)-few)
	}
	return fmt.Errorf("%w: there is %s", err, strings.Join(names, ", "))
}
