package cli

import (
	"slices"
	"strings"
)

// flagsFirst moves flags to where the command line library looks for them: those of the program
// before the command, and those of a command before its words. So flags may appear anywhere.
func flagsFirst(app *App, args []string) []string {
	if len(args) == 0 {
		return args
	}
	var global, path, flags, words []string
	commands, own := app.Commands, []Flag(nil)
	rest := args[1:]
	for len(rest) > 0 {
		arg := rest[0]
		switch {
		case arg == "--":
			words = append(words, rest...)
			rest = nil
		case strings.HasPrefix(arg, "-") && arg != "-":
			to := &flags
			if find(app.Flags, arg) != nil || len(path) == 0 {
				to = &global
			}
			n := width(arg, find(slices.Concat(own, app.Flags), arg), rest)
			*to = append(*to, rest[:n]...)
			rest = rest[n:]
		default:
			if c := command(commands, arg); c != nil && len(words) == 0 {
				path, commands, own = append(path, arg), c.Subcommands, c.Flags
			} else {
				words = append(words, arg)
			}
			rest = rest[1:]
		}
	}
	return slices.Concat(args[:1], global, path, flags, words)
}

// command returns the command of that name, or nil.
func command(commands []*Command, name string) *Command {
	for _, c := range commands {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

// find returns the flag that an argument names, or nil.
func find(flags []Flag, arg string) Flag {
	name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// width returns how many of the arguments a flag takes: itself, and its value if that is apart.
func width(arg string, f Flag, rest []string) int {
	if _, isBool := f.(*BoolFlag); f == nil || isBool || strings.Contains(arg, "=") || len(rest) == 1 {
		return 1
	}
	return 2
}
