package experiments

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/menace/option"
)

// LawOptions are the options of the command that computes the law of learning of a cell.
type LawOptions struct {
	Cell  experiment.Cell
	Games []int64
	JSON  bool
	CSV   bool
	cli.Drawing
}

// Check returns an error if the options cannot be combined, or if the law they ask for cannot be computed.
func (o LawOptions) Check() error {
	switch err := arena.CheckPlayer(o.Cell.Opponent); {
	case o.Cell.Learner != "":
		return option.Wrong("learner", errors.New("only machines with beads have a law"))
	case o.JSON && o.CSV:
		return option.Wrong("csv", errors.New("this cannot be combined with --json"))
	case err != nil:
		return option.Wrong("opponent", fmt.Errorf("a law needs an opponent that does not change: %w", err))
	}
	return nil
}

// lawSettings lists the options of the cell. Its rules come from a preset, or are given one by one.
func lawSettings(preset bool) []option.Option[LawOptions] {
	settings := option.Within(cellTable(preset), func(o *LawOptions) *experiment.Cell { return &o.Cell })
	settings[0].Default = usualMachine
	return settings
}

var lawTable = []option.Option[LawOptions]{
	{
		Name: "games", Short: "n", Meaning: "show results after `N,N,…` games",
		In: func(o *LawOptions) option.Value { return option.Ints(&o.Games, 0, 1_000_000) }, // takes seconds
	},
	{
		Name: "csv", Meaning: "print the results after these games as CSV",
		In: func(o *LawOptions) option.Value { return option.Switch(&o.CSV) },
	},
	cli.JSON(func(o *LawOptions) *bool { return &o.JSON }),
}

const usualMachine = "her" // a preset

func usualLaw() LawOptions {
	rules, _ := menace.Preset(usualMachine)
	return LawOptions{
		Cell: experiment.Cell{Rules: rules, Opponent: "perfect"}, Games: []int64{0, 10, 20, 50, 100, 200},
	}
}

func lawCommand(con *cli.IO) *cli.Command {
	return &cli.Command{
		Name: "law",
		Flags: func() []cli.Flag {
			return slices.Concat(cli.Flags("", lawTable, usualLaw()),
				cli.Flags("Settings", lawSettings(false), usualLaw()), cli.DrawingFlags("none"))
		},
		Action: cli.Action(con, parseLaw, RunLaw),
	}
}

func parseLaw(c *cli.Invocation) (LawOptions, error) {
	o := usualLaw()
	_, err := cli.Read(c, append(lawSettings(c.Given("preset") != nil), lawTable...), &o)
	if err == nil {
		o.Drawing, err = cli.ReadDrawing(c)
	}
	return o, err
}

// RunLaw prints the law of learning of a cell.
func RunLaw(ctx context.Context, con *cli.IO, o LawOptions) error {
	con.Status("enumerating machines")
	law, err := experiment.NewLaw(ctx, o.Cell, o.Games)
	con.Status("")
	switch {
	case ctx.Err() != nil:
		return cli.Interruption("before the law was known")
	case err != nil:
		return cli.AsUsage(err)
	}
	if o.Out != "" {
		figure, err := report.LawFigure(ctx, law)
		if err != nil {
			return err
		}
		if err := o.Write(con, figure); err != nil {
			return err
		}
	}
	switch {
	case o.JSON:
		return con.JSON(law)
	case o.CSV:
		return report.LawPoints(law).CSV(con.Out)
	}
	con.Say("%s: %s can arise", words.Cell(o.Cell), words.Plural(law.States, "machine"))
	for _, t := range report.LawTables(law) {
		con.Print("\n")
		con.Table(t)
	}
	if o.Out != "" {
		con.Say("\nwrote %s", cli.Plain(o.Out))
	}
	return nil
}
