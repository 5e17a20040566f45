package term

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"menace/cmd/menace/internal/words"
	"menace/menace/option"
)

// Program describes a program with commands.
type Program struct {
	Name        string
	Usage       string // what the program does, in a few words
	Synopsis    string // how to call it
	Description string
	FirstSteps  string // laid out as a Description; shown on a terminal without a command if nothing is stored yet
	Flags       []Flag // accepted with every command
	Commands    []*Command

	// These functions may be nil.

	Version   func() string                           // called only to show the version, since it may take time
	Begin     func(*Invocation)                       // called before a command
	Empty     func(context.Context, *Invocation) bool // reports whether nothing is stored yet
	Explain   func(error) error                       // adds advice to the error of a command
	GuessFlag func(word string) string                // guesses which flag is missing before a word, or returns ""
	Made      func(line string) string                // formats the note in a file that this command line made it
}

// root returns the program as a command that contains all others.
func (p *Program) root() *Command {
	return &Command{
		Name: p.Name, Usage: p.Usage, Synopsis: p.Synopsis, Description: p.Description, Commands: p.Commands,
	}
}

// Command describes a command, which either does something or contains other commands.
type Command struct {
	Name        string
	Aliases     []string // other names, which help and completion do not show
	Usage       string   // what the command does, in a few words
	Synopsis    string   // how to call it; by default the name, Args and required flags
	Description string
	Args        string // the words that it takes, such as "NAME [FILE…]"; [optional], repeated…
	Hidden      bool   // from help and completion
	Shared      bool   // whether its help shows the flags of the program too

	Flags  func() []Flag // nil if there are none; called only for the selected command
	Action ActionFunc

	Commands []*Command // in place of flags and an action
	Kind     string     // the word for a subcommand in messages, such as "figure"; by default "command"
}

// ActionFunc carries out a command.
type ActionFunc func(context.Context, *Invocation) error

// Share makes the help of commands and their subcommands show the flags of the program too.
func Share(commands []*Command) []*Command {
	for _, c := range commands {
		c.Shared = true
		Share(c.Commands)
	}
	return commands
}

// synopsis returns how to call the command with this line: with its words, the flags that it requires, and options.
func (c *Command) synopsis(line string) string {
	parts, optional, others := []string{line}, []string(nil), c.Commands != nil
	switch kind, _, _ := strings.Cut(c.Kind, " "); {
	case c.Args != "":
		parts = append(parts, c.Args)
	case c.Commands != nil:
		parts = append(parts, strings.ToUpper(cmp.Or(kind, "command")))
	}
	for _, f := range c.flags() {
		_, placeholder, _ := strings.Cut(f.Meaning, "`")
		placeholder, _, _ = strings.Cut(placeholder, "`")
		switch call := "--" + f.Name + " " + placeholder; {
		case f.Default == "required":
			parts = append(parts, call)
		case f.Name == "machine":
			optional = append(optional, "["+call+"]")
		default:
			others = true
		}
	}
	if others {
		optional = append(optional, "[options]")
	}
	return strings.Join(append(parts, optional...), " ")
}

// flags returns the flags of the command.
func (c *Command) flags() []Flag {
	if c.Flags == nil {
		return nil
	}
	return c.Flags()
}

// commandNamed returns the command with a name or an alias, or nil.
func commandNamed(commands []*Command, name string) *Command {
	for _, c := range commands {
		if c.Name == name || slices.Contains(c.Aliases, name) {
			return c
		}
	}
	return nil
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

// Invocation is a command line after parsing: a command with the flags and words given to it.
type Invocation struct {
	Command *Command
	Line    string   // the program and the commands named, such as "menace plot box"
	Words   []string // arguments that are neither commands nor flags

	program *Program
	context *urfave.Context
}

// Given returns the values given for a flag, or nil. For a switch, the value is "on" or "".
func (c *Invocation) Given(name string) []string {
	if v, ok := c.context.Generic(name).(*value); ok {
		return v.texts
	}
	switch {
	case !c.context.IsSet(name):
		return nil
	case c.context.Bool(name):
		return []string{"on"}
	}
	return []string{""}
}

// FirstWord returns the first word, or "".
func (c *Invocation) FirstWord() string {
	if len(c.Words) == 0 {
		return ""
	}
	return c.Words[0]
}

// checkWords returns an error unless the command line has the words named in Args.
func (c *Invocation) checkWords() error {
	most := strings.Fields(c.Command.Args)
	least := len(slices.DeleteFunc(slices.Clone(most), func(w string) bool { return strings.ContainsAny(w, "[…") }))
	switch n := len(c.Words); {
	case len(most) == 0 && n > 0:
		return Usagef("unexpected %q%s; see `%s --help`", c.Words[0], c.suggestFlag(c.Words[0]), c.Line)
	case n < least || n > len(most) && !strings.HasSuffix(c.Command.Args, "…"):
		return Usagef("%s takes %s; see `%s --help`", c.Line, c.Command.Args, c.Line)
	}
	return nil
}

// suggestFlag suggests the flag that is missing before a word.
func (c *Invocation) suggestFlag(word string) string {
	if c.program.GuessFlag == nil {
		return ""
	}
	flag := c.program.GuessFlag(word)
	if flagNamed(c.Command.flags(), flag) == nil {
		flag, word = "position", option.Quoted(strings.Join(c.Words, ","))
	}
	if flagNamed(c.Command.flags(), flag) == nil {
		return ""
	}
	return fmt.Sprintf("; did you mean --%s %s?", flag, word)
}

// unknownCommand returns the error for a word that is not a subcommand of a command. The line ends with that command.
func unknownCommand(in *Command, word, line string) error {
	names, kind := commandNames(in.Commands), "command"
	hint := words.DidYouMean(word, names, "")
	var below []string // commands of this name that belong to another
	for _, c := range in.Commands {
		if slices.Contains(commandNames(c.Commands), word) {
			below = append(below, fmt.Sprintf("`%s %s %s`", line, c.Name, word))
		}
	}
	if below != nil {
		hint = "; did you mean " + strings.Join(below, " or ") + "?"
	}
	if in.Kind != "" {
		kind = in.Kind
		if hint == "" {
			hint = "; choose from " + strings.Join(names, ", ")
		}
	}
	return Usagef("unknown %s %q%s; see `%s --help`", kind, word, hint, line)
}
