// Command menace trains Donald Michie's matchbox machines, keeps them in a database, says exactly how
// good they are, and plays against people.
//
// Each command is a package under internal; this one lists them, and turns signals and errors into an exit
// status.
package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"

	"menace/cmd/menace/internal/agents"
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/command/experiments"
	"menace/cmd/menace/internal/command/search"
	"menace/cmd/menace/internal/completion"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/export"
	"menace/cmd/menace/internal/play"
	"menace/cmd/menace/internal/plot"
	"menace/cmd/menace/internal/print"
	"menace/cmd/menace/internal/serve"
	"menace/cmd/menace/internal/show"
	"menace/cmd/menace/internal/train"
)

func main() { os.Exit(run(context.Background(), os.Args, os.Stdin, os.Stdout, os.Stderr)) }

// run is the whole program: it carries out the command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C kills it, as it does any program
	con := console.New(stdin, stdout, stderr)
	err := cli.Run(ctx, con, describe(con), args)
	if err == nil {
		err = con.Failed()
	}
	if err != nil {
		con.Note("%s", cli.OneLine(err))
	}
	return cli.ExitStatus(err)
}

// describe describes the program.
func describe(con *console.IO) *cli.App {
	return &cli.App{
		Name:      "menace",
		Usage:     "the laboratory for MENACE, the matchbox machine that learns tic-tac-toe, and hexapawn",
		UsageText: "menace [--db FILE] COMMAND [options]",
		Description: `Start with

   menace train --games 10000     train an agent against random play, and say how good it is
   menace play                    play against it; it learns from every game
   menace serve                   show all of it as a page in the browser
   menace boxes --moves 0         show its first matchbox
   menace eval                    say exactly how it fares against each opponent
   menace search tictactoe        compare the searches behind perfect play
   menace print --preset her      print what it takes to build 19 boxes that learn hexapawn
   menace experiment --help       train many machines, and compare them

Agents live in the database menace.db of the current folder, unless --db or MENACE_DB names another.`,
		Version: version(),
		Flags:   []cli.Flag{cli.DBFlag()},
		Commands: []*cli.Command{
			train.Command(con),
			play.Command(con),
			serve.Command(con),
			show.EvalCommand(con),
			show.BoxesCommand(con),
			agents.Command(con),
			plot.Command(con),
			print.Command(con),
			export.Command(con),
			search.Command(con),
			experiments.Command(con),
			completion.Command(con),
			completion.CompleteCommand(con, func() *cli.App { return describe(con) }),
			versionCommand(con),
		},
	}
}

// tag is the version of a release, which its build sets.
var tag string

// version returns the version that was built, what with and for what.
func version() string {
	built := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		built = info.Main.Version
	}
	return fmt.Sprintf("%s %s %s/%s", cmp.Or(tag, built), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// versionCommand describes the command version.
func versionCommand(con *console.IO) *cli.Command {
	parse := func(*cli.Context) (string, error) { return version(), nil }
	show := func(_ context.Context, con *console.IO, version string) error {
		con.Print("menace %s\n", version)
		return nil
	}
	return &cli.Command{
		Name: "version", Usage: "print the version, and what it was built with", ArgsUsage: cli.NoWords,
		Action: cli.Action(con, parse, show),
	}
}
