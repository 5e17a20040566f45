package searches

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/searches/trees"
	"menace/cmd/menace/internal/term"
	"menace/menace/option"
	"menace/minimax"
	"menace/minimax/games"
)

// topic is what a command shows about a position: a search, or what the word before the game selects.
type topic struct {
	name    string              // the word, or "" for a search
	options func(*Options) list // options of the command for the game, in the order of help
	out     string              // default name of a file to draw into, or "" if the topic draws nothing
	texts   []string            // extensions of other files that the topic can write
	run     func(task, context.Context, *term.IO) error
}

const (
	inTerminal = "text in the terminal"
	writtenAs  = "search from `POSITION`, written as above"
)

var (
	search = topic{
		options: func(o *Options) list {
			return slices.Concat(ownOptions(o), orders(o), leafSeed(o), players(o), win(o), position(o, writtenAs),
				algorithms(o, o.Game.Algorithms()), depth(o), quiescence(o), bestMoves(o), choose(o), cut(o),
				convention(o), timeout(o), types(o), table(o), playouts(o), drawTree(o), asJSON(o))
		},
		out: inTerminal, texts: trees.Extensions,
		run: task.search,
	}
	exercise = topic{
		name: "exercise",
		options: func(o *Options) list {
			return slices.Concat(setup(o), players(o), win(o), position(o, writtenAs),
				algorithm(o, withoutTable(o.Game)), depth(o), quiescence(o), cut(o), convention(o), questionSeed(o),
				difficulty(o), example(o), answers(o), completion(o))
		},
		out: inTerminal,
		run: task.runExercise,
	}
	play = topic{
		name: "play",
		options: func(o *Options) list {
			return slices.Concat(setup(o), players(o), win(o), position(o, writtenAs),
				algorithm(o, o.Game.Algorithms()), depth(o), playouts(o), timeout(o), plays(o))
		},
		run: task.play,
	}
	attractor = topic{
		name: "attractor",
		options: func(o *Options) list {
			return slices.Concat(setup(o), players(o), position(o, writtenAs), timeout(o), asJSON(o))
		},
		run: task.printAttractors,
	}
	count = topic{
		name: "count",
		options: func(o *Options) list {
			return slices.Concat(setup(o), position(o, writtenAs), depth(o), timeout(o), asJSON(o))
		},
		run: task.printPlays,
	}
	estimate = topic{
		name: "estimate",
		options: func(o *Options) list {
			return slices.Concat(setup(o), players(o), position(o, writtenAs), asJSON(o))
		},
		run: task.printEstimate,
	}
	values = topic{
		name: "values",
		options: func(o *Options) list {
			return slices.Concat(setup(o), players(o), position(o, writtenAs), asJSON(o))
		},
		run: task.printValues,
	}
	keys = topic{
		name: "keys",
		options: func(o *Options) list {
			return slices.Concat(setup(o), position(o, writtenAs), numbers(o), asJSON(o))
		},
		run: task.printKeys,
	}
	cost = topic{
		name: "cost",
		options: func(o *Options) list {
			if o.Game.RandomLeaves { // trees of growing height instead of one position
				return slices.Concat(setup(o), runs(o), algorithms(o, o.Game.Exact()), cut(o), timeout(o))
			}
			return slices.Concat(setup(o), position(o, writtenAs), algorithms(o, o.Game.Exact()), depth(o), cut(o),
				timeout(o), table(o))
		},
		out: "search-GAME.svg",
		run: task.drawCosts,
	}
)

// topics lists the topics other than a search, in the order of help.
var topics = []topic{play, exercise, attractor, count, estimate, values, keys, cost}

// commands describes the command of the topic for each game.
func (t topic) commands(con *term.IO) (all []*term.Command) {
	for _, g := range gametree.Games {
		c := &term.Command{
			Name: g.Name, Usage: g.Usage, Description: "A position is " + g.Position + ".",
			Flags: func() []term.Flag {
				o := t.usual(g)
				flags := term.Flags("", t.options(&o))
				if t.out != "" {
					flags = append(flags, term.DrawingFlags(t.out, t.texts...)...)
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

// usual returns the default options of the topic for a game. A search that plays must answer quickly.
func (t topic) usual(g gametree.Game) Options {
	o := usual(g)
	if o.topic = t.name; t.name == "play" {
		o.Timeout, o.Plays = thinkTime, "second"
		if g.Name == "connect4" { // too large to search to the end
			o.Depth = 6
		}
	}
	return o
}

// parse reads the flags of the command for a game.
func (t topic) parse(c *term.Invocation, g gametree.Game) (o Options, err error) {
	o = t.usual(g)
	if o.given, err = term.Read(c, t.options(&o)); err != nil {
		return o, err
	}
	if o.Drawing, err = term.ReadDrawing(c, t.texts...); err != nil {
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
		o.Setup.Order = o.Orders[0] // the first one to compare
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
	case o.Step && slices.Contains(trees.Extensions, filepath.Ext(o.Out)):
		return option.Wrong("step", errors.New("steps are drawn as pictures: .svg, .png, or .pdf with a page for each"))
	}
	if o.topic == "cost" && slices.Contains(o.Algorithms, minimax.MCTS) {
		return option.Wrong("algorithm", fmt.Errorf("%v does not search deeper and deeper", minimax.MCTS))
	}
	if random := []string{string(games.RandomLeaves), string(games.TiedLeaves)}; o.wasGiven("runs") &&
		!slices.Contains(random, o.Setup.Order) {
		return option.Wrong("runs", errors.New("this needs --order random or ties"))
	}
	for _, name := range o.given {
		unused := func(uses func(minimax.Algorithm) bool) bool {
			return o.Algorithms != nil && !slices.ContainsFunc(o.Algorithms, uses)
		}
		switch {
		case slices.Contains([]string{"playouts", "exploration"}, name) && !slices.Contains(o.Algorithms, minimax.MCTS):
			return option.Wrong(name, errors.New("this needs --algorithm mcts"))
		case slices.Contains([]string{"depth", "prefer", "all-best"}, name) && unused(minimax.Algorithm.Exact),
			name == "cut" && unused(minimax.Algorithm.CutsLate),
			name == "fail" && unused(minimax.Algorithm.Fails), name == "window" && unused(minimax.Algorithm.Windowed),
			slices.Contains([]string{"table", "replace"}, name) && unused(minimax.Algorithm.Table):
			return option.Wrong(name, fmt.Errorf("%v makes no use of it", o.Algorithms[0]))
		case slices.Contains([]string{"types", "step"}, name) && !o.Tree:
			return option.Wrong(name, errors.New("this needs --tree"))
		}
	}
	return nil
}

// start sets up the position, and runs the topic.
func (t topic) start(ctx context.Context, con *term.IO, o Options) error {
	if o.Setup.Tree == "-" {
		text, err := con.ReadFile(ctx, "-")
		if err != nil {
			return err
		}
		o.Setup.Tree = text
	}
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
