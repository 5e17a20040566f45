package site

import (
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"menace/cmd/internal/language"
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
	Wrong         string // error message in English or, if nothing else is known, in the language of the page; or ""
	Label         Label

	err  error  // the error behind Wrong
	hint string // shown after Wrong
}

// ReadForm sets options from the fields of a form, and returns the fields with error messages. An empty field leaves
// its option unchanged.
func ReadForm(table []option.Option, filled url.Values) (fields []Field) {
	for _, o := range table {
		f := Field{
			Name: o.Name, Meaning: Meaning(o.Meaning), Words: o.Choices, Switch: o.Switch,
			Without: cmp.Or(o.Default, o.Text()), Value: Entered(filled, o.Name),
		}
		switch {
		case o.List:
			f.Meaning += "; several with commas"
			f.Value = strings.TrimSpace(strings.Join(filled[o.Name], ","))
			f.Words = nil
		case slices.Contains(o.Choices, o.Text()):
			f.Value = cmp.Or(f.Value, o.Text())
		case o.Choices != nil:
			f.Words = append([]string{""}, o.Choices...)
		}
		if f.Value != "" || f.Switch {
			f.ShowError(o.Set(f.Value))
		}
		fields = append(fields, f)
	}
	return fields
}

// unknownName is an error about a name that does not exist, with the existing names.
type unknownName interface {
	error
	Alternatives() (name string, names []string)
}

// ShowError shows an error beside the field, unless the error is nil.
func (f *Field) ShowError(err error) {
	if err == nil {
		return
	}
	hint := "."
	if unknown, ok := errors.AsType[unknownName](err); ok {
		if name, names := unknown.Alternatives(); len(names) > 0 {
			hint = cmp.Or(words.DidYouMean(name, names, ""), "; choose from "+strings.Join(names, ", ")+".")
		}
	}
	f.err, f.hint = err, hint
	f.Wrong = words.Sentence(words.Brief(err.Error())) + hint
}

// Own returns the field itself, even from a type that embeds it.
func (f Field) Own() Field { return f }

// fault returns the error message of a field in a language.
func (s *Server) fault(l *language.Language, f Field) template.HTML {
	if f.err == nil || l == language.English {
		return template.HTML(template.HTMLEscapeString(f.Wrong))
	}
	unknown, ok := errors.AsType[unknownName](f.err)
	if ok && !errors.As(f.err, new(*language.Message)) {
		name, names := unknown.Alternatives()
		return l.HTML("“{name}” is not known. Choose from {names}.", "name", name,
			"names", template.HTML("<code>"+template.HTMLEscapeString(strings.Join(names, ", "))+"</code>"))
	}
	tag, text := s.translate(l, f.err)
	if tag != l.Tag && f.Value != "" {
		return l.HTML("“{text}” does not fit here.", "text", f.Value)
	}
	hint := f.hint
	if tag == l.Tag {
		hint = "."
	}
	return template.HTML(fmt.Sprintf(`<span lang="%s">%s</span>`, tag,
		template.HTMLEscapeString(words.Sentence(words.Brief(text.Error()))+hint)))
}

// ShowError shows an error beside the field of its option. It reports whether there is such a field.
func ShowError(err error, forms ...[]Field) bool {
	wrong, ok := errors.AsType[*option.Error](err)
	if !ok {
		return false
	}
	f := FindField(wrong.Name, forms...)
	if f != nil {
		f.ShowError(err)
	}
	return f != nil
}

// FindField returns the field with this name, or nil.
func FindField(name string, forms ...[]Field) *Field {
	for _, fields := range forms {
		for i := range fields {
			if fields[i].Name == name {
				return &fields[i]
			}
		}
	}
	return nil
}

// Valid reports whether no field is wrong.
func Valid(forms ...[]Field) bool {
	return !slices.ContainsFunc(slices.Concat(forms...), func(f Field) bool { return f.Wrong != "" })
}

// QueryOf returns the fields as the query of an address.
func QueryOf(forms ...[]Field) url.Values {
	query := url.Values{}
	for _, f := range slices.Concat(forms...) {
		if f.Value != "" {
			query.Set(f.Name, f.Value)
		}
	}
	return query
}

// Meaning returns the meaning of an option for a form, in which placeholders are not in capitals.
func Meaning(meaning string) string {
	return strings.ReplaceAll(placeholder.ReplaceAllStringFunc(meaning, strings.ToLower), "`", "")
}

var placeholder = regexp.MustCompile("`[A-Z]{2,}`")

// Menu is a field with a few choices, beside which any other value can be typed into a field of the same name.
type Menu struct {
	Field
	Choices []words.Choice
	Typed   string // the value, if it is not among the choices
}

// NewMenu returns the menu of a field.
func NewMenu(f Field, choices []words.Choice) Menu {
	m := Menu{Field: f, Choices: choices}
	if !slices.ContainsFunc(choices, func(c words.Choice) bool { return c.Name == f.Value }) {
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
