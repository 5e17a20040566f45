package experiments

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
	"menace/arena/learners"
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/lab"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
)

// cellFlags are the flags that make the cells of an experiment: the rules of a machine, the learner and the opponent.
func cellFlags() []cli.Flag {
	const category = "Settings; each may be repeated, and every combination is a cell"
	return cli.Again(append(cli.RuleFlags(category), cli.Flags(category, contestants, experiment.Cell{})...))
}

// contestants lists the options of a cell that are not rules.
var contestants = []option.Option[experiment.Cell]{
	{
		Name: "learner", Default: experiment.Beads, Complete: "learner",
		Meaning: "train `LEARNER`, with parameters as in q:alpha=0.3,epsilon=0/0.1, which is two: " + lab.Learners,
		In:      func(c *experiment.Cell) option.Value { return option.Word(&c.Learner) },
	},
	{
		Name: "opponent", Meaning: "train against `OPPONENT`: " + experiment.Opponents,
		Default: "random", Complete: "rival",
		In: func(c *experiment.Cell) option.Value { return option.Word(&c.Opponent) },
	},
}

// planTable lists the options of an experiment, but for its cells.
var planTable = []option.Option[data.Experiment]{
	{
		Name: "runs", Meaning: "train `N` replicates of each cell", Default: "required",
		In: func(e *data.Experiment) option.Value { return option.Whole(&e.Runs, 1, experiment.MaxRuns) },
	},
	{
		Name: "games", Short: "n", Meaning: "train each for `N` games", Default: "required",
		In: func(e *data.Experiment) option.Value { return option.Whole(&e.Games, 1, menace.MaxGames) },
	},
	{
		Name: "seed", Meaning: "the `SEED` of all chance",
		In: func(e *data.Experiment) option.Value { return option.Whole(&e.Seed, 0, math.MaxInt64) },
	},
	{
		Name: "checkpoints", Meaning: "measure after `N,N,…` games, and at both ends", Default: "twelve per decade",
		In: func(e *data.Experiment) option.Value { return option.Ints(&e.Checkpoints, 0, menace.MaxGames) },
	},
}

// checkPlan returns an error if options of planTable do not go together.
func checkPlan(e *data.Experiment) error {
	if e.Runs == 0 || e.Games == 0 {
		return errors.New("an experiment needs --runs N and --games N, as in --runs 100 --games 1000; " +
			"to continue one, give its name alone")
	}
	if n := slices.Max(append(e.Checkpoints, 0)); n > e.Games {
		return option.Wrong("checkpoints", fmt.Errorf("%d is not a number of games from 0 to %d", n, e.Games))
	}
	return nil
}

// parsePlan completes an experiment of which some options were given; without them or cells it is a name.
func parsePlan(c *cli.Context, options []string, e *data.Experiment) (err error) {
	given := cli.Settings(c)
	for _, name := range []string{"learner", "opponent"} {
		if c.IsSet(name) {
			given = append(given, cli.Setting{Name: name, Values: cli.Given(c, name)})
		}
	}
	if len(given) == 0 && len(option.Only(planTable, options...)) == 0 {
		return nil
	}
	if err := checkPlan(e); err != nil {
		return cli.Wrong(err)
	}
	checkpoints := e.Checkpoints != nil
	if checkpoints {
		e.Checkpoints = experiment.Checkpoints(e.Games, e.Checkpoints)
	} else {
		e.Checkpoints = experiment.Ladder(e.Games)
	}
	e.Command = commandOf(*e, given, checkpoints)
	e.Cells, err = cells(given)
	return err
}

// commandOf returns the command that makes the experiment again.
func commandOf(e data.Experiment, given []cli.Setting, checkpoints bool) string {
	text := fmt.Sprintf("menace experiment run %s --runs %d --games %d", e.Name, e.Runs, e.Games)
	for _, s := range given {
		for _, value := range s.Values {
			text += " --" + s.Name + " " + quoted(value)
		}
	}
	text += fmt.Sprintf(" --seed %d", e.Seed)
	if checkpoints {
		text += " --checkpoints " + option.Only(planTable, "checkpoints")[0].Text(e)
	}
	return text
}

// quoted returns a value as a shell takes it, which may take an asterisk for the names of files.
func quoted(value string) string {
	if strings.Contains(value, "*") {
		return "'" + value + "'"
	}
	return value
}

// cells returns every combination of the settings; the last of them changes first. Rules are the beads', so that
// another learner comes once for all of them.
func cells(given []cli.Setting) ([]experiment.Cell, error) {
	if err := checkRules(given); err != nil {
		return nil, err
	}
	all := []experiment.Cell{{Rules: menace.Michie(), Opponent: "random"}}
	for _, s := range given {
		if s.Name == "learner" {
			if s.Values = expanded(s.Values); len(s.Values) > experiment.MaxCells {
				return nil, cli.Usagef("more than %d cells", experiment.MaxCells)
			}
		}
		var more []experiment.Cell
		known := map[experiment.Cell]bool{} // learners by other rules
		for _, cell := range all {
			first := len(more)
			for _, value := range s.Values {
				next, err := with(cell, s, value)
				if err != nil {
					return nil, err
				}
				if s.Name != "learner" || next.Learner == "" || !known[next] {
					more = append(more, next)
				}
			}
			for _, next := range more[first:] {
				known[next] = true
			}
		}
		if all = more; len(all) > experiment.MaxCells {
			return nil, cli.Usagef("more than %d cells", experiment.MaxCells)
		}
	}
	return all, nil
}

// expanded returns learners without alternatives.
func expanded(given []string) (all []string) {
	for _, text := range given {
		all = append(all, learners.Expand(text, experiment.MaxCells)...)
	}
	return all
}

// learnersHelp lists the learners with their parameters.
func learnersHelp() (text string) {
	for _, m := range learners.Table {
		text += fmt.Sprintf("   %-10s %s\n", m.Name, m.Meaning)
		for _, p := range m.Parameters {
			text += fmt.Sprintf("      %-19s %s\n", fmt.Sprintf("%s=%v", p.Name, p.Default), p.Meaning)
		}
	}
	return text
}

// checkRules refuses rules of beads where only others learn.
func checkRules(given []cli.Setting) error {
	var rule, learner string
	for _, s := range given {
		switch s.Name {
		case "game", "plays", "opponent":
		case "learner":
			if learner = s.Values[0]; slices.Contains(s.Values, experiment.Beads) {
				return nil
			}
		default:
			rule = s.Name
		}
	}
	if rule != "" && learner != "" {
		return cli.Usagef("--%s is about beads, and does not go with --learner %s alone: there are --game and --plays",
			rule, learner)
	}
	return nil
}

// with returns a cell with one setting changed.
func with(cell experiment.Cell, s cli.Setting, value string) (experiment.Cell, error) {
	if s.Name == "learner" {
		by, err := cell.By(value)
		return by, lab.NotLearner(err)
	}
	if s.Name != "opponent" {
		err := s.Apply(&cell.Rules, value)
		return cell, err
	}
	if strings.HasPrefix(value, arena.AgentPrefix) {
		return cell, cli.Usagef("opponent %s: a stored agent changes, so the experiment would not be the same again; "+
			"there are %s", value, experiment.Opponents)
	}
	met, err := experiment.NewCell(cell.Rules, value)
	met.Learner = cell.Learner
	return met, lab.NotOpponent(value, experiment.Opponents, err)
}
