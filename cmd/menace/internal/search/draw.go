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
