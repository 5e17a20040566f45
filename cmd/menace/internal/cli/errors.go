package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/xrash/smetrics"

	"menace/cmd/menace/internal/lab"
	"menace/data"
	"menace/menace"
)

// Exit statuses.
const (
	Done        = 0
	Failed      = 1
	Usage       = 2
	Interrupted = 130
)

// ExitStatus returns the exit status of a program that ended with an error.
func ExitStatus(err error) int {
	var mistake lab.Mistake
	switch {
	case err == nil:
		return Done
	case errors.As(err, &mistake):
		return Usage
	case errors.Is(err, context.Canceled):
		return Interrupted
	}
	return Failed
}

// Usagef returns the error of a wrong command line.
func Usagef(format string, args ...any) error { return lab.Mistakef(format, args...) }

// AsUsage turns an error into one of usage, and leaves nil as it is.
func AsUsage(err error) error { return lab.AsMistake(err) }

// Interruption is a context.Canceled that says how far the program got.
type Interruption string

// Error implements error.
func (i Interruption) Error() string { return "interrupted " + string(i) }

// Is makes it a context.Canceled.
func (Interruption) Is(target error) bool { return target == context.Canceled }

// OneLine returns the text of an error without line breaks.
func OneLine(err error) string {
	if err == context.Canceled {
		return "interrupted"
	}
	return strings.Join(strings.Fields(err.Error()), " ")
}

// explain adds to an error of the laboratory what to type next.
func explain(err error) error {
	var (
		unknown  *lab.UnknownError
		unplayed *lab.UnplayedError
		bankrupt *lab.BankruptError
	)
	switch {
	case errors.As(err, &unknown):
		return fmt.Errorf("%w%s", err, whatThereIs(unknown))
	case errors.As(err, &unplayed):
		return fmt.Errorf("%w: `menace train --agent %s --games 10000` gives it one", err, unplayed.Agent)
	case errors.As(err, &bankrupt):
		return fmt.Errorf("%w; %s", err, Remedy(bankrupt.Plays))
	case errors.Is(err, data.ErrNoDatabase):
		return fmt.Errorf("%w: `menace train --games 10000` makes one, --db names another", err)
	}
	return err
}

// Remedy says what to do about a machine that has lost the beads of its opening box.
func Remedy(plays menace.Side) string {
	return fmt.Sprintf("`menace train --agent again --plays %s --on-empty restock --games 0` makes a fresh agent that "+
		"refills empty boxes, and `menace play --agent again` plays against it", plays)
}

// whatThereIs names what is stored instead of an unknown name, or how to get something stored.
func whatThereIs(e *lab.UnknownError) string {
	list, first := "agents list", "train --agent %s --games 10000"
	if e.Kind == "experiment" {
		list, first = "experiment list", "experiment run %s --runs 100 --games 1000"
	}
	hint := didYouMean(e.Name, e.Names)
	const few = 8
	switch n := len(e.Names); {
	case e.Kind == "game":
		return fmt.Sprintf("; `menace agents show %s` lists its games", e.Name)
	case e.Kind == "replicate":
		return fmt.Sprintf(": `menace experiment run %s` continues it", e.Name)
	case hint != "":
		return hint
	case n > few:
		return fmt.Sprintf(": there are %s and %d more (`menace %s`)", strings.Join(e.Names[:few], ", "), n-few, list)
	case n > 0:
		return ": there is " + strings.Join(e.Names, ", ")
	}
	return fmt.Sprintf(": there are no %ss yet, `menace "+first+"` makes one", e.Kind, e.Name)
}

// didYouMean asks whether an unknown word stands for those most similar to it, or is empty.
func didYouMean(word string, words []string) string {
	const alike, most = 0.8, 3
	likeness := func(w string) float64 {
		return smetrics.JaroWinkler(strings.ToLower(word), strings.ToLower(w), 0.7, 4)
	}
	near := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return likeness(w) < alike })
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(likeness(b), likeness(a)) })
	if len(near) == 0 {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", strings.Join(near[:min(most, len(near))], " or "))
}
