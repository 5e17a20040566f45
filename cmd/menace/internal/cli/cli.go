// Package cli is the terminal. It provides one way to describe a command, to parse its flags and run it, and to report
// mistakes, the flags that commands share, and output: [IO] holds the streams of the program, with styles, tables,
// a progress bar, typed lines, and files that are written completely or not at all.
//
// A command has an Options struct, a parse function that fills it from the flags, and a run function that knows no
// flags and that tests can call; [Action] joins them. The package hides urfave/cli and its pitfalls. It contains
// nothing that belongs to a single command.
package cli

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
)

// The parts of the description of a program.
type (
	App        = urfave.App
	Context    = urfave.Context
	Command    = urfave.Command
	Flag       = urfave.Flag
	ActionFunc = urfave.ActionFunc

	BoolFlag = urfave.BoolFlag
)

// Run runs a command line of the program that app describes. args[0] is the program's name.
func Run(ctx context.Context, con *IO, app *App, args []string) error {
	addWordChecks(app.Commands)
	app.Before = func(c *Context) error {
		con.Database = data.Files(c.String("db"))
		if db := c.String("db"); db != cmp.Or(os.Getenv("MENACE_DB"), defaultDB) {
			con.db = db
		}
		return nil
	}
	app.Action = func(c *Context) error { return unknownWord(c, "command") }
	var help strings.Builder // all that the library prints
	app.Reader, app.Writer, app.ErrWriter = con.In, &help, con.Err
	app.ExitErrHandler = func(*Context, error) {} // the caller decides on the exit status
	app.HideHelpCommand = true
	args, err := helpLast(app, args)
	if err != nil {
		return err
	}
	if args, err = readFlags(app, args); err != nil {
		return err
	}
	err = app.RunContext(ctx, args)
	if help.Len() > 0 {
		con.Print("%s", fitHelp(help.String(), con.Screen.Width))
	}
	return explain(err)
}

// addWordChecks makes every command check its words. The help of a command without ArgsUsage then shows only flags.
func addWordChecks(commands []*Command) {
	for _, c := range commands {
		if c.Subcommands == nil {
			c.Before, c.ArgsUsage = checkWords, cmp.Or(c.ArgsUsage, " ")
		}
		c.HideHelpCommand = true
		addWordChecks(c.Subcommands)
	}
}

// Action returns the action of a command, made of its parse and run functions.
func Action[O any](con *IO, parse func(*Context) (O, error),
	run func(context.Context, *IO, O) error) ActionFunc {
	return func(c *Context) error {
		o, err := parse(c)
		if err != nil {
			return err
		}
		return run(c.Context, con, o)
	}
}

// InLab is Action for a command that works on the database of --db, which it opens and closes.
func InLab[O any](con *IO, mode data.Mode, parse func(*Context) (O, error),
	run func(context.Context, *IO, *lab.Lab, O) error) ActionFunc {
	return InLabAs(con, func(O) data.Mode { return mode }, parse, run)
}

// InLabAs is InLab for a command whose options determine the mode.
func InLabAs[O any](con *IO, mode func(O) data.Mode, parse func(*Context) (O, error),
	run func(context.Context, *IO, *lab.Lab, O) error) ActionFunc {
	return func(c *Context) error {
		return Action(con, parse, func(ctx context.Context, con *IO, o O) error {
			l, err := lab.Open(ctx, c.String("db"), mode(o))
			if err != nil {
				return err
			}
			defer l.Close()
			return run(ctx, con, l, o)
		})(c)
	}
}

// checkWords returns an error unless the command line has the words named in ArgsUsage. A word in brackets is optional,
// and a word followed by dots may be repeated.
func checkWords(c *Context) error {
	most := strings.Fields(c.Command.ArgsUsage)
	least := len(slices.DeleteFunc(slices.Clone(most), func(w string) bool { return strings.ContainsAny(w, "[…") }))
	switch n := c.NArg(); {
	case len(most) == 0 && n > 0:
		return Usagef("unexpected %q%s; see `%s --help`", c.Args().First(), suggestFlag(c), commandLine(c))
	case n < least || n > len(most) && !strings.HasSuffix(c.Command.ArgsUsage, "…"):
		return Usagef("%s takes %s; see `%s --help`", commandLine(c), c.Command.ArgsUsage, commandLine(c))
	}
	return nil
}

// suggestFlag guesses the flag that is missing before the first word: --games before a number, --agent before a name.
func suggestFlag(c *Context) string {
	word, flag := c.Args().First(), "agent"
	if _, err := strconv.Atoi(word); err == nil {
		flag = "games"
	}
	if flagNamed(c.Command.Flags, flag) == nil || data.CheckName(word) != nil {
		return ""
	}
	return fmt.Sprintf("; did you mean --%s %s?", flag, word)
}

// Group completes a command that has subcommands. kind is the name for them in messages.
func Group(command *Command, kind string) *Command {
	command.Action = func(c *Context) error { return unknownWord(c, kind) }
	return command
}

// unknownWord prints the help if there is no word, and otherwise returns an error about the unknown one.
func unknownWord(c *Context, kind string) error {
	commands, help := c.App.Commands, urfave.ShowAppHelp
	if len(c.Lineage()) > 2 {
		commands, help = c.Command.Subcommands, urfave.ShowSubcommandHelp
	}
	if !c.Args().Present() {
		return help(c)
	}
	return unknownCommand(kind, c.Args().First(), commands, commandLine(c))
}

// unknownCommand returns the error for a word that is not one of the possible commands.
func unknownCommand(kind, word string, commands []*Command, line string) error {
	hint := words.DidYouMean(word, commandNames(commands), "")
	if hint == "" && kind != "command" {
		hint = "; choose from " + strings.Join(commandNames(commands), ", ")
	}
	return Usagef("unknown %s %q%s; see `%s --help`", kind, word, hint, line)
}

// commandNames returns the names of commands that are not hidden.
func commandNames(commands []*Command) (names []string) {
	for _, c := range commands {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return names
}

// commandLine returns the words that lead to the command.
func commandLine(c *Context) string {
	if c.Command == nil || c.Command.HelpName == "" {
		return c.App.Name
	}
	return c.Command.HelpName
}
