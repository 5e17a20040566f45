package cli

import (
	"cmp"
	"errors"
	"os"
	"strconv"
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
		f := &valueFlag{repeatable: v.List, choices: v.Choices, complete: o.Complete}
		f.Name, f.Category, f.Usage, f.DefaultText = o.Name, category, usage, cmp.Or(o.Default, v.Text())
		if o.Short != "" {
			f.Aliases = []string{o.Short}
		}
		flags = append(flags, f)
	}
	return flags
}

// Late returns flags that are described once they are needed: a start describes those of one command, not of all.
func Late(describe func() []Flag) []Flag { return []Flag{lateFlags{describe: describe}} }

// lateFlags stands for flags that are not yet described.
type lateFlags struct {
	Flag
	describe func() []Flag
}

// FlagsOf returns the flags of a command.
func FlagsOf(c *Command) []Flag {
	if len(c.Flags) > 0 {
		if late, ok := c.Flags[0].(lateFlags); ok {
			c.Flags = late.describe()
		}
	}
	return c.Flags
}

// valueFlag is a flag that takes a value.
type valueFlag struct {
	urfave.StringFlag
	repeatable bool     // the flag may be given more than once
	choices    []string // the only values, or nil
	complete   string   // see option.Option
}

// AllowRepeats allows the flags to be repeated.
func AllowRepeats(flags []Flag) []Flag {
	for _, f := range flags {
		if f, ok := f.(*valueFlag); ok {
			f.repeatable = true
		}
	}
	return flags
}

// Read reads the flags of options into t, and returns the names of those given. If t has a method Check, Read calls it
// last.
func Read[T any](c *Context, table []option.Option[T], t *T) (given []string, err error) {
	for _, o := range table {
		texts := Given(c, o.Name)
		if texts == nil {
			continue
		}
		given = append(given, o.Name)
		v, text := o.In(t), strings.Join(texts, ",")
		if v.Switch {
			text, err = onOff(texts[len(texts)-1])
		} else if text == "" && !v.Empty {
			err = errors.New("it is empty")
		}
		if err == nil {
			err = v.Set(text)
		}
		if err != nil {
			return given, AsUsage(option.Wrong(o.Name, err))
		}
	}
	if checked, ok := any(t).(interface{ Check() error }); ok {
		err = checked.Check()
	}
	return given, AsUsage(err)
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

// Parse returns the parse function of a command whose flags are options.
func Parse[T any](table []option.Option[T], usual T) func(*Context) (T, error) {
	return func(c *Context) (T, error) {
		t := usual
		_, err := Read(c, table, &t)
		return t, err
	}
}

// AsUsage converts an error to a usage error, which names the flag if the error is about an option. It returns nil for
// nil.
func AsUsage(err error) error {
	var wrong *option.Error
	if !errors.As(err, &wrong) {
		return lab.AsMistake(err)
	}
	hint := ""
	if choice := new(option.ChoiceError); errors.As(err, &choice) {
		hint = words.DidYouMean(choice.Word, choice.Choices, "")
	}
	return lab.Mistakef("--%s: %w%s", wrong.Name, wrong.Err, hint)
}

// DefaultAgent is the agent of commands that are given none.
const DefaultAgent = "default"

// defaultDB is the database of commands that are given none.
const defaultDB = "menace.db"

// DBFlag names the database.
func DBFlag() Flag {
	f := &valueFlag{}
	f.Name, f.Usage, f.Value, f.EnvVars = "db", "the database `FILE`", defaultDB, []string{"MENACE_DB"}
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
	preset := Given(c, "preset") != nil
	names, err := Read(c, menace.Settings(preset), &rules)
	if preset {
		return rules, menace.Table, err
	}
	return rules, option.Only(menace.Table, names...), err
}
