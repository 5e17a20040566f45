package search

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"menace/cmd/menace/internal/cli"
	"menace/menace/option"
	"menace/plots/paper"
)

// pictureOptions say how trees are drawn.
var pictureOptions = slices.Concat([]option.Option[Picture]{
	{
		Name: "out", Default: "text in the terminal",
		Meaning: "draw it into `FILE`, whose extension tells the format: .svg, .pdf, .png, or .dot for Graphviz",
		In:      func(p *Picture) option.Value { return option.Checked(option.Word(&p.Out), checkOut) },
	},
	{
		Name: "types", Meaning: "show which positions prove the value: types 1, 2 and 3 (PV, cut and all nodes)",
		In: func(p *Picture) option.Value { return option.Switch(&p.Types) },
	},
	{
		Name: "for", Meaning: "write the values for `WHOM`: max, or mover, the player to move",
		Default: "mover for negamax, max for the others",
		In:      func(p *Picture) option.Value { return option.Word(&p.Values, "max", "mover") },
	},
	{
		Name: "step", Meaning: "tell step by step what the search compares and cuts; Enter goes on",
		In: func(p *Picture) option.Value { return option.Switch(&p.Step) },
	},
}, option.Within(paper.Options, func(p *Picture) *paper.Format { return &p.Format }))

// checkOut returns an error unless the extension of a file tells a format.
func checkOut(file string) error {
	extension := strings.ToLower(filepath.Ext(file))
	if err := paper.CheckExtension(extension); err != nil && extension != graphviz {
		return fmt.Errorf("%w, and %s", err, graphviz)
	}
	return nil
}

// pictureFlags say how trees are drawn.
func pictureFlags() []cli.Flag {
	const category = "Drawing the tree"
	return append([]cli.Flag{
		&cli.BoolFlag{Name: "tree", Category: category, Usage: "draw the tree that the search visits, if it is small"},
	}, cli.Flags(category, pictureOptions, Picture{})...)
}

// parsePicture reads pictureFlags.
func parsePicture(c *cli.Context) (p Picture, err error) {
	given, err := cli.Read(c, pictureOptions, &p)
	if err != nil {
		return p, err
	}
	for _, name := range given {
		switch {
		case !c.Bool("tree"):
			err = errors.New("this goes with --tree")
		case name == "step" && p.Out != "":
			err = errors.New("this and --out exclude each other")
		case slices.Contains([]string{"types", "paper", "dpi", "dark"}, name) && p.Out == "":
			err = errors.New("this goes with --out FILE")
		}
		if err != nil {
			return p, cli.Wrong(option.Wrong(name, err))
		}
	}
	return p, cli.Wrong(p.Format.Check())
}
