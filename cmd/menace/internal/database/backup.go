package database

import (
	"context"
	_ "embed"
	"errors"
	"fmt"

	"menace/cmd/menace/internal/app"
	"menace/cmd/menace/internal/term"
	"menace/data"
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
	con.Say("%s is a copy of %s, and has been checked", term.Printable(o.File), term.Printable(o.DB))
	return nil
}

func restore(ctx context.Context, con *term.IO, o fileOptions) error {
	from, err := data.Open(ctx, o.File, data.Read)
	if errors.Is(err, data.ErrNoDatabase) {
		return fmt.Errorf("no backup %s: `menace backup FILE` makes one", o.File)
	}
	if err != nil {
		return err
	}
	defer from.Close()
	kept, err := data.Restore(ctx, from, o.DB)
	if err != nil {
		return err
	}
	con.Say("%s is now a copy of %s", term.Printable(o.DB), term.Printable(o.File))
	if kept != "" {
		con.Say("the former database is kept as %s", term.Printable(kept))
	}
	return nil
}
