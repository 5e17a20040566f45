// Package option describes settings, each in one place: its name, what it means, which values it takes and where they
// are stored. Command-line flags, forms, addresses, help, completion and database columns follow from a table of
// options.
//
// It knows no flag library, no HTML and no SQL, and imports the standard library only.
package option

import (
	"errors"
	"slices"
	"strings"
)

// Option is one setting of a T.
type Option[T any] struct {
	Name  string // name of the flag, the form field and the query parameter
	Short string // a flag of one letter, or ""
	// Meaning is a phrase in which `backquotes` mark the word that stands for the value. Choices follow a colon.
	Meaning  string
	Default  string         // the default in words, if the value itself does not show it
	Group    string         // heading in help and forms, or ""
	Columns  []string       // of database tables, one for each part of the value
	Unit     string         // of the numbers in the columns; exports add it to the names
	Complete string         // names to complete: agent, experiment, learner, opponent, people, rival or ""
	In       func(*T) Value // the setting in a T
}

// Set parses a text and stores the value in t. The error does not name the option.
func (o Option[T]) Set(t *T, text string) error { return o.In(t).Set(text) }

// Text formats the setting of t for Set.
func (o Option[T]) Text(t T) string { return o.In(&t).Text() }

// Choices returns the only values that the option takes, or nil.
func (o Option[T]) Choices() []string { return o.In(new(T)).Choices }

// Error is an error of one option. Its text does not name the option: a command puts --NAME before it, and a form shows
// it beside the field.
type Error struct {
	Name string
	Err  error
}

// Error implements error.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the error without the option.
func (e *Error) Unwrap() error { return e.Err }

// Wrong returns err as an [Error] of the option with that name. It returns nil and existing option errors unchanged.
func Wrong(name string, err error) error {
	if err == nil || errors.As(err, new(*Error)) {
		return err
	}
	return &Error{name, err}
}

// Check returns the [Error] of the first option whose value is invalid, or nil.
func Check[T any](table []Option[T], t T) error {
	for _, o := range table {
		v := o.In(&t)
		if err := v.Set(v.Text()); err != nil {
			return &Error{o.Name, err}
		}
	}
	return nil
}

// Differences returns the options in which a and b differ.
func Differences[T any](table []Option[T], a, b T) (differ []Option[T]) {
	for _, o := range table {
		if o.Text(a) != o.Text(b) {
			differ = append(differ, o)
		}
	}
	return differ
}

// Flags formats the settings in which t differs from usual as flags for a shell, each preceded by a space.
func Flags[T any](table []Option[T], t, usual T) (text string) {
	for _, o := range Differences(table, t, usual) {
		if v := o.In(&t); v.Switch {
			text += " --" + o.Name
		} else {
			text += " " + Flag(o.Name, v.Text())
		}
	}
	return text
}

// Flag formats a value as a flag for a shell.
func Flag(name, value string) string { return "--" + name + " " + Quoted(value) }

// Quoted quotes a word for a shell if it contains special characters.
func Quoted(word string) string {
	if !strings.ContainsAny(word, " \t\n*?()[]{}<>|&;#$`\"'\\!~^") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Only returns the options with these names, in the order of the table.
func Only[T any](table []Option[T], names ...string) (some []Option[T]) {
	for _, o := range table {
		if slices.Contains(names, o.Name) {
			some = append(some, o)
		}
	}
	return some
}

// Within adapts a table of options to an outer struct that contains their struct.
func Within[Outer, Inner any](table []Option[Inner], part func(*Outer) *Inner) (outer []Option[Outer]) {
	for _, o := range table {
		outer = append(outer, Option[Outer]{
			Name: o.Name, Short: o.Short, Meaning: o.Meaning, Default: o.Default, Group: o.Group, Columns: o.Columns,
			Complete: o.Complete, In: func(t *Outer) Value { return o.In(part(t)) },
		})
	}
	return outer
}

// UnknownError adds to an error about an unknown word the choices, which the text of the error does not list.
type UnknownError struct {
	Word    string
	Choices []string
	Err     error
}

// Error implements error.
func (e *UnknownError) Error() string { return e.Err.Error() }

// Unwrap returns the error without the choices.
func (e *UnknownError) Unwrap() error { return e.Err }

// Alternatives returns the word and the choices.
func (e *UnknownError) Alternatives() (word string, choices []string) { return e.Word, e.Choices }
