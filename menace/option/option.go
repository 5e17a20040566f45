// Package option describes settings, each in one place: its name, its meaning, its possible values and where they are
// stored. Command-line flags, forms, addresses, help, completion and database columns follow from a table of options.
// Such a table is usually returned by a method of the struct that holds the settings.
//
// It knows no flag library, no HTML and no SQL, and imports only the standard library.
package option

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// Option is one setting. It is bound to the variable that holds its value.
type Option struct {
	Name    string   // name of the flag, the form field and the query parameter
	Short   string   // a flag of one letter, or ""
	Aliases []string // other names of the flag, which help and completion do not show
	// Meaning is a phrase in which `backquotes` mark the placeholder of the value. Choices follow a colon.
	Meaning  string
	Default  string   // the default in words, if the value itself does not show it
	Group    string   // heading in help and forms, or ""
	Columns  []string // of database tables, one for each part of the value
	Complete string   // names to complete: agent, experiment, learner, opponent, people, rival or ""
	Value
}

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
func Check(table []Option) error {
	for _, o := range table {
		if err := o.Set(o.Text()); err != nil {
			return &Error{o.Name, err}
		}
	}
	return nil
}

// Differences returns the options of a table whose values differ from those in other, the same table of another
// struct.
func Differences(table, other []Option) (differ []Option) {
	for i, o := range table {
		if o.Text() != other[i].Text() {
			differ = append(differ, o)
		}
	}
	return differ
}

// Flags formats the options of a table whose values differ from the usual ones as flags for a shell, each preceded by a
// space.
func Flags(table, usual []Option) (text string) {
	for _, o := range Differences(table, usual) {
		if o.Switch {
			text += " --" + o.Name
		} else {
			text += " " + Flag(o.Name, o.Text())
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

// Excerpt quotes a text for a message. Of one that is longer than most characters it quotes the beginning, before "…".
func Excerpt(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return strconv.Quote(string(runes[:most])) + "…"
	}
	return strconv.Quote(text)
}

// Find returns the option of a table with this name, or nil.
func Find(table []Option, name string) *Option {
	for i := range table {
		if table[i].Name == name {
			return &table[i]
		}
	}
	return nil
}

// Only returns the options with these names, in the order of the table.
func Only(table []Option, names ...string) (some []Option) {
	for _, o := range table {
		if slices.Contains(names, o.Name) {
			some = append(some, o)
		}
	}
	return some
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
