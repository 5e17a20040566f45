package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"menace/board"
	"menace/data"
	"menace/plots"
	"menace/plots/paper"
)

// drawer reads agents from a database and draws them.
type drawer func(ctx context.Context, db *data.DB, agents []string) (plots.Drawing, error)

// plotOptions are what all figures share.
type plotOptions struct {
	db     string
	agents []string // or the one experiment
	out    string
	term   bool
	format paper.Format
}

func (p *program) plotCommand() *cli.Command {
	return &cli.Command{
		Name:      "plot",
		Usage:     "draw what agents have learned",
		UsageText: "menace plot FIGURE [options]",
		Description: `Draws a figure as PNG, SVG or PDF, or as text in the terminal. Exact probabilities and sampled rates
are never one line. The same agents give the same bytes.

Examples:
   menace plot learning
   menace plot learning --against random --against perfect --log --out learning.svg
   menace plot score --agent a --agent b --dark
   menace plot beads --share --term
   menace plot box --moves 2 --out poster.pdf
   menace plot strength --experiment presets`,
		Subcommands: []*cli.Command{
			p.plotLearning(), p.plotScore(), p.plotBeads(), p.plotStrength(), p.plotBox(),
		},
		Action: func(c *cli.Context) error { return p.unknownWord(c, "figure") },
	}
}

// figureCommand completes the command of a figure. read turns the figure's own flags into its drawer.
func (p *program) figureCommand(command *cli.Command, read func(*cli.Context) (drawer, error)) *cli.Command {
	command.ArgsUsage = " "
	command.Flags = append(command.Flags, plotFlags()...)
	command.Action = func(c *cli.Context) error {
		o, err := parsePlot(c)
		if err != nil {
			return err
		}
		draw, err := read(c)
		if err != nil {
			return err
		}
		if !c.IsSet("out") {
			o.out = telling(c, o.agents)
		}
		return p.plot(c.Context, o, draw)
	}
	return command
}

// agentsFlag names one agent or several.
func agentsFlag() cli.Flag {
	return &cli.StringSliceFlag{
		Name: "agent", Aliases: []string{"a"}, DefaultText: defaultAgent,
		Usage: "the agent's `NAME`; again for more agents",
	}
}

// agentNames returns the agents that the command line names, each once.
func agentNames(c *cli.Context) (names []string, err error) {
	for _, name := range c.StringSlice("agent") {
		if err := data.CheckName(name); err != nil {
			return nil, asUsage(err)
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		names = []string{defaultAgent}
	}
	return names, nil
}

// telling returns a file name with the figure, its agents and what was asked of it, so that different
// figures do not overwrite one another.
func telling(c *cli.Context, agents []string) string {
	parts := append([]string{c.Command.Name}, agents...)
	for _, cell := range c.IntSlice("cell") {
		parts = append(parts, fmt.Sprintf("cell-%d", cell))
	}
	if against := c.StringSlice("against"); len(against) > 0 {
		parts = append(parts, "against", strings.ReplaceAll(strings.Join(against, "-"), ":", "-"))
	}
	if c.IsSet("window") {
		parts = append(parts, fmt.Sprintf("%d-games", c.Int64("window")))
	}
	if c.IsSet("moves") {
		parts = append(parts, fmt.Sprintf("%d-moves", c.Int("moves")))
	}
	if b, err := board.Parse(c.String("position")); c.IsSet("position") && err == nil {
		parts = append(parts, strings.NewReplacer("/", "", ".", "_").Replace(b.String()))
	}
	for _, way := range []string{"michie", "mean", "share", "log", "dark"} {
		if c.Bool(way) {
			parts = append(parts, way)
		}
	}
	return strings.Join(parts, "-") + ".png"
}

// checkFolder returns an error if there is no folder for a file.
func checkFolder(file string) error {
	folder := filepath.Dir(file)
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot write %s: there is no folder %s", file, folder)
	}
	return nil
}

// plotFlags are the flags of plotOptions.
func plotFlags() []cli.Flag {
	const category = "What to draw it on"
	return []cli.Flag{
		agentsFlag(),
		&cli.StringFlag{Name: "out", Category: category, Usage: "the `FILE`, whose extension tells the format: .png, .svg or .pdf", DefaultText: "FIGURE-AGENT.png, with what else is chosen"},
		&cli.StringFlag{Name: "size", Category: category, Usage: "`WIDTHxHEIGHT` in cm, mm, in or pt, as in 16x9cm", DefaultText: "what suits the figure"},
		&cli.IntFlag{Name: "dpi", Category: category, Usage: "`DOTS` per inch of a PNG", Value: paper.DefaultDPI},
		&cli.BoolFlag{Name: "dark", Category: category, Usage: "light on dark, for slides"},
		&cli.BoolFlag{Name: "term", Category: category, Usage: "as text in the terminal"},
	}
}

func parsePlot(c *cli.Context) (o plotOptions, err error) {
	if err := noArguments(c); err != nil {
		return o, err
	}
	o = plotOptions{
		db: c.String("db"), out: c.String("out"), term: c.Bool("term"),
		format: paper.Format{DPI: c.Int("dpi"), Dark: c.Bool("dark")},
	}
	if o.agents, err = agentNames(c); err != nil {
		return o, err
	}
	if err := checkSource(c); err != nil {
		return o, err
	}
	if c.IsSet("experiment") {
		o.agents = []string{c.String("experiment")}
	}
	if o.term {
		for _, flag := range []string{"out", "size", "dpi", "dark"} {
			if c.IsSet(flag) {
				return o, usagef("--term draws text, so that --%s has no meaning", flag)
			}
		}
	}
	return o, asUsage(o.parsePaper(c))
}

// parsePaper reads the flags of the format.
func (o *plotOptions) parsePaper(c *cli.Context) (err error) {
	if c.IsSet("size") {
		if o.format.Size, err = paper.ParseSize(c.String("size")); err != nil {
			return fmt.Errorf("--%w", err)
		}
	}
	if c.IsSet("out") {
		if err := paper.CheckExtension(filepath.Ext(o.out)); err != nil {
			return fmt.Errorf("--out %q: %w", o.out, err)
		}
	}
	if o.format.DPI == 0 {
		return fmt.Errorf("--dpi 0: a picture needs dots")
	}
	return o.format.Check()
}

// plot draws a figure into a file, whose name it prints, or prints it as text.
func (p *program) plot(ctx context.Context, o plotOptions, draw drawer) error {
	db, err := openDB(ctx, o.db, data.Read)
	if err != nil {
		return err
	}
	defer db.Close()
	drawing, err := draw(ctx, db, o.agents)
	if err != nil {
		return err
	}
	if o.term {
		_, err := fmt.Fprint(p.stdout, drawing.Text(p.screen.width, true))
		return err
	}
	if err := o.format.Fit(drawing); err != nil {
		return usagef("--%w", err)
	}
	if err := checkFolder(o.out); err != nil {
		return err
	}
	var words []string
	err = writeFile(o.out, func(w io.Writer) (err error) {
		words, err = paper.Encode(w, filepath.Ext(o.out), drawing, o.format)
		return err
	})
	if err != nil {
		return err
	}
	if len(words) > 0 {
		fmt.Fprintf(p.stderr, "menace: the fonts of this format lack letters of %s: --out FILE.svg shows them\n", strings.Join(words, ", "))
	}
	_, err = fmt.Fprintf(p.stdout, "wrote %s\n", o.out)
	return err
}
