package searches

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/searches/trees"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/menace/option"
	"menace/minimax"
	"menace/plots/paper"
)

// drawTrees draws the tree of each search.
func (t task) drawTrees(ctx context.Context, con *term.IO) error {
	if t.Algorithms == nil {
		t.Algorithms = []minimax.Algorithm{t.Algorithm}
	}
	for i, a := range t.Algorithms {
		t.Algorithm = a
		found, err := gametree.Show(ctx, t.problem, t.Options.Options)
		switch {
		case err != nil:
			return traceError(ctx, err, "tree")
		case t.Out != "" && a == minimax.Deepening:
			return term.Usagef("--out draws one tree, and %v has one for each depth: give --algorithm %v and --depth",
				a, minimax.AlphaBetaTT)
		case slices.Contains(trees.Extensions, filepath.Ext(t.Out)):
			return t.export(ctx, con, found[0].Drawing())
		case strings.EqualFold(filepath.Ext(t.Out), ".pdf") && t.Step:
			return t.bind(ctx, con, slides(found[0]))
		case t.Out != "" && t.Step:
			return t.write(ctx, con, found[0].Strip())
		case t.Out != "":
			return t.write(ctx, con, found[0].Drawing())
		}
		for j, tree := range found {
			if i+j > 0 {
				con.Print("\n")
			}
			con.Print("%s, %s, by %s\n\n", t.named(), tree.Ahead(), tree.By())
			if !t.Step {
				con.Print("%s", tree.Text())
			} else if quit, err := printSteps(ctx, con, tree.Steps()); quit || err != nil {
				return err
			}
		}
	}
	if missing := t.problem.Unestimated(t.Depth); missing != "" {
		con.Print("\n%s\n", missing)
	}
	return nil
}

// traceError explains why a tree or an exercise is not possible. what is "tree" or "exercise".
func traceError(ctx context.Context, err error, what string) error {
	switch {
	case errors.Is(err, minimax.ErrTreeTooLarge):
		return term.Usagef("%w; --depth 1 or 2 makes it smaller, or a later --position", err)
	case ctx.Err() != nil:
		return term.Interruption("before the " + what + " was complete")
	}
	return term.AsUsage(err)
}

// printSteps prints the steps of a search, one per line. On a terminal it waits for Enter after each step. If the user
// types q, it stops; if the user types anything else, it prints the remaining steps at once.
func printSteps(ctx context.Context, con *term.IO, steps []gametree.Step) (quit bool, err error) {
	var typed *term.Lines
	if con.Screen.Terminal && con.ErrScreen.Terminal {
		typed = con.ReadLines(ctx)
		con.Say("Press Enter for the next step; type all for the rest, or q to leave.\n")
	}
	for _, step := range steps {
		printIndented(con, step.String())
		if typed == nil {
			continue
		}
		switch word, err := typed.Next(ctx); {
		case word == "q":
			return true, nil
		case err == io.EOF || err == nil && word != "":
			typed = nil
		case err != nil:
			return false, term.Interruption("in the tree")
		}
	}
	return false, nil
}

// printIndented prints indented lines. Continuations of long lines are indented a little more.
func printIndented(con *term.IO, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		con.Print("%s", term.Wrap(indent, indent+4, line, con.Screen.Width, ""))
	}
}

// slides returns the steps of a search as slides.
func slides(found gametree.Shown) (all []paper.Drawing) {
	steps := found.Steps()
	for i, step := range steps {
		all = append(all, trees.Slide{Tree: found.After(i), Number: i + 1, Count: len(steps), Says: step.Says})
	}
	return all
}

// bind draws slides into a file, and prints its name.
func (o Options) bind(ctx context.Context, con *term.IO, pages []paper.Drawing) error {
	for _, page := range pages {
		if err := o.Format.Fit(page); err != nil {
			return term.AsUsage(err)
		}
	}
	err := con.WritePaper(ctx, o.Out, "an .svg file shows them", func(w io.Writer) ([]string, error) {
		return paper.Bind(w, pages, pages[0].(trees.Slide).Tree.Title, "en", o.Format)
	})
	if err == nil {
		con.Say("wrote %s: %s", term.Printable(o.Out), words.Plural(int64(len(pages)), "slide"))
	}
	return err
}

// export writes a tree as text into a file, and prints its name.
func (o Options) export(ctx context.Context, con *term.IO, drawing *trees.Drawing) error {
	if o.Format.Size != (paper.Size{}) {
		return term.AsUsage(option.Wrong("paper", errors.New("a text has no paper")))
	}
	err := con.WriteFile(ctx, o.Out, func(w io.Writer) error {
		return drawing.Export(w, filepath.Ext(o.Out), o.Format.Made)
	})
	if errors.Is(err, trees.ErrPart) {
		return term.AsUsage(err)
	}
	if err == nil {
		con.Say("wrote %s", term.Printable(o.Out))
	}
	return err
}

// write draws a tree, alone or on a sheet, into a file, and prints its name.
func (o Options) write(ctx context.Context, con *term.IO, drawing paper.Drawing) error {
	if err := o.Write(ctx, con, drawing); err != nil {
		return err
	}
	con.Say("wrote %s", term.Printable(o.Out))
	return nil
}
