package search

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/minimax"
)

// game describes a game: what its help says, and how its own flags set it up.
type game struct {
	name, usage string
	position    string // how one is written
	more        string // how a move is written, and examples
	words       string // that its command takes besides flags, or "" for none
	flags       []cli.Flag
	begins      string // the flag that gives the start and nothing else, or ""
	setUp       func(*cli.Context) (subject, error)
}

// subject is a game that has been set up. Its search carries out the options.
type subject interface {
	search(ctx context.Context, con *console.IO, o Options) error
	curves(ctx context.Context, con *console.IO, o CurveOptions) error
}

// command returns the command that searches the game.
func (g game) command(con *console.IO) *cli.Command {
	return &cli.Command{
		Name: g.name, Usage: g.usage, ArgsUsage: cmp.Or(g.words, cli.NoWords),
		Description: "A position is " + g.position + ".\n" + g.more,
		Flags:       append(g.flags, flags()...),
		Action:      cli.Action(con, g.parse, Run),
	}
}

// task is a position of a game, and how to search it.
type task[P, M comparable] struct {
	Options
	rules rules[P, M]
	start P
	now   func() time.Time // the clock
	toMax bool             // values are written for Max, not for the player to move
}

// rules is what the command line needs of a game, beyond what a search asks.
type rules[P, M any] interface {
	minimax.Game[P, M]
	Parse(text string) (P, error)
	Format(p P) string
	Name(m M) string
}

// at returns a game that starts at a position, unless there was an error.
func at[P, M comparable](rules rules[P, M], start P, err error) (subject, error) {
	return task[P, M]{rules: rules, start: start, now: time.Now}, err
}

// at returns the task with the options, which may name another position to start from.
func (t task[P, M]) at(o Options) (task[P, M], error) {
	if t.Options = o; o.Position != "" {
		var err error
		if t.start, err = t.rules.Parse(o.Position); err != nil {
			return t, cli.AsUsage(err)
		}
	}
	if t.rules.Finished(t.start) {
		return t, cli.Usagef("position %s: %w; search an earlier one", t.rules.Format(t.start), minimax.ErrFinished)
	}
	return t, nil
}

// search carries out the options: it counts, draws or compares.
func (t task[P, M]) search(ctx context.Context, con *console.IO, o Options) error {
	t, err := t.at(o)
	switch {
	case err != nil:
		return err
	case t.Estimate:
		return t.printEstimate(con)
	case t.Keys:
		return t.printKeys(con)
	case t.Count:
		return t.printPlays(ctx, con)
	case t.Tree:
		return t.drawTrees(ctx, con)
	}
	return t.compare(ctx, con)
}

// reports searches by each algorithm. Searches that were stopped have reports too, and are an error or a note.
func (t task[P, M]) reports(ctx context.Context, con *console.IO) ([]Report, error) {
	algorithms, err := t.algorithms()
	if err != nil {
		return nil, err
	}
	reports, stopped, err := t.searchAll(ctx, con, algorithms)
	if err == nil && stopped != nil {
		err = t.stopped(": " + strings.Join(stopped, "; "))
		if t.enough(reports, len(stopped)) {
			con.Note("%v", err)
			err = nil
		}
	}
	return reports, err
}

// compare searches by each algorithm and prints what they find.
func (t task[P, M]) compare(ctx context.Context, con *console.IO) error {
	reports, err := t.reports(ctx, con)
	if reports == nil {
		return err
	}
	if t.JSON {
		return errors.Join(con.JSON(reports), err)
	}
	t.print(con, reports)
	return err
}

// algorithms returns those that were asked for, or all that suit the game.
func (t task[P, M]) algorithms() (chosen []minimax.Algorithm, err error) {
	_, symmetric := t.rules.(minimax.Symmetric[P])
	for _, a := range minimax.Algorithms() {
		asked, suits := slices.Contains(t.Algorithms, a), symmetric || !a.Symmetric()
		switch {
		case asked && !suits:
			return nil, cli.Usagef("%v: %s has no symmetries to use", a, t.Game)
		case asked || len(t.Algorithms) == 0 && suits:
			chosen = append(chosen, a)
		}
	}
	return chosen, nil
}
