package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"menace/arena"
	"menace/arena/experiment"
	"menace/menace"
)

// cellFlags are the flags that make the cells of an experiment: the rules of a machine and the opponent,
// all of them repeatable.
func cellFlags() []cli.Flag {
	const category = "Settings; each may be repeated, and every combination is a cell"
	flags := []cli.Flag{}
	for _, f := range []struct{ name, usage, standard string }{
		{"preset", "a whole `SET` of rules: " + strings.Join(menace.Presets, ", "), "michie"},
		{"plays", "the `SIDE` it plays: first or second", "first"},
		{"beads", "beads of each move in a fresh box, as `A,B,C,D` for the machine's own move 1 to 4", "the preset's"},
		{"win", "`BEADS` added for a win", "3"},
		{"draw", "`BEADS` added for a draw", "1"},
		{"loss", "`BEADS` added for a loss; negative takes them away", "-1"},
		{"moves", "the `MOVES` that get beads: distinct (up to symmetry) or all", "distinct"},
		{"on-empty", "`WHAT` an empty box does: resign, restock or random", "the preset's"},
		{"floor", "fewest `BEADS` a move keeps when it is punished", "0"},
		{"credit", "the `BOXES` that are rewarded: all that were used or only the last", "all"},
		{"opponent", "train against `OPPONENT`: " + arena.Opponents, "random"},
	} {
		flags = append(flags, &cli.GenericFlag{Name: f.name, Category: category, Usage: f.usage, DefaultText: f.standard, Value: &repeated{}})
	}
	return flags
}

// repeated is the values of a flag that may be repeated, as they were given: beads have commas, at which
// the library's own slices are cut.
type repeated []string

// Set implements [flag.Value].
func (r *repeated) Set(value string) error {
	*r = append(*r, value)
	return nil
}

// String implements [flag.Value].
func (r *repeated) String() string { return strings.Join(*r, " ") }

// setting is a flag of a cell with the values that were given.
type setting struct {
	flag   string
	values []string
}

// parseSettings reads the flags of cellFlags, in their order.
func parseSettings(c *cli.Context) (given []setting) {
	for _, f := range cellFlags() {
		flag := f.Names()[0]
		if c.IsSet(flag) {
			given = append(given, setting{flag, *c.Generic(flag).(*repeated)})
		}
	}
	return given
}

// cells returns every combination of the settings, the last of them changing first.
func cells(given []setting) ([]experiment.Cell, error) {
	all := []experiment.Cell{{Rules: menace.Michie(), Opponent: "random"}}
	for _, s := range given {
		var more []experiment.Cell
		for _, cell := range all {
			for _, value := range s.values {
				next, err := with(cell, s.flag, value)
				if err != nil {
					return nil, err
				}
				more = append(more, next)
			}
		}
		if all = more; len(all) > experiment.MaxCells {
			return nil, fmt.Errorf("more than %d cells", experiment.MaxCells)
		}
	}
	for i, cell := range all {
		var err error
		if all[i], err = experiment.NewCell(cell.Rules, cell.Opponent); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// with returns a cell with one setting changed.
func with(cell experiment.Cell, flag, value string) (_ experiment.Cell, err error) {
	switch flag {
	case "preset":
		cell.Rules, err = menace.Preset(value)
	case "opponent":
		if strings.HasPrefix(value, agentPrefix) {
			return cell, fmt.Errorf("opponent %s: a stored agent changes, so that an experiment would not be the same again; there are %s",
				value, arena.Opponents)
		}
		cell.Opponent = value
		_, err = parseOpponent(value)
	default:
		err = setRule(&cell.Rules, flag, value)
	}
	return cell, err
}

// describeCell names the settings of a cell.
func describeCell(c experiment.Cell) string {
	return describeMachine(c.Rules) + ", trained with " + c.Opponent
}

// describeMachine names rules and, unless it is the first, the side.
func describeMachine(r menace.Rules) string {
	if r.Plays == menace.First {
		return describeRules(r)
	}
	return describeRules(r) + ", plays second"
}
