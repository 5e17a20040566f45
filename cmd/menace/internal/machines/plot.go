package machines

import (
	"context"
	"fmt"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/machines/figures"
	"menace/cmd/menace/internal/term"
	"menace/data"
)

type plotOptions struct {
	figures.Options
	term.Drawing
}

func parsePlot(c *term.Invocation) (o plotOptions, err error) {
	o.Options = figures.Default(c.Command.Name)
	if _, err := term.Read(c, o.Options.Options()); err != nil {
		return o, err
	}
	if err := o.Check(); err != nil {
		return o, term.AsUsage(err)
	}
	if len(o.Agents) == 0 {
		o.Agents = []string{database.DefaultMachine}
	}
	o.Drawing, err = term.ReadDrawing(c)
	return o, err
}

func runPlot(ctx context.Context, con *term.IO, db *data.DB, o plotOptions) error {
	drawing, err := figures.Draw(ctx, db, language.English, o.Options)
	if err != nil {
		return err
	}
	if o.Out == "" {
		o.Out = o.name()
	}
	if err := o.Write(ctx, con, drawing); err != nil {
		return err
	}
	con.Say("wrote %s", term.Printable(o.Out))
	return nil
}

func plotCommand(con *term.IO) *term.Command {
	figure := func(name string) *term.Command {
		flags := func() []term.Flag {
			usual := figures.Default(name)
			return append(term.Flags("", usual.Options()),
				term.DrawingFlags("FIGURE-NAME.svg, such as "+name+"-default.svg")...)
		}
		return &term.Command{
			Name: name, Flags: flags, Action: database.Action(con, data.Read, parsePlot, runPlot),
		}
	}
	return &term.Command{
		Name: "plot", Kind: "figure", Synopsis: "menace plot FIGURE [options]",
		Commands: []*term.Command{
			figure("learning"), figure("score"), figure("strength"), figure("beads"),
			filmCommand(con), posterCommand(con),
		},
	}
}

// name returns the default name of the file: the figure and the machine. For several machines it has the name of the
// first and the number of the others, because file systems limit the length of names.
func (o plotOptions) name() string {
	whose := o.Agents[0]
	if n := len(o.Agents); n > 1 {
		whose += fmt.Sprint("+", n-1)
	}
	return term.FileName(o.Figure+"-"+whose, ".svg")
}
