package exhibit

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/app"
	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/machines"
	"menace/cmd/menace/internal/term"
	"menace/data"
	"menace/menace/option"
)

//go:embed help.txt
var helpText string

// Feature describes the feature, which builds on machines. It adds no pages to the laboratory; its command serves a
// separate site.
func Feature(m *machines.Machines, db *database.Store) app.Feature {
	return app.Feature{Name: "exhibit", Commands: func(con *term.IO) []*term.Command {
		list := []*term.Command{command(con, m, db)}
		term.NewHelp(helpText, nil).Describe("", list)
		return term.Share(list)
	}}
}

type options struct {
	Settings
	Addr string
}

func command(con *term.IO, m *machines.Machines, stored *database.Store) *term.Command {
	run := func(ctx context.Context, con *term.IO, db *data.DB, o options) error {
		stored.Use(db)
		return o.run(ctx, con, m, db)
	}
	usual := usual()
	return &term.Command{
		Name:   "exhibit",
		Flags:  func() []term.Flag { return term.Flags("", usual.options()) },
		Action: database.Action(con, data.Create, term.Parse((*options).options, usual), run),
	}
}

// usual returns the usual options.
func usual() options {
	return options{Addr: "localhost:1961", Settings: Settings{Machine: database.DefaultMachine, Idle: time.Minute,
		Languages: []string{language.English.Tag}, Season: never}}
}

func (o *options) options() []option.Option {
	var tags []string
	for _, l := range language.All() {
		tags = append(tags, l.Tag)
	}
	const longest = 24 * time.Hour
	return []option.Option{
		database.Machine(&o.Machine),
		{Name: "idle", Meaning: "after `TIME` without a touch, begin afresh",
			Value: option.Time(&o.Idle, time.Second, longest)},
		{Name: "language", Aliases: []string{"languages"}, Meaning: "offer `LANGUAGES`, the usual one first",
			Value: option.Words(&o.Languages, tags...)},
		{Name: "until", Aliases: []string{"season"},
			Meaning: "`SEASON` of a machine, before a fresh one begins: a number of games, or monday",
			Value:   option.Checked(option.Word(&o.Season), checkSeason)},
		{Name: "out", Meaning: "copy the database to `FOLDER` once a day", Default: "one beside the database",
			Value: option.Word(&o.Backups)},
		{Name: "addr", Meaning: "listen on `HOST:PORT`; port 0 takes any free port",
			Value: option.Checked(option.Word(&o.Addr), machines.CheckAddress)},
	}
}

func (o options) run(ctx context.Context, con *term.IO, m *machines.Machines, db *data.DB) error {
	e, err := New(ctx, db, m.Live(), o.Settings, con.Note)
	if err != nil {
		return err
	}
	listener, err := machines.Listen(ctx, o.Addr)
	if err != nil {
		return err
	}
	pages, err := e.Site(con.Note)
	if err != nil {
		listener.Close()
		return err
	}
	go func() {
		for now := range time.Tick(time.Second) {
			if ctx.Err() != nil {
				return
			}
			e.Tick(ctx, now)
		}
	}()
	return m.ServeSite(ctx, con, listener, pages, e.Handler(pages), func() error {
		page := fmt.Sprintf("http://%s/", machines.HostOf(o.Addr, listener.Addr()))
		con.Say("%s is exhibited at %s", o.Machine, term.Bold(page))
		con.Note("Ctrl-C ends it")
		return nil
	})
}
