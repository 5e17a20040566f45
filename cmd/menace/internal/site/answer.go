package site

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/words"
	"menace/menace/tidy"
)

// notFound is an error with status 404.
type notFound struct{ error }

// Unwrap returns the error without the status.
func (e notFound) Unwrap() error { return e.error }

// NotFound returns an error with status 404, for an address without a page.
func NotFound(err error) error { return notFound{err} }

// ErrNoPage is the usual error for an address without a page.
var ErrNoPage = NotFound(language.NewMessage("there is nothing at this address"))

// errTooManyStreams reports that a stream cannot be opened now.
var errTooManyStreams = errors.New("too many pages are open already")

// status returns the HTTP status of an error. known is false if the error is unexpected.
func (c Config) status(err error) (status int, known bool) {
	switch {
	case errors.As(err, new(notFound)):
		return http.StatusNotFound, true
	case errors.Is(err, errTooManyStreams):
		return http.StatusServiceUnavailable, true
	case errors.As(err, new(*http.MaxBytesError)):
		return http.StatusRequestEntityTooLarge, true
	}
	if status := c.Status(err); status != 0 {
		return status, true
	}
	if errors.As(err, new(mistake.Error)) {
		return http.StatusUnprocessableEntity, true
	}
	return http.StatusInternalServerError, false
}

// noteError prints an unexpected error once, without the address, which may contain a secret.
func (s *Server) noteError(r *http.Request, err error) {
	if _, known := s.status(err); known || r.Context().Err() != nil {
		return
	}
	if _, noted := s.noted.LoadOrStore(err.Error(), true); !noted {
		s.Note("%s: %v", r.Pattern, err)
	}
}

// Message is the content of a page that shows an error.
type Message struct {
	Status int
	Text   string
	Back   string // address of the link back
	Tag    string // of the language of the text

	language *language.Language
}

// Language implements [Translated].
func (m Message) Language() *language.Language { return m.language }

// Title is the title of the page.
func (m Message) Title() string {
	if m.Status == http.StatusNotFound {
		return m.language.Text("Nothing here")
	}
	return m.language.Text("That did not work")
}

// CanRetry reports whether the visitor can simply try again.
func (m Message) CanRetry() bool {
	return m.Status == http.StatusConflict || m.Status == http.StatusServiceUnavailable
}

// showError answers with a page that shows an error.
func (s *Server) showError(w http.ResponseWriter, r *http.Request, err error) {
	status, _ := s.status(err)
	page, back, l := "message.html", "/", LanguageOf(r)
	if s.access.Message != nil {
		page, back, l = s.access.Message(r)
	}
	w.Header().Del("Content-Disposition") // the answer is a page instead of the file
	tag, translated := s.translate(l, err)
	text := words.Sentence(words.Brief(translated.Error())) + "."
	if err := s.Show(w, status, page, Message{status, text, back, tag, l}); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

// translate translates an error, and returns the language of the result: some errors exist in English only.
func (s *Server) translate(l *language.Language, err error) (tag string, translated error) {
	if errors.As(err, new(*language.Message)) || l == language.English {
		return l.Tag, l.Translate(err)
	}
	if s.Explain != nil {
		if m := s.Explain(err); m != nil {
			return l.Tag, errors.New(m.In(l))
		}
	}
	return language.English.Tag, err
}

// Translated is content that chooses the language of its page. Other content is shown in the visitor's language.
type Translated interface{ Language() *language.Language }

// render executes a template in the language of its content or, if that has none, in l.
func (s *Server) render(w io.Writer, name string, content any, l *language.Language) error {
	if translated, ok := content.(Translated); ok {
		l = translated.Language()
	}
	bound, _ := s.languages.LoadOrStore(l, sync.OnceValues(func() (*template.Template, error) {
		templates, err := s.templates.Clone()
		for _, functions := range s.functions {
			if err == nil {
				templates.Funcs(functions(l))
			}
		}
		return templates, err
	}))
	templates, err := bound.(func() (*template.Template, error))()
	if err != nil {
		return err
	}
	return templates.ExecuteTemplate(w, name, content)
}

// Show answers with a page. It renders the whole page before it sends the first byte.
func (s *Server) Show(w http.ResponseWriter, status int, page string, content any) error {
	var text bytes.Buffer
	if err := s.render(&text, page, content, languageOf(w)); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	writeText(w, status, text.Bytes())
	return nil
}

// FormStatus returns the HTTP status for a page with a form.
func FormStatus(valid bool) int {
	if valid {
		return http.StatusOK
	}
	return http.StatusUnprocessableEntity
}

// Redirect redirects the browser to another page of the site after a change. The format may contain a query.
func (s *Server) Redirect(w http.ResponseWriter, r *http.Request, format string, args ...any) error {
	http.Redirect(w, r, s.Base+fmt.Sprintf(format, args...), http.StatusSeeOther)
	return nil
}

// Download sets the headers of an answer that browsers save as a file.
func Download(w http.ResponseWriter, mediaType, name string) {
	w.Header().Set("Content-Type", mediaType)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
}

// DownloadCSV answers with a table as a CSV file.
func DownloadCSV(w http.ResponseWriter, name string, table tidy.Table) error {
	Download(w, "text/csv; charset=utf-8", name+".csv")
	return table.CSV(w)
}

// Join appends elements to a path, each after a slash and escaped.
func Join(path string, elements ...any) string {
	for _, element := range elements {
		path += "/" + url.PathEscape(fmt.Sprint(element))
	}
	return path
}

// Origin returns the scheme and the host under which the visitor reaches the site, such as https://example.org.
func Origin(r *http.Request) string {
	scheme := cmp.Or(r.URL.Scheme, "http")
	if r.TLS != nil || strings.HasPrefix(r.Referer(), "https://"+r.Host+"/") { // behind a proxy with TLS
		scheme = "https"
	}
	return scheme + "://" + r.Host
}

// Routes returns the patterns of all routes.
func (s *Server) Routes() []string { return slices.Sorted(maps.Keys(s.routes)) }

// usualFunctions returns the functions for the templates of all features.
func (s *Server) usualFunctions(l *language.Language) template.FuncMap {
	return template.FuncMap{
		"t": l.HTML, "lang": func() string { return l.Tag }, "language": func() *language.Language { return l },
		"languages": language.All, "fault": func(f Field) template.HTML { return s.fault(l, f) },
		"url": s.URL, "site": func() string { return s.Name },
		"navigation": func() []Entry { return s.navigation }, "foot": func() []Entry { return s.foot },
		"serves": func(path string) bool { return s.routes["GET "+path] != nil }, // for links to other features
		"count":  l.Count, "minus": words.Minus,
		"percent": func(p float64) string { return l.Share(p, 2) },
		"share": func(part, whole int64) string {
			if whole == 0 {
				return "–"
			}
			return l.Share(float64(part)/float64(whole), 1)
		},
		"signed": func(v float64) string {
			return strings.Replace(words.Signed(v), ".", l.Decimal, 1)
		},
		"plural": words.Plural[int], "plural64": words.Plural[int64], "sentence": words.Sentence,
		"tie":   func(text string) string { return strings.ReplaceAll(text, " %", "\u00a0%") }, // prevents line breaks
		"valid": Valid, "menu": NewMenu, "meaning": func(meaning string) string { return Meaning(l.Name(meaning)) },
	}
}

// Has reports whether a page with this title belongs to the entry.
func (e Entry) Has(l *language.Language, title string) bool {
	return slices.ContainsFunc(e.Titles, func(m *language.Message) bool { return m.In(l) == title })
}
