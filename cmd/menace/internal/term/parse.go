package term

import (
	"slices"
	"strings"

	"menace/cmd/menace/internal/words"
)

// parse parses the arguments of a program. Flags may stand anywhere, even before the command to which they belong.
// `menace help plot box` is the same as `menace plot box --help`.
func (p *Program) parse(args []string) (*Invocation, error) {
	if len(args) > 0 && args[0] == "help" {
		in := p.root()
		for _, word := range args[1:] {
			c := commandNamed(in.Commands, word)
			if c == nil {
				return nil, unknownCommand(&Command{Commands: in.Commands}, word, p.Name)
			}
			in = c
		}
		args = append(slices.Clone(args[1:]), "--help")
	}
	l := p.split(args)
	c := &Invocation{
		Command: l.command, Line: strings.Join(append([]string{p.Name}, l.path...), " "), Words: l.words,
		program: p, path: l.path, flags: l.flags, given: map[string][]string{},
	}
	local := "" // the last flag that only some commands have
	for _, t := range l.typed {
		f := l.flagNamed(t.name)
		if f == nil {
			hint := words.DidYouMean(t.name, l.flagNames(), "--")
			return nil, Usagef("unknown flag --%s%s; see `%s --help`", t.name, hint, c.Line)
		}
		switch {
		case !f.Switch && !t.hasValue:
			return nil, Usagef("a value is missing after --%s; see `%s --help`", f.Name, c.Line)
		case !f.Switch && !f.Repeatable && c.given[f.Name] != nil:
			return nil, Usagef("--%s is given more than once, but takes one value", f.Name)
		}
		if flagNamed(l.everywhere, f.Name) == nil {
			local = f.Name
		}
		c.given[f.Name] = append(c.given[f.Name], t.value)
	}
	if l.command.Action == nil && len(l.words) == 0 && local != "" && !c.wantsHelp() {
		return nil, Usagef("%s needs a command besides --%s; see `%s --help`", c.Line, local, c.Line)
	}
	return c, nil
}

func (c *Invocation) wantsHelp() bool { return c.given[helpFlag.Name] != nil }

func (c *Invocation) wantsVersion() bool { return c.given[versionFlag.Name] != nil }

// line is a command line, split into its parts.
type line struct {
	path       []string // names of commands
	command    *Command // the command at the end of the path, or the root
	flags      []Flag   // flags of the command
	everywhere []Flag   // flags accepted with every command
	typed      []typedFlag
	words      []string
}

// typedFlag is a flag as it was typed.
type typedFlag struct {
	name, value string
	hasValue    bool // false if the flag takes none, or if none follows
}

// split splits arguments into commands, flags and words. After -- there are no more flags.
func (p *Program) split(args []string) *line {
	l := &line{command: p.root(), everywhere: p.everywhere()}
	for onlyWords := false; len(args) > 0; {
		arg := args[0]
		args = args[1:]
		c := commandNamed(l.command.Commands, arg)
		switch {
		case arg == "--" && !onlyWords:
			onlyWords = true
		case strings.HasPrefix(arg, "-") && arg != "-" && !onlyWords:
			f, t := l.matchFlag(arg)
			switch {
			case t.hasValue:
			case f == nil || f.Switch:
				t.value = "true"
			case len(args) > 0: // its value is a separate argument
				t.value, t.hasValue = args[0], true
				args = args[1:]
			}
			l.typed = append(l.typed, t)
		case c != nil && len(l.words) == 0:
			l.path, l.command, l.flags = append(l.path, arg), c, c.flags()
		default:
			l.words = append(l.words, arg)
		}
	}
	return l
}

// matchFlag returns the flag that an argument names, or nil. It also returns the name as typed, with a value that is
// joined to it, as in --depth=2, -d=2 and -d2.
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

// flagNamed returns the flag with a name: one of the command, or one of a command that may follow, or nil.
func (l *line) flagNamed(name string) *Flag {
	if f := flagNamed(l.flags, name); f != nil {
		return f
	}
	if f := flagNamed(l.everywhere, name); f != nil {
		return f
	}
	return flagNamed(flagsBelow(l.command.Commands), name)
}

// flagNames returns the names of all flags that the command and those below it have.
func (l *line) flagNames() (names []string) {
	for _, f := range slices.Concat(l.flags, flagsBelow(l.command.Commands), l.everywhere) {
		names = append(names, f.Name)
	}
	return names
}

// flagsBelow returns the flags of commands and of all commands in them.
func flagsBelow(commands []*Command) (flags []Flag) {
	for _, c := range commands {
		flags = slices.Concat(flags, c.flags(), flagsBelow(c.Commands))
	}
	return flags
}

// flagNamed returns the flag with a name or a letter, or nil.
func flagNamed(flags []Flag, name string) *Flag {
	for i, f := range flags {
		if name == f.Name || f.Short != "" && name == f.Short {
			return &flags[i]
		}
	}
	return nil
}
