package term

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"menace/menace/option"
	"menace/plots/paper"
)

// Drawing selects the file to draw into.
type Drawing struct {
	Out    string // "" for a name derived from the drawing
	Format paper.Format
}

// DrawingFlags returns the flags of a Drawing. out describes the default name of the file. texts lists other extensions
// that it may have, for files that are not pictures.
func DrawingFlags(out string, texts ...string) []Flag {
	return Flags("Output", new(Drawing).options(out, texts))
}

// options lists the options of a Drawing.
func (d *Drawing) options(out string, texts []string) []option.Option {
	check := func(file string) error {
		extension := filepath.Ext(file)
		if slices.Contains(texts, extension) {
			return nil
		}
		err := paper.CheckExtension(extension)
		if err != nil && texts != nil {
			err = fmt.Errorf("unknown extension %q; choose from .png, .svg, .pdf, %s", extension,
				strings.Join(texts, ", "))
		}
		return err
	}
	meaning := "write to `FILE`, a .png, .svg or .pdf"
	if texts != nil {
		meaning = "write to `FILE`, a picture (.png, .svg, .pdf) or text (" + strings.Join(texts, ", ") + ")"
	}
	return append([]option.Option{{
		Name: "out", Meaning: meaning, Default: out,
		Value: option.Checked(option.Word(&d.Out), check),
	}}, d.Format.Options()...)
}

// ReadDrawing reads DrawingFlags.
func ReadDrawing(c *Invocation, texts ...string) (d Drawing, err error) {
	if _, err := Read(c, d.options("", texts)); err != nil {
		return d, err
	}
	d.Format.Made = Made(c)
	return d, AsUsage(d.Format.Check(filepath.Ext(d.Out)))
}

// Made formats the command that produces a drawing, without the file and without the flags of the program.
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
