package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"menace/arena/experiment"
	"menace/data"
)

// parseDesign reads the flags that make the design, if there are any.
func parseDesign(c *cli.Context, e *data.Experiment) (err error) {
	given := parseSettings(c)
	isDesign := func(flag string) bool { return c.IsSet(flag) }
	if len(given) == 0 && !slices.ContainsFunc([]string{"runs", "games", "seed", "checkpoints"}, isDesign) {
		return nil
	}
	if !c.IsSet("runs") || !c.IsSet("games") {
		return errors.New("an experiment needs --runs N and --games N, as in --runs 100 --games 1000; to go on with one, give its name alone")
	}
	e.Design = experiment.Design{Seed: c.Int64("seed"), Runs: c.Int64("runs"), Games: c.Int64("games")}
	e.Checkpoints = experiment.Ladder(e.Games)
	if c.IsSet("checkpoints") {
		if e.Checkpoints, err = parseCheckpoints(c.String("checkpoints"), e.Games); err != nil {
			return err
		}
	}
	if e.Cells, err = cells(given); err != nil {
		return err
	}
	e.Command = commandOf(e, given, c.IsSet("checkpoints"))
	return e.Validate()
}

// parseCheckpoints reads numbers of games with commas between.
func parseCheckpoints(text string, games int64) ([]int64, error) {
	var numbers []int64
	for field := range strings.SplitSeq(text, ",") {
		n, err := strconv.ParseInt(strings.TrimSpace(field), 10, 64)
		if err != nil || n < 0 || n > games {
			return nil, fmt.Errorf("--checkpoints %q: %q is not a number of games from 0 to %d", text, field, games)
		}
		numbers = append(numbers, n)
	}
	return experiment.Checkpoints(games, numbers), nil
}

// commandOf returns the command that makes the experiment again.
func commandOf(e *data.Experiment, given []setting, checkpoints bool) string {
	words := []string{"menace experiment run", e.Name, "--runs", fmt.Sprint(e.Runs), "--games", fmt.Sprint(e.Games)}
	for _, s := range given {
		for _, value := range s.values {
			words = append(words, "--"+s.flag, value)
		}
	}
	words = append(words, "--seed", fmt.Sprint(e.Seed))
	if checkpoints {
		words = append(words, "--checkpoints", strings.Trim(strings.ReplaceAll(fmt.Sprint(e.Checkpoints), " ", ","), "[]"))
	}
	return strings.Join(words, " ")
}
