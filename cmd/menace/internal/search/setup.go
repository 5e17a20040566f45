package search

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/gametree"
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
func (g game) text() bool {
	return slices.ContainsFunc(g.Options, func(o gametree.Option) bool { return o.Kind == gametree.Tree })
}

// flags returns the flags that set the game up.
func (g game) flags() (flags []cli.Flag) {
	for _, o := range g.Options {
		switch {
		case o.Kind == gametree.Tree:
			flags = append(flags, &cli.StringFlag{Name: "file", Aliases: []string{"f"}, Usage: "read the tree from `FILE`; - is standard input"})
		case g.text() && o.Name == "order":
			flags = append(flags, &cli.StringSliceFlag{
				Name: o.Name, DefaultText: o.Value, Usage: o.Usage + "; of several, the leaves looked at side by side",
			})
		case o.Kind == gametree.Number:
			usual, _ := strconv.ParseInt(o.Value, 10, 64)
			flags = append(flags, &cli.Int64Flag{Name: o.Name, Usage: o.Usage, Value: usual})
		case o.Name == "size":
			flags = append(flags, &cli.StringFlag{Name: o.Name, Aliases: []string{"s"}, Usage: o.Usage, Value: o.Value})
		default:
			flags = append(flags, &cli.StringFlag{Name: o.Name, Usage: o.Usage, Value: o.Value})
		}
	}
	return flags
}

// setUp sets the game up by its flags, once for each order if there are several.
func (g game) setUp(c *cli.Context) (problems []ordered, err error) {
	if !g.text() {
		p, err := g.SetUp(func(option string) (string, bool) { return fmt.Sprint(c.Value(option)), c.IsSet(option) })
		return []ordered{{Problem: p}}, wrong(err)
	}
	text, err := treeText(c)
	if err != nil {
		return nil, err
	}
	orders := c.StringSlice("order")
	if len(orders) == 0 {
		orders = []string{"given"}
	}
	for _, order := range orders {
		given := map[string]string{"tree": text, "first": c.String("first"), "order": strings.TrimSpace(order)}
		p, err := g.SetUp(func(option string) (string, bool) { return given[option], true })
		if err != nil {
			return nil, wrong(err)
		}
		problems = append(problems, ordered{p, given["order"]})
	}
	return problems, nil
}

// wrong turns what is wrong with an option into what is wrong with its flag.
func wrong(err error) error {
	var option *gametree.OptionError
	if errors.As(err, &option) {
		return cli.Usagef("--%w", err)
	}
	return cli.AsUsage(err)
}
