package database

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"menace/cmd/menace/internal/app"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
)

//go:embed help.txt
var helpText string

// Commands returns the commands for the database as a whole.
func Commands() app.Feature {
	return app.Feature{Name: "database", Commands: func(con *term.IO) []*term.Command {
		commands := []*term.Command{
			{Name: "backup", Args: "FILE", Action: WithoutCreateAdvice(Action(con, data.Read, parseFile, backup))},
			{Name: "restore", Args: "FILE", Action: term.Action(con, parseFile, restore)},
		}
		term.NewHelp(helpText, nil).Describe("", commands)
		return term.Share(commands)
	}}
}

// fileOptions are the options of backup and restore: the database and the file of the backup.
type fileOptions struct{ DB, File string }

func parseFile(c *term.Invocation) (fileOptions, error) {
	return fileOptions{Database(c), c.Words[0]}, nil
}

func backup(ctx context.Context, con *term.IO, db *data.DB, o fileOptions) error {
	if err := db.Backup(ctx, o.File); err != nil {
		return err
	}
	con.Say("%s is a copy of %s, and has been checked: %s", term.Printable(o.File), term.Printable(o.DB),
		contents(ctx, db))
	return nil
}

func restore(ctx context.Context, con *term.IO, o fileOptions) error {
	from, err := data.Open(ctx, o.File, data.Read)
	if errors.Is(err, data.ErrNoDatabase) {
		return fmt.Errorf("no backup %s: `menace backup FILE` makes one", o.File)
	}
	if errors.Is(err, data.ErrNotADatabase) {
		return fmt.Errorf("%w%s", err, instead(o.File))
	}
	if err != nil {
		return err
	}
	defer from.Close()
	kept, err := data.Restore(ctx, from, o.DB)
	if err != nil {
		return err
	}
	con.Say("%s is now a copy of %s: %s", term.Printable(o.DB), term.Printable(o.File), contents(ctx, from))
	if kept == "" {
		return nil
	}
	held := "it cannot be read" // perhaps it was restored for that
	if former, err := data.Open(ctx, kept, data.Read); err == nil {
		held = contents(ctx, former)
		former.Close()
	}
	con.Say("the former database is kept as %s: %s", term.Printable(kept), held)
	return nil
}

// instead returns what to do with a file that is no database but may come from this program.
func instead(path string) string {
	begin := make([]byte, 2)
	if file, err := os.Open(path); err == nil {
		io.ReadFull(file, begin)
		file.Close()
	}
	switch {
	case begin[0] == '{':
		return fmt.Sprintf("; `menace machines import %s` reads a machine that was exported", option.Quoted(path))
	case string(begin) == "\x1f\x8b":
		return ", but a compressed file: unpack it first"
	}
	return ""
}

// contents describes what a database holds, such as "2 machines with 1,100 games, 1 class, last changed 2026-11-28
// 19:13".
func contents(ctx context.Context, db *data.DB) string {
	machines, err := db.Summaries(ctx)
	classes, failed := db.Classes(ctx)
	experiments, missing := db.AllExperimentNames(ctx)
	if err := cmp.Or(err, failed, missing); err != nil {
		return "parts of it cannot be read"
	}
	var games int64
	var changed time.Time
	for _, m := range machines {
		games += m.Tally.Games()
		if m.Changed.After(changed) {
			changed = m.Changed
		}
	}
	parts := []string{words.Plural(len(machines), "machine") + " with " + words.Plural(games, "game")}
	if n := len(classes); n > 0 {
		parts = append(parts, words.Plural(n, "class"))
	}
	if n := len(experiments); n > 0 {
		parts = append(parts, words.Plural(n, "experiment"))
	}
	if !changed.IsZero() {
		parts = append(parts, "last changed "+changed.Local().Format("2006-01-02 15:04"))
	}
	return strings.Join(parts, ", ")
}
