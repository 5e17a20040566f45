//go:build !js

// Command menace trains Donald Michie's matchbox machines, stores them in a database, computes exactly how good they
// are, and lets people play against them.
//
// Its features are in the folders of internal; this package lists them, and turns signals and errors into an exit
// status.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/inconshreveable/mousetrap"

	"menace/cmd/menace/internal/term"
)

// main runs the command line. If the program was started by a double click, it serves the page, with the database in
// the program's folder, and keeps the window open until an error has been read. A program that is still in an archive
// runs in a temporary folder, where the database would be lost.
func main() {
	args, clicked := os.Args, len(os.Args) == 1 && mousetrap.StartedByExplorer()
	if clicked {
		args = append(args, "serve", "--open", "--db", filepath.Join(filepath.Dir(args[0]), "menace.db"))
	}
	status := term.Failed
	if clicked && strings.Contains(args[0], `\Temp\`) {
		fmt.Fprintln(os.Stderr, "MENACE is still packed. Extract all files first, and start it from the new folder.")
	} else {
		status = run(context.Background(), args, os.Stdin, os.Stdout, os.Stderr)
	}
	if clicked && status != term.Done {
		fmt.Fprint(os.Stderr, "Press Enter to close this window.")
		fmt.Scanln()
	}
	os.Exit(status)
}

// run is the whole program: it runs the command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C kills the program, as usual
	con := term.New(stdin, stdout, stderr)
	p, err := program(con)
	if err == nil {
		err = term.Run(ctx, con, p, args)
	}
	if err == nil {
		err = con.OutputError()
	}
	if err != nil {
		con.Note("%s", term.OneLine(err))
	}
	return term.ExitStatus(err)
}
