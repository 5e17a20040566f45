// Command menace trains Donald Michie's matchbox machines, keeps them in a database, says exactly how
// good they are, and plays against people.
//
// Its commands are in internal/command; this package turns signals and errors into an exit status.
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

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/command"
	"menace/cmd/menace/internal/console"
)

func main() { os.Exit(run(context.Background(), os.Args, os.Stdin, os.Stdout, os.Stderr)) }

// run is the whole program: it carries out the command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C kills it, as it does any program
	con := console.New(stdin, stdout, stderr)
	err := cli.Run(ctx, con, command.App(con, version()), args)
	if err == nil {
		err = con.Failed()
	}
	if err != nil {
		con.Note("%s", cli.OneLine(err))
	}
	return cli.ExitStatus(err)
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
