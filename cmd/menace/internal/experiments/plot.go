package experiments

import (
	"context"

	"menace/cmd/menace/internal/experiments/report"
	"menace/cmd/menace/internal/term"
	"menace/data"
)

// PlotOptions select a figure of an experiment, and the file to draw it into.
type PlotOptions struct {
	report.Figure
	term.Drawing
}

func plotCommand(con *term.IO) *term.Command {
	c := &term.Command{Name: "plot", Kind: "figure", Synopsis: "menace experiment plot FIGURE EXPERIMENT [options]"}
	for _, name := range report.Figures {
		c.Commands = append(c.Commands, &term.Command{
			Name: name, Args: "EXPERIMENT",
			Flags: func() []term.Flag {
				usual := report.Figure{Name: name}
				return append(term.Flags("", usual.Options()),
					term.DrawingFlags("FIGURE-EXPERIMENT.svg")...)
			},
			Action: inExperiment(con, parsePlot, Plot),
		})
	}
	return c
}

func parsePlot(c *term.Invocation) (name string, o PlotOptions, err error) {
	o.Name = c.Command.Name
	if _, err := term.Read(c, o.Figure.Options()); err != nil {
		return "", o, err
	}
	o.Drawing, err = term.ReadDrawing(c)
	return c.FirstWord(), o, err
}

// Plot draws a figure of an experiment.
func Plot(ctx context.Context, con *term.IO, db *data.DB, e *data.Experiment, o PlotOptions) error {
	drawing, notes, err := o.Draw(ctx, db, e)
	if err != nil {
		return err
	}
	for _, note := range notes {
		con.Note("%s", note)
	}
	if o.Out == "" {
		o.Out = term.FileName(o.Name+"-"+e.Name, ".svg")
	}
	if err := o.Write(ctx, con, drawing); err != nil {
		return err
	}
	con.Say("wrote %s", term.Printable(o.Out))
	return nil
}
