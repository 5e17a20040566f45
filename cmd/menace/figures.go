package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"menace/arena"
	"menace/arena/experiment"
	"menace/data"
	"menace/plots"
)

// logFlag asks for a logarithmic axis.
func logFlag() cli.Flag {
	return &cli.BoolFlag{Name: "log", Usage: "a logarithmic axis of games, which shows the early ones"}
}

// positionFlag names a box by its position.
func positionFlag() cli.Flag {
	return &cli.StringFlag{
		Name: "position", Aliases: []string{"p"}, Usage: "the box of `POSITION`, turned in any way, as in X.O/.../...", DefaultText: "the opening",
	}
}

func (p *program) plotLearning() *cli.Command {
	return p.figureCommand(&cli.Command{
		Name:  "learning",
		Usage: "rates of wins, draws and losses over games",
		Description: `The strong lines are exact probabilities at the checkpoints, against random and perfect play; the
faint ones are means over a moving window of the games of training, with the 95 % Wilson band of the mean.
Against other opponents there are faint lines alone.

Examples:
   menace plot learning
   menace plot learning --against random --against perfect --log
   menace plot learning --agent michie --agent scroggs --window 500 --out both.pdf
   menace plot learning --experiment presets --against perfect --log`,
		Flags: append(experimentFlags(),
			&cli.StringSliceFlag{Name: "against", Usage: "rates against `OPPONENT`, or people; again for more", DefaultText: "those that it trained with"},
			&cli.Int64Flag{Name: "window", Usage: "sample rates over at least `GAMES`", DefaultText: "about a fiftieth of those in a row"},
			logFlag(),
		),
	}, func(c *cli.Context) (drawer, error) {
		o := plots.LearningOptions{Against: c.StringSlice("against"), Window: c.Int64("window"), Log: c.Bool("log")}
		if c.IsSet("window") && o.Window < 1 {
			return nil, usagef("--window %d: a rate needs at least one game", o.Window)
		}
		for i, name := range o.Against {
			if err := checkOpponent(name); err != nil && name != plots.People {
				return nil, usagef("%w, and %s", err, plots.People)
			}
			o.Against[i] = arena.CanonicalName(name)
		}
		return p.ofSeries(c, func(s plots.Series) (plots.Drawing, error) { return p.learning(s, o) }), nil
	})
}

// learning draws learning curves, and notes what is missing in them.
func (p *program) learning(s plots.Series, o plots.LearningOptions) (plots.Drawing, error) {
	if err := checkAgainst(s, o.Against); err != nil {
		return nil, err
	}
	if longest := s.LongestRun(o); longest > 0 && o.Window > longest {
		return nil, usagef("--window %d: the most games in a row against one opponent are %d", o.Window, longest)
	}
	figure, notes := s.Learning(o)
	if len(figure.Panels) == 0 {
		return nil, errors.New("too few games in a row against one opponent for a rate: --against random shows exact ones")
	}
	for _, note := range notes {
		fmt.Fprintf(p.stderr, "menace: %s\n", note)
	}
	return figure, nil
}

// checkAgainst returns an error if a series has no rates against an opponent.
func checkAgainst(s plots.Series, against []string) error {
	for _, opponent := range against {
		met := func(l plots.Line) bool {
			return slices.ContainsFunc(l.Met, func(s plots.Stretch) bool { return s.Opponent == opponent })
		}
		switch {
		case s.Exact(opponent) || slices.ContainsFunc(s.Lines, met):
		case s.Experiment != "":
			return usagef("--against %s: replicates are measured against %s", opponent, strings.Join(experiment.Opponents, ", "))
		default:
			return fmt.Errorf("no rates against %s: exact ones are known against random and perfect, sampled ones against those that an agent trained with", opponent)
		}
	}
	return nil
}

func (p *program) plotScore() *cli.Command {
	return p.figureCommand(&cli.Command{
		Name:  "score",
		Usage: "the running total 3·wins + draws − losses",
		Description: `The figure of Michie's papers: the slope is the skill.

Examples:
   menace plot score
   menace plot score --michie --agent michie
   menace plot score --michie --experiment presets --cell 2`,
		Flags: append(experimentFlags(),
			&cli.BoolFlag{Name: "michie", Usage: "with the five published points of Michie's tournament of 1961"},
			logFlag(),
		),
	}, func(c *cli.Context) (drawer, error) {
		michie, log := c.Bool("michie"), c.Bool("log")
		return p.ofSeries(c, func(s plots.Series) (plots.Drawing, error) { return s.Score(michie, log), nil }), nil
	})
}

func (p *program) plotStrength() *cli.Command {
	return p.figureCommand(&cli.Command{
		Name:  "strength",
		Usage: "the worst case, and exact draws against perfect play",
		Description: `Examples:
   menace plot strength --log
   menace plot strength --agent michie --agent scroggs --out strength.svg
   menace plot strength --experiment presets --mean`,
		Flags: append(experimentFlags(), logFlag()),
	}, func(c *cli.Context) (drawer, error) {
		log := c.Bool("log")
		return p.ofSeries(c, func(s plots.Series) (plots.Drawing, error) { return s.Strength(log), nil }), nil
	})
}

func (p *program) plotBeads() *cli.Command {
	return p.figureCommand(&cli.Command{
		Name:  "beads",
		Usage: "the beads of one box over games",
		Description: `Which opening wins out? Squares are numbered 1 to 9, row by row.

Examples:
   menace plot beads
   menace plot beads --share --log
   menace plot beads --position X.O/.../...`,
		Flags: []cli.Flag{
			positionFlag(),
			&cli.BoolFlag{Name: "share", Usage: "chances instead of beads"},
			logFlag(),
		},
	}, func(c *cli.Context) (drawer, error) {
		which, err := parseBoxes(c)
		share, log := c.Bool("share"), c.Bool("log")
		return func(ctx context.Context, db *data.DB, agents []string) (plots.Drawing, error) {
			histories, err := historiesOf(ctx, db, agents, which)
			return plots.Beads(histories, share, log), err
		}, err
	})
}

func (p *program) plotBox() *cli.Command {
	return p.figureCommand(&cli.Command{
		Name:  "box",
		Usage: "a matchbox as a board, or a whole bucket as a poster",
		Description: `The squares are shaded by the chances of the moves.

Examples:
   menace plot box
   menace plot box --position X.O/.../... --term
   menace plot box --moves 2 --out poster.pdf`,
		Flags: []cli.Flag{
			positionFlag(),
			&cli.IntFlag{Name: "moves", Aliases: []string{"m"}, Usage: "all boxes after `M` moves", DefaultText: "the opening alone"},
		},
	}, func(c *cli.Context) (drawer, error) {
		which, err := parseBoxes(c)
		if err != nil {
			return nil, err
		}
		if agents, _ := agentNames(c); len(agents) > 1 {
			return nil, usagef("a poster shows the boxes of one agent: give --agent once")
		}
		return func(ctx context.Context, db *data.DB, agents []string) (plots.Drawing, error) {
			return matchboxes(ctx, db, agents[0], which)
		}, nil
	})
}
