package site

import (
	"net/http"
	"net/url"
	"strings"

	"menace/cmd/internal/language"
)

// languageCookie holds the tag of the language that was chosen at the foot of a page.
const languageCookie = "menace_site_language"

// LanguageOf returns the language of a visitor: the one chosen in this browser, or else the browser's own.
func LanguageOf(r *http.Request) *language.Language {
	if cookie, err := r.Cookie(languageCookie); err == nil {
		if l, ok := language.Find(cookie.Value); ok {
			return l
		}
	}
	return language.Accepted(r.Header.Get("Accept-Language"))
}

// askForLanguage lets a visitor choose a language, and then leads back to the page on which they asked for it.
func (s *Server) askForLanguage(w http.ResponseWriter, r *http.Request) error {
	back := s.URL("/")
	if from, err := url.Parse(r.Referer()); err == nil && from.Host == r.Host {
		query := from.Query()
		query.Del("language") // a page such as the guide shows the language that its address names
		back = (&url.URL{Path: from.Path, RawQuery: query.Encode()}).String()
	}
	return s.Show(w, http.StatusOK, "language.html", back)
}

// chooseLanguage stores the language that a visitor chooses for a year, and leads back to a page of this site.
func (s *Server) chooseLanguage(w http.ResponseWriter, r *http.Request) error {
	l, ok := language.Find(r.PathValue("tag"))
	if !ok {
		return ErrNoPage
	}
	http.SetCookie(w, &http.Cookie{
		Name: languageCookie, Value: l.Tag, Path: s.URL("/"), MaxAge: 365 * 24 * 3600, HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	})
	back, err := url.Parse(r.URL.Query().Get("back"))
	if err != nil || back.Host != "" || back.Scheme != "" || !strings.HasPrefix(back.Path, s.URL("/")) ||
		strings.HasPrefix(back.Path, "//") {
		back = &url.URL{Path: s.URL("/")}
	}
	http.Redirect(w, r, (&url.URL{Path: back.Path, RawQuery: back.RawQuery}).String(), http.StatusSeeOther)
	return nil
}

// languageOf returns the language in which to answer a request, of which a handler knows only the answer.
func languageOf(w http.ResponseWriter) *language.Language {
	if a, ok := w.(*answer); ok {
		return a.language
	}
	return language.English
}

// A Label is what people read instead of the name of an option: a name in words, its meaning, which may be nil, and its
// choices, or a function that returns the usual name of a choice.
type Label struct {
	Name, Meaning *language.Message
	Choices       map[string]*language.Message
	Usual         func(choice string) string
}

// Labelled returns fields with their labels, by the names of the fields. Fields without one stay as they are.
func Labelled(fields []Field, labels map[string]Label) []Field {
	for i := range fields {
		fields[i].Label = labels[fields[i].Name]
	}
	return fields
}

// Title returns the name of the field in a language.
func (f Field) Title(l *language.Language) string {
	if f.Label.Name == nil {
		return f.Name
	}
	return f.Label.Name.In(l)
}

// Placeholder returns the default of the field for its placeholder, unless it is described in English.
func (f Field) Placeholder() string {
	if f.Label.Name != nil && strings.ContainsRune(f.Without, ' ') {
		return ""
	}
	return f.Without
}

// Explained returns the meaning of the field in a language.
func (f Field) Explained(l *language.Language) string {
	switch {
	case f.Label.Meaning != nil:
		return f.Label.Meaning.In(l)
	case f.Label.Name != nil:
		return ""
	}
	return f.Meaning
}

// Choice returns a choice of the field in a language. Names of games, which have no label, are messages themselves.
func (f Field) Choice(l *language.Language, choice string) string {
	if m := f.Label.Choices[choice]; m != nil {
		return m.In(l)
	}
	if f.Label.Usual != nil {
		choice = f.Label.Usual(choice)
	}
	return l.Name(choice)
}
