package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"runtime/debug"

	"github.com/charmbracelet/colorprofile"
	"github.com/urfave/cli/v2"

	"menace/data"
)

// program is what the commands share: where they read and write.
type program struct {
	stdin  io.Reader
	stdout io.Writer // takes styled text and leaves out what its terminal, or NO_COLOR, forbids
	stderr io.Writer
	output *output // remembers whether writing to stdout failed
	screen screen  // what is behind stdout
	notes  screen  // what is behind stderr
}

func newProgram(stdin io.Reader, stdout, stderr io.Writer) *program {
	out := colorprofile.NewWriter(stdout, os.Environ())
	kept := &output{to: stdout}
	out.Forward = kept
	return &program{
		stdin:  stdin,
		stdout: out,
		output: kept,
		stderr: colorprofile.NewWriter(stderr, os.Environ()),
		screen: screenOf(stdout),
		notes:  screenOf(stderr),
	}
}

// open opens the database that the command line names.
func (p *program) open(c *cli.Context, mode data.Mode) (*data.DB, error) {
	return openDB(c.Context, c.String("db"), mode)
}

// openDB opens a database, and tells a newcomer how to get one.
func openDB(ctx context.Context, path string, mode data.Mode) (*data.DB, error) {
	db, err := data.Open(ctx, path, mode)
	return db, explainOpen(err)
}

// printJSON prints one JSON document.
func (p *program) printJSON(document any) error {
	encoder := json.NewEncoder(p.stdout)
	encoder.SetIndent("", "  ")
	return encoder.Encode(document)
}

// output remembers the first error of a writer, so that nothing need be tested line by line.
type output struct {
	to  io.Writer
	err error
}

func (o *output) Write(text []byte) (int, error) {
	n, err := o.to.Write(text)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// version returns the version that was built, and what with.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return info.Main.Version + " " + info.GoVersion
}
