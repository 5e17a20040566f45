package experiments

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/term"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/experiment"
	"menace/menace/learners"
	"menace/menace/option"
)

// cellOptions lists the options that determine a cell of an experiment: the rules of a machine, with or without a
// preset, the learner and the opponent.
func cellOptions(c *experiment.Cell, preset bool) []option.Option {
	return append(c.Rules.Settings(preset),
		option.Option{
			Name: "learner", Default: experiment.Beads, Complete: "learner",
			Meaning: "train `LEARNER`, such as q or q:alpha=0.3 (q:alpha=0.1/0.3 is two): " + learnerNames,
			Value: option.Parsed(c, func(name string) (experiment.Cell, error) {
				by, err := c.WithLearner(name)
				return by, knownLearners(err)
			}, experiment.Cell.LearnerName),
		},
		option.Option{
			Name: "opponent", Complete: "rival", Meaning: "train against `OPPONENT`: " + experiment.Opponents,
			Value: option.Parsed(c, func(name string) (experiment.Cell, error) {
				if _, stored := arena.MachineName(name); stored {
					return *c, fmt.Errorf("a stored machine changes, so the experiment could not be repeated; "+
						"choose from %s", experiment.Opponents)
				}
				met, err := experiment.NewCell(c.Rules, name)
				met.Learner = c.Learner
				return met, knownOpponents(name, err)
			}, func(c experiment.Cell) string { return c.Opponent }),
		})
}

// learnerNames lists the learners that an experiment can train.
var learnerNames = experiment.Beads + ", " + strings.Join(learners.Names(), ", ")

// knownLearners turns the error of an unknown learner or parameter into a mistake that lists the known ones.
func knownLearners(err error) error {
	if unknown, ok := errors.AsType[*learners.UnknownError](err); ok {
		names := unknown.Names
		if unknown.Kind == "learner" {
			names = append([]string{experiment.Beads}, names...)
		}
		err = &option.UnknownError{Word: unknown.Word, Choices: names, Err: err}
	}
	return mistake.Wrap(err)
}

// knownOpponents turns the error of an unknown opponent into a mistake that lists the known ones.
func knownOpponents(name string, err error) error {
	if errors.Is(err, arena.ErrUnknownOpponent) && !arena.IsSchedule(name) {
		err = &option.UnknownError{Word: name, Choices: strings.Split(experiment.Opponents, ", "), Err: err}
	}
	return mistake.Wrap(err)
}

// planOptions lists the options of an experiment, except the settings of its cells.
func planOptions(e *data.Experiment) []option.Option {
	return []option.Option{
		{Name: "runs", Meaning: "train `N` replicates of each cell", Default: "required",
			Value: option.Whole(&e.Runs, 1, experiment.MaxRuns)},
		{Name: "games", Short: "n", Meaning: "train each replicate for `N` games", Default: "required",
			Value: option.Whole(&e.Games, 1, menace.MaxGames)},
		{Name: "seed", Meaning: "the `SEED` of all random choices", Value: option.Whole(&e.Seed, 0, math.MaxInt64)},
		{Name: "checkpoints", Meaning: "measure after `N,N,…` games, and at both ends",
			Default: "twelve per power of ten", Value: option.Ints(&e.Checkpoints, 0, menace.MaxGames)},
	}
}

// parsePlan completes an experiment from the flags, given the names of the options that were set. Without options and
// settings, the plan consists only of a name.
func parsePlan(c *term.Invocation, options []string, e *data.Experiment) (err error) {
	given := settings(c)
	if len(given) == 0 && len(option.Only(planOptions(e), options...)) == 0 {
		return nil
	}
	if n := slices.Max(append(e.Checkpoints, 0)); n > e.Games && e.Games > 0 {
		return term.AsUsage(option.Wrong("checkpoints",
			fmt.Errorf("%d is not a number of games from 0 to %d", n, e.Games)))
	}
	e.Command = fmt.Sprintf("menace experiment run %s --runs %d --games %d%s --seed %d", e.Name, e.Runs, e.Games,
		settingsOf(given), e.Seed)
	if e.Checkpoints == nil {
		e.Checkpoints = experiment.Ladder(e.Games)
	} else {
		e.Checkpoints = experiment.Checkpoints(e.Games, e.Checkpoints)
		e.Command += " --checkpoints " + option.Find(planOptions(e), "checkpoints").Text()
	}
	e.Cells, err = cells(given)
	return err
}

// setting is an option of cells with the values given for it.
type setting struct {
	name   string
	values []string
}

// settings returns the options of cells that were given.
func settings(c *term.Invocation) (given []setting) {
	for _, o := range cellOptions(new(experiment.Cell), false) {
		if values := c.Given(o.Name); values != nil {
			given = append(given, setting{o.Name, values})
		}
	}
	return given
}

// settingsOf formats settings as flags of a command.
func settingsOf(given []setting) (text string) {
	for _, s := range given {
		for _, value := range s.values {
			text += " " + option.Flag(s.name, value)
		}
	}
	return text
}

// cells returns every combination of the settings; the last one changes fastest. Rules apply only to beads, so other
// learners have one cell for all rules.
func cells(given []setting) ([]experiment.Cell, error) {
	if err := checkRules(given); err != nil {
		return nil, err
	}
	tooMany := term.Usagef("more than %d cells", experiment.MaxCells)
	preset := slices.ContainsFunc(given, func(s setting) bool { return s.name == "preset" })
	all := []experiment.Cell{usualCell}
	for _, s := range given {
		values := s.values
		if s.name == "learner" {
			values = nil
			for _, text := range s.values {
				values = append(values, learners.Expand(text, experiment.MaxCells)...)
			}
		}
		if len(values) > experiment.MaxCells {
			return nil, tooMany
		}
		var more []experiment.Cell
		known := map[experiment.Cell]bool{} // cells of other learners so far
		for _, cell := range all {
			first := len(more)
			for _, value := range values {
				next := cell
				if err := option.Find(database.GameFiles(cellOptions(&next, preset)), s.name).Set(value); err != nil {
					return nil, term.AsUsage(option.Wrong(s.name, err))
				}
				if s.name != "learner" || next.Learner == "" || !known[next] {
					more = append(more, next)
				}
			}
			for _, next := range more[first:] {
				known[next] = true
			}
		}
		if all = more; len(all) > experiment.MaxCells {
			return nil, tooMany
		}
	}
	return all, nil
}

// checkRules returns an error if rules of beads are given for learners without beads.
func checkRules(given []setting) error {
	var rule, learner string
	for _, s := range given {
		switch s.name {
		case "game", "plays", "opponent":
		case "learner":
			if learner = s.values[0]; slices.Contains(s.values, experiment.Beads) {
				return nil
			}
		default:
			rule = s.name
		}
	}
	if rule != "" && learner != "" {
		return term.Usagef(
			"--%s is a rule of beads, and --learner %s has none; use --game and --plays, or add --learner beads",
			rule, learner)
	}
	return nil
}
