package term

import (
	"regexp"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// line is a command line, split into its parts. urfave/cli wants a flag after its command and before all words. Users
// may write it anywhere, even before its command.
type line struct {
	program *Program
	path    []*Command // the commands, outermost first
	command *Command   // the last of path, or the root
	flags   []Flag     // of command
	typed   []typedFlag
	words   []string // everything that is neither a command nor a flag
}

// typedFlag is a flag as it was typed.
type typedFlag struct {
	name, value string
	hasValue    bool // false if the flag takes no value, or none follows
}

// split splits arguments into commands, flags and words. After -- there are no more flags. `help plot box` is the same
// as `plot box --help`.
func (p *Program) split(args []string) *line {
	if len(args) > 0 && args[0] == "help" {
		args = append(slices.Clone(args[1:]), "--help")
	}
	l := &line{program: p, command: p.root()}
	for onlyWords := false; len(args) > 0; {
		arg := args[0]
		args = args[1:]
		c := commandNamed(l.command.Commands, arg)
		switch {
		case arg == "--" && !onlyWords:
			onlyWords = true
		case strings.HasPrefix(arg, "-") && arg != "-" && !onlyWords:
			f, t := l.matchFlag(arg)
			if f != nil && !f.Switch && !t.hasValue && len(args) > 0 { // its value is a separate argument
				t.value, t.hasValue = args[0], true
				args = args[1:]
			}
			l.typed = append(l.typed, t)
		case c != nil && len(l.words) == 0:
			l.path, l.command, l.flags = append(l.path, c), c, c.flags()
		default:
			l.words = append(l.words, arg)
		}
	}
	return l
}

// matchFlag returns the flag that an argument names, or nil. It also returns the name as typed, and a value joined to
// it, as in --depth=2, -d=2 and -d2.
func (l *line) matchFlag(arg string) (*Flag, typedFlag) {
	dashed, long := strings.CutPrefix(arg[1:], "-")
	name, value, hasValue := strings.Cut(dashed, "=")
	f := l.flagNamed(name)
	if f == nil && !long && name != "" {
		letter, rest := dashed[:1], dashed[1:]
		if f := l.flagNamed(letter); f != nil && !f.Switch {
			return f, typedFlag{letter, rest, true}
		}
	}
	return f, typedFlag{name, value, hasValue}
}

// flagNamed returns the flag with a name, either of the command or of a command that may follow, or nil.
func (l *line) flagNamed(name string) *Flag {
	if f := flagNamed(slices.Concat(l.flags, l.program.Flags), name); f != nil {
		return f
	}
	return flagNamed(flagsBelow(l.command.Commands), name)
}

// flagsBelow returns the flags of commands and of all their subcommands.
func flagsBelow(commands []*Command) (flags []Flag) {
	for _, c := range commands {
		flags = slices.Concat(flags, c.flags(), flagsBelow(c.Commands))
	}
	return flags
}

// flagNamed returns the flag with a name, a letter or an alias, or nil.
func flagNamed(flags []Flag, name string) *Flag {
	for i, f := range flags {
		if name == f.Name || f.Short != "" && name == f.Short || slices.Contains(f.Aliases, name) {
			return &flags[i]
		}
	}
	return nil
}

// arranged returns the command line for urfave/cli, with the first names of flags and commands.
func (l *line) arranged() []string {
	global, local, words := []string{l.program.Name}, []string(nil), append([]string{"--"}, l.words...)
	for _, t := range l.typed {
		name := t.name
		f := l.flagNamed(name)
		if f != nil {
			name = f.Name
		}
		isGlobal := flagNamed(l.program.Flags, name) != nil || isNameOf(urfave.VersionFlag, name)
		switch {
		case isNameOf(urfave.HelpFlag, name) && l.command.Action != nil:
			words = nil // the library would take them for commands
		case f != nil && !f.Switch && !t.hasValue && isGlobal:
			return append(global, "--"+name) // it is the last argument
		case f != nil && !f.Switch && !t.hasValue:
			words = nil // one of them would become the value
		}
		if t.hasValue {
			name += "=" + t.value
		}
		if isGlobal {
			global = append(global, "--"+name)
		} else {
			local = append(local, "--"+name)
		}
	}
	for _, c := range l.path {
		global = append(global, c.Name)
	}
	if l.command.Action == nil && len(l.words) > 0 { // report the unknown command before its flags
		return slices.Concat(global, words, local)
	}
	return slices.Concat(global, local, words)
}

// isNameOf reports whether a flag of urfave/cli has this name.
func isNameOf(f urfave.Flag, name string) bool { return slices.Contains(f.Names(), name) }

// SplitLine splits a command line into words at spaces outside single quotes.
func SplitLine(line string) (words []string) {
	for _, word := range word.FindAllString(line, -1) {
		words = append(words, strings.ReplaceAll(word, "'", ""))
	}
	return words
}

var word = regexp.MustCompile(`('[^']*'|[^'\s])+`)
