// Package command holds the commands of the program, each in one or a few files: its options, how they are parsed from
// flags, and what it prints. The work itself is done by packages lab, live and report.
package command

import (
	"context"
	_ "embed"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/experiments"
	"menace/cmd/menace/internal/kits"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/machines"
	"menace/cmd/menace/internal/searches"
	"menace/cmd/menace/internal/store"
	"menace/cmd/menace/internal/term"
)

//go:embed help.txt
var helpText string

var help = term.NewHelp(helpText, map[string]string{
	"{Opponents}": lab.Opponents, "{Schedules}": arena.Schedules, "{Events}": experiment.Events,
})

// Program describes the program and its commands.
func Program(con *term.IO, version string) *term.Program {
	p := store.WithDatabase(con, &term.Program{
		Name: "menace", Synopsis: "menace [--db FILE] COMMAND [options]",
		Version: version,
		Commands: append(machines.Commands(con),
			kits.Command(con),
			searches.Command(con),
			experiments.Command(con),
			completionCommand(con),
			completeCommand(con, func() *term.Program { return Program(con, version) }),
			&term.Command{Name: "version", Action: func(context.Context, *term.Invocation) error {
				con.Print("menace %s\n", version)
				return nil
			}},
		),
	})
	p.Usage, p.Description = help.Section("menace")
	help.Describe("", p.Commands)
	return p
}
