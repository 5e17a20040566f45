package experiments

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"menace/arena/experiment"
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
)

// ShowOptions are the options of the command that shows an experiment.
type ShowOptions struct {
	DB, Name string
	At       int64    // checkpoint, or lab.AtEnd
	Against  []string // opponents whose measures to show; the usual ones if empty
	Compare  []int    // two cells, or none
	cells    string   // the cells as given to --compare
	JSON     bool
}

func showCommand(con *console.IO) *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "show the results of an experiment",
		ArgsUsage: "EXPERIMENT [B]",
		Description: `Shows how the replicates of each cell do: the mean with its 95 % interval, the standard
deviation, the median and the range of the middle 90 %. Every probability is exact for its replicate; the spread comes
only from differences between replicates. Bankrupt machines count as losing. If there are any, the mean of the
machines that are still alive is shown next to the mean of all, and their other statistics are in --json and in menace
export summary. Intervals are Student's t, or Welch's for a difference. For the machines that are alive they are
bias-corrected and accelerated bootstrap intervals (BCa, Efron 1987) with 2,000 resamples, because a t interval misses
the mean too often when a few machines play far worse than the others.

Examples:
   menace experiment show presets
   menace experiment show presets --at 220 --against perfect
   menace experiment show presets --compare 1 3
   menace experiment show presets --json`,
		Flags:  cli.Flags("", showTable, usualShow),
		Action: cli.Action(con, parseShow, Show),
	}
}

var usualShow = ShowOptions{At: lab.AtEnd}

var showTable = []option.Option[ShowOptions]{
	{
		Name: "at", Meaning: "show the checkpoint after `N` games", Default: "the end",
		In: func(o *ShowOptions) option.Value { return option.Whole(&o.At, 0, math.MaxInt64) },
	},
	{
		Name: "against",
		Meaning: "show only the measures against `OPPONENT`: random, blocker, perfect, worst, most_losses, or " +
			"played for the score of the games played",
		In: func(o *ShowOptions) option.Value { return option.Words(&o.Against, experiment.Against...) },
	},
	{
		Name: "compare", Meaning: "show the difference of two cells, `A` B or A,B", Default: "none",
		In: func(o *ShowOptions) option.Value { return option.Word(&o.cells) },
	},
	cli.JSON(func(o *ShowOptions) *bool { return &o.JSON }),
}

func parseShow(c *cli.Context) (o ShowOptions, err error) {
	o = usualShow
	o.DB = c.String("db")
	if _, err = cli.Read(c, showTable, &o); err != nil {
		return o, err
	}
	o.Name, o.Compare, err = parseCompare(c.Args().Slice(), o.cells)
	return o, err
}

// parseCompare returns the name of the experiment and the two cells to compare, if any. They are given as A,B or as A
// B. In the second form the flag library leaves B among the words, before or after the name.
func parseCompare(given []string, compare string) (name string, cells []int, err error) {
	if len(given) == 2 && isNumber(given[0]) && !isNumber(given[1]) {
		slices.Reverse(given)
	}
	numbers := given[1:]
	if compare != "" {
		numbers = append(strings.Split(compare, ","), numbers...)
	}
	for _, number := range numbers {
		cell, err := strconv.Atoi(number)
		if err != nil || len(numbers) != 2 {
			return "", nil, cli.Usagef(
				"--compare takes the numbers of two cells, as in `menace experiment show NAME --compare 1 2`, not %q",
				strings.Join(numbers, " "))
		}
		cells = append(cells, cell)
	}
	return given[0], cells, nil
}

// isNumber reports whether a word is the number of a cell.
func isNumber(word string) bool { _, err := strconv.Atoi(word); return err == nil }

// Show prints the results of an experiment.
func Show(ctx context.Context, con *console.IO, o ShowOptions) error {
	l, e, err := lab.OpenExperiment(ctx, o.DB, o.Name, data.Read)
	if err != nil {
		return err
	}
	defer l.Close()
	for _, name := range o.Against {
		if known := e.Against(); !slices.Contains(known, name) {
			return lab.Mistakef("--against %s: replicates of %s are measured against %s",
				name, e.Name, strings.Join(known, ", "))
		}
	}
	r, err := report.Summarize(ctx, l, e, o.At, o.Compare)
	if err != nil {
		return err
	}
	if o.JSON {
		return con.JSON(r)
	}
	return printReport(con, r, o.Against)
}

// printReport prints the results of an experiment, limited to the measures against the given opponents, if any.
func printReport(con *console.IO, r report.Experiment, against []string) error {
	printSize(con, r.Name, len(r.Cells), r.Runs, r.Games, r.Seed)
	con.CommandLine(r.Command)
	stored, all := r.Stored()
	if text := words.Unfinished(r.Name, stored, all); text != "" {
		con.Note("%s", text)
	}
	con.Print("\n")
	if err := con.Report(r.SettingsTable()); err != nil {
		return err
	}
	con.Say("%s", console.Faint(words.Held))
	con.Say("\n%s", words.Statistics(r.At))
	for _, t := range r.ResultsTables(against) {
		if err := con.Report(t); err != nil {
			return err
		}
	}
	return nil
}
