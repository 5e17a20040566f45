package term

import (
	"context"
	"fmt"
	"io"

	urfave "github.com/urfave/cli/v2"
)

// Only this file uses urfave/cli. The library finds the command, recognises --help and --version, and runs the
// command. It gets a command line without other flags and words, because it cannot do with them what this program
// needs:
//
//   - It ignores flags after a word, as in "menace agents show default --json", and before the command to which they
//     belong. So options.go reads them.
//   - Its flags do not know whether one was given twice, which values it takes, and how to complete them.
//   - After a mistake it prints the help on standard output, and some errors make it exit the process. So a mistake is
//     found before the library runs.
//   - The layout of its help is a template that does not know how wide the screen is. So help.go lays out the help.

// dispatch runs the command of an invocation, or prints its help or the version.
func dispatch(ctx context.Context, con *IO, c *Invocation) error {
	action := func(*urfave.Context) error { return c.run(ctx, con) }
	app := &urfave.App{
		Name:     c.program.Name,
		Commands: urfaveCommands(c.program.Commands, action), Action: action,
		Reader: con.In, ErrWriter: con.Err,
		Writer:          output{con.Out, func() string { return c.help(con.Screen.Width) }},
		HideHelpCommand: true,
		ExitErrHandler:  func(*urfave.Context, error) {}, // the caller decides on the exit status
	}
	args := []string{c.program.Name}
	switch {
	case c.wantsVersion():
		app.Version = c.program.Version()
		args = append(args, "--version")
	case c.wantsHelp() && c.Command.Action == nil && len(c.Words) > 0:
		return unknownCommand(c.Command, c.Words[0], c.Line)
	case c.wantsHelp():
		args = append(append(args, c.path...), "--help")
	default:
		args = append(args, c.path...)
	}
	return app.RunContext(ctx, args)
}

// urfaveCommands returns commands as the library describes them, all with the same action.
func urfaveCommands(commands []*Command, action urfave.ActionFunc) (all []*urfave.Command) {
	for _, c := range commands {
		all = append(all, &urfave.Command{
			Name: c.Name, Subcommands: urfaveCommands(c.Commands, action), Action: action, HideHelpCommand: true,
		})
	}
	return all
}

// output is the writer of the library. It also knows the help to print.
type output struct {
	io.Writer
	help func() string
}

// The library has one printer of help for all programs in a process.
func init() {
	urfave.HelpPrinter = func(w io.Writer, _ string, _ any) { fmt.Fprint(w, w.(output).help()) }
}
