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
			p.runCommand(), p.listExperimentsCommand(), p.showCommand(), p.deleteExperimentCommand(), p.mergeCommand(),
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
