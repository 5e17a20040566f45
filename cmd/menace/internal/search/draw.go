package search

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/minimax"
	"menace/plots/paper"
)

// Picture says how trees are drawn.
type Picture struct {
	Out    string // the file, or "" for text in the terminal
	Format paper.Format
	Types  bool // show Knuth and Moore's types of critical positions
	Values string
	Step   bool // tell what the search does, step by step
}

// graphviz is the extension of a picture in words.
const graphviz = ".dot"

// mostDrawn is the most positions of a tree that is drawn.
const mostDrawn = 500

// drawTrees draws the tree of each search.
func (t task[P, M]) drawTrees(ctx context.Context, con *console.IO) error {
	if len(t.Algorithms) == 0 {
		t.Algorithms = []minimax.Algorithm{minimax.AlphaBeta}
	}
	if len(t.Algorithms) > 1 && t.Picture.Out != "" {
		return cli.Usagef("--out draws one tree: give --algorithm once")
	}
	for i, a := range t.Algorithms {
		t.Algorithm = a
		tree, err := t.trace(ctx)
		if err != nil {
			return err
		}
		if t.Picture.Out != "" {
			return t.writePicture(con, tree)
		}
		if i > 0 {
			con.Print("\n")
		}
		con.Print("%s %s, %s, by %v\n\n", console.Bold(t.Game), t.rules.Format(t.start), ahead(t.Depth), a)
		if t.Picture.Step {
			err = t.tell(ctx, con, tree)
		} else {
			con.Print("%s", tree.Draw(t.rules.Name, t.view()))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// trace returns the tree of the search.
func (t task[P, M]) trace(ctx context.Context) (*minimax.Tree[M], error) {
	tree, err := minimax.Trace(ctx, t.rules, t.start, t.Options.Options, mostDrawn)
	switch {
	case errors.Is(err, minimax.ErrTreeTooLarge):
		return nil, cli.Usagef("%v of %s %s: %w, with more than %d positions; --depth makes it smaller, or a later --position",
			t.Algorithm, t.Game, t.rules.Format(t.start), err, mostDrawn)
	case ctx.Err() != nil:
		return nil, cli.Interruption("before the tree was complete")
	}
	return tree, cli.AsUsage(err)
}

// view returns whose values are written: by minimax those of Max, by negamax those of the player to move, as their
// sources have them. Courses show the other searches with Max and Min. Max is the player at the root, unless the game
// says that Min is.
func (t task[P, M]) view() minimax.View {
	v := minimax.View{MinFirst: t.toMax && !t.maxToMove(t.start)}
	switch t.Picture.Values {
	case "max":
	case "mover":
		v.Mover = true
	default:
		v.Mover = t.Algorithm == minimax.Negamax || t.Algorithm == minimax.NegamaxBeta
	}
	return v
}

// writePicture draws a tree into a file, whose name it prints.
func (t task[P, M]) writePicture(con *console.IO, tree *minimax.Tree[M]) error {
	drawing, out := t.picture(tree), t.Picture.Out
	extension := strings.ToLower(filepath.Ext(out))
	if extension != graphviz {
		if err := t.Picture.Format.Fit(drawing); err != nil {
			return cli.Usagef("--paper %w", err)
		}
	}
	err := console.WriteFile(out, func(w io.Writer) error {
		if extension == graphviz {
			_, err := io.WriteString(w, drawing.DOT())
			return err
		}
		_, err := paper.Encode(w, extension, drawing, t.Picture.Format)
		return err
	})
	if err == nil {
		con.Say("wrote %s", out)
	}
	return err
}

// pictureFlags say how trees are drawn.
func pictureFlags() []cli.Flag {
	const category = "Drawing the tree"
	return []cli.Flag{
		&cli.BoolFlag{Name: "tree", Category: category, Usage: "draw the tree that the search visits, if it is small"},
		&cli.StringFlag{
			Name: "out", Category: category, DefaultText: "text in the terminal",
			Usage: "draw it into `FILE`, whose extension tells the format: .svg, .pdf, .png, or .dot for Graphviz",
		},
		&cli.BoolFlag{Name: "types", Category: category, Usage: "show which positions prove the value, with Knuth and Moore's types 1, 2 and 3"},
		&cli.StringFlag{
			Name: "for", Category: category, DefaultText: "mover for negamax, max for the others",
			Usage: "write the values for `WHOM`: max, or mover, the player to move",
		},
		&cli.BoolFlag{Name: "step", Category: category, Usage: "tell step by step what the search compares and cuts; Enter goes on"},
		&cli.StringFlag{Name: "paper", Category: category, DefaultText: "what suits the tree", Usage: "`WIDTHxHEIGHT` of the paper, as in 29.7x21cm for A4, or 32x18cm for a projector"},
		&cli.IntFlag{Name: "dpi", Category: category, Usage: "`DOTS` per inch of a PNG", Value: paper.DefaultDPI},
		&cli.BoolFlag{Name: "dark", Category: category, Usage: "light on dark, for slides"},
	}
}

// parsePicture reads pictureFlags.
func parsePicture(c *cli.Context) (p Picture, err error) {
	p = Picture{
		Out: c.String("out"), Types: c.Bool("types"), Values: c.String("for"), Step: c.Bool("step"),
		Format: paper.Format{DPI: c.Int("dpi"), Dark: c.Bool("dark")},
	}
	for _, flag := range []string{"out", "types", "for", "step", "paper", "dpi", "dark"} {
		if c.IsSet(flag) && !c.Bool("tree") {
			return p, cli.Usagef("--%s goes with --tree", flag)
		}
	}
	for _, flag := range []string{"types", "paper", "dpi", "dark"} {
		if c.IsSet(flag) && !c.IsSet("out") {
			return p, cli.Usagef("--%s goes with --out FILE", flag)
		}
	}
	switch {
	case p.Values != "" && p.Values != "max" && p.Values != "mover":
		return p, cli.Usagef("--for %q: it is max or mover", p.Values)
	case p.Step && p.Out != "":
		return p, cli.Usagef("--step and --out exclude each other")
	case c.IsSet("paper"):
		if p.Format.Size, err = paper.ParseSize(c.String("paper")); err != nil {
			return p, cli.Usagef("--paper %w", err)
		}
	}
	extension := strings.ToLower(filepath.Ext(p.Out))
	if c.IsSet("out") && extension != graphviz {
		if err := paper.CheckExtension(extension); err != nil {
			return p, cli.Usagef("--out %q: %w, and %s", p.Out, err, graphviz)
		}
	}
	if p.Format.DPI == 0 {
		return p, cli.Usagef("--dpi 0: a picture needs dots")
	}
	return p, cli.AsUsage(p.Format.Check())
}
