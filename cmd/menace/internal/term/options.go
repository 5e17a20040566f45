package term

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/words"
	"menace/menace/option"
)

// Flag is an option with the texts that the help shows: a meaning, and the default in words.
type Flag = option.Option

// Flags returns the flags of options with their usual values, which help shows as defaults. Help shows the flags under
// the heading group, unless an option has its own.
func Flags(group string, usual []option.Option) []Flag {
	flags := slices.Clone(usual)
	for i, o := range usual {
		f := &flags[i]
		f.Group = cmp.Or(o.Group, group)
		if o.Choices != nil && !strings.Contains(o.Meaning, ":") {
			f.Meaning += ": " + strings.Join(o.Choices, ", ")
		}
		if o.List {
			f.Meaning += "; may be repeated"
		}
		if !o.Switch {
			f.Default = cmp.Or(o.Default, o.Text())
		}
	}
	return flags
}

// Read sets the options that are given as flags, and returns their names.
func Read(c *Invocation, table []option.Option) (given []string, err error) {
	for _, o := range table {
		texts := c.Given(o.Name)
		if texts == nil {
			continue
		}
		given = append(given, o.Name)
		text := strings.Join(texts, ",")
		if text == "" && !o.Switch {
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

// Parse returns the parse function of a command with the options of a struct as flags and these usual values. If the
// struct has a method Check, that may refuse combinations of options.
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
