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

// askForLanguage lets a visitor choose a language, and then returns to the page where the visitor was.
func (s *Server) askForLanguage(w http.ResponseWriter, r *http.Request) error {
	back := s.URL("/")
	if from, err := url.Parse(r.Referer()); err == nil && from.Host == r.Host {
		query := from.Query()
		query.Del("language") // a page such as the guide has its language in the address
		back = (&url.URL{Path: from.Path, RawQuery: query.Encode()}).String()
	}
	return s.Show(w, http.StatusOK, "language.html", back)
}

// chooseLanguage stores a visitor's choice of language for a year, and returns to a page of this site.
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

// languageOf returns the language of the answer that w writes. Handlers have only the answer, not the request.
func languageOf(w http.ResponseWriter) *language.Language {
	if a, ok := w.(*answer); ok {
		return a.language
	}
	return language.English
}

// Label replaces the name of an option for people: a name in words, a meaning, which may be nil, and choices, or a
// function that returns the usual name of a choice.
type Label struct {
	Name, Meaning *language.Message
	Choices       map[string]*language.Message
	Usual         func(choice string) string
}

// Labelled returns fields with their labels, by the names of the fields. Fields without a label stay unchanged.
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

// Placeholder returns the default of the field for its placeholder, unless it is a description in English.
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

// Choice returns a choice of the field in a language. Names of games have no label, because they are messages
// themselves.
func (f Field) Choice(l *language.Language, choice string) string {
	if m := f.Label.Choices[choice]; m != nil {
		return m.In(l)
	}
	if f.Label.Usual != nil {
		choice = f.Label.Usual(choice)
	}
	return l.Name(choice)
}
