package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"menace/arena"
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/command/search"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report/figures"
	"menace/data"
	"menace/menace/option"
)

type plotOptions struct {
	figures.Options
	cli.Drawing
	Points string // file with the readings of Options.Points
}

// pointsTable is for figures that can show published readings. Only the terminal has it, because the page reads no
// files.
var pointsTable = []option.Option[plotOptions]{{
	Name: "points", Meaning: "add readings from the CSV `FILE`, whose columns the manual explains",
	In: func(o *plotOptions) option.Value { return option.Word(&o.Points) },
}}

func parsePlot(c *cli.Context) (o plotOptions, err error) {
	o.Options = figures.Default(c.Command.Name)
	if _, err := cli.Read(c, figures.OptionsOf(o.Figure), &o.Options); err != nil {
		return o, err
	}
	if slices.Contains(figures.OfReadings, o.Figure) {
		if _, err := cli.Read(c, pointsTable, &o); err != nil {
			return o, err
		}
	}
	if len(o.Agents) == 0 {
		o.Agents = []string{cli.DefaultAgent}
	}
	o.Drawing, err = cli.ReadDrawing(c)
	return o, err
}

func runPlot(ctx context.Context, con *cli.IO, l *lab.Lab, o plotOptions) error {
	if o.Points != "" {
		file, err := os.Open(o.Points)
		if err != nil {
			return fmt.Errorf("%s: %w", cli.Plain(o.Points), cli.Reason(err))
		}
		defer file.Close()
		if o.Options.Points, err = arena.ParseReadings(file); err != nil {
			return fmt.Errorf("%s: %w", cli.Plain(o.Points), err)
		}
	}
	drawing, notes, err := figures.Draw(ctx, l, o.Options)
	if err != nil {
		return err
	}
	for _, note := range notes {
		con.Note("%s", note)
	}
	if o.Term {
		con.Print("%s", drawing.Text(con.Screen.Width, true))
		return nil
	}
	if o.Out == "" {
		o.Out = o.name()
	}
	if err := o.Write(con, drawing); err != nil {
		return err
	}
	con.Say("wrote %s", cli.Plain(o.Out))
	return nil
}

func plotCommand(con *cli.IO) *cli.Command {
	figure := func(name, usage, description string) *cli.Command {
		flags := cli.Flags("", figures.OptionsOf(name), figures.Default(name))
		if slices.Contains(figures.OfReadings, name) {
			flags = append(flags, cli.Flags("", pointsTable, plotOptions{})...)
		}
		return &cli.Command{
			Name: name, Usage: usage, Description: description,
			Flags: append(flags,
				cli.Also(cli.DrawingFlags("FIGURE-AGENT.png or FIGURE-experiment=NAME.png, with the other options"),
					"paper", "size")...),
			Action: cli.InLab(con, data.Read, parsePlot, runPlot),
		}
	}
	return cli.Group(&cli.Command{
		Name:      "plot",
		Usage:     "draw what agents have learned, and what searches cost",
		UsageText: "menace plot FIGURE [options]",
		Description: `Draws a figure as PNG, SVG or PDF, or as text in the terminal. Exact probabilities and sampled
rates are always separate lines. The same agents always give the same file.

Examples:
   menace plot learning
   menace plot learning --against random --against perfect --log --out learning.svg
   menace plot score --agent a --agent b --dark
   menace plot beads --share --term
   menace plot box --moves 2 --out poster.pdf
   menace plot strength --experiment presets --band ci
   menace plot strength --experiment presets --compare 4,2
   menace plot search connect4`,
		Subcommands: []*cli.Command{
			figure("learning", "rates of wins, draws and losses over games",
				`The strong lines are exact probabilities at the checkpoints, against random and perfect play; the
faint ones are moving averages of the training games, with 95 % Wilson bands. Against other opponents there are only
faint lines.

Examples:
   menace plot learning
   menace plot learning --against random --against perfect --log
   menace plot learning --agent michie --agent scroggs --window 500 --out both.pdf
   menace plot learning --experiment presets --against perfect --log`),
			figure("score", "the running total 3·wins + draws − losses",
				`The figure in Michie's papers; its slope is the skill. A bankrupt machine of an experiment counts as
losing every later game.

Examples:
   menace plot score
   menace plot score --michie --agent michie
   menace plot score --points readings.csv
   menace plot score --michie --experiment presets --cell 2 --alive`),
			figure("hundreds", "games won, drawn and lost in each hundred that an experiment's machines played",
				`The figures of Michie's paper of 1963 on his program. The shares are of the training games between
one checkpoint and the next, however many they are; a bankrupt machine counts as losing them all. The games include
exploratory moves, so the shares are not exact probabilities.

Examples:
   menace plot hundreds --experiment presets
   menace plot hundreds --experiment pegasus --michie
   menace plot hundreds --experiment pegasus --cell 2 --points program-1963-second.csv`),
			figure("strength", "the worst case, and draws (in hexapawn, wins) against perfect play",
				`Examples:
   menace plot strength --log
   menace plot strength --agent michie --agent scroggs --out strength.svg
   menace plot strength --experiment presets --mean`),
			figure("survival", "how long an experiment's machines take to become unbeatable, bankrupt or good",
				`The share of machines that have not yet reached an event for good: Kaplan–Meier estimates with 95 %
bands. Machines that have not reached it by the end are censored.

Examples:
   menace plot survival --experiment presets --log
   menace plot survival --experiment presets --until draws:0.9 --cell 2 --cell 4
   menace plot survival --experiment presets --until bankrupt`),
			figure("effects", "one measure of each cell of an experiment, or a heat map by two settings",
				`A row for each of up to 100 cells, with the 95 % interval (a forest plot); or, with --factors, a
heat map of the means by two settings, averaged over all others.

Examples:
   menace plot effects --experiment presets
   menace plot effects --experiment presets --measure value:worst --at 200
   menace plot effects --experiment presets --measure bankrupt --factors beads,opponent`),
			figure("beads", "the beads of one box over games",
				`Which opening wins out? Moves are squares, 1 to 9 row by row, or 7-4 from square to square.

Examples:
   menace plot beads
   menace plot beads --share --log
   menace plot beads --position X.O/.../...`),
			figure("box", "a matchbox as a board, or all boxes after some moves as a poster",
				`Squares are shaded by the chances of the moves, and arrows are wider for likelier moves.

Examples:
   menace plot box
   menace plot box --position X.O/.../... --term
   menace plot box --moves 2 --out poster.pdf`),
			search.CurveCommand(con),
		},
	}, "figure")
}

// name returns the default name of the file, which contains the figure, its machines and the other options. Figures
// that show different things have different names, because names of agents and experiments contain no plus, comma or
// equals sign. A colon in the name of an opponent becomes an underscore, because Windows does not allow it in file
// names.
func (o plotOptions) name() string {
	whose := strings.Join(o.Agents, "+")
	if o.Cells.Experiment != "" {
		whose = "experiment=" + o.Cells.Experiment
	}
	parts := []string{o.Figure + "-" + whose}
	shortest := figures.Default(o.Figure)
	shortest.Until, shortest.Measure = "", "" // these options are in every name
	for _, given := range option.Differences(figures.OptionsOf(o.Figure), o.Options, shortest) {
		text := strings.NewReplacer(",", "+", ":", "_").Replace(given.Text(o.Options))
		part := strings.TrimSuffix(given.Name, "lim") + "=" + text
		switch given.Name {
		case "agent", "experiment", "title", "label":
			continue
		case "window":
			part = text + "-games"
		case "moves":
			part = text + "-moves"
		case "position":
			part = strings.NewReplacer("/", "", ".", "_").Replace(strings.ToUpper(text))
		case "measure":
			part = text
		}
		if given.In(&o.Options).Switch {
			part = given.Name
		}
		parts = append(parts, part)
	}
	if o.Points != "" {
		parts = append(parts, "points="+strings.TrimSuffix(filepath.Base(o.Points), filepath.Ext(o.Points)))
	}
	if o.Format.Dark {
		parts = append(parts, "dark")
	}
	return strings.Join(parts, ",") + ".png"
}
