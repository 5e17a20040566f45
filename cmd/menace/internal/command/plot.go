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

func parsePlot(c *cli.Invocation) (o plotOptions, err error) {
	o.Options = figures.Default(c.Command.Name)
	if _, err := cli.Read(c, figures.OptionsOf(o.Figure), &o.Options); err != nil {
		return o, err
	}
	if slices.Contains(figures.ReadingFigures, o.Figure) {
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
	figure := func(name string) *cli.Command {
		flags := func() []cli.Flag {
			flags := cli.Flags("", figures.OptionsOf(name), figures.Default(name))
			if slices.Contains(figures.ReadingFigures, name) {
				flags = append(flags, cli.Flags("", pointsTable, plotOptions{})...)
			}
			return append(flags,
				cli.DrawingFlags("FIGURE-AGENT.png or FIGURE-experiment=NAME.png, with the other options")...)
		}
		return &cli.Command{
			Name: name, Flags: flags, Action: cli.InLab(con, data.Read, parsePlot, runPlot),
		}
	}
	return &cli.Command{
		Name: "plot", Kind: "figure", Synopsis: "menace plot FIGURE [options]",
		Commands: []*cli.Command{
			figure("learning"), figure("score"), figure("hundreds"), figure("strength"), figure("beads"),
			search.CurveCommand(con),
		},
	}
}

// name returns the default name of the file, which contains the figure, its machines and the other options. Figures
// that show different things have different names, because names of agents and experiments contain no plus, comma or
// equals sign. A colon in the name of an opponent becomes an underscore, because Windows does not allow it in file
// names.
func (o plotOptions) name() string {
	whose := strings.Join(o.Agents, "+")
	if o.Experiment != "" {
		whose = "experiment=" + o.Experiment
	}
	parts := []string{o.Figure + "-" + whose}
	for _, given := range option.Differences(figures.OptionsOf(o.Figure), o.Options, figures.Default(o.Figure)) {
		text := strings.NewReplacer(",", "+", ":", "_").Replace(given.Text(o.Options))
		part := strings.TrimSuffix(given.Name, "lim") + "=" + text
		switch given.Name {
		case "agent", "experiment", "title", "label":
			continue
		case "window":
			part = text + "-games"
		case "position":
			part = strings.NewReplacer("/", "", ".", "_").Replace(strings.ToUpper(text))
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
