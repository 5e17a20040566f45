package cli

import (
	"math"
	"regexp"
	"slices"
	"strconv"
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
		case strings.HasPrefix(arg, "-") && arg != "-" && len(path) == 0 && len(words) > 0 && find(app.Flags, arg) == nil:
			words = append(words, arg) // of a command that there is none of: the command is the mistake
			rest = rest[1:]
		case strings.HasPrefix(arg, "-") && arg != "-":
			to := &flags
			if find(app.Flags, arg) != nil || len(path) == 0 {
				to = &global
			}
			f := find(slices.Concat(own, app.Flags), arg)
			n := width(arg, f, rest)
			*to = append(*to, plain(f, rest[:n])...)
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
	if slices.Contains(flags, "--help") || slices.Contains(flags, "-h") {
		words = nil // the library takes them for topics of help
	}
	return slices.Concat(args[:1], global, path, flags, words)
}

// plain returns the words of a flag with its number, if it takes one, as the library reads it: 10,000 and 1e4 are
// 10000.
func plain(f Flag, words []string) []string {
	switch f.(type) {
	case *Int64Flag, *IntFlag, *Uint64Flag:
	default:
		return words
	}
	words = slices.Clone(words)
	last := &words[len(words)-1]
	name, value, joined := strings.Cut(*last, "=")
	if !joined {
		name, value = "", *last
	}
	const largest = 1e18 // that an int64 holds
	n, err := strconv.ParseFloat(value, 64)
	switch {
	case thousands.MatchString(value):
		value = strings.ReplaceAll(value, ",", "")
	case err == nil && strings.ContainsAny(value, "eE") && n == math.Trunc(n) && math.Abs(n) < largest:
		value = strconv.FormatInt(int64(n), 10)
	}
	if *last = value; joined {
		*last = name + "=" + value
	}
	return words
}

// thousands matches a whole number with commas, as the program itself writes it.
var thousands = regexp.MustCompile(`^-?\d{1,3}(,\d{3})+$`)

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
