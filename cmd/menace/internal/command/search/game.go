package search

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/gametree"
	"menace/minimax"
)

// game is a game on the command line.
type game struct{ gametree.Game }

// all returns the games, in the order of the help.
func all() (games []game) {
	for _, g := range gametree.Games {
		games = append(games, game{g})
	}
	return games
}

// command returns the command that searches the game.
func (g game) command(con *console.IO) *cli.Command {
	return &cli.Command{
		Name: g.Name, Usage: g.Usage, ArgsUsage: g.words(),
		Description: "A position is " + g.Position + ".\n" + g.Moves + "\n\nExamples:\n" + examples[g.Name],
		Flags:       append(g.flags(), flags()...),
		Action:      cli.Action(con, g.parse, Run),
	}
}

// task is a position of a game, and how to search it.
type task struct {
	Options
	problem gametree.Problem
	order   string           // of the children of a tree, if there are several, or ""
	now     func() time.Time // the clock
}

// tasks returns the task of each order, from the position of the options.
func (o Options) tasks() (tasks []task, err error) {
	for _, p := range o.problems {
		t := task{Options: o, order: p.order, now: time.Now}
		if t.problem, err = p.At(o.Position); err != nil {
			return nil, cli.AsUsage(err)
		}
		tasks = append(tasks, t)
	}
	return tasks, nil
}

// search carries out the options: it counts, draws or compares.
func (t task) search(ctx context.Context, con *console.IO) error {
	switch {
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
func (t task) reports(ctx context.Context, con *console.IO) ([]Report, error) {
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
func (t task) compare(ctx context.Context, con *console.IO) error {
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
func (t task) algorithms() (chosen []minimax.Algorithm, err error) {
	for _, a := range minimax.Algorithms() {
		asked, unsuited := slices.Contains(t.Algorithms, a), t.problem.Suits(a)
		switch {
		case asked && unsuited != nil:
			return nil, cli.AsUsage(unsuited)
		case asked || len(t.Algorithms) == 0 && unsuited == nil:
			chosen = append(chosen, a)
		}
	}
	return chosen, nil
}
