//go:build !js

package main

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// A script has a process of its own that runs its command lines one after another, in the script's folder and with its
// environment. The program takes longer to start than most commands take.

// commandLine is a command line to run.
type commandLine struct {
	Folder      string // the working directory
	Environment map[string]string
	Args        []string // without the name of the program
	Input       string   // standard input
}

// outcome is what came of a command line.
type outcome struct {
	Status         int
	Stdout, Stderr string
}

// lineRunner is the process of a script.
type lineRunner struct {
	*exec.Cmd
	lines    *gob.Encoder
	outcomes *gob.Decoder
	said     bytes.Buffer // standard error: why the process has ended
}

// lineKey is the key of the process among the values of a script.
type lineKey struct{}

// startLines starts the process of a script.
func startLines(t *testing.T, env *testscript.Env) error {
	r := &lineRunner{Cmd: self(t)}
	r.Dir, r.Env, r.Stderr = env.WorkDir, append(env.Vars, asProgram+"=lines"), &r.said
	in, err := r.StdinPipe()
	if err != nil {
		return err
	}
	out, err := r.StdoutPipe()
	if err != nil {
		return err
	}
	env.Defer(func() {
		in.Close()
		r.Wait()
	})
	r.lines, r.outcomes = gob.NewEncoder(in), gob.NewDecoder(out)
	env.Values[lineKey{}] = r
	return r.Start()
}

// runLines is the main function of the process of a script.
func runLines() {
	lines, outcomes := gob.NewDecoder(os.Stdin), gob.NewEncoder(os.Stdout)
	for {
		var l commandLine
		err := lines.Decode(&l)
		if errors.Is(err, io.EOF) {
			os.Exit(0)
		}
		if err == nil {
			err = os.Chdir(l.Folder)
		}
		for name, value := range l.Environment {
			os.Setenv(name, value)
		}
		if err == nil {
			var stdout, stderr strings.Builder
			status := run(context.Background(), append([]string{"menace"}, l.Args...), strings.NewReader(l.Input),
				&stdout, &stderr)
			err = outcomes.Encode(outcome{status, stdout.String(), stderr.String()})
		}
		if err != nil {
			panic(err)
		}
	}
}

// line is the script command "menace ARG… [<FILE]", which runs the program, with FILE as standard input. The program
// must succeed, or fail after "!".
func line(ts *testscript.TestScript, neg bool, args []string) {
	if status := runLine(ts, args); (status != 0) != neg {
		ts.Fatalf("exit status %d", status)
	}
}

// runLine runs the program in the process of the script, and returns the exit status.
func runLine(ts *testscript.TestScript, args []string) int {
	l := commandLine{Folder: ts.MkAbs("."), Environment: map[string]string{}, Args: args}
	for _, name := range []string{"MENACE_DB", "COLUMNS"} { // those that scripts set
		l.Environment[name] = ts.Getenv(name)
	}
	if n := len(args) - 1; n >= 0 && strings.HasPrefix(args[n], "<") {
		l.Input, l.Args = ts.ReadFile(args[n][1:]), args[:n]
	}
	r := ts.Value(lineKey{}).(*lineRunner)
	var o outcome
	err := r.lines.Encode(l)
	if err == nil {
		err = r.outcomes.Decode(&o)
	}
	if err != nil {
		r.Wait()
		ts.Fatalf("the program ended: %v\n%s", err, &r.said)
	}
	io.WriteString(ts.Stdout(), o.Stdout)
	io.WriteString(ts.Stderr(), o.Stderr)
	return o.Status
}
