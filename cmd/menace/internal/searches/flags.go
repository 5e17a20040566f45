package searches

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/term"
	"menace/menace/option"
	"menace/minimax"
	"menace/plots/paper"
)

var jsonTable = []option.Option[Options]{term.JSON(func(o *Options) *bool { return &o.JSON })}

// usual returns the options of a search of the game when none are given.
func usual(g gametree.Game) Options {
	o := Options{Game: g, Setup: g.Usual, Options: gametree.DefaultOptions}
	if g.Usual.Order != "" {
		o.Orders = []string{g.Usual.Order}
	}
	return o
}

// gameTable lists the options that set up the game. A tree is given as an argument, and can have several orders.
func gameTable(g gametree.Game) []option.Option[Options] {
	table := option.Within(g.Options, func(o *Options) *gametree.Setup { return &o.Setup })
	table = slices.DeleteFunc(table, func(o option.Option[Options]) bool { return o.Name == tree })
	if i := slices.IndexFunc(table, func(o option.Option[Options]) bool { return o.Name == "order" }); i >= 0 {
		orders := table[i].Choices()
		table[i].Meaning += "; several are compared"
		table[i].In = func(o *Options) option.Value { return option.Words(&o.Orders, orders...) }
	}
	return table
}

// ofSearch returns the part of the options that gametree describes.
func ofSearch(o *Options) *gametree.Options { return &o.Options }

// toggle is an option that is on or off.
func toggle(name, meaning string, at func(*Options) *bool) option.Option[Options] {
	return option.Option[Options]{
		Name: name, Meaning: meaning, In: func(o *Options) option.Value { return option.Switch(at(o)) },
	}
}

// searchOptions returns the options of searches with these names. A game without transpositions has no option table.
func searchOptions(g gametree.Game, names ...string) []option.Option[Options] {
	if g.Name == tree || g.Name == "uniform" {
		names = slices.DeleteFunc(names, func(name string) bool { return name == "table" })
	}
	return option.Within(option.Only(g.SearchTable(), names...), ofSearch)
}

// searchTable lists the options of a search of the game.
func searchTable(g gametree.Game) []option.Option[Options] {
	table := searchOptions(g, "position", "algorithm", "depth", "prefer", "all-best", "cut", "timeout", "types",
		"table")
	for i := range table {
		if o := &table[i]; o.Name == "algorithm" {
			named := o.In
			o.In = func(o *Options) option.Value { return allOr(named(o), g, &o.Algorithms) }
		}
	}
	return slices.Concat(gameTable(g), table, treeTable, drawingTable, jsonTable)
}

// allOr is a list of algorithms that may also be written as all.
func allOr(v option.Value, g gametree.Game, at *[]minimax.Algorithm) option.Value {
	set := v.Set
	v.Choices = append(slices.Clone(v.Choices), "all")
	v.Set = func(text string) error {
		if text == "all" {
			*at = g.Algorithms()
			return nil
		}
		return set(text)
	}
	return v
}

// treeTable lists the options that draw a tree.
var treeTable = grouped(gametree.DrawingGroup, []option.Option[Options]{
	toggle("tree", "draw the tree that the search visits, if it is small", func(o *Options) *bool { return &o.Tree }),
	toggle("step", "describe step by step what the search compares and cuts; press Enter for the next step",
		func(o *Options) *bool { return &o.Step }),
})

// drawingTable lists the options of a drawing in a file.
var drawingTable = grouped("Output", append([]option.Option[Options]{{
	Name: "out", Meaning: "write to `FILE`, an .svg, .pdf or .png",
	Default: "text in the terminal, or search-GAME.svg for a figure",
	In: func(o *Options) option.Value {
		return option.Checked(option.Word(&o.Out), func(file string) error {
			return paper.CheckExtension(filepath.Ext(file))
		})
	},
}}, option.Within(paper.Options, func(o *Options) *paper.Format { return &o.Format })...))

// grouped shows options under a heading.
func grouped(heading string, table []option.Option[Options]) []option.Option[Options] {
	for i := range table {
		table[i].Group = heading
	}
	return table
}

// parse reads the flags of a search of the game.
func parse(g gametree.Game) func(*term.Invocation) (Options, error) {
	return func(c *term.Invocation) (Options, error) {
		o, err := read(c, g, searchTable(g))
		if err == nil && g.Name == tree {
			o.Setup.Tree, err = o.treeText(c)
		}
		if err != nil {
			return o, err
		}
		return o, term.AsUsage(o.checkSearch())
	}
}

// read reads the options of a table.
func read(c *term.Invocation, g gametree.Game, table []option.Option[Options]) (o Options, err error) {
	o = usual(g)
	o.Format.Made = term.Made(c)
	o.given, err = term.Read(c, table, &o)
	return o, err
}

// checkSearch returns an error if the options of a search cannot be combined.
func (o Options) checkSearch() error {
	switch {
	case o.Tree && len(o.Orders) > 1:
		return term.Usagef("--order takes several orders only when searches are compared")
	case o.Tree && o.JSON:
		return term.Usagef("--tree draws text: leave out --json")
	case o.Tree && o.AllBest:
		return term.Usagef("--tree draws a search for one best move: leave out --all-best")
	case o.Out != "" && len(o.Algorithms) > 1:
		return term.Usagef("--out draws one tree: give --algorithm once")
	}
	for _, name := range o.given {
		useless := func(used func(minimax.Algorithm) bool) bool {
			return o.Algorithms != nil && !slices.ContainsFunc(o.Algorithms, used)
		}
		mistake := ""
		switch {
		case name == "cut" && useless(minimax.Algorithm.CutsLate), name == "table" && useless(minimax.Algorithm.Table):
			mistake = fmt.Sprintf("%v makes no use of it", o.Algorithms[0])
		case !o.Tree && slices.Contains([]string{"types", "step", "out"}, name):
			mistake = "this needs --tree"
		case name == "step" && o.Out != "":
			mistake = "this cannot be combined with --out"
		default:
			continue
		}
		return option.Wrong(name, errors.New(mistake))
	}
	return o.checkDrawing()
}

// checkDrawing returns an error if the options of a drawing do not suit its file.
func (o Options) checkDrawing() error {
	for _, name := range o.given {
		if o.Out == "" && name != "out" && len(option.Only(drawingTable, name)) > 0 {
			return option.Wrong(name, errors.New("this needs --out FILE"))
		}
	}
	return o.Format.Check(filepath.Ext(o.Out))
}

// treeText returns the tree as written on the command line, or that of an exercise.
func (o Options) treeText(c *term.Invocation) (string, error) {
	switch {
	case o.Example != "" && len(c.Words) == 1:
		return "", term.Usagef("--example and a tree cannot be combined")
	case len(c.Words) == 1:
		return c.FirstWord(), nil
	case o.topic == "exercise":
		return o.ExerciseOptions.Tree(), nil
	}
	return "", term.Usagef("a tree is needed, as in '((3 5)(2 9))'")
}
