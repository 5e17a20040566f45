// Package command holds the commands of the program, each in one or a few files: its options, how they are parsed from
// flags, and what it prints. The work itself is done by packages lab, live and report.
package command

import (
	_ "embed"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/command/experiments"
	"menace/cmd/menace/internal/command/search"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/plots/kit"
)

//go:embed help.txt
var helpText string

var help = cli.NewHelp(helpText, map[string]string{
	"{Opponents}": lab.Opponents, "{Players}": arena.Opponents, "{Schedules}": arena.Schedules,
	"{Parts}": strings.Join(kit.Parts, ", "), "{Copies}": words.Count(experiment.Machines),
	"{Learners}": experiments.LearnersHelp(), "{Events}": experiment.Events,
})

// App describes the program and its commands.
func App(con *cli.IO, version string) *cli.App {
	app := &cli.App{
		Name: "menace", UsageText: "menace [--db FILE] COMMAND [options]",
		Version: version,
		Flags:   []cli.Flag{cli.DBFlag()},
		Commands: []*cli.Command{
			trainCommand(con),
			playCommand(con),
			serveCommand(con),
			evalCommand(con),
			boxesCommand(con),
			agentsCommand(con),
			plotCommand(con),
			printCommand(con),
			exportCommand(con),
			search.Command(con),
			experiments.Command(con),
			completionCommand(con),
			completeCommand(con, func() *cli.App { return App(con, version) }),
			{Name: "version", Action: func(*cli.Context) error {
				con.Print("menace %s\n", version)
				return nil
			}},
		},
	}
	app.Usage, app.Description = help.Section("menace")
	help.Describe("", app.Commands)
	return app
}
