package cli

import (
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// flagsFirst moves flags to where the command line library expects them: those of the program before the command, and
// those of a command before its words. So flags may appear anywhere, even before the command to which they belong.
// Every known flag gets its full name and is joined to its value. A flag that takes one value is refused if it is given
// twice.
func flagsFirst(app *App, args []string) ([]string, error) {
	if len(args) == 0 {
		return args, nil
	}
	everywhere := append(slices.Clip(app.Flags), urfave.VersionFlag)
	l := split(app, everywhere, args[1:])
	var global, local []string
	var twice error
	seen := map[Flag]bool{}
	for _, flag := range l.flags {
		f, _, _ := find(slices.Concat(l.command.Flags, everywhere), flag[0])
		to := &local
		if slices.Contains(everywhere, f) {
			to = &global
		}
		*to = append(*to, written(f, flag)...)
		if g, isOption := f.(*urfave.GenericFlag); seen[f] && takesValue(f) && !(isOption && g.Value.(*texts).again) {
			twice = Usagef("--%s is given more than once, but takes one value", f.Names()[0])
		}
		seen[f] = true
	}
	incomplete := len(l.command.Subcommands) > 0 // no command was given, or an unknown one
	unknown := func(flag []string) bool {        // reports whether no command has the flag
		f, _, _ := find(slices.Concat(everywhere, below(app.Commands)), flag[0])
		return f == nil
	}
	switch {
	case incomplete && len(l.words) > 0 && !slices.ContainsFunc(l.flags, unknown):
		local = nil // the word is reported as the mistake
	case slices.Contains(local, "--help") || slices.Contains(local, "-h"):
		l.words = nil // the library would read them as help topics
	case incomplete && len(local) > 0:
		if f, _, _ := find(below(l.command.Subcommands), local[0]); f != nil {
			path := strings.Join(append([]string{app.Name}, l.path...), " ")
			return nil, Usagef("%s needs a command besides --%s; see `%s --help`", path, f.Names()[0], path)
		}
	case twice != nil:
		return nil, twice
	}
	return slices.Concat(args[:1], global, l.path, local, l.words), nil
}

// line is a command line, split into its parts.
type line struct {
	path, words []string
	flags       [][]string // each flag with its value
	command     *Command   // to which the path leads, or one that holds all commands
}

// split splits a command line into the path of commands, flags and words. The flags in everywhere are accepted with any
// command.
func split(app *App, everywhere []Flag, args []string) line {
	l := line{command: &Command{Subcommands: app.Commands}}
	for len(args) > 0 {
		arg, n := args[0], 1
		c := command(l.command.Subcommands, arg)
		switch {
		case arg == "--":
			n = len(args)
			l.words = append(l.words, args...)
		case strings.HasPrefix(arg, "-") && arg != "-":
			f, _, joined := find(slices.Concat(l.command.Flags, everywhere, below(l.command.Subcommands)), arg)
			if !joined && takesValue(f) {
				n = min(2, len(args)) // its value is a separate argument
			}
			l.flags = append(l.flags, args[:n])
		case c != nil && len(l.words) == 0:
			l.path, l.command = append(l.path, arg), c
		default:
			l.words = append(l.words, arg)
		}
		args = args[n:]
	}
	return l
}

// below returns the flags of commands and of all their subcommands.
func below(commands []*Command) (flags []Flag) {
	for _, c := range commands {
		flags = slices.Concat(flags, c.Flags, below(c.Subcommands))
	}
	return flags
}

// written formats a flag with its value for the library: --name, --name=value, or an unknown flag unchanged.
func written(f Flag, words []string) []string {
	if f == nil {
		return words
	}
	name := "--" + f.Names()[0]
	_, value, joined := find([]Flag{f}, words[0])
	switch {
	case len(words) == 2:
		value = words[1]
	case !joined:
		return []string{name}
	}
	return []string{name + "=" + value}
}

// helpLast makes `menace help plot box` the same as `menace plot box --help`.
func helpLast(app *App, args []string) ([]string, error) {
	if len(args) < 2 || args[1] != "help" {
		return args, nil
	}
	commands := app.Commands
	for _, word := range args[2:] {
		c := command(commands, word)
		if c == nil {
			return nil, unknownCommand("command", word, commands, app.Name)
		}
		commands = c.Subcommands
	}
	return slices.Concat(args[:1], args[2:], []string{"--help"}), nil
}

func command(commands []*Command, name string) *Command {
	for _, c := range commands {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

// find returns the flag that an argument names, or nil, and the value joined to it, for example in --depth=2, -d=2 and
// -d2.
func find(flags []Flag, arg string) (f Flag, value string, joined bool) {
	dashed, long := strings.CutPrefix(arg[1:], "-")
	name, value, joined := strings.Cut(dashed, "=")
	if f = named(flags, name); f != nil || long || name == "" {
		return f, value, joined
	}
	if f = named(flags, dashed[:1]); takesValue(f) {
		return f, dashed[1:], true
	}
	return nil, "", false
}

func named(flags []Flag, name string) Flag {
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// takesValue reports whether a value follows a flag.
func takesValue(f Flag) bool {
	_, isBool := f.(*BoolFlag)
	return f != nil && !isBool
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
	flags, kinds := slices.Concat(l.command.Flags, app.Flags), strings.Fields(l.command.ArgsUsage)
	for range l.words {
		if len(kinds) > 0 && !strings.HasSuffix(kinds[0], "…") {
			kinds = kinds[1:]
		}
	}
	var pending Flag // whose value comes next
	if n := len(l.flags); n > 0 && len(l.flags[n-1]) == 1 {
		f, _, joined := find(slices.Concat(flags, below(l.command.Subcommands)), l.flags[n-1][0])
		if !joined && takesValue(f) {
			pending = f
		}
	}
	switch {
	case pending != nil:
		if g, ok := pending.(*urfave.GenericFlag); ok {
			t := g.Value.(*texts)
			if found = t.choices; found == nil {
				found = known(t.complete)
			}
		}
	case strings.HasPrefix(typed[last], "-"):
		for _, f := range flags {
			found = append(found, "--"+f.Names()[0])
		}
		found = append(found, "--help")
	case len(l.command.Subcommands) > 0 && len(l.words) == 0:
		found = names(l.command.Subcommands)
	case len(kinds) > 0 && strings.Contains(kinds[0], "|"):
		found = strings.Split(kinds[0], "|")
	case len(kinds) > 0:
		found = known(strings.ToLower(strings.Trim(kinds[0], "[]…")))
	}
	return slices.DeleteFunc(slices.Clone(found), func(f string) bool { return !strings.HasPrefix(f, typed[last]) })
}
