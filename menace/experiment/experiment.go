// Package experiment trains many machines under many settings and summarizes their results. A single machine proves
// little: chance decides its first twenty games, and these decide much of what follows.
//
// A [Design] is a list of cells, the settings, and a number of runs of each. [Design.Run] trains its replicates on
// several cores, and [Summarize] summarizes them. A replicate depends only on the design's seed, the settings of its
// cell and its run, so it is the same on any number of cores, in any order, and on any computer. The package stores
// nothing and prints nothing.
package experiment

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"menace/menace"
	"menace/menace/arena"
	"menace/minimax/games"
)

// Cell is one combination of settings.
type Cell struct {
	Rules    menace.Rules // only game and side matter to a learner without beads, which has the usual rules of its game
	Opponent string       // a name for [arena.ParseSchedule], "rival" or "rival:PRESET"
	Learner  string       // a learner, as formatted by [learners.Spec], or "" for beads
}

// NewCell returns the cell of these rules and this opponent, and brings the opponent's name into canonical form.
func NewCell(rules menace.Rules, opponent string) (Cell, error) {
	cell := Cell{Rules: rules, Opponent: arena.CanonicalName(opponent)}
	if err := errors.Join(rules.Validate(), CheckOpponent(opponent)); err != nil {
		return cell, err
	}
	_, err := newTeacher(cell)
	return cell, err
}

// Design is the plan of an experiment. Equal designs have equal results.
type Design struct {
	Seed        int64
	Runs        int64   // replicates of each cell
	Games       int64   // games of each replicate
	Checkpoints []int64 // numbers of games, from 0 to Games, after which replicates are measured
	Cells       []Cell
}

// Limits of a design, which keep its number of replicates within an int64.
const (
	MaxRuns        = 1_000_000_000
	MaxCells       = 100_000
	MaxCheckpoints = 10_000
)

// Validate returns an error that explains what is wrong with the design and what is allowed.
func (d *Design) Validate() error {
	switch {
	case d.Seed < 0:
		return fmt.Errorf("seed %d is negative", d.Seed)
	case d.Runs < 1 || d.Runs > MaxRuns:
		return fmt.Errorf("%d runs per cell: not between 1 and %d", d.Runs, int64(MaxRuns))
	case d.Games < 1 || d.Games > menace.MaxGames:
		return fmt.Errorf("%d games per run: not between 1 and %d", d.Games, int64(menace.MaxGames))
	case len(d.Cells) < 1 || len(d.Cells) > MaxCells:
		return fmt.Errorf("%d cells: not between 1 and %d", len(d.Cells), MaxCells)
	case len(d.Checkpoints) > MaxCheckpoints || !slices.Equal(d.Checkpoints, Checkpoints(d.Games, d.Checkpoints)):
		return fmt.Errorf("%d checkpoints: there may be at most %d, and they must ascend from 0 to the last game",
			len(d.Checkpoints), MaxCheckpoints)
	}
	return d.checkCells()
}

func (d *Design) checkCells() error {
	first := map[Cell]int{}
	for i, cell := range d.Cells {
		if err := cell.Rules.Validate(); err != nil {
			return fmt.Errorf("cell %d: %w", i+1, err)
		}
		if cell.Rules.Game != d.Cells[0].Rules.Game {
			return fmt.Errorf("cell %d plays %s, but cell 1 plays %s: all cells of an experiment play the same game",
				i+1, games.Short(cell.Rules.Game), games.Short(d.Cells[0].Rules.Game))
		}
		if err := checkLearner(cell); err != nil {
			return fmt.Errorf("cell %d: %w", i+1, err)
		}
		if name := arena.CanonicalName(cell.Opponent); name != cell.Opponent {
			return fmt.Errorf("cell %d: opponent %q must be written %q", i+1, cell.Opponent, name)
		}
		if earlier, twice := first[cell]; twice {
			return fmt.Errorf("cells %d and %d are the same: each combination of settings may appear only once",
				earlier, i+1)
		}
		first[cell] = i + 1
	}
	_, err := d.teachers()
	return err
}

// teachers returns the teacher of each cell. Creating opponents can take milliseconds, so cells share them.
func (d *Design) teachers() ([]*teacher, error) {
	list, known := make([]*teacher, len(d.Cells)), map[string]*teacher{}
	for i, cell := range d.Cells {
		t := known[cell.Opponent]
		if t == nil || t.schedule == nil { // a rival follows the rules of its cell
			var err error
			if t, err = newTeacher(cell); err != nil {
				return nil, fmt.Errorf("cell %d: %w", i+1, err)
			}
			known[cell.Opponent] = t
		}
		list[i] = t
	}
	return list, nil
}

// Replicates returns the number of replicates of all cells.
func (d *Design) Replicates() int64 { return d.Runs * int64(len(d.Cells)) }

// Differences describes how d differs from other; it is empty if they are equal.
func (d *Design) Differences(other *Design) (found []string) {
	compare := func(what string, own, that any) {
		if own != that {
			found = append(found, fmt.Sprintf("%s %v, not %v", what, own, that))
		}
	}
	compare("seed", d.Seed, other.Seed)
	compare("runs", d.Runs, other.Runs)
	compare("games", d.Games, other.Games)
	compare("cells", len(d.Cells), len(other.Cells))
	if d.Games == other.Games && !slices.Equal(d.Checkpoints, other.Checkpoints) {
		found = append(found, fmt.Sprintf("checkpoints %s, not %s", brief(d.Checkpoints), brief(other.Checkpoints)))
	}
	for i := range min(len(d.Cells), len(other.Cells)) {
		own, that, in := d.Cells[i], other.Cells[i], fmt.Sprintf("in cell %d ", i+1)
		compare(in+"opponent", own.Opponent, that.Opponent)
		compare(in+"learner", own.LearnerName(), that.LearnerName())
		rules := that.Rules.Options()
		for r, rule := range own.Rules.Options() {
			compare(in+rule.Name, rule.Text(), rules[r].Text())
		}
	}
	return found
}

// brief formats the first few numbers, and their count if there are more.
func brief(numbers []int64) string {
	const shown = 8
	text := strings.Trim(strings.ReplaceAll(fmt.Sprint(numbers[:min(shown, len(numbers))]), " ", ","), "[]")
	if len(numbers) > shown {
		text += fmt.Sprintf(",… (%d)", len(numbers))
	}
	return text
}

// steps lists the checkpoints of a decade, in tenths of its first number.
var steps = []int64{10, 12, 15, 20, 25, 30, 40, 50, 60, 70, 80, 90}

// Ladder returns the default checkpoints for a number of games: 0, every game up to ten, then twelve in each decade,
// and the last game.
func Ladder(games int64) (ladder []int64) {
	for decade := int64(1); decade <= games; decade *= 10 {
		for _, step := range steps {
			ladder = append(ladder, step*decade/10)
		}
	}
	return Checkpoints(games, ladder)
}

// Checkpoints returns the numbers from 0 to games, sorted and without duplicates, with both ends added.
func Checkpoints(games int64, numbers []int64) []int64 {
	all := append([]int64{0, games}, numbers...)
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(n int64) bool { return n < 0 || n > games })
}
