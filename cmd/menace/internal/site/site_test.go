package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"menace/cmd/internal/language"
	"menace/menace/tidy"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// page serves a site with one page, and returns what it answers to a request from the page itself.
func page(t *testing.T, s *Server, address string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest("GET", address, nil)
	r.Host = "localhost"
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// templates returns a folder with one template.
func templates(text string) fs.FS { return fstest.MapFS{"page.html": {Data: []byte(text)}} }

// TestClaims checks that two features cannot claim the same name, and that the error names both.
func TestClaims(t *testing.T) {
	none := func(http.ResponseWriter, *http.Request) error { return nil }
	for claim, pages := range map[string]Pages{
		"route GET /":           {Routes: map[string]Handler{"GET /": none}},
		"template page.html":    {Templates: templates("a")},
		"template part":         {Templates: templates(`{{define "part"}}{{end}}`)},
		"static file page.html": {Static: templates("a")},
		"function f":            {Functions: func(*language.Language) template.FuncMap { return template.FuncMap{"f": language.English.Text} }},
		"navigation entry Home": {Navigation: []Entry{{Name: language.NewMessage("Home")}}},
		"access to the pages":   {Access: &Access{}},
	} {
		s := New(Config{})
		pages.Name = "one"
		if err := s.Add(pages); err != nil {
			t.Fatal(err)
		}
		pages.Name = "two"
		if claim == "template part" {
			pages.Templates = fstest.MapFS{"other.html": {Data: []byte(`{{define "part"}}{{end}}`)}}
		}
		want := "features one and two both have the " + claim
		if err := s.Add(pages); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if err := New(Config{}).Add(Pages{Name: "one", Templates: templates("{{")}); err == nil {
		t.Error("a broken template is accepted")
	}
}

// TestBase checks that addresses, redirects and the navigation begin with the base path, and that templates know which
// pages there are.
func TestBase(t *testing.T) {
	s := New(Config{Name: "test", Base: "/some/school"})
	err := s.Add(Pages{
		Templates: templates(`{{template "head" "B"}}<a href="{{url "/a" .}}?q={{.}}">` +
			`{{serves "/b"}}, {{serves "/c"}}{{template "foot"}}`),
		Routes: map[string]Handler{
			"GET /{$}": func(w http.ResponseWriter, r *http.Request) error { return s.Redirect(w, r, "/b?c=%d", 1) },
			"GET /b":   func(w http.ResponseWriter, r *http.Request) error { return s.Show(w, 200, "page.html", "x y") },
		},
		Navigation: []Entry{
			{Name: language.NewMessage("A"), Address: "/a"},
			{Name: language.NewMessage("C"), Address: "/b", Titles: []*language.Message{language.NewMessage("B")}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if w := page(t, s, "/some/school/"); w.Header().Get("Location") != "/some/school/b?c=1" {
		t.Errorf("redirects to %s", w.Header().Get("Location"))
	}
	shown := page(t, s, "/some/school/b").Body.String()
	for _, want := range []string{
		`<a href="/some/school/a/x%20y?q=x%20y">true, false`, `<title>B · test</title>`, `href="/some/school/static/style.css"`,
		`<a href="/some/school/a">A</a> <a href="/some/school/b" aria-current="page">C</a>`,
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("no %s in %s", want, shown)
		}
	}
	for address, want := range map[string]int{
		"/some/school/static/style.css": 200, "/some/school/static/none.css": 404, "/b": 404, "/some/school/x": 404,
	} {
		if w := page(t, s, address); w.Code != want {
			t.Errorf("%s: got %d, want %d", address, w.Code, want)
		}
	}
}

// TestAccess checks that a feature can refuse visitors, and show them its own message.
func TestAccess(t *testing.T) {
	s := New(Config{Status: func(error) int { return http.StatusTeapot }})
	err := s.Add(Pages{
		Templates: templates(`{{.Title}}: {{.Text}} {{.Back}}`),
		Access: &Access{
			Admit: func(Handler) Handler {
				return func(http.ResponseWriter, *http.Request) error { return errors.New("no") }
			},
			Message: func(*http.Request) (template, back string, l *language.Language) {
				return "page.html", "/back", language.English
			},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	w := page(t, s, "/static/style.css")
	if got := w.Body.String(); w.Code != http.StatusTeapot || got != "That did not work: No. /back" {
		t.Errorf("got %d, %s", w.Code, got)
	}
}

// TestCut checks that an answer that fails half-way is cut off, that one that fails before is a page with the error, and
// that an unexpected error is printed once.
func TestCut(t *testing.T) {
	var notes []string
	s := New(Config{Note: func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }})
	broken := errors.New("the disk is broken")
	err := s.Add(Pages{Routes: map[string]Handler{
		"GET /{rows}": func(w http.ResponseWriter, r *http.Request) error {
			table := tidy.Table{Headings: []string{"n"}, Rows: func(yield func([]any, error) bool) {
				rows, _ := strconv.Atoi(r.PathValue("rows"))
				for n := range rows {
					if !yield([]any{n}, nil) {
						return
					}
				}
				yield(nil, broken)
			}}
			return DownloadCSV(w, "numbers", table)
		},
		"GET /events": func(w http.ResponseWriter, r *http.Request) error {
			draw := func(context.Context) (Frame, error) { return Frame{}, broken }
			return s.Stream(w, r, Source{Key: "broken", Draw: draw})
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	for _, path := range []string{"/0", "/events", "/100000"} {
		reply, err := http.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(reply.Body)
		reply.Body.Close()
		if path == "/100000" {
			if err == nil || bytes.Contains(page, []byte("broken")) {
				t.Errorf("%s: not cut off: %v", path, err)
			}
		} else if err != nil || reply.StatusCode != http.StatusInternalServerError ||
			!bytes.Contains(page, []byte("The disk is broken.")) || reply.Header.Get("Content-Disposition") != "" {
			t.Errorf("%s: %s, %s, %v: %s", path, reply.Status, reply.Header, err, page)
		}
	}
	if want := []string{"GET /{rows}: the disk is broken"}; !slices.Equal(notes, want) {
		t.Errorf("printed %q, want %q", notes, want)
	}
}

// inGerman is a content in German.
type inGerman struct{ Name string }

func (inGerman) Language() *language.Language {
	german, _ := language.Find("de")
	return german
}

// TestLanguage checks that a page and the parts of its stream are in the language of their content, and that values in
// messages are escaped once, in attributes too.
func TestLanguage(t *testing.T) {
	s := New(Config{Name: "test"})
	err := s.Add(Pages{
		Templates: templates(`{{template "open" ""}}{{define "part"}}` +
			`<p title="{{t "For <b>{name}</b>" "name" .Name}}">{{lang}} {{t "For <b>{name}</b>, {n}" "name" .Name "n" 5000}}{{end}}`),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		content   any
		tag, part string
	}{
		{inGerman{`"A&B"`}, "de", `<p title="For &#34;A&amp;B&#34;">de For <b>&#34;A&amp;B&#34;</b>, 5.000`},
		{struct{ Name string }{"<i>"}, "en", `<p title="For &lt;i&gt;">en For <b>&lt;i&gt;</b>, 5,000`},
	} {
		w := httptest.NewRecorder()
		if err := s.Show(w, 200, "page.html", c.content); err != nil {
			t.Fatal(err)
		}
		if shown := w.Body.String(); !strings.Contains(shown, `<html lang="`+c.tag+`"`) {
			t.Errorf("the language is not %s in %s", c.tag, shown)
		}
		frame, err := s.NewFrame([]string{"part"}, c.content, nil)
		if err != nil || frame.Parts["part"] != c.part {
			t.Errorf("got %s, %v, want %s", frame.Parts["part"], err, c.part)
		}
	}
}
