package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"menace/data"
)

func (p *program) experimentCommand() *cli.Command {
	return &cli.Command{
		Name:      "experiment",
		Usage:     "train many machines under many settings, and compare them",
		UsageText: "menace experiment run|list|show|delete|merge [options]",
		Description: `One machine is an anecdote: its first twenty games decide much. An experiment trains many replicates of
every combination of settings, on all cores, and tells what they have in common.

Examples:
   menace experiment run presets --runs 200 --games 2000 --preset michie --preset scroggs --opponent random --opponent perfect
   menace experiment show presets
   menace experiment show presets --at 220 --against perfect
   menace experiment show presets --compare 1 3`,
		Action: func(c *cli.Context) error { return p.unknownWord(c, "command of experiment") },
		Subcommands: []*cli.Command{
			p.runCommand(),
			{
				Name: "list", Usage: "list the experiments", ArgsUsage: " ", Flags: []cli.Flag{jsonFlag()},
				Description: "Example:\n   menace experiment list",
				Action: func(c *cli.Context) error {
					if err := noArguments(c); err != nil {
						return err
					}
					return p.listExperiments(c.Context, c.String("db"), c.Bool("json"))
				},
			},
			p.showCommand(),
			{
				Name: "delete", Usage: "delete an experiment with its replicates", ArgsUsage: "NAME",
				Description: "Example:\n   menace experiment delete presets",
				Action: func(c *cli.Context) error {
					if err := experimentNamed(c, c.NArg() == 1); err != nil {
						return err
					}
					return p.deleteExperiment(c.Context, c.String("db"), c.Args().First())
				},
			},
			{
				Name: "merge", Usage: "take over the experiments of other databases", ArgsUsage: "OTHER.db …",
				Description: `Joins shards that were run apart. Doing it again changes nothing; replicates that disagree are refused, and
then nothing of that database is taken. See docs/SCALING.md.

Example:
   menace --db all.db experiment merge shard-1.db shard-2.db`,
				Action: func(c *cli.Context) error {
					if !c.Args().Present() {
						return usagef("%s needs the databases to merge; see `%s --help`", commandLine(c), commandLine(c))
					}
					return p.mergeExperiments(c.Context, c.String("db"), c.Args().Slice())
				},
			},
		},
	}
}

// experimentNamed tests that there are as many words as there should be, the first a name.
func experimentNamed(c *cli.Context, enough bool) error {
	if !enough {
		return usagef("%s takes %s; see `%s --help`", commandLine(c), c.Command.ArgsUsage, commandLine(c))
	}
	return asUsage(data.CheckExperimentName(c.Args().First()))
}

// openExperiment opens a database and loads an experiment.
func openExperiment(ctx context.Context, path, name string, mode data.Mode) (*data.DB, *data.Experiment, error) {
	db, err := data.Open(ctx, path, mode)
	if errors.Is(err, data.ErrNoDatabase) {
		err = fmt.Errorf("%w: %s", err, howToExperiment)
	}
	if err != nil {
		return nil, nil, err
	}
	e, err := loadExperiment(ctx, db, name)
	if err != nil {
		db.Close()
		return nil, nil, err
	}
	return db, e, nil
}

// loadExperiment loads an experiment; if there is none, the error names those that come near.
func loadExperiment(ctx context.Context, db *data.DB, name string) (*data.Experiment, error) {
	e, err := db.Experiment(ctx, name)
	if err != nil {
		return nil, withNearExperiments(ctx, db, name, err)
	}
	return e, nil
}

const howToExperiment = "`menace experiment run NAME --runs 100 --games 1000` makes one"

// withNearExperiments adds to the error of an unknown experiment which there are.
func withNearExperiments(ctx context.Context, db *data.DB, name string, err error) error {
	if !errors.Is(err, data.ErrNotFound) {
		return err
	}
	list, listErr := db.Experiments(ctx)
	if listErr != nil {
		return err
	}
	if len(list) == 0 {
		return fmt.Errorf("%w: there are no experiments yet, %s", err, howToExperiment)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name)
	}
	if hint := didYouMean(name, names); hint != "" {
		return fmt.Errorf("%w%s", err, hint)
	}
	return fmt.Errorf("%w: there is %s", err, strings.Join(names, ", "))
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

func (p *program) listExperiments(ctx context.Context, path string, asJSON bool) error {
	db, err := openDB(ctx, path, data.Read)
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
	case asJSON:
		return p.printJSON(reports)
	case len(rows) == 0:
		fmt.Fprintln(p.stderr, "there are no experiments yet;", howToExperiment)
	default:
		printTable(p.stdout, 1, []string{"experiment", "seed", "cells", "runs", "games", "replicates stored"}, rows)
	}
	return nil
}

func (p *program) deleteExperiment(ctx context.Context, path, name string) error {
	db, e, err := openExperiment(ctx, path, name, data.Write)
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

func (p *program) mergeExperiments(ctx context.Context, path string, others []string) error {
	var sources []*data.DB
	for _, other := range others {
		db, err := data.Open(ctx, other, data.Read)
		if err != nil {
			return err
		}
		defer db.Close()
		sources = append(sources, db)
	}
	db, err := openDB(ctx, path, data.Create)
	if err != nil {
		return err
	}
	defer db.Close()
	for i, source := range sources {
		m, err := db.Merge(ctx, source)
		if err != nil {
			return fmt.Errorf("cannot merge %s, nothing of it was taken: %w", others[i], err)
		}
		fmt.Fprintf(p.stdout, "%s: %s with %s; %s new, %s here already\n", others[i],
			plural(m.Experiments, "experiment"), plural(m.Added+m.Present, "replicate"), count(m.Added), count(m.Present))
	}
	return nil
}
