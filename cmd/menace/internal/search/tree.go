package search

import (
	"context"
	"io"
	"os"
	"strings"
	"time"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/words"
	"menace/minimax/games"
)

// setUpTree reads a tree with given leaves, and the orders in which to search it.
func setUpTree(c *cli.Context) (subject, error) {
	text, err := treeText(c)
	if err != nil {
		return nil, err
	}
	given, err := games.ParseTree(text)
	if err != nil {
		return nil, err
	}
	switch first := c.String("first"); first {
	case "max":
	case "min":
		given = given.MinFirst()
	default:
		return nil, cli.Usagef("--first %q: it is max or min", first)
	}
	orders := c.StringSlice("order")
	if len(orders) == 0 {
		orders = []string{string(games.Given)}
	}
	var trees sideBySide
	for _, order := range orders {
		order = strings.TrimSpace(order)
		rules, err := given.Ordered(games.LeafOrder(order))
		if err != nil {
			return nil, err
		}
		trees = append(trees, inOrder{order, task[games.Place, games.Place]{rules: rules, now: time.Now, toMax: true}})
	}
	if len(trees) == 1 {
		return trees[0].task, nil
	}
	return trees, nil
}

// mostText bounds what is read of a file.
const mostText = 1 << 24

// treeText returns the tree as it is written on the command line or in a file.
func treeText(c *cli.Context) (string, error) {
	path := c.String("file")
	switch {
	case c.NArg() == 1 && c.IsSet("file"):
		return "", cli.Usagef("--file and a tree exclude each other")
	case c.NArg() == 1:
		return c.Args().First(), nil
	case !c.IsSet("file"):
		return "", cli.Usagef("no tree, where one is needed, as in '((3 5)(2 9))' or with --file FILE")
	}
	input := c.App.Reader
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return "", cli.Usagef("--file %s: %w", path, console.Reason(err))
		}
		defer file.Close()
		input = file
	}
	text, err := io.ReadAll(io.LimitReader(input, mostText))
	if err != nil {
		return "", cli.Usagef("--file %s: %w", path, console.Reason(err))
	}
	return string(text), nil
}

// inOrder is a tree in an order.
type inOrder struct {
	order string
	task  task[games.Place, games.Place]
}

// sideBySide is a tree in several orders.
type sideBySide []inOrder

// search searches the tree in each order, and prints how many leaves each search looks at.
func (trees sideBySide) search(ctx context.Context, con *console.IO, o Options) error {
	if o.Count || o.Tree || o.Estimate || o.Keys || o.JSON {
		return cli.Usagef("--order takes one order, unless it is to compare searches")
	}
	heading, rows := []string{"algorithm", "value"}, [][]string(nil)
	for _, tree := range trees {
		t, err := tree.task.at(o)
		if err != nil {
			return err
		}
		reports, err := t.reports(ctx, con)
		if err != nil {
			return err
		}
		if rows == nil {
			con.Say("%s %s, %s: leaves looked at, by the order of the children\n", console.Bold(t.Game), t.rules.Format(t.start), ahead(t.Depth))
			for _, r := range reports {
				rows = append(rows, []string{r.Algorithm, r.value()})
			}
		}
		heading = append(heading, tree.order)
		for i, r := range reports {
			rows[i] = append(rows[i], words.Count(r.Leaves))
		}
	}
	con.Table(1, heading, rows)
	return nil
}
