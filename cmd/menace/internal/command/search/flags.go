package search

import (
	"context"
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

// gameTable lists the options that set up the game. A tree is given as an argument or in a file, and can have several
// orders.
func gameTable(g gametree.Game) []option.Option[Options] {
	table := option.Within(g.Options, func(o *Options) *gametree.Setup { return &o.Setup })
	if i := slices.IndexFunc(table, func(o option.Option[Options]) bool { return o.Name == "order" }); i >= 0 {
		orders := table[i].Choices()
		table[i].Meaning += "; several are compared"
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

// mode selects other output than a comparison of searches.
type mode struct {
	name, meaning string
	at            func(*Options) *bool
	run           func(task, context.Context, *cli.IO) error
}

// modes lists the modes, in the order in which an error names them.
var modes = []mode{
	{"tree", "draw the tree that the search visits, if it is small",
		func(o *Options) *bool { return &o.Tree }, task.drawTrees},
	{"count", "count the games that can follow, without a search",
		func(o *Options) *bool { return &o.Count }, task.printPlays},
	{"estimate", "estimate the position without a search, for the player to move and for Max",
		func(o *Options) *bool { return &o.Estimate }, task.printEstimate},
	{"keys", "show the Zobrist keys of the position, and of those that follow",
		func(o *Options) *bool { return &o.Keys }, task.printKeys},
	{"attractor", "count the positions from which a player can force a win in 0, 1, 2 … plies, working back from " +
		"finished games, and compare that with the searches",
		func(o *Options) *bool { return &o.Attractor }, task.printAttractors},
	{"exercise", "ask questions about the search, and check the answers",
		func(o *Options) *bool { return &o.Exercise }, task.runExercise},
}

// modeTable lists the options of some modes.
func modeTable(names ...string) (table []option.Option[Options]) {
	for _, m := range modes {
		if slices.Contains(names, m.name) {
			table = append(table, toggle(m.name, m.meaning, m.at))
		}
	}
	return table
}

// toggle is an option that is on or off.
func toggle(name, meaning string, at func(*Options) *bool) option.Option[Options] {
	return option.Option[Options]{
		Name: name, Meaning: meaning, In: func(o *Options) option.Value { return option.Switch(at(o)) },
	}
}

// searchTable lists the options of a search of the game, and those that select other output than a comparison.
func searchTable(g gametree.Game) []option.Option[Options] {
	return append(option.Within(g.SearchTable(), func(o *Options) *gametree.Options { return &o.Options }),
		modeTable("count", "estimate", "keys", "attractor")...)
}

// treeTable lists the options of drawn trees.
var treeTable = slices.Concat(modeTable("tree"), []option.Option[Options]{
	{
		Name: "out", Default: "text in the terminal",
		Meaning: "write to `FILE`, an .svg, .pdf or .png, or .dot for Graphviz",
		In:      func(o *Options) option.Value { return option.Checked(option.Word(&o.Out), checkOut) },
	},
	toggle("types", "mark the positions that prove the value: types 1, 2 and 3 (PV, cut and all nodes)",
		func(o *Options) *bool { return &o.MarkTypes }),
	toggle("step", "describe step by step what the search compares and cuts; press Enter for the next step",
		func(o *Options) *bool { return &o.Step }),
}, option.Within(paper.Options, func(o *Options) *paper.Format { return &o.Format }))

// checkOut returns an error if no format has the extension of the file.
func checkOut(file string) error {
	if err := paper.CheckExtension(filepath.Ext(file)); err != nil && !isGraphviz(file) {
		return errors.New("the name must end in .png, .svg, .pdf or .dot")
	}
	return nil
}

// parse reads the flags of a search of the game.
func parse(g gametree.Game) func(*cli.Invocation) (Options, error) {
	return func(c *cli.Invocation) (Options, error) {
		o, err := read(c, g, slices.Concat(gameTable(g), searchTable(g), treeTable, exerciseTable(g), jsonTable))
		if err != nil {
			return o, err
		}
		if o.MarkTypes && o.Types == minimax.NoTypes {
			o.Types = minimax.ByValue
		}
		return o, cli.AsUsage(o.Check())
	}
}

// read reads the options of a table, and the tree if the game is one.
func read(c *cli.Invocation, g gametree.Game, table []option.Option[Options]) (o Options, err error) {
	o = usual(g)
	o.Format.Made = cli.Made(c)
	if o.given, err = cli.Read(c, table, &o); err != nil {
		return o, err
	}
	if g.Begins != "" && o.wasGiven(g.Begins) && o.wasGiven("position") {
		return o, cli.Usagef("--%s and --position cannot be combined", g.Begins)
	}
	if g.Name == tree {
		o.Setup.Tree, err = o.treeText(c)
	}
	return o, err
}

// Check returns an error if options cannot be combined.
func (o Options) Check() error {
	var instead []string // modes given instead of a comparison
	for _, m := range modes {
		if *m.at(&o) {
			instead = append(instead, m.name)
		}
	}
	switch {
	case len(instead) > 1:
		return cli.Usagef("--%s and --%s cannot be combined", instead[0], instead[1])
	case len(instead) > 0 && len(o.Orders) > 1:
		return cli.Usagef("--order takes several orders only when searches are compared")
	case o.Tree && o.JSON:
		return cli.Usagef("--tree draws text: leave out --json")
	case o.Tree && o.AllBest:
		return cli.Usagef("--tree draws a search for one best move: leave out --all-best")
	case o.Attractor && o.Depth > 0:
		return cli.Usagef("--attractor starts from the ends of the game: leave out --depth")
	case o.Out != "" && len(o.Algorithms) > 1:
		return cli.Usagef("--out draws one tree: give --algorithm once")
	case o.Exercise && len(o.Algorithms) > 1:
		return cli.Usagef("--exercise asks about one search: give --algorithm once")
	case o.Exercise && o.Out != "" && o.JSON:
		return cli.Usagef("--out and --json cannot be combined")
	}
	for _, name := range o.given {
		ofTrees := name == "types-by" || len(option.Only(treeTable, name)) > 0
		ofExercises := name != "exercise" && len(option.Only(exerciseTable(o.Game), name)) > 0
		mistake := ""
		useless := func(used func(minimax.Algorithm) bool) bool {
			return o.Algorithms != nil && !slices.ContainsFunc(o.Algorithms, used)
		}
		switch {
		case slices.Contains([]string{"algorithm", "cut", "prefer", "all-best", "table"}, name) &&
			(o.Count || o.Estimate || o.Keys), name == "depth" && (o.Estimate || o.Keys):
			mistake = fmt.Sprintf("this cannot be combined with --%s, which does not search", instead[0])
		case name == "cut" && useless(minimax.Algorithm.CutsLate),
			name == "table" && useless(minimax.Algorithm.Table):
			mistake = fmt.Sprintf("%v makes no use of it", o.Algorithms[0])
		case ofTrees && !o.Tree && !o.Exercise:
			mistake = "this needs --tree"
		case name == "numbers" && !o.Keys:
			mistake = "this needs --keys"
		case ofExercises && !o.Exercise:
			mistake = "this needs --exercise"
		case o.Exercise && slices.Contains([]string{"all-best", "types", "step"}, name):
			mistake = "this cannot be combined with --exercise"
		case name == "step" && o.Out != "":
			mistake = "this cannot be combined with --out"
		case o.Out == "" && slices.Contains([]string{"paper", "font", "dpi", "dark"}, name):
			mistake = "this needs --out FILE"
		default:
			continue
		}
		return option.Wrong(name, errors.New(mistake))
	}
	return o.Format.Check(filepath.Ext(o.Out))
}

// treeText returns the tree as written on the command line or in a file.
func (o Options) treeText(c *cli.Invocation) (string, error) {
	switch {
	case o.Example != "" && (len(c.Words) == 1 || o.File != ""):
		return "", cli.Usagef("--example and a tree cannot be combined")
	case len(c.Words) == 1 && o.File != "":
		return "", cli.Usagef("--file and a tree cannot be combined")
	case len(c.Words) == 1:
		return c.FirstWord(), nil
	case o.File == "" && (o.Exercise || o.Example != ""):
		return o.ExerciseOptions.Tree(), nil
	case o.File == "":
		return "", cli.Usagef("a tree is needed, as in '((3 5)(2 9))' or with --file FILE")
	}
	input := c.In
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
