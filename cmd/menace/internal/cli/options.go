package cli

import (
	"cmp"
	"errors"
	"os"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
)

// Flags returns the flags of options. The help shows them under the heading group, unless an option has its own, with
// the values of usual as defaults.
func Flags[T any](group string, table []option.Option[T], usual T) (flags []Flag) {
	for _, o := range table {
		v, category, usage := o.In(&usual), cmp.Or(o.Group, group), o.Meaning
		if v.Switch {
			flags = append(flags, &BoolFlag{Name: o.Name, Category: category, Usage: usage})
			continue
		}
		if v.Choices != nil && !strings.Contains(usage, ":") {
			usage += ": " + strings.Join(v.Choices, ", ")
		}
		if v.List {
			usage += "; may be repeated"
		}
		f := &urfave.GenericFlag{
			Name: o.Name, Category: category, Usage: usage, DefaultText: cmp.Or(o.Default, v.Text()),
			Value: &texts{again: v.List, choices: v.Choices, complete: o.Complete},
		}
		if o.Short != "" {
			f.Aliases = []string{o.Short}
		}
		flags = append(flags, f)
	}
	return flags
}

// Also adds an older name to a flag.
func Also(flags []Flag, name, older string) []Flag {
	f := named(flags, name).(*urfave.GenericFlag)
	f.Aliases = append(f.Aliases, older)
	return flags
}

// Again allows the flags to be repeated.
func Again(flags []Flag) []Flag {
	for _, f := range flags {
		if g, ok := f.(*urfave.GenericFlag); ok {
			g.Value.(*texts).again = true
		}
	}
	return flags
}

// texts is the value of a flag: one text for each time it was given. The library's own lists would split texts at
// commas, which beads and schedules contain.
type texts struct {
	given    []string
	again    bool     // the flag may be given more than once
	choices  []string // the only values, or nil
	complete string   // see option.Option
}

// Set implements flag.Value.
func (t *texts) Set(text string) error {
	if text != copied {
		t.given = append(t.given, text)
	}
	return nil
}

// copied is the value that the library assigns to the other names of a flag, which share its texts.
const copied = "\x00"

// Serialize implements the library's Serializer.
func (t *texts) Serialize() string { return copied }

// String implements flag.Value.
func (t *texts) String() string { return strings.Join(t.given, " ") }

// Given returns the texts given for an option's flag.
func Given(c *Context, name string) []string {
	if !c.IsSet(name) {
		return nil
	}
	return c.Generic(name).(*texts).given
}

// Read reads the flags of options into t, and returns the names of those given. If t has a method Check, Read calls it
// last.
func Read[T any](c *Context, table []option.Option[T], t *T) (given []string, err error) {
	for _, o := range table {
		if !c.IsSet(o.Name) {
			continue
		}
		given = append(given, o.Name)
		v := o.In(t)
		text := ""
		switch {
		case !v.Switch:
			text = strings.Join(Given(c, o.Name), ",")
		case c.Bool(o.Name):
			text = "on"
		}
		if err = v.Set(text); text == "" && !v.Switch {
			err = errors.New("it is empty")
		}
		if err != nil {
			return given, Wrong(option.Wrong(o.Name, err))
		}
	}
	if checked, ok := any(t).(interface{ Check() error }); ok {
		err = checked.Check()
	}
	return given, Wrong(err)
}

// Parse returns the parse function of a command whose flags are options.
func Parse[T any](table []option.Option[T], usual T) func(*Context) (T, error) {
	return func(c *Context) (T, error) {
		t := usual
		_, err := Read(c, table, &t)
		return t, err
	}
}

// Wrong converts an error to a usage error. If it is an error of an option, the result names the flag. Wrong returns
// nil for nil.
func Wrong(err error) error {
	var wrong *option.Error
	if !errors.As(err, &wrong) {
		return AsUsage(err)
	}
	hint := ""
	if choice := new(option.ChoiceError); errors.As(err, &choice) {
		hint = words.DidYouMean(choice.Word, choice.Choices, "")
	}
	return lab.Mistakef("--%s: %w%s", wrong.Name, wrong.Err, hint)
}

// DefaultAgent is the agent that a command uses if none is given.
const DefaultAgent = "default"

// DBFlag names the database.
func DBFlag() Flag {
	f := &urfave.StringFlag{Name: "db", Usage: "the database `FILE`", Value: "menace.db",
		EnvVars: []string{"MENACE_DB"}}
	if os.Getenv("MENACE_DB") == "" {
		f.EnvVars = nil // otherwise the library would use an empty variable as the name
	}
	return f
}

// JSON is the option that asks for JSON.
func JSON[O any](at func(*O) *bool) option.Option[O] {
	return option.Option[O]{
		Name: "json", Meaning: "print JSON", In: func(o *O) option.Value { return option.Switch(at(o)) },
	}
}

// Yes is the option that deletes without asking. See [IO.ConfirmDeletion].
func Yes[O any](at func(*O) *bool) option.Option[O] {
	return option.Option[O]{
		Name: "yes", Meaning: "delete without asking", In: func(o *O) option.Value { return option.Switch(at(o)) },
	}
}

// Agent is the option that names an agent.
func Agent[O any](at func(*O) *string) option.Option[O] {
	return option.Option[O]{
		Name: "agent", Short: "a", Meaning: "the machine's `NAME`", Complete: "agent",
		In: func(o *O) option.Value { return option.Checked(option.Word(at(o)), data.CheckName) },
	}
}

// RuleFlags returns the flags for the rules of a machine.
func RuleFlags(category string) []Flag {
	return Flags(category, menace.Settings(false), menace.Michie())
}

// Rules reads RuleFlags for one machine, and returns its rules and those that were given. With a preset, all rules
// count as given.
func Rules(c *Context) (rules menace.Rules, given []menace.Rule, err error) {
	rules = menace.Michie()
	names, err := Read(c, menace.Settings(c.IsSet("preset")), &rules)
	if c.IsSet("preset") {
		return rules, menace.Table, err
	}
	return rules, option.Only(menace.Table, names...), err
}

// Setting is an option with the values that were given for it.
type Setting[T any] struct {
	option.Option[T]
	Values []string
}

// Settings reads flags of options that may be repeated, and returns those that were given.
func Settings[T any](c *Context, table []option.Option[T]) (given []Setting[T]) {
	for _, o := range table {
		if c.IsSet(o.Name) {
			given = append(given, Setting[T]{o, Given(c, o.Name)})
		}
	}
	return given
}

// Apply sets the option to one of the values.
func (s Setting[T]) Apply(t *T, value string) error {
	return Wrong(option.Wrong(s.Name, s.Set(t, value)))
}
