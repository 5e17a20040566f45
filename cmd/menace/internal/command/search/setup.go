package search

import (
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/gametree"
	"menace/menace/option"
)

// ordered is a game that has been set up, with the order of the children of a tree.
type ordered struct {
	gametree.Problem
	order string
}

// words returns what the command takes besides flags.
func (g game) words() string {
	if g.text() {
		return "[TREE]"
	}
	return cli.NoWords
}

// text reports whether the game is a tree that is written out.
func (g game) text() bool { return g.Name == "tree" }

// given is a set-up game, for one order or several.
type given struct {
	gametree.Setup
	orders []string
}

// table lists the options of the game as flags: the tree is written after them or in a file, and orders can be several.
func (g game) table() []option.Option[given] {
	table := option.Within(g.Options, func(o *given) *gametree.Setup { return &o.Setup })
	if !g.text() {
		return table
	}
	table = option.Only(table, "first", "order")
	table[1].Meaning += ": several compare the leaves looked at"
	table[1].In = func(o *given) option.Value { return option.Words(&o.orders, gametree.TreeOrders...) }
	return table
}

// usual is the usual game.
func (g game) usual() given { return given{g.Usual, []string{g.Usual.Order}} }

// flags returns the flags that set the game up.
func (g game) flags() []cli.Flag {
	flags := cli.Flags("", g.table(), g.usual())
	if g.text() {
		flags = append(flags, &cli.StringFlag{
			Name: "file", Aliases: []string{"f"}, Usage: "read the tree from `FILE`; - is standard input",
		})
	}
	return flags
}

// setUp sets the game up by its flags, once for each order if there are several.
func (g game) setUp(c *cli.Context) (problems []ordered, err error) {
	o := g.usual()
	if g.text() {
		if o.Tree, err = treeText(c); err != nil {
			return nil, err
		}
	}
	if _, err := cli.Read(c, g.table(), &o); err != nil {
		return nil, err
	}
	if !g.text() {
		p, err := g.SetUp(o.Setup)
		return []ordered{{Problem: p}}, cli.AsUsage(err)
	}
	for _, o.Order = range o.orders {
		p, err := g.SetUp(o.Setup)
		if err != nil {
			return nil, cli.AsUsage(err)
		}
		problems = append(problems, ordered{p, o.Order})
	}
	return problems, nil
}
