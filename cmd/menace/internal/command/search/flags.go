package search

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/gametree"
	"menace/menace/option"
	"menace/minimax"
	"menace/plots/paper"
)

// flags returns the flags of a search of the game.
func flags(g gametree.Game) []cli.Flag {
	o := usual(g)
	return slices.Concat(cli.Flags("", gameTable(g), o), cli.Flags(searchGroup, searchTable(g), o),
		cli.Flags(gametree.DrawingGroup, treeTable, o), cli.Flags("Exercises", exerciseTable(g), o),
		cli.Flags("", jsonTable, o))
}

var jsonTable = []option.Option[Options]{cli.JSON(func(o *Options) *bool { return &o.JSON })}

// searchGroup is the heading of the options of searches.
const searchGroup = "Search"

// usual returns the options of a search of the game when none are given.
func usual(g gametree.Game) Options {
	o := Options{Game: g, Setup: g.Usual, Options: gametree.DefaultOptions}
	if g.Usual.Order != "" {
		o.Orders = []string{g.Usual.Order}
	}
	return o
}

// gameTable lists the options that set the game up. A tree is an argument or in a file, and can have several orders.
func gameTable(g gametree.Game) []option.Option[Options] {
	table := option.Within(g.Options, func(o *Options) *gametree.Setup { return &o.Setup })
	if i := slices.IndexFunc(table, func(o option.Option[Options]) bool { return o.Name == "order" }); i >= 0 {
		orders := table[i].Choices()
		table[i].Meaning += "; several compare the leaves looked at"
		table[i].In = func(o *Options) option.Value { return option.Words(&o.Orders, orders...) }
	}
	if g.Name != tree {
		return table
	}
	table = option.Only(table, "first", "order", "players")
	return append(table, option.Option[Options]{
		Name: "file", Short: "f", Meaning: "read the tree from `FILE`; - is standard input",
		In: func(o *Options) option.Value { return option.Word(&o.File) },
	})
}

// searchTable lists the options of a search of the game, and what to print instead of a comparison.
func searchTable(g gametree.Game) []option.Option[Options] {
	return append(option.Within(g.SearchTable(), func(o *Options) *gametree.Options { return &o.Options }),
		option.Option[Options]{
			Name: "estimate",
			Meaning: "estimate the position without a search, as the player to move sees it and as Max does, " +
				"who moves first in the game",
			In: func(o *Options) option.Value { return option.Switch(&o.Estimate) },
		},
		option.Option[Options]{
			Name: "keys", Meaning: "show the Zobrist keys of the position, and of those that follow",
			In: func(o *Options) option.Value { return option.Switch(&o.Keys) },
		},
		option.Option[Options]{
			Name: "attractor",
			Meaning: "count the positions from which a player can force a win in 0, 1, 2 … plies, going back from " +
				"the finished games, and compare that with the searches",
			In: func(o *Options) option.Value { return option.Switch(&o.Attractor) },
		},
		option.Option[Options]{
			Name: "count", Meaning: "count the games that can follow, without a search",
			In: func(o *Options) option.Value { return option.Switch(&o.Count) },
		})
}

// treeTable lists the options of drawn trees.
var treeTable = slices.Concat([]option.Option[Options]{
	{
		Name: "tree", Meaning: "draw the tree that the search visits, if it is small",
		In: func(o *Options) option.Value { return option.Switch(&o.Tree) },
	},
	{
		Name: "out", Default: "text in the terminal",
		Meaning: "draw it into `FILE`, in the format of its extension: .svg, .pdf, .png, or .dot for Graphviz",
		In:      func(o *Options) option.Value { return option.Checked(option.Word(&o.Out), checkOut) },
	},
	{
		Name: "types", Meaning: "show which positions prove the value: types 1, 2 and 3 (PV, cut and all nodes)",
		In: func(o *Options) option.Value { return option.Switch(&o.Types) },
	},
	{
		Name: "step", Meaning: "describe step by step what the search compares and cuts; Enter goes on",
		In: func(o *Options) option.Value { return option.Switch(&o.Step) },
	},
}, option.Within(paper.Options, func(o *Options) *paper.Format { return &o.Format }))

// checkOut returns an error if no format has the extension of a file.
func checkOut(file string) error {
	if err := paper.CheckExtension(filepath.Ext(file)); err != nil && !isGraphviz(file) {
		return fmt.Errorf("%w, and .dot", err)
	}
	return nil
}

// parse reads the flags of a search of the game.
func parse(g gametree.Game) func(*cli.Context) (Options, error) {
	return func(c *cli.Context) (Options, error) {
		o, err := read(c, g, slices.Concat(gameTable(g), searchTable(g), treeTable, exerciseTable(g)))
		if err != nil {
			return o, err
		}
		o.JSON = c.Bool("json")
		if o.Picture.Types && o.TraceOptions.Types == minimax.NoTypes {
			o.TraceOptions.Types = minimax.ByValue
		}
		return o, cli.Wrong(o.Check())
	}
}

// read reads the options of a table, and the tree if the game is one.
func read(c *cli.Context, g gametree.Game, table []option.Option[Options]) (o Options, err error) {
	o = usual(g)
	o.Format.Made = cli.Made(c)
	if o.given, err = cli.Read(c, table, &o); err != nil {
		return o, err
	}
	if g.Begins != "" && o.wasGiven(g.Begins) && o.wasGiven("position") {
		return o, cli.Usagef("--%s and --position exclude each other", g.Begins)
	}
	if g.Name == tree {
		o.Setup.Tree, err = o.treeText(c)
	}
	return o, err
}

// Check returns an error if options do not go together.
func (o Options) Check() error {
	var instead []string // of a comparison of searches
	for i, is := range []bool{o.Tree, o.Count, o.Estimate, o.Keys, o.Attractor, o.Exercise.Exercise} {
		if is {
			instead = append(instead, [...]string{"tree", "count", "estimate", "keys", "attractor", "exercise"}[i])
		}
	}
	switch {
	case len(instead) > 1:
		return cli.Usagef("--%s and --%s exclude each other", instead[0], instead[1])
	case len(instead) > 0 && len(o.Orders) > 1:
		return cli.Usagef("--order takes one order, unless it is to compare searches")
	case o.Tree && o.JSON:
		return cli.Usagef("--tree draws text: leave out --json")
	case o.Tree && o.AllBest:
		return cli.Usagef("--tree draws a search for one best move: leave out --all-best")
	case o.Attractor && o.Depth > 0:
		return cli.Usagef("--attractor starts from the ends of the game: leave out --depth")
	case o.Count && o.Algorithms != nil:
		return cli.Usagef("--count enumerates and needs no --algorithm")
	case o.Out != "" && len(o.Algorithms) > 1:
		return cli.Usagef("--out draws one tree: give --algorithm once")
	}
	for _, name := range o.given {
		ofTrees := name == "for" || name == "types-by" || len(option.Only(treeTable, name)) > 0
		switch {
		case ofTrees && !o.Tree && !o.Exercise.Exercise:
			return option.Wrong(name, errors.New("this goes with --tree"))
		case name == "numbers" && !o.Keys:
			return option.Wrong(name, errors.New("this goes with --keys"))
		case name == "step" && o.Out != "":
			return option.Wrong(name, errors.New("this and --out exclude each other"))
		case slices.Contains([]string{"paper", "font", "dpi", "dark"}, name) && o.Out == "":
			return option.Wrong(name, errors.New("this goes with --out FILE"))
		}
	}
	return errors.Join(o.Exercise.check(o), o.Format.Check())
}

// treeText returns the tree as it is written on the command line or in a file.
func (o Options) treeText(c *cli.Context) (string, error) {
	switch {
	case o.Example != "" && (c.NArg() == 1 || o.File != ""):
		return "", cli.Usagef("--example and a tree exclude each other")
	case c.NArg() == 1 && o.File != "":
		return "", cli.Usagef("--file and a tree exclude each other")
	case c.NArg() == 1:
		return c.Args().First(), nil
	case o.File == "" && (o.Exercise.Exercise || o.Example != ""):
		return o.ExerciseOptions.Tree(), nil
	case o.File == "":
		return "", cli.Usagef("no tree, where one is needed, as in '((3 5)(2 9))' or with --file FILE")
	}
	input := c.App.Reader
	if o.File != "-" {
		file, err := os.Open(o.File)
		if err != nil {
			return "", cli.Usagef("--file %s: %w", o.File, cli.Reason(err))
		}
		defer file.Close()
		input = file
	}
	const most = 1 << 24 // bytes
	text, err := io.ReadAll(io.LimitReader(input, most))
	if err != nil {
		return "", cli.Usagef("--file %s: %w", o.File, cli.Reason(err))
	}
	return string(text), nil
}
