// Package experiments contains the command experiment, which trains many machines under many settings, reports and
// draws the results, and manages stored experiments. Package report computes the results; this package reads flags and
// prints.
package experiments

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
)

// Command describes the command experiment.
func Command(con *term.IO) *term.Command {
	return &term.Command{
		Name: "experiment", Kind: "command of experiment",
		Synopsis: "menace experiment COMMAND [options]",
		Commands: append([]*term.Command{
			runCommand(con), showCommand(con), plotCommand(con), exportCommand(con), learnersCommand(con),
			lawCommand(con), likelihoodCommand(con), valuesCommand(con), traceCommand(con),
		}, manageCommands(con)...),
	}
}

// inExperiment is [term.Action] for a command that reads a stored experiment; parse also returns its name.
func inExperiment[O any](con *term.IO, parse func(*term.Invocation) (name string, o O, err error),
	run func(context.Context, *term.IO, *data.DB, *data.Experiment, O) error) term.ActionFunc {
	return func(ctx context.Context, c *term.Invocation) error {
		name, o, err := parse(c)
		if err != nil {
			return err
		}
		db, e, err := openExperiment(ctx, database.Database(c), name, data.Read)
		if err != nil {
			return err
		}
		defer db.Close()
		return run(ctx, con, db, e, o)
	}
}

// ManageOptions are the options of the commands that list and delete experiments.
type ManageOptions struct {
	Name string // name of the experiment to delete
	Yes  bool   // delete without asking
	JSON bool
}

func (o *ManageOptions) options() []option.Option {
	return []option.Option{term.JSON(&o.JSON), term.Yes(&o.Yes)}
}

func parseManage(c *term.Invocation) (ManageOptions, error) {
	return term.Parse((*ManageOptions).options, ManageOptions{Name: c.FirstWord()})(c)
}

func manageCommands(con *term.IO) []*term.Command {
	flags := func(name string) func() []term.Flag {
		return func() []term.Flag { return term.Flags("", option.Only(new(ManageOptions).options(), name)) }
	}
	return []*term.Command{{
		Name: "list", Flags: flags("json"),
		Action: database.Action(con, data.Read, parseManage, List),
	}, {
		Name: "delete", Args: "EXPERIMENT", Flags: flags("yes"),
		Action: database.WithoutCreateAdvice(database.Action(con, data.Write, parseManage, Delete)),
	}, {
		Name: "merge", Args: "OTHER.db …",
		Flags:  func() []term.Flag { return term.Flags("", new(MergeOptions).options()) },
		Action: term.Action(con, parseMerge, Merge),
	}}
}

// List lists the experiments.
func List(ctx context.Context, con *term.IO, db *data.DB, o ManageOptions) error {
	list, err := listExperiments(ctx, db)
	switch {
	case err != nil:
		return err
	case o.JSON:
		return con.JSON(list)
	case len(list) == 0:
		con.Note("there are no experiments yet; `menace experiment run small --runs 100 --games 1000` makes one")
		return nil
	}
	var rows [][]string
	for _, e := range list {
		if e.Damaged != "" {
			con.Note("%s", e.Damaged)
			rows = append(rows, []string{safeName(e.Name), "–", "–", "–", "–", "damaged"})
			continue
		}
		rows = append(rows, []string{e.Name, fmt.Sprint(e.Seed), words.Count(e.Cells), words.Count(e.Runs),
			words.Count(e.Games), words.Count(e.Stored) + " of " + words.Count(e.Replicates)})
	}
	con.Table(tables.Text{
		Right: 1, Headings: []string{"experiment", "seed", "cells", "runs", "games", "replicates stored"}, Lines: rows,
	})
	return nil
}

// safeName quotes an invalid name, because a terminal might interpret its control characters.
func safeName(name string) string {
	if data.CheckExperimentName(name) != nil {
		return strconv.Quote(name)
	}
	return name
}

// Delete deletes an experiment.
func Delete(ctx context.Context, con *term.IO, db *data.DB, o ManageOptions) error {
	has, had := "", ""
	e, err := db.Experiment(ctx, o.Name)
	if err == nil {
		var replicates int64
		replicates, err = db.CountStored(ctx, e, 0, e.Replicates())
		record := words.Plural(replicates, "replicate")
		has, had = ", which has "+record, ", which had "+record
	}
	if err != nil && !errors.Is(err, data.ErrCorrupt) { // a damaged experiment can be deleted
		return err
	}
	sure, err := con.ConfirmDeletion(ctx, o.Yes, "the experiment "+safeName(o.Name)+has)
	if err != nil || !sure {
		return err
	}
	if err := db.DeleteExperiment(ctx, o.Name); err != nil {
		return err
	}
	con.Say("deleted %s%s", safeName(o.Name), had)
	return nil
}

// MergeOptions are the options of the command that merges databases.
type MergeOptions struct {
	DB      string
	Others  []string
	Partial bool
	JSON    bool
}

func (o *MergeOptions) options() []option.Option {
	return []option.Option{
		{Name: "partial", Meaning: "copy what there is, even if replicates or databases are missing",
			Value: option.Switch(&o.Partial)},
		term.JSON(&o.JSON),
	}
}

func parseMerge(c *term.Invocation) (MergeOptions, error) {
	usual := MergeOptions{DB: database.Database(c), Others: expandPatterns(c.Words)}
	return term.Parse((*MergeOptions).options, usual)(c)
}

// expandPatterns replaces patterns such as shard-*.db by the matching files, in case the shell has not done so.
func expandPatterns(words []string) (files []string) {
	for _, word := range words {
		found, err := filepath.Glob(word)
		if _, missing := os.Stat(word); missing == nil || err != nil || len(found) == 0 {
			found = []string{word}
		}
		files = append(files, found...)
	}
	return files
}

// Merge copies experiments from other databases.
func Merge(ctx context.Context, con *term.IO, o MergeOptions) error {
	list, leftOut, err := mergeInto(ctx, o.DB, o.Others, o.Partial)
	for _, problem := range leftOut {
		con.Note("left out: %v", problem)
	}
	if errors.Is(err, data.ErrIncomplete) {
		err = term.WithStatus(fmt.Errorf("%w, nothing was copied; --partial copies what there is", err),
			term.Incomplete)
	}
	if err != nil {
		return err
	}
	if o.JSON {
		return con.JSON(list)
	}
	for _, e := range list {
		con.Say("%s: %s of %s in %s; %s new", term.Bold(e.Name), words.Count(e.Stored),
			words.Plural(e.Replicates, "replicate"), term.Printable(o.DB), words.Count(e.Added))
	}
	return nil
}
