package term

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/words"
	"menace/menace/option"
)

// Flag describes a flag of a command.
type Flag struct {
	Name       string
	Short      string   // a letter that is the same as the name, or ""
	Meaning    string   // a phrase in which `backquotes` mark the word that stands for the value
	Default    string   // the default in words, or ""
	Group      string   // heading in the help, or ""
	Choices    []string // the only values, or nil
	Complete   string   // what completion lists, see [option.Option]
	Switch     bool     // the flag takes no value
	Repeatable bool     // the flag may be given more than once
}

// Flags returns the flags of options with their usual values, which are the defaults in the help. The help shows the
// flags under the heading group, unless an option has its own.
func Flags(group string, usual []option.Option) (flags []Flag) {
	for _, o := range usual {
		f := Flag{
			Name: o.Name, Short: o.Short, Meaning: o.Meaning, Group: cmp.Or(o.Group, group),
			Choices: o.Choices, Complete: o.Complete, Switch: o.Switch, Repeatable: o.List,
		}
		if o.Choices != nil && !strings.Contains(f.Meaning, ":") {
			f.Meaning += ": " + strings.Join(o.Choices, ", ")
		}
		if o.List {
			f.Meaning += "; may be repeated"
		}
		if !o.Switch {
			f.Default = cmp.Or(o.Default, o.Text())
		}
		flags = append(flags, f)
	}
	return flags
}

// Read sets the options whose flags are given, and returns their names.
func Read(c *Invocation, table []option.Option) (given []string, err error) {
	for _, o := range table {
		texts := c.Given(o.Name)
		if texts == nil {
			continue
		}
		given = append(given, o.Name)
		text := strings.Join(texts, ",")
		if o.Switch {
			text, err = onOff(texts[len(texts)-1])
		} else if text == "" {
			err = errors.New("it is empty")
		}
		if err == nil {
			err = o.Set(text)
		}
		if err != nil {
			return given, AsUsage(option.Wrong(o.Name, err))
		}
	}
	return given, nil
}

// onOff returns the text that turns a switch on or off, for true or false.
func onOff(text string) (string, error) {
	on, err := strconv.ParseBool(text)
	switch {
	case err != nil:
		return "", errors.New("it takes no value")
	case on:
		return "on", nil
	}
	return "", nil
}

// Parse returns the parse function of a command whose flags are the options of a struct with these usual values. If the
// struct has a method Check, it may refuse combinations of options.
func Parse[T any](options func(*T) []option.Option, usual T) func(*Invocation) (T, error) {
	return func(c *Invocation) (T, error) {
		t := usual
		_, err := Read(c, options(&t))
		if checked, ok := any(&t).(interface{ Check() error }); ok && err == nil {
			err = AsUsage(checked.Check())
		}
		return t, err
	}
}

// AsUsage converts an error to a usage error, which names the flag if the error is about an option. It returns nil for
// nil.
func AsUsage(err error) error {
	var wrong *option.Error
	if !errors.As(err, &wrong) {
		return mistake.Wrap(err)
	}
	hint := ""
	if choice := new(option.ChoiceError); errors.As(err, &choice) {
		hint = words.DidYouMean(choice.Word, choice.Choices, "")
	}
	return mistake.Errorf("--%s: %w%s", wrong.Name, wrong.Err, hint)
}

// JSON is the option that asks for JSON.
func JSON(asked *bool) option.Option {
	return option.Option{Name: "json", Meaning: "print JSON", Value: option.Switch(asked)}
}

// Yes is the option that deletes without asking. See [IO.ConfirmDeletion].
func Yes(sure *bool) option.Option {
	return option.Option{Name: "yes", Meaning: "delete without asking", Value: option.Switch(sure)}
}

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
		if flagNamed(l.globalFlags, f.Name) == nil {
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
	path        []string // names of commands
	command     *Command // the command at the end of the path, or the root
	flags       []Flag   // flags of the command
	globalFlags []Flag   // flags accepted with every command
	typed       []typedFlag
	words       []string
}

// typedFlag is a flag as it was typed.
type typedFlag struct {
	name, value string
	hasValue    bool // false if the flag takes none, or if none follows
}

// split splits arguments into commands, flags and words. After -- there are no more flags.
func (p *Program) split(args []string) *line {
	l := &line{command: p.root(), globalFlags: p.globalFlags()}
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
	if f := flagNamed(l.globalFlags, name); f != nil {
		return f
	}
	return flagNamed(flagsBelow(l.command.Commands), name)
}

// flagNames returns the names of all flags that the command and those below it have.
func (l *line) flagNames() (names []string) {
	for _, f := range slices.Concat(l.flags, flagsBelow(l.command.Commands), l.globalFlags) {
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
