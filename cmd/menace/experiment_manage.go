package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"menace/data"
)

// manageOptions are those of the commands that run and show nothing.
type manageOptions struct {
	db    string
	words []string // the name of the experiment, or the databases to merge
	json  bool
}

func parseManage(c *cli.Context) manageOptions {
	return manageOptions{db: c.String("db"), words: c.Args().Slice(), json: c.Bool("json")}
}

func (p *program) listExperimentsCommand() *cli.Command {
	return &cli.Command{
		Name: "list", Usage: "list the experiments", ArgsUsage: " ", Flags: []cli.Flag{jsonFlag()},
		Description: "Example:\n   menace experiment list",
		Action: action(func(c *cli.Context) (manageOptions, error) {
			return parseManage(c), noArguments(c)
		}, p.listExperiments),
	}
}

func (p *program) deleteExperimentCommand() *cli.Command {
	return &cli.Command{
		Name: "delete", Usage: "delete an experiment with its replicates", ArgsUsage: "NAME",
		Description: "Example:\n   menace experiment delete presets",
		Action: action(func(c *cli.Context) (manageOptions, error) {
			return parseManage(c), experimentNamed(c, c.NArg() == 1)
		}, p.deleteExperiment),
	}
}

func (p *program) mergeCommand() *cli.Command {
	return &cli.Command{
		Name: "merge", Usage: "take over the experiments of other databases", ArgsUsage: "OTHER.db …",
		Description: `Joins shards that were run apart. Doing it again changes nothing; replicates that disagree are refused, and
then nothing of that database is taken. See docs/SCALING.md.

Example:
   menace --db all.db experiment merge shard-1.db shard-2.db`,
		Action: action(func(c *cli.Context) (o manageOptions, err error) {
			if !c.Args().Present() {
				return o, usagef("%s needs the databases to merge; see `%s --help`", commandLine(c), commandLine(c))
			}
			return parseManage(c), nil
		}, p.mergeExperiments),
	}
}

// listed is an experiment in a list as JSON.
type listed struct {
	Name       string `json:"name"`
	Seed       int64  `json:"seed"`
	Cells      int    `json:"cells"`
	Runs       int64  `json:"runs"`
	Games      int64  `json:"games"`
	Replicates int64  `json:"replicates"`
	Stored     int64  `json:"stored"`
	Command    string `json:"command"`
}

func (p *program) listExperiments(ctx context.Context, o manageOptions) error {
	db, err := openDB(ctx, o.db, data.Read)
	if err != nil {
		return err
	}
	defer db.Close()
	list, err := db.Experiments(ctx)
	if err != nil {
		return err
	}
	reports := []listed{}
	var rows [][]string
	for _, e := range list {
		stored, err := db.Done(ctx, e, 0, e.Replicates())
		if err != nil {
			return err
		}
		reports = append(reports, listed{e.Name, e.Seed, len(e.Cells), e.Runs, e.Games, e.Replicates(), stored, e.Command})
		rows = append(rows, []string{e.Name, fmt.Sprint(e.Seed), count(int64(len(e.Cells))), count(e.Runs), count(e.Games),
			fmt.Sprintf("%s of %s", count(stored), count(e.Replicates()))})
	}
	switch {
	case o.json:
		return p.printJSON(reports)
	case len(rows) == 0:
		fmt.Fprintln(p.stderr, "there are no experiments yet;", howToExperiment)
	default:
		printTable(p.stdout, 1, []string{"experiment", "seed", "cells", "runs", "games", "replicates stored"}, rows)
	}
	return nil
}

func (p *program) deleteExperiment(ctx context.Context, o manageOptions) error {
	name := o.words[0]
	db, e, err := openExperiment(ctx, o.db, name, data.Write)
	if err != nil {
		return err
	}
	defer db.Close()
	stored, err := db.Done(ctx, e, 0, e.Replicates())
	if err != nil {
		return err
	}
	if err := db.DeleteExperiment(ctx, name); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "deleted %s, which had %s\n", name, plural(stored, "replicate"))
	return nil
}

func (p *program) mergeExperiments(ctx context.Context, o manageOptions) error {
	var sources []*data.DB
	for _, other := range o.words {
		db, err := data.Open(ctx, other, data.Read)
		if err != nil {
			return err
		}
		defer db.Close()
		sources = append(sources, db)
	}
	db, err := openDB(ctx, o.db, data.Create)
	if err != nil {
		return err
	}
	defer db.Close()
	for i, source := range sources {
		m, err := db.Merge(ctx, source)
		if err != nil {
			return fmt.Errorf("cannot merge %s, nothing of it was taken: %w", o.words[i], err)
		}
		fmt.Fprintf(p.stdout, "%s: %s with %s; %s new, %s here already\n", o.words[i],
			plural(m.Experiments, "experiment"), plural(m.Added+m.Present, "replicate"), count(m.Added), count(m.Present))
	}
	return nil
}
