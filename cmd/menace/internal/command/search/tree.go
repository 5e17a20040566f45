package search

import (
	"context"
	"io"
	"os"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/gametree"
	"menace/cmd/menace/internal/words"
)

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

// sideBySide searches a tree in each order, and prints how many leaves each search looks at.
func sideBySide(ctx context.Context, con *console.IO, tasks []task) error {
	o := tasks[0].Options
	if o.Count || o.Tree || o.Estimate || o.Keys {
		return cli.Usagef("--order takes one order, unless it is to compare searches")
	}
	var all []Report
	heading, rows := []string{"algorithm", "value"}, [][]string(nil)
	for _, t := range tasks {
		reports, err := t.reports(ctx, con)
		if err != nil {
			return err
		}
		if rows == nil {
			for _, r := range reports {
				rows = append(rows, []string{r.Algorithm, r.value()})
			}
		}
		heading = append(heading, t.order)
		for i, r := range reports {
			rows[i] = append(rows[i], words.Count(r.Leaves))
		}
		all = append(all, reports...)
	}
	if o.JSON {
		return con.JSON(all)
	}
	con.Say("%s %s, %s: leaves looked at, by the order of the children\n",
		console.Bold(o.Game), tasks[0].problem.Position(), gametree.Ahead(o.Depth))
	con.Table(1, heading, rows)
	return nil
}
