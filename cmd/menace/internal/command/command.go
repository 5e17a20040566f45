// Package command holds the commands of the program, each in one or a few files: its options, how they are parsed from
// flags, and what it prints. The work itself is done by packages lab, live and report.
package command

import (
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/command/experiments"
	"menace/cmd/menace/internal/command/results"
	"menace/cmd/menace/internal/command/search"
)

// App describes the program and its commands.
func App(con *cli.IO, version string) *cli.App {
	return &cli.App{
		Name:      "menace",
		Usage:     "a laboratory for MENACE, the matchbox machine that learns tic-tac-toe or hexapawn",
		UsageText: "menace [--db FILE] COMMAND [options]",
		Description: `Start with

   menace train --games 10000     train an agent against random play, and report how good it is
   menace play                    play against it; it learns from every game
   menace serve                   show the laboratory in a browser
   menace boxes --moves 0         show its first matchbox
   menace eval                    compute exactly how it does against each opponent
   menace search tictactoe        compare the searches behind perfect play
   menace print --preset her      print a kit for 19 boxes that learn hexapawn
   menace experiment --help       train many machines, and compare them

Agents live in the database menace.db of the current folder, unless --db or MENACE_DB names another.`,
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
			results.Command(con, func(con *cli.IO) *cli.App { return App(con, version) }),
			completionCommand(con),
			completeCommand(con, func() *cli.App { return App(con, version) }),
			versionCommand(con, version),
		},
	}
}

func versionCommand(con *cli.IO, version string) *cli.Command {
	return &cli.Command{
		Name: "version", Usage: "print the version, and what it was built with",
		Action: func(*cli.Context) error {
			con.Print("menace %s\n", version)
			return nil
		},
	}
}
