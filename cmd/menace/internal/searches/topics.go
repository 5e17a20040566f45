package searches

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/term"
	"menace/menace/option"
	"menace/minimax"
	"menace/minimax/games"
)

// topic is what a command shows about a position: a search, or what the word before the game names.
type topic struct {
	name    string                   // the word, or "" for a search
	options func(gametree.Game) list // options of the command for a game, in the order of its help
	out     string                   // the default name of a file to draw into, or "" if the topic draws nothing
	run     func(task, context.Context, *term.IO) error
}

const (
	inTerminal = "text in the terminal"
	writtenAs  = "search from `POSITION`, written as above"
)

var (
	search = topic{
		options: func(g gametree.Game) list {
			return slices.Concat(ownOptions(g), orders(g), leafSeed(g), players(g), win(g), position(writtenAs),
				algorithms(g), depth, bestMoves, cut, timeout, types, table(g), playouts(g), drawTree, asJSON)
		},
		out: inTerminal,
		run: task.search,
	}
	exercise = topic{
		name: "exercise",
		options: func(g gametree.Game) list {
			return slices.Concat(setup(g), players(g), win(g), position(writtenAs),
				algorithm(g, withoutTable(g)), depth, cut, questionSeed(g), difficulty, example(g), answers)
		},
		out: inTerminal,
		run: task.runExercise,
	}
	attractor = topic{
		name: "attractor",
		options: func(g gametree.Game) list {
			return slices.Concat(setup(g), players(g), position(writtenAs), timeout, asJSON)
		},
		run: task.printAttractors,
	}
	count = topic{
		name: "count",
		options: func(g gametree.Game) list {
			return slices.Concat(setup(g), position(writtenAs), depth, timeout, asJSON)
		},
		run: task.printPlays,
	}
	estimate = topic{
		name: "estimate",
		options: func(g gametree.Game) list {
			return slices.Concat(setup(g), players(g), position(writtenAs), asJSON)
		},
		run: task.printEstimate,
	}
	keys = topic{
		name: "keys",
		options: func(g gametree.Game) list {
			return slices.Concat(setup(g), position(writtenAs), numbers, asJSON)
		},
		run: task.printKeys,
	}
	cost = topic{
		name: "cost",
		options: func(g gametree.Game) list {
			return slices.Concat(setup(g), position(writtenAs), algorithms(g), depth, cut,
				timeout, table(g))
		},
		out: "search-GAME.svg",
		run: task.drawCosts,
	}
)

// topics lists the topics other than a search, in the order of the help.
var topics = []topic{exercise, attractor, count, estimate, keys, cost}

// commands describes the command of the topic for each game.
func (t topic) commands(con *term.IO) (all []*term.Command) {
	for _, g := range gametree.Games {
		c := &term.Command{
			Name: g.Name, Usage: g.Usage, Description: "A position is " + g.Position + ".",
			Flags: func() []term.Flag {
				flags := term.Flags("", t.options(g), usual(g))
				if t.out != "" {
					flags = append(flags, term.DrawingFlags(t.out)...)
				}
				return flags
			},
			Action: term.Action(con, func(c *term.Invocation) (Options, error) { return t.parse(c, g) }, t.start),
		}
		if g.Name == tree {
			c.Args = "['TREE']"
		}
		all = append(all, c)
	}
	return all
}

// parse reads the flags of the command for a game.
func (t topic) parse(c *term.Invocation, g gametree.Game) (o Options, err error) {
	o = usual(g)
	o.topic = t.name
	if o.given, err = term.Read(c, t.options(g), &o); err != nil {
		return o, err
	}
	if o.Drawing, err = term.ReadDrawing(c); err != nil {
		return o, err
	}
	if t.name == "cost" && o.Out == "" {
		o.Out = "search-" + g.Name + ".svg"
	}
	for _, f := range term.DrawingFlags("") {
		if o.Out == "" && c.Given(f.Name) != nil {
			return o, term.AsUsage(option.Wrong(f.Name, errors.New("this needs --out FILE")))
		}
	}
	if g.RandomLeaves {
		o.Sampling.Seed = o.Setup.Seed
	}
	if o.Orders != nil {
		o.Setup.Order = o.Orders[0] // the first to be compared
	}
	if g.Name == tree {
		switch {
		case o.Example != "" && len(c.Words) == 1:
			return o, term.Usagef("--example and a tree cannot be combined")
		case len(c.Words) == 1:
			o.Setup.Tree = c.FirstWord()
		case t.name == "exercise":
			o.Setup.Tree = o.ExerciseOptions.Tree()
		default:
			return o, term.Usagef("a tree is needed, as in '((3 5)(2 9))'")
		}
	}
	return o, term.AsUsage(o.check())
}

// check returns an error if the options cannot be combined.
func (o Options) check() error {
	switch {
	case o.Tree && len(o.Orders) > 1:
		return term.Usagef("--order takes several orders only when searches are compared")
	case o.Tree && o.JSON:
		return term.Usagef("--tree draws text: leave out --json")
	case o.Tree && o.AllBest:
		return term.Usagef("--tree draws a search for one best move: leave out --all-best")
	case o.Tree && o.Out != "" && len(o.Algorithms) > 1:
		return term.Usagef("--out draws one tree: give --algorithm once")
	case o.topic == "" && o.Out != "" && !o.Tree:
		return option.Wrong("out", errors.New("this needs --tree"))
	}
	if o.topic == "cost" && slices.Contains(o.Algorithms, minimax.MCTS) {
		return option.Wrong("algorithm", fmt.Errorf("%v does not search deeper and deeper", minimax.MCTS))
	}
	for _, name := range o.given {
		unused := func(uses func(minimax.Algorithm) bool) bool {
			return o.Algorithms != nil && !slices.ContainsFunc(o.Algorithms, uses)
		}
		switch {
		case slices.Contains([]string{"playouts", "exploration"}, name) && !slices.Contains(o.Algorithms, minimax.MCTS):
			return option.Wrong(name, errors.New("this needs --algorithm mcts"))
		case slices.Contains([]string{"depth", "prefer", "all-best"}, name) && unused(minimax.Algorithm.Exact),
			name == "cut" && unused(minimax.Algorithm.CutsLate), name == "table" && unused(minimax.Algorithm.Table):
			return option.Wrong(name, fmt.Errorf("%v makes no use of it", o.Algorithms[0]))
		case slices.Contains([]string{"types", "step"}, name) && !o.Tree:
			return option.Wrong(name, errors.New("this needs --tree"))
		case name == "step" && o.Out != "":
			return option.Wrong(name, errors.New("this cannot be combined with --out"))
		}
	}
	return nil
}

// start sets up the position, and runs the topic.
func (t topic) start(ctx context.Context, con *term.IO, o Options) error {
	begun, err := o.setUp()
	switch {
	case errors.Is(err, games.ErrTooManyLeaves) && t.name == "count":
		return o.printSize(con)
	case errors.Is(err, games.ErrTooManyLeaves):
		return fmt.Errorf("%w; `menace search count uniform` gives its size", err)
	case err != nil:
		return err
	}
	return t.run(begun, ctx, con)
}
