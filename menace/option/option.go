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
	Name  string // of the flag, the form field and the query parameter
	Short string // a flag of one letter, or ""
	// a phrase; `backquotes` mark the word that stands for the value, and choices follow a colon
	Meaning  string
	Default  string         // in words, where the default value does not say it
	Group    string         // heading in help and forms, or ""
	Columns  []string       // of database tables, one for each part of the value
	Complete string         // "agent", "experiment", "opponent", "player" (no agent) or "people" (too), if it names one
	In       func(*T) Value // the setting in a T
}

// Set reads a text into t. The error does not name the option.
func (o Option[T]) Set(t *T, text string) error { return o.In(t).Set(text) }

// Text writes the setting of t as Set reads it.
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

// Wrong returns err as an error of the option of that name. It returns nil, and what is already an error of an option,
// unchanged.
func Wrong(name string, err error) error {
	if err == nil || errors.As(err, new(*Error)) {
		return err
	}
	return &Error{name, err}
}

// Check returns the [Error] of the first option whose value is not valid.
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

// Flags writes the settings in which t differs from usual as flags for a shell, each after a space.
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

// Flag writes a value as a flag for a shell.
func Flag(name, value string) string { return "--" + name + " " + Quoted(value) }

// Quoted returns a word for a shell, in quotes if it has characters that mean something to the shell.
func Quoted(word string) string {
	if !strings.ContainsAny(word, " *?()[]{}<>|&;#$`\"'\\!~") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Only returns the options of these names, in the order of the table.
func Only[T any](table []Option[T], names ...string) (some []Option[T]) {
	for _, o := range table {
		if slices.Contains(names, o.Name) {
			some = append(some, o)
		}
	}
	return some
}

// Within returns a table of options for a struct of which the options' own struct is a part.
func Within[Outer, Inner any](table []Option[Inner], part func(*Outer) *Inner) (outer []Option[Outer]) {
	for _, o := range table {
		outer = append(outer, Option[Outer]{
			Name: o.Name, Short: o.Short, Meaning: o.Meaning, Default: o.Default, Group: o.Group, Columns: o.Columns,
			Complete: o.Complete, In: func(t *Outer) Value { return o.In(part(t)) },
		})
	}
	return outer
}
