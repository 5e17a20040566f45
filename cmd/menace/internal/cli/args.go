package cli

import (
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"menace/cmd/menace/internal/words"
)

// readFlags reads the flags of a command line for [Given], and returns the rest for the library: the flags of the
// program, the command and its words. The library would ignore flags after words. Here they may stand anywhere, even
// before the command to which they belong.
func readFlags(app *App, args []string) (rest []string, err error) {
	if len(args) == 0 {
		return args, nil
	}
	everywhere := append(slices.Clip(app.Flags), urfave.HelpFlag, urfave.VersionFlag)
	l := split(app, everywhere, args[1:])
	known := slices.Concat(FlagsOf(l.command), flagsBelow(l.command.Subcommands), everywhere)
	line := strings.Join(append([]string{app.Name}, l.path...), " ")
	given, local := map[string][]string{}, ""
	for _, t := range l.flags {
		f := flagNamed(known, t.name)
		if f == nil {
			var names []string
			for _, f := range known {
				names = append(names, f.Names()[0])
			}
			hint := words.DidYouMean(t.name, names, "--")
			return nil, Usagef("unknown flag --%s%s; see `%s --help`", t.name, hint, line)
		}
		name := f.Names()[0]
		switch v, takesValue := f.(*valueFlag); {
		case takesValue && !t.hasValue:
			return nil, Usagef("a value is missing after --%s; see `%s --help`", name, line)
		case takesValue && given[name] != nil && !v.repeatable:
			return nil, Usagef("--%s is given more than once, but takes one value", name)
		case f == urfave.HelpFlag:
			l.words = []string{"--help"}
		case slices.Contains(everywhere, f):
			rest = append(rest, "--"+name+"="+t.value)
		default:
			local = name
		}
		given[name] = append(given[name], t.value)
	}
	if len(l.command.Subcommands) > 0 && len(l.words) == 0 && local != "" {
		return nil, Usagef("%s needs a command besides --%s; see `%s --help`", line, local, line)
	}
	app.Metadata = map[string]any{givenFlags: given}
	return slices.Concat(args[:1], rest, l.path, l.words), nil
}

// givenFlags is the key of the values of flags, by their names, in the metadata of a program.
const givenFlags = "given"

// Given returns the texts given for a flag, or nil. A flag without a value is "true".
func Given(c *Context, name string) []string {
	return c.App.Metadata[givenFlags].(map[string][]string)[name]
}

// line is a command line, split into its parts.
type line struct {
	path, words []string
	flags       []typedFlag
	command     *Command // the command at the end of the path, or one that holds all commands
}

// typedFlag is a flag as it was typed.
type typedFlag struct {
	name, value string
	hasValue    bool // false if the flag takes none, or if none follows
}

// split splits a command line into the path of commands, flags and words. The flags in everywhere are accepted with any
// command.
func split(app *App, everywhere []Flag, args []string) line {
	l := line{command: &Command{Subcommands: app.Commands}}
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		c := l.command.Command(arg)
		switch {
		case arg == "--":
			l.words = append(append(l.words, arg), args...)
			return l
		case strings.HasPrefix(arg, "-") && arg != "-":
			f, t := findFlag(slices.Concat(FlagsOf(l.command), everywhere), arg)
			if f == nil { // it belongs to a command that follows
				f, t = findFlag(flagsBelow(l.command.Subcommands), arg)
			}
			switch {
			case t.hasValue:
			case !takesValue(f):
				t.value = "true"
			case len(args) > 0: // its value is a separate argument
				t.value, t.hasValue = args[0], true
				args = args[1:]
			}
			l.flags = append(l.flags, t)
		case c != nil && len(l.words) == 0:
			l.path, l.command = append(l.path, arg), c
		default:
			l.words = append(l.words, arg)
		}
	}
	return l
}

// flagsBelow returns the flags of commands and of all their subcommands.
func flagsBelow(commands []*Command) (flags []Flag) {
	for _, c := range commands {
		flags = slices.Concat(flags, FlagsOf(c), flagsBelow(c.Subcommands))
	}
	return flags
}

// helpLast makes `menace help plot box` the same as `menace plot box --help`.
func helpLast(app *App, args []string) ([]string, error) {
	if len(args) < 2 || args[1] != "help" {
		return args, nil
	}
	command := &Command{Subcommands: app.Commands}
	for _, word := range args[2:] {
		c := command.Command(word)
		if c == nil {
			return nil, unknownCommand("command", word, command.Subcommands, app.Name)
		}
		command = c
	}
	return slices.Concat(args[:1], args[2:], []string{"--help"}), nil
}

// findFlag returns the flag that an argument names, or nil. It also returns the name as typed, with a value that is
// joined to it, as in --depth=2, -d=2 and -d2.
func findFlag(flags []Flag, arg string) (f Flag, t typedFlag) {
	dashed, long := strings.CutPrefix(arg[1:], "-")
	t.name, t.value, t.hasValue = strings.Cut(dashed, "=")
	if f = flagNamed(flags, t.name); f != nil || long || t.name == "" {
		return f, t
	}
	if f = flagNamed(flags, dashed[:1]); takesValue(f) {
		return f, typedFlag{dashed[:1], dashed[1:], true}
	}
	return nil, t
}

func flagNamed(flags []Flag, name string) Flag {
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// takesValue reports whether a value follows a flag.
func takesValue(f Flag) bool {
	_, is := f.(*valueFlag)
	return is
}

// Complete returns the possible completions of the last word typed after the program's name: commands, flags or values.
// It calls known for values that no option lists, such as the names of agents. Their kind is that of
// [option.Option.Complete], or the name of the word in the command's usage, in lower case.
func Complete(app *App, typed []string, known func(kind string) []string) (found []string) {
	last := len(typed) - 1
	if last < 0 {
		return nil
	}
	l := split(app, app.Flags, typed[:last])
	flags, kinds := slices.Concat(FlagsOf(l.command), app.Flags), strings.Fields(l.command.ArgsUsage)
	for range l.words {
		if len(kinds) > 0 && !strings.HasSuffix(kinds[0], "…") {
			kinds = kinds[1:]
		}
	}
	var pending *valueFlag // whose value comes next
	if n := len(l.flags); n > 0 && !l.flags[n-1].hasValue {
		pending, _ = flagNamed(slices.Concat(flags, flagsBelow(l.command.Subcommands)), l.flags[n-1].name).(*valueFlag)
	}
	switch {
	case pending != nil && pending.choices != nil:
		found = pending.choices
	case pending != nil:
		found = known(pending.complete)
	case strings.HasPrefix(typed[last], "-"):
		for _, f := range flags {
			found = append(found, "--"+f.Names()[0])
		}
		found = append(found, "--help")
	case len(l.command.Subcommands) > 0 && len(l.words) == 0:
		found = commandNames(l.command.Subcommands)
	case len(kinds) > 0 && strings.Contains(kinds[0], "|"):
		found = strings.Split(kinds[0], "|")
	case len(kinds) > 0:
		found = known(strings.ToLower(strings.Trim(kinds[0], "[]…")))
	}
	return slices.DeleteFunc(slices.Clone(found), func(f string) bool { return !strings.HasPrefix(f, typed[last]) })
}
