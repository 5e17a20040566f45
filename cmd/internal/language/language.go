// Package language holds what pupils read, in the language of their class.
//
// A language is a folder beside en: format.json defines how it writes numbers and colours, and messages.json translates
// texts that several features share. A feature has messages of its own in its folder, and adds them by [Add]: those in
// messages.json, and those of a game in a file with its name. A message
// is a whole sentence with places in braces, such as "{player} takes square {square}". English sentences are the keys,
// so code and templates hold the English text; en lists only those that need another form for one thing than for
// several.
package language

import (
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"sync"
)

// Tags lists the languages by their tags, English first.
var Tags = []string{"en", "de", "fr", "es"}

//go:embed */*.json
var files embed.FS

// catalogues holds the messages in folders of languages.
var catalogues = []fs.FS{files}

// Add adds the messages in a package's files language/TAG/*.json; English may have no file. It must be called in init,
// since messages are read once.
func Add(files fs.FS) {
	catalogue, err := fs.Sub(files, "language")
	if err != nil {
		panic(err) // the path is valid
	}
	catalogues = append(catalogues, catalogue)
}

// English is the language of all source messages, and of everything that pupils do not read.
var English = load("en")

// A Language translates texts. It is safe for concurrent use.
type Language struct {
	Tag string // such as "de", for the attribute lang
	Format
	rules    rules
	messages func() map[string]message // by the English one; read when the first is asked for
}

// Format is how a language writes numbers and names.
type Format struct {
	Name      string            // of the language, in itself
	Decimal   string            // between the whole and the fraction of a number
	Thousands string            // between groups of three digits of a whole number
	Ungrouped int               // number of digits up to which a whole number is not grouped
	Percent   string            // with the place {n}
	And, Or   string            // before the last word of a list, with its spaces
	Codes     map[string]string // two letters for each colour, by its English name
}

// message is a translation by plural form. One that is the same for all numbers has only the form "other".
type message map[string]string

// UnmarshalJSON accepts a text, or an object with a text for each plural form.
func (m *message) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*m = message{"other": text}
		return nil
	}
	return json.Unmarshal(data, (*map[string]string)(m))
}

const formatFile = "format.json"

// load reads how a language writes. Its messages are read later.
func load(tag string) *Language {
	l := &Language{Tag: tag, rules: rulesOf(tag)}
	read(files, path.Join(tag, formatFile), &l.Format)
	l.messages = sync.OnceValue(func() map[string]message {
		all := map[string]message{}
		for _, catalogue := range catalogues {
			names, _ := fs.Glob(catalogue, path.Join(tag, "*.json")) // the pattern is valid
			for _, name := range names {
				if path.Base(name) != formatFile {
					read(catalogue, name, &all) // adds to those of other catalogues
				}
			}
		}
		return all
	})
	return l
}

// read reads a file into a value. A file that does not exist is empty.
func read(from fs.FS, name string, content any) {
	text, err := fs.ReadFile(from, name)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err == nil {
		err = json.Unmarshal(text, content)
	}
	if err != nil {
		panic(fmt.Sprintf("%s: %v", name, err)) // it is part of the program
	}
}

// all loads the languages when the first of them is asked for.
var all = sync.OnceValue(func() map[string]*Language {
	all := map[string]*Language{English.Tag: English}
	for _, tag := range Tags[1:] {
		all[tag] = load(tag)
	}
	return all
})

// Find returns the language with a tag such as "de", or English and false.
func Find(tag string) (found *Language, ok bool) {
	found, ok = all()[tag]
	return cmp.Or(found, English), ok
}

// All returns the languages, English first.
func All() (list []*Language) {
	for _, tag := range Tags {
		l, _ := Find(tag)
		list = append(list, l)
	}
	return list
}

// Text translates an English message and fills in its places: names and values in turns. A value is a text, or a whole
// number, which is written as the language does. The number {n} decides between the forms for one and for several.
func (l *Language) Text(english string, places ...any) string {
	return l.fill(english, places, func(text string) string { return text })
}

// Name translates a text that stands in a table of another package, such as the name of a colour.
func (l *Language) Name(english string) string { return l.Text(english) }

// Counted translates a text that stands in a table of another package and may have the place {n}.
func (l *Language) Counted(english string, n int) string { return l.Text(english, "n", n) }

// HTML is Text for a message that contains HTML. Values are escaped, unless they are HTML themselves.
func (l *Language) HTML(english string, places ...any) template.HTML {
	return template.HTML(l.fill(english, places, template.HTMLEscapeString))
}

func (l *Language) fill(english string, places []any, escape func(string) string) string {
	form, values := "other", make([]string, len(places)/2)
	for i := range values {
		name, value := places[2*i].(string), places[2*i+1]
		if n, ok := value.(int); ok {
			value = int64(n)
		}
		switch v := value.(type) {
		case int64:
			values[i] = l.Count(v)
			if name == "n" {
				form = l.Plural(v)
			}
		case string:
			values[i] = escape(v)
		case template.HTML:
			values[i] = string(v)
		default:
			values[i] = escape(fmt.Sprint(v))
		}
	}
	forms := l.messages()[english]
	text := cmp.Or(forms[form], forms["other"], english)
	var filled strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		filled.WriteString(before)
		if !found {
			return filled.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		i := 0
		for i < len(values) && places[2*i] != any(name) {
			i++
		}
		if i < len(values) {
			filled.WriteString(values[i])
			text = after
		} else {
			filled.WriteByte('{')
			text = rest
		}
	}
}

// A Message is a text that is translated where it is shown. It may be an error.
type Message struct {
	english string
	places  []any
}

// NewMessage returns a message with its places, as [Language.Text] has them.
func NewMessage(english string, places ...any) *Message { return &Message{english, places} }

// In translates the message.
func (m *Message) In(l *Language) string { return l.Text(m.english, m.places...) }

// Error implements error, in English.
func (m *Message) Error() string { return m.In(English) }

// Translate translates an error that is a message, or wraps one. Other errors stay as they are.
func (l *Language) Translate(err error) error {
	if m, ok := errors.AsType[*Message](err); ok && l != English {
		return &Message{english: m.In(l)} // which no catalogue has, so it stays as it is
	}
	return err
}

// Count writes a whole number in groups of three digits.
func (l *Language) Count(n int64) string {
	text := strconv.FormatInt(max(n, -n), 10)
	for i, grouped := len(text)-3, len(text) > l.Ungrouped; grouped && i > 0; i -= 3 {
		text = text[:i] + l.Thousands + text[i:]
	}
	if n < 0 {
		return "−" + text
	}
	return text
}

// Fixed writes a number with this many decimals. One that rounds to zero has no sign.
func (l *Language) Fixed(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if !strings.ContainsAny(text, "123456789") {
		text = strings.TrimPrefix(text, "-")
	}
	return strings.NewReplacer("-", "−", ".", l.Decimal).Replace(text)
}

// Share writes a share from 0 to 1 as a percentage with this many decimals.
func (l *Language) Share(share float64, decimals int) string {
	return strings.Replace(l.Percent, "{n}", l.Fixed(100*share, decimals), 1)
}

// List joins words by commas, and the last by a word such as [Format.And].
func (l *Language) List(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + last + words[len(words)-1]
}
