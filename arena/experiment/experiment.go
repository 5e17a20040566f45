// Package experiment trains many machines under many settings and says what they have in common. One
// MENACE is an anecdote: its first twenty games decide much.
//
// A [Design] is a list of cells, the settings, and a number of runs of each. [Design.Run] trains its
// replicates on several cores, and [Summarize] sums them up. A replicate depends on nothing but the
// design's seed, its cell's settings and its run, so it is the same on any number of cores, in any
// order, and on any computer. The package knows no storage and prints nothing.
package experiment

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"menace/arena"
	"menace/menace"
)

// Cell is one combination of settings.
type Cell struct {
	Rules    menace.Rules // of a learner other than beads, the usual ones of its game: only game and side count
	Opponent string       // an opponent or a schedule as [arena.ParseSchedule] knows it, "rival", or "rival:PRESET"
	Learner  string       // who learns, as [learners.Spec] writes it, or "" for the beads
}

// NewCell returns the cell of rules and an opponent, named as [arena.CanonicalName] writes it.
func NewCell(rules menace.Rules, opponent string) (Cell, error) {
	cell := Cell{Rules: rules, Opponent: arena.CanonicalName(opponent)}
	if err := errors.Join(rules.Validate(), CheckOpponent(opponent)); err != nil {
		return cell, err
	}
	_, err := cell.teacher()
	return cell, err
}

// Design is the plan of an experiment. Two experiments of one design have the same results.
type Design struct {
	Seed        int64
	Runs        int64   // replicates of each cell
	Games       int64   // of each replicate
	Checkpoints []int64 // numbers of games at which replicates are measured, from 0 to Games
	Cells       []Cell
}

// Limits of a design. With them all replicates can be counted in an int64.
const (
	MaxRuns        = 1_000_000_000
	MaxCells       = 100_000
	MaxCheckpoints = 10_000
)

// Validate returns an error that says what is wrong with the design, and what would be right.
func (d *Design) Validate() error {
	switch {
	case d.Seed < 0:
		return fmt.Errorf("seed %d is negative", d.Seed)
	case d.Runs < 1 || d.Runs > MaxRuns:
		return fmt.Errorf("%d runs of each cell: not between 1 and %d", d.Runs, int64(MaxRuns))
	case d.Games < 1 || d.Games > menace.MaxGames:
		return fmt.Errorf("%d games of each run: not between 1 and %d", d.Games, int64(menace.MaxGames))
	case len(d.Cells) < 1 || len(d.Cells) > MaxCells:
		return fmt.Errorf("%d cells: not between 1 and %d", len(d.Cells), MaxCells)
	}
	return cmp.Or(d.checkCheckpoints(), d.checkCells())
}

func (d *Design) checkCheckpoints() error {
	if n := len(d.Checkpoints); n > MaxCheckpoints || !slices.Equal(d.Checkpoints, Checkpoints(d.Games, d.Checkpoints)) {
		return fmt.Errorf("%d checkpoints: they do not ascend from 0 to the last game, or are more than %d", n, MaxCheckpoints)
	}
	return nil
}

func (d *Design) checkCells() error {
	first := map[Cell]int{}
	for i, cell := range d.Cells {
		if err := cell.Rules.Validate(); err != nil {
			return fmt.Errorf("cell %d: %w", i+1, err)
		}
		if cell.Rules.Game != d.Cells[0].Rules.Game {
			return fmt.Errorf("cell %d: a machine for %s, where cell 1 has one for %s: an experiment is about one game",
				i+1, cell.Rules.Game, d.Cells[0].Rules.Game)
		}
		if err := cell.checkLearner(); err != nil {
			return fmt.Errorf("cell %d: %w", i+1, err)
		}
		if name := arena.CanonicalName(cell.Opponent); name != cell.Opponent {
			return fmt.Errorf("cell %d: opponent %q must be written %q", i+1, cell.Opponent, name)
		}
		if earlier, twice := first[cell]; twice {
			return fmt.Errorf("cells %d and %d are the same: each combination of settings may come once", earlier, i+1)
		}
		first[cell] = i + 1
	}
	_, err := d.teachers()
	return err
}

// teachers returns whom each cell trains with. Making opponents can take milliseconds, so cells share them.
func (d *Design) teachers() ([]*teacher, error) {
	list, known := make([]*teacher, len(d.Cells)), map[string]*teacher{}
	for i, cell := range d.Cells {
		t := known[cell.Opponent]
		if t == nil || t.schedule == nil { // a rival follows the rules of its cell
			var err error
			if t, err = cell.teacher(); err != nil {
				return nil, fmt.Errorf("cell %d: %w", i+1, err)
			}
			known[cell.Opponent] = t
		}
		list[i] = t
	}
	return list, nil
}

// Replicates returns how many there are in all.
func (d *Design) Replicates() int64 { return d.Runs * int64(len(d.Cells)) }

// Differences says how d differs from other; nothing when they are one design.
func (d *Design) Differences(other *Design) (found []string) {
	for _, n := range []struct {
		what      string
		own, that int64
	}{
		{"seed", d.Seed, other.Seed}, {"runs", d.Runs, other.Runs}, {"games", d.Games, other.Games},
		{"cells", int64(len(d.Cells)), int64(len(other.Cells))},
	} {
		if n.own != n.that {
			found = append(found, fmt.Sprintf("%s %d, not %d", n.what, n.own, n.that))
		}
	}
	if d.Games == other.Games && !slices.Equal(d.Checkpoints, other.Checkpoints) {
		found = append(found, fmt.Sprintf("checkpoints %s, not %s", brief(d.Checkpoints), brief(other.Checkpoints)))
	}
	for i := range min(len(d.Cells), len(other.Cells)) {
		found = append(found, d.Cells[i].differences(i+1, other.Cells[i])...)
	}
	return found
}

// differences says how cell i differs from the other design's.
func (c Cell) differences(i int, other Cell) (found []string) {
	if c.Opponent != other.Opponent {
		found = append(found, fmt.Sprintf("in cell %d opponent %s, not %s", i, c.Opponent, other.Opponent))
	}
	if c.Learner != other.Learner {
		found = append(found, fmt.Sprintf("in cell %d learner %s, not %s", i, c.Learns(), other.Learns()))
	}
	for _, rule := range menace.Differences(c.Rules, other.Rules) {
		found = append(found, fmt.Sprintf("in cell %d %s %s, not %s", i, rule.Name, rule.Text(c.Rules), rule.Text(other.Rules)))
	}
	return found
}

// brief writes the first of many numbers.
func brief(numbers []int64) string {
	const few = 8
	text := strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers[:min(few, len(numbers))]), " ", ","), "[]")
	if len(numbers) > few {
		text += fmt.Sprintf(",… (%d)", len(numbers))
	}
	return text
}
