// Package site is the frame of the page: what every page of it needs, whatever it shows.
package site

import (
	"cmp"
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/words"
	"menace/menace/option"
)

// Field is a field of a form.
type Field struct {
	Name, Meaning string
	Words         []string // the choices, or nil for any text
	Value         string
	Without       string // the default, or ""
	Switch        bool   // on or off
	Wrong         string // error message, or ""
}

// Read reads a form into t, and returns its fields with error messages. An empty field leaves t as it is.
func Read[T any](table []option.Option[T], t *T, filled url.Values) (fields []Field) {
	for _, o := range table {
		v := o.In(t)
		f := Field{
			Name: o.Name, Meaning: Plain(o.Meaning), Words: v.Choices, Switch: v.Switch,
			Without: cmp.Or(o.Default, v.Text()), Value: Entered(filled, o.Name),
		}
		switch {
		case v.List:
			f.Meaning += "; several with commas"
			f.Value = strings.TrimSpace(strings.Join(filled[o.Name], ","))
			f.Words = nil
		case slices.Contains(v.Choices, v.Text()):
			f.Value = cmp.Or(f.Value, v.Text())
		case v.Choices != nil:
			f.Words = append([]string{""}, v.Choices...)
		}
		if f.Value != "" || f.Switch {
			f.Blame(v.Set(f.Value))
		}
		fields = append(fields, f)
	}
	return fields
}

// Blame shows an error beside the field, unless the error is nil.
func (f *Field) Blame(err error) {
	if err == nil {
		return
	}
	hint := "."
	if unknown, ok := errors.AsType[*lab.UnknownError](err); ok && len(unknown.Names) > 0 {
		all := "; choose from " + strings.Join(unknown.Names, ", ") + "."
		hint = cmp.Or(words.DidYouMean(unknown.Name, unknown.Names, ""), all)
	}
	f.Wrong = words.Sentence(err.Error()) + hint
}

// Blame shows an error beside the field of its option, and reports whether there is such a field.
func Blame(err error, forms ...[]Field) bool {
	wrong, ok := errors.AsType[*option.Error](err)
	if !ok {
		return false
	}
	f := Find(wrong.Name, forms...)
	if f != nil {
		f.Blame(err)
	}
	return f != nil
}

// Find returns the field with this name, or nil.
func Find(name string, forms ...[]Field) *Field {
	for _, fields := range forms {
		for i := range fields {
			if fields[i].Name == name {
				return &fields[i]
			}
		}
	}
	return nil
}

// Right reports whether no field is wrong.
func Right(forms ...[]Field) bool {
	return !slices.ContainsFunc(slices.Concat(forms...), func(f Field) bool { return f.Wrong != "" })
}

// Query returns the fields as the query of an address.
func Query(forms ...[]Field) url.Values {
	query := url.Values{}
	for _, f := range slices.Concat(forms...) {
		if f.Value != "" {
			query.Set(f.Name, f.Value)
		}
	}
	return query
}

// Plain returns the meaning of an option for a form, where the value is not written in capitals.
func Plain(meaning string) string {
	return strings.ReplaceAll(placeholder.ReplaceAllStringFunc(meaning, strings.ToLower), "`", "")
}

var placeholder = regexp.MustCompile("`[A-Z]{2,}`")

// Menu is a field with a few choices, beside which any other value can be typed into a field of the same name.
type Menu struct {
	Field
	Choices []sentences.Choice
	Typed   string // the value, if it is not among the choices
}

func MenuOf(f Field, choices []sentences.Choice) Menu {
	m := Menu{Field: f, Choices: choices}
	if !slices.ContainsFunc(choices, func(c sentences.Choice) bool { return c.Name == f.Value }) {
		m.Typed = f.Value
	}
	return m
}

// Entered returns the last text entered in the fields of one name, so that what is typed beside a menu counts.
func Entered(filled url.Values, name string) (text string) {
	for _, value := range filled[name] {
		text = cmp.Or(strings.TrimSpace(value), text)
	}
	return text
}
