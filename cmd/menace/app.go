package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"
)

// app describes the command line.
func (p *program) app() *cli.App {
	if os.Getenv("MENACE_DB") == "" {
		os.Unsetenv("MENACE_DB") // or the library takes it for a file without a name
	}
	app := &cli.App{
		Name:      "menace",
		Usage:     "the laboratory for MENACE, the matchbox machine that learns tic-tac-toe",
		UsageText: "menace [--db FILE] COMMAND [options]",
		Description: `Start with

   menace train --games 10000     trains an agent against random play and says how good it is
   menace play                    plays against you, and learns from it
   menace boxes --moves 0         shows its first matchbox
   menace eval                    tells exactly how it fares against each opponent
   menace search tictactoe        compares the searches behind perfect play
   menace experiment --help       how to train many machines, and compare them

Agents live in the database menace.db of the current folder, unless --db or MENACE_DB names another.`,
		Flags: []cli.Flag{&cli.StringFlag{
			Name: "db", Usage: "the database `FILE`", Value: "menace.db", EnvVars: []string{"MENACE_DB"},
		}},
		Commands: []*cli.Command{
			p.trainCommand(),
			p.playCommand(),
			p.evalCommand(),
			p.boxesCommand(),
			p.agentsCommand(),
			p.plotCommand(),
			p.exportCommand(),
			p.searchCommand(),
			p.experimentCommand(),
		},
		Action:          p.unknownCommand,
		Reader:          p.stdin,
		Writer:          p.stdout,
		ErrWriter:       p.stderr,
		ExitErrHandler:  func(*cli.Context, error) {}, // run decides on the exit status
		Version:         version(),
		OnUsageError:    onUsageError,
		CommandNotFound: nil,
	}
	guard(app.Commands)
	return app
}

// guard makes every command meet a wrong flag with an error instead of the help.
func guard(commands []*cli.Command) {
	for _, c := range commands {
		c.OnUsageError = onUsageError
		c.HideHelpCommand = true
		guard(c.Subcommands)
	}
}

// onUsageError puts what the library says of a wrong flag into words that help.
func onUsageError(c *cli.Context, err error, _ bool) error {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		var names []string
		for _, f := range append(c.Command.Flags, c.App.Flags...) {
			names = append(names, f.Names()[0])
		}
		text = fmt.Sprintf("unknown flag --%s%s", name, didYouMean(name, names))
	}
	if value, ok := strings.CutSuffix(text, "parse error"); ok {
		text = value + "a whole number is needed, as in 10000"
	}
	return usagef("%s; see `%s --help`", text, commandLine(c))
}

// commandLine returns the words that lead to the command.
func commandLine(c *cli.Context) string {
	if c.Command == nil || c.Command.HelpName == "" {
		return "menace"
	}
	return c.Command.HelpName
}

// unknownCommand is the action of the program itself: without words it shows the help.
func (p *program) unknownCommand(c *cli.Context) error { return p.unknownWord(c, "command") }

// unknownWord shows the help of a command that needs another word, or says that the word given
// is unknown.
func (p *program) unknownWord(c *cli.Context, kind string) error {
	if !c.Args().Present() {
		if c.Command == nil || len(c.Lineage()) <= 2 {
			return cli.ShowAppHelp(c)
		}
		return cli.ShowSubcommandHelp(c)
	}
	commands := c.App.Commands
	if c.Command != nil && len(c.Command.Subcommands) > 0 {
		commands = c.Command.Subcommands
	}
	var names []string
	for _, command := range commands {
		names = append(names, command.Name)
	}
	word := c.Args().First()
	return usagef("unknown %s %q%s; see `%s --help`", kind, word, didYouMean(word, names), commandLine(c))
}

// action makes the action of a command of a function that parses its flags into options and one
// that carries them out and knows no flags.
func action[O any](parse func(*cli.Context) (O, error), do func(context.Context, O) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		o, err := parse(c)
		if err != nil {
			return err
		}
		return do(c.Context, o)
	}
}

// noArguments refuses words that a command has no use for.
func noArguments(c *cli.Context) error {
	if c.Args().Present() {
		return usagef("unexpected %q; see `%s --help`", c.Args().First(), commandLine(c))
	}
	return nil
}
