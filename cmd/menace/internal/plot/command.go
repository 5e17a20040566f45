package plot

import (
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/search"
	"menace/data"
	"menace/plots/paper"
)

// Command describes the command plot.
func Command(con *console.IO) *cli.Command {
	figure := func(name, usage, description string, flags ...cli.Flag) *cli.Command {
		return &cli.Command{
			Name: name, Usage: usage, Description: description, ArgsUsage: cli.NoWords,
			Flags: append(flags, paperFlags()...), Action: cli.InLab(con, data.Read, parse, Run),
		}
	}
	log := &cli.BoolFlag{Name: "log", Usage: "a logarithmic axis of games, which shows the early ones"}
	cells := []cli.Flag{
		cli.ExperimentFlag("the cells of the experiment `NAME`, a line each"),
		&cli.IntSliceFlag{Name: "cell", Category: cli.ManyMachines, Usage: "only cell `N`; again for more"},
		&cli.IntSliceFlag{Name: "compare", Category: cli.ManyMachines, Usage: "one line, the difference of the means of two cells, `A,B`"},
		&cli.BoolFlag{Name: "mean", Category: cli.ManyMachines, Usage: "the mean instead of the median"},
		&cli.StringFlag{Name: "band", Category: cli.ManyMachines, DefaultText: "range, or ci of a difference",
			Usage: "the band around a line, `WHAT`: range, 5–95 % of the machines; ci, the 95 % interval of the mean, which then is the line; or none"},
		log,
	}
	return cli.Group(&cli.Command{
		Name:      "plot",
		Usage:     "draw what agents have learned, and what searches cost",
		UsageText: "menace plot FIGURE [options]",
		Description: `Draws a figure as PNG, SVG or PDF, or as text in the terminal. Exact probabilities and sampled rates
are never one line. The same agents give the same bytes.

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
faint ones are means over a moving window of the games of training, with the 95 % Wilson band of the mean.
Against other opponents there are faint lines alone.

Examples:
   menace plot learning
   menace plot learning --against random --against perfect --log
   menace plot learning --agent michie --agent scroggs --window 500 --out both.pdf
   menace plot learning --experiment presets --against perfect --log`,
				append(cells,
					&cli.StringSliceFlag{Name: "against", Usage: "rates against `OPPONENT`, or people; again for more", DefaultText: "those that it trained with"},
					&cli.Int64Flag{Name: "window", Usage: "sample rates over at least `GAMES`", DefaultText: "about a fiftieth of those in a row"})...),
			figure("score", "the running total 3·wins + draws − losses",
				`The figure of Michie's papers: the slope is the skill.

Examples:
   menace plot score
   menace plot score --michie --agent michie
   menace plot score --michie --experiment presets --cell 2`,
				append(cells, &cli.BoolFlag{Name: "michie", Usage: "with the five published points of Michie's tournament of 1961"})...),
			figure("strength", "the worst case, and exact draws, or wins in hexapawn, against perfect play",
				`Examples:
   menace plot strength --log
   menace plot strength --agent michie --agent scroggs --out strength.svg
   menace plot strength --experiment presets --mean`, cells...),
			figure("beads", "the beads of one box over games",
				`Which opening wins out? Moves are squares, 1 to 9 row by row, or 7-4 from square to square.

Examples:
   menace plot beads
   menace plot beads --share --log
   menace plot beads --position X.O/.../...`,
				cli.PositionFlag("the opening"), &cli.BoolFlag{Name: "share", Usage: "chances instead of beads"}, log),
			figure("box", "a matchbox as a board, or a whole bucket as a poster",
				`The squares are shaded by the chances of the moves; arrows are the wider the likelier.

Examples:
   menace plot box
   menace plot box --position X.O/.../... --term
   menace plot box --moves 2 --out poster.pdf`, cli.SelectionFlags("the opening")...),
			search.CurveCommand(con),
		},
	}, "figure")
}

// paperFlags say what to draw on.
func paperFlags() []cli.Flag {
	const category = "What to draw it on"
	return []cli.Flag{
		cli.AgentsFlag(),
		&cli.StringFlag{Name: "out", Category: category, Usage: "the `FILE`, whose extension tells the format: .png, .svg or .pdf", DefaultText: "FIGURE-AGENT.png or FIGURE-experiment=NAME.png, with what else is chosen"},
		&cli.StringFlag{Name: "size", Category: category, Usage: "`WIDTHxHEIGHT` in cm, mm, in or pt, as in 16x9cm", DefaultText: "what suits the figure"},
		&cli.IntFlag{Name: "dpi", Category: category, Usage: "`DOTS` per inch of a PNG", Value: paper.DefaultDPI},
		&cli.BoolFlag{Name: "dark", Category: category, Usage: "light on dark, for slides"},
		&cli.BoolFlag{Name: "term", Category: category, Usage: "as text in the terminal"},
	}
}
