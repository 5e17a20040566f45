package term

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"menace/menace/option"
	"menace/plots/paper"
)

// Drawing selects the file to draw into.
type Drawing struct {
	Out    string // "" for a name derived from the drawing
	Format paper.Format
}

// DrawingFlags returns the flags of a Drawing. out describes the default name of the file.
func DrawingFlags(out string) []Flag { return Flags("Output", new(Drawing).options(out)) }

// options lists the options of a Drawing. out describes the default name of the file.
func (d *Drawing) options(out string) []option.Option {
	check := func(file string) error { return paper.CheckExtension(filepath.Ext(file)) }
	return append([]option.Option{{
		Name: "out", Meaning: "write to `FILE`, a .png, .svg or .pdf", Default: out,
		Value: option.Checked(option.Word(&d.Out), check),
	}}, d.Format.Options()...)
}

// ReadDrawing reads DrawingFlags.
func ReadDrawing(c *Invocation) (d Drawing, err error) {
	if _, err := Read(c, d.options("")); err != nil {
		return d, err
	}
	d.Format.Made = Made(c)
	return d, AsUsage(d.Format.Check(filepath.Ext(d.Out)))
}

// Made formats the command that produces a drawing, without the file and the flags of the program.
func Made(c *Invocation) string {
	parts := []string{c.Line}
	for _, word := range c.Words {
		parts = append(parts, option.Quoted(word))
	}
	for _, f := range c.Command.flags() {
		for _, given := range c.Given(f.Name) {
			switch {
			case !f.Switch && f.Name != "out":
				parts = append(parts, option.Flag(f.Name, given))
			case f.Switch && given != "":
				parts = append(parts, "--"+f.Name)
			}
		}
	}
	line := strings.Join(parts, " ")
	if c.program.Made == nil {
		return line
	}
	return c.program.Made(line)
}

// Write draws into the file.
func (d Drawing) Write(ctx context.Context, con *IO, drawing paper.Drawing) error {
	if err := d.Format.Fit(drawing); err != nil {
		return AsUsage(err)
	}
	return con.WritePaper(ctx, d.Out, "an .svg file shows them", func(w io.Writer) ([]string, error) {
		return paper.Encode(w, filepath.Ext(d.Out), drawing, d.Format)
	})
}

// WritePaper writes a file. If the fonts of its format lack letters, it prints a note with advice.
func (con *IO) WritePaper(
	ctx context.Context, path, advice string, write func(io.Writer) (lacking []string, err error),
) error {
	var lacking []string
	err := con.WriteFile(ctx, path, func(w io.Writer) (err error) {
		lacking, err = write(w)
		return err
	})
	if err == nil && len(lacking) > 0 {
		con.Note("the fonts of this format lack letters of %s; %s", strings.Join(lacking, ", "), advice)
	}
	return err
}
