package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
)

// storedError marks the error of a command that works on something stored, for which advice to create it is no help.
type storedError struct{ error }

// Unwrap returns the error.
func (e storedError) Unwrap() error { return e.error }

// OnStored wraps an action that works on something stored, such as deleting it. Errors then do not advise creating it.
func OnStored(action term.ActionFunc) term.ActionFunc {
	return func(ctx context.Context, c *term.Invocation) error {
		if err := action(ctx, c); err != nil {
			return storedError{err}
		}
		return nil
	}
}

// explain adds a helpful command to an error of the laboratory.
func explain(err error) error {
	var (
		unknown  *lab.UnknownError
		unplayed *lab.UnplayedError
		bankrupt *lab.BankruptError
	)
	stored := errors.As(err, new(storedError))
	switch {
	case errors.As(err, &unknown):
		return fmt.Errorf("%w%s", err, alternatives(unknown, !stored))
	case errors.As(err, &unplayed):
		return fmt.Errorf("%w: `menace train --agent %s --games 10000` gives it one", err, unplayed.Agent)
	case errors.As(err, &bankrupt):
		return fmt.Errorf("%w; %s", err, Remedy(bankrupt.Rules))
	case errors.Is(err, data.ErrIncomplete):
		return term.WithStatus(fmt.Errorf("%w, nothing was copied; --partial copies what there is", err),
			term.Incomplete)
	case errors.Is(err, data.ErrNoDatabase) && stored:
		return fmt.Errorf("%w: --db names another", err)
	case errors.Is(err, data.ErrNoDatabase):
		return fmt.Errorf("%w: `menace train --games 10000` makes one, --db names another", err)
	}
	return err
}

// Remedy describes the commands that help when a machine has lost the beads of its opening box.
func Remedy(r menace.Rules) string {
	game := ""
	if r.Game != menace.Michie().Game {
		game = "--game " + r.Game + " "
	}
	return fmt.Sprintf("`menace train --agent again %s--plays %s --on-empty restock --games 0` makes a fresh machine "+
		"that refills empty boxes, and `menace play --agent again` plays against it", game, r.Plays)
}

// alternatives lists the names that could have been meant and, with advise, the command that creates the missing one.
// It shortens a list only if a command prints the rest.
func alternatives(e *lab.UnknownError, advise bool) string {
	preset := ""
	if slices.Contains(menace.Presets, e.Name) {
		preset = " --preset " + e.Name
	}
	list, create := "agents list", fmt.Sprintf("`menace train --agent %s%s --games 10000` makes it", e.Name, preset)
	switch e.Kind {
	case "game":
		return fmt.Sprintf("; `menace agents show %s` lists its games", e.Name)
	case "replicate":
		return ": " + sentences.Missing(e.Name)
	case "opponent", "learner", "parameter":
		list, create = "", ""
	case "experiment":
		list, create = "experiment list", fmt.Sprintf("`menace experiment run %s --runs 100 --games 1000` makes it",
			e.Name)
	}
	if hint := words.DidYouMean(e.Name, e.Names, ""); hint != "" {
		return hint
	}
	if create = "; " + create; create == "; " || !advise {
		create = ""
	}
	names := strings.Join(e.Names, ", ")
	const few = 8
	switch n := len(e.Names); {
	case n == 0:
		return fmt.Sprintf(": there are no %ss yet%s", strings.Replace(e.Kind, "agent", "machine", 1), create)
	case n > few && list != "":
		names = fmt.Sprintf("%s and %d more (`menace %s`)", strings.Join(e.Names[:few], ", "), n-few, list)
	}
	return fmt.Sprintf("; choose from %s%s", names, create)
}
