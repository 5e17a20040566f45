package main

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"menace/arena"
	"menace/arena/experiment"
	"menace/data"
)

// drawn is the draw rate against perfect play at which a machine counts as having learned the game.
const drawn = 0.9

func (p *program) showCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "tell what came of an experiment",
		ArgsUsage: "NAME",
		Description: `Tells, for each cell, how its replicates fare: the mean with its 95 % interval, the standard deviation,
the median and the range of the middle 90 %. Every probability is exact for each replicate; what varies is the
replicates. Bankrupt machines are counted in: they lose.

Examples:
   menace experiment show presets
   menace experiment show presets --at 220 --against perfect
   menace experiment show presets --compare 1 3
   menace experiment show presets --json`,
		Flags: []cli.Flag{
			&cli.Int64Flag{Name: "at", Usage: "as they were at the checkpoint after `N` games", DefaultText: "the end"},
			&cli.StringSliceFlag{Name: "against", Usage: "only the measures against `WHOM`: random, blocker, perfect, worst, or played for the score of the games played; repeatable"},
			&cli.StringFlag{Name: "compare", Usage: "the difference of two cells, as `A` B or A,B", DefaultText: "none"},
			jsonFlag(),
		},
		Action: action(parseShow, p.showExperiment),
	}
}

// showOptions say what of an experiment to show.
type showOptions struct {
	db, name string
	at       int64    // −1 for the end
	against  []string // all when empty
	compare  []int    // two cells, or none
	json     bool
}

func parseShow(c *cli.Context) (o showOptions, err error) {
	name, cells, err := shownNames(c)
	if err != nil {
		return o, err
	}
	o = showOptions{db: c.String("db"), name: name, at: -1, against: c.StringSlice("against"), json: c.Bool("json")}
	for _, name := range o.against {
		if !slices.Contains(measured(), name) {
			return o, usagef("--against %q: there are %s", name, strings.Join(measured(), ", "))
		}
	}
	if c.IsSet("at") {
		if o.at = c.Int64("at"); o.at < 0 {
			return o, usagef("--at %d is negative", o.at)
		}
	}
	for _, word := range cells {
		cell, err := strconv.Atoi(word)
		if err != nil {
			return o, usagef("--compare takes the numbers of two cells, as in `menace experiment show NAME --compare 1 2`, not %q", word)
		}
		o.compare = append(o.compare, cell)
	}
	return o, nil
}

// shownNames returns the name of the experiment and those of two cells that --compare names, if any:
// A,B or A B, where the flag library leaves B among the words beside the name.
func shownNames(c *cli.Context) (name string, cells []string, err error) {
	words := c.Args().Slice()
	if c.IsSet("compare") {
		cells = strings.SplitN(c.String("compare"), ",", 2)
	}
	if len(cells) == 1 && len(words) == 2 {
		if cellNumber.MatchString(words[0]) && !cellNumber.MatchString(words[1]) {
			slices.Reverse(words) // the flag came first
		}
		cells, words = append(cells, words[1]), words[:1]
	}
	if len(words) == 1 && len(cells) == 1 {
		return "", nil, usagef("--compare takes the numbers of two cells, as in `menace experiment show NAME --compare 1 2`")
	}
	if len(words) != 1 {
		return "", nil, usagef("%s takes %s; see `%s --help`", commandLine(c), c.Command.ArgsUsage, commandLine(c))
	}
	return words[0], cells, asUsage(data.CheckExperimentName(words[0]))
}

// cellNumber is what a cell is called by.
var cellNumber = regexp.MustCompile(`^\d+$`)

// measured returns whom machines are measured against.
func measured() (names []string) {
	for _, m := range experiment.Measures {
		names = append(names, m.Against)
	}
	return slices.Compact(names)
}

// cellReport is what came of a cell.
type cellReport struct {
	experiment.Cell
	number       int
	runs         int // that are stored
	bankrupt     int // up to the checkpoint
	reached      int // replicates that draw nine games of ten against perfect play
	reachedGames float64
	unbeatenFrom float64              // +Inf when half of them lost the last game, or before the end
	summaries    []experiment.Summary // by experiment.Measures; none if nothing is stored
}

// showExperiment prints what came of an experiment.
func (p *program) showExperiment(ctx context.Context, o showOptions) error {
	db, e, err := openExperiment(ctx, o.db, o.name, data.Read)
	if err != nil {
		return err
	}
	defer db.Close()
	if o.at < 0 {
		o.at = e.Games
	}
	if !slices.Contains(e.Checkpoints, o.at) {
		return usagef("--at %d is not a checkpoint of %s: there are %s", o.at, e.Name, strings.Trim(fmt.Sprint(e.Checkpoints), "[]"))
	}
	for _, cell := range o.compare {
		if cell < 1 || cell > len(e.Cells) {
			return usagef("--compare: there is no cell %d: %s has cells 1 to %d", cell, e.Name, len(e.Cells))
		}
	}
	var reports []cellReport
	for cell := range e.Cells {
		r, err := reportCell(ctx, db, e, cell+1, o.at)
		if err != nil {
			return err
		}
		reports = append(reports, r)
	}
	for _, cell := range o.compare {
		if reports[cell-1].runs == 0 {
			return fmt.Errorf("cell %d of %s has no replicates yet: `menace experiment run %s` goes on", cell, e.Name, e.Name)
		}
	}
	if o.json {
		return p.printJSON(experimentDocument(e, o, reports))
	}
	p.printExperiment(e, o, reports)
	return nil
}

// reportCell sums up what the replicates of a cell were at a checkpoint.
func reportCell(ctx context.Context, db *data.DB, e *data.Experiment, cell int, at int64) (cellReport, error) {
	r := cellReport{Cell: e.Cells[cell-1], number: cell, reachedGames: math.NaN(), unbeatenFrom: math.NaN()}
	list, err := db.At(ctx, e, cell, at)
	if err != nil || len(list) == 0 {
		return r, err
	}
	reached, err := db.Reached(ctx, e, cell, drawn)
	if err != nil {
		return r, err
	}
	r.runs = len(list)
	points := make([]arena.Point, len(list))
	unbeaten := make([]float64, len(list))
	for i, replicate := range list {
		points[i], unbeaten[i] = replicate.Curve[0], float64(replicate.UnbeatenFrom)
		if replicate.UnbeatenFrom > replicate.Tally.Games() || at < e.Games {
			unbeaten[i] = math.Inf(1)
		}
		if 0 < replicate.Bankrupt && replicate.Bankrupt <= at {
			r.bankrupt++
		}
	}
	reached = slices.DeleteFunc(reached, func(games float64) bool { return games > float64(at) })
	r.reached = len(reached)
	for len(reached) < r.runs {
		reached = append(reached, math.Inf(1))
	}
	r.reachedGames, r.unbeatenFrom = experiment.MedianGames(reached), experiment.MedianGames(unbeaten)
	for _, m := range experiment.Measures {
		r.summaries = append(r.summaries, m.Summarize(points))
	}
	return r, nil
}
