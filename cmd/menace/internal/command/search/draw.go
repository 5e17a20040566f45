package search

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/gametree"
	"menace/minimax"
	"menace/plots/paper"
	"menace/plots/trees"
)

// Picture says how trees are drawn.
type Picture struct {
	Out    string // the file, or "" for text in the terminal
	Format paper.Format
	Types  bool // show the types of critical positions
	Values string
	Step   bool // tell what the search does, step by step
}

// graphviz is the extension of a picture in words.
const graphviz = ".dot"

// drawTrees draws the tree of each search.
func (t task) drawTrees(ctx context.Context, con *console.IO) error {
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
			return t.writePicture(con, tree.Drawing(t.Picture.Types))
		}
		if i > 0 {
			con.Print("\n")
		}
		con.Print("%s %s, %s, by %v\n\n", console.Bold(t.Game), t.problem.Position(), gametree.Ahead(t.Depth), a)
		if t.Picture.Step {
			err = tell(ctx, con, tree.Steps())
		} else {
			con.Print("%s", tree.Text())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// trace returns the tree of the search.
func (t task) trace(ctx context.Context) (gametree.Trace, error) {
	tree, err := t.problem.Trace(ctx, gametree.TraceOptions{Options: t.Options.Options, Values: t.Picture.Values})
	switch {
	case errors.Is(err, minimax.ErrTreeTooLarge):
		return nil, cli.Usagef("%w; --depth makes it smaller, or a later --position", err)
	case ctx.Err() != nil:
		return nil, cli.Interruption("before the tree was complete")
	}
	return tree, cli.AsUsage(err)
}

// tell tells the steps of a search, one on each line. On a terminal it waits after each for Enter; anything else typed
// before it goes on to the end.
func tell(ctx context.Context, con *console.IO, steps []gametree.Step) error {
	var typed *console.Lines
	if con.Screen.Terminal && con.Notes.Terminal {
		typed = console.ReadLines(ctx, con.In)
	}
	for _, step := range steps {
		con.Print("%v\n", step)
		if typed == nil {
			continue
		}
		switch word, err := typed.Next(ctx); {
		case err == io.EOF || err == nil && word != "":
			typed = nil
		case err != nil:
			return cli.Interruption("in the tree")
		}
	}
	return nil
}

// writePicture draws a tree into a file, whose name it prints.
func (t task) writePicture(con *console.IO, drawing trees.Drawing) error {
	out := t.Picture.Out
	extension := strings.ToLower(filepath.Ext(out))
	if extension != graphviz {
		if err := t.Picture.Format.Fit(drawing); err != nil {
			return cli.Wrong(err)
		}
	}
	err := con.WriteFile(out, func(w io.Writer) error {
		if extension == graphviz {
			_, err := io.WriteString(w, drawing.DOT())
			return err
		}
		_, err := paper.Encode(w, extension, drawing, t.Picture.Format)
		return err
	})
	if err == nil {
		con.Say("wrote %s", console.Plain(out))
	}
	return err
}
