// Command menace trains Donald Michie's matchbox machines, keeps them in a database, tells exactly
// how good they are, and plays against people.
//
// This package is the only one that reads flags and prints, and the only one that wires the
// others together. An action turns flags into a plain options struct and calls a function that
// knows no flags.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
)

// Exit statuses.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

func main() { os.Exit(run(context.Background(), os.Args, os.Stdin, os.Stdout, os.Stderr)) }

// run is the whole program: it carries out the command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop) // so that a second Ctrl-C ends it as it does any program
	p := newProgram(stdin, stdout, stderr)
	app := p.app()
	err := app.RunContext(ctx, flagsFirst(app, args))
	if err == nil && p.output.err != nil {
		err = fmt.Errorf("cannot write the output: %w", reason(p.output.err))
	}
	if err == nil {
		return exitDone
	}
	fmt.Fprintf(stderr, "menace: %s\n", oneLine(err))
	return exitStatus(err)
}

// exitStatus returns the exit status of a program that failed so.
func exitStatus(err error) int {
	var usage usageError
	switch {
	case errors.As(err, &usage):
		return exitUsage
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	}
	return exitFailed
}
