package machines

import (
	"context"
	"errors"
	"io"
	"path/filepath"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/machines/pages/view"
	"menace/cmd/menace/internal/term"
	"menace/data"
	"menace/menace/arena"
	"menace/menace/option"
)

// historyOptions select the machine whose history is drawn, and the file.
type historyOptions struct {
	Machine string
	term.Drawing
}

func (o *historyOptions) options() []option.Option {
	return []option.Option{{
		Name: "machine", Short: "m", Aliases: []string{"agent", "a"}, Meaning: "the machine's `NAME`",
		Default: database.DefaultMachine, Complete: "machine",
		Value: option.Checked(option.Word(&o.Machine), data.CheckName),
	}}
}

// filmOptions are the options of a film, which is always an SVG.
func (o *historyOptions) filmOptions() []option.Option {
	isSVG := func(file string) error {
		if filepath.Ext(file) != ".svg" {
			return errors.New("a film is an .svg")
		}
		return nil
	}
	return append(o.options(),
		option.Option{Name: "out", Meaning: "write to `FILE`, an .svg", Default: "film-NAME.svg",
			Value: option.Checked(option.Word(&o.Out), isSVG)},
		option.Option{Name: "dark", Meaning: "draw light on dark", Value: option.Switch(&o.Format.Dark)})
}

func filmCommand(con *term.IO) *term.Command {
	parse := func(c *term.Invocation) (o historyOptions, err error) {
		o.Machine = database.DefaultMachine
		_, err = term.Read(c, o.filmOptions())
		o.Format.Made = term.Made(c)
		return o, err
	}
	flags := func() []term.Flag { return term.Flags("", new(historyOptions).filmOptions()) }
	return &term.Command{Name: "film", Flags: flags, Action: database.Action(con, data.Read, parse, runFilm)}
}

func posterCommand(con *term.IO) *term.Command {
	parse := func(c *term.Invocation) (o historyOptions, err error) {
		o.Machine = database.DefaultMachine
		if _, err = term.Read(c, o.options()); err == nil {
			o.Drawing, err = term.ReadDrawing(c)
		}
		return o, err
	}
	flags := func() []term.Flag {
		return append(term.Flags("", new(historyOptions).options()), term.DrawingFlags("poster-NAME.pdf")...)
	}
	return &term.Command{Name: "poster", Flags: flags, Action: database.Action(con, data.Read, parse, runPoster)}
}

// film loads the history of a machine.
func (o historyOptions) film(ctx context.Context, db *data.DB) (f view.Film, err error) {
	a, err := db.Load(ctx, o.Machine)
	if err != nil {
		return f, err
	}
	points, err := db.Curve(ctx, a)
	now := arena.Measure(a.Machine, a.Machine.Rules().Plays, a.Career.Tally)
	now.Counts = a.Machine.Counts()
	if n := len(points); n > 0 && points[n-1].Games == now.Games {
		points = points[:n-1]
	}
	return view.Film{Machine: a.Machine, Points: append(points, now), Dark: o.Format.Dark}, err
}

func runFilm(ctx context.Context, con *term.IO, db *data.DB, o historyOptions) error {
	return o.draw(ctx, con, db, "film-", ".svg", func(film view.Film) error {
		return con.WriteFile(ctx, o.Out, func(w io.Writer) error {
			_, err := w.Write(film.Animate(o.Format.Made))
			return err
		})
	})
}

func runPoster(ctx context.Context, con *term.IO, db *data.DB, o historyOptions) error {
	return o.draw(ctx, con, db, "poster-", ".pdf", func(film view.Film) error {
		return o.Write(ctx, con, view.Poster{Film: film})
	})
}

// draw reads a machine's film, draws it into --out or a file named after the machine, and prints the name of the file.
func (o *historyOptions) draw(ctx context.Context, con *term.IO, db *data.DB, prefix, ending string,
	write func(view.Film) error) error {
	film, err := o.film(ctx, db)
	if err != nil {
		return err
	}
	if o.Out == "" {
		o.Out = term.FileName(prefix+o.Machine, ending)
	}
	if err = write(film); err == nil {
		con.Say("wrote %s", term.Printable(o.Out))
	}
	return err
}
