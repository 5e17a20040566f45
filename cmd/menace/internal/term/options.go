package term

import (
	"cmp"
	"errors"
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

// Flags returns the flags of options. The help shows them under the heading group, unless an option has its own, with
// the values of usual as defaults.
func Flags[T any](group string, table []option.Option[T], usual T) (flags []Flag) {
	for _, o := range table {
		v := o.In(&usual)
		f := Flag{
			Name: o.Name, Short: o.Short, Meaning: o.Meaning, Group: cmp.Or(o.Group, group),
			Choices: v.Choices, Complete: o.Complete, Switch: v.Switch, Repeatable: v.List,
		}
		if v.Choices != nil && !strings.Contains(f.Meaning, ":") {
			f.Meaning += ": " + strings.Join(v.Choices, ", ")
		}
		if v.List {
			f.Meaning += "; may be repeated"
		}
		if !v.Switch {
			f.Default = cmp.Or(o.Default, v.Text())
		}
		flags = append(flags, f)
	}
	return flags
}

// Read reads the flags of options into t, and returns the names of those given. If t has a method Check, Read calls it
// last.
func Read[T any](c *Invocation, table []option.Option[T], t *T) (given []string, err error) {
	for _, o := range table {
		texts := c.Given(o.Name)
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
func Parse[T any](table []option.Option[T], usual T) func(*Invocation) (T, error) {
	return func(c *Invocation) (T, error) {
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
		return mistake.Wrap(err)
	}
	hint := ""
	if choice := new(option.ChoiceError); errors.As(err, &choice) {
		hint = words.DidYouMean(choice.Word, choice.Choices, "")
	}
	return mistake.Errorf("--%s: %w%s", wrong.Name, wrong.Err, hint)
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
