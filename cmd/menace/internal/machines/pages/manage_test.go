package pages_test

import (
	"bytes"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/machinestest"
	"menace/menace"
)

// TestHome creates, renames, copies, exports, deletes and imports a machine, like the commands.
func TestHome(t *testing.T) {
	s := machinestest.New(t)
	if at := s.Post("/agents", url.Values{"name": {"b"}, "preset": {"michie"}, "beads": {"9,5,3,1"},
		"on-empty": {"restock"}, "seed": {"7"}}); at != "/agents/b" {
		t.Errorf("redirected to %s", at)
	}
	a, err := s.DB.Load(t.Context(), "b")
	if err != nil || a.Seed != 7 || a.Machine.Rules().Beads != [4]int64{9, 5, 3, 1} ||
		a.Machine.Rules().OnEmpty != menace.Restock {
		t.Errorf("got %+v, %v", a, err)
	}
	s.Post("/agents/b/rename", url.Values{"to": {"é"}})
	if at := s.Post("/agents/a/copy", url.Values{"to": {"c"}}); at != "/agents/c" {
		t.Errorf("redirected to %s", at)
	}
	file := s.Ask("GET", "/agents/c/export", nil).Body.Bytes()
	s.Post("/agents/c/delete", nil)
	if names, err := s.DB.Names(t.Context()); err != nil || strings.Join(names, " ") != "a é" {
		t.Errorf("got the machines %v, %v", names, err)
	}
	if w := upload(s, file, "again"); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/agents/again" {
		t.Errorf("import: %d %s", w.Code, w.Body)
	}
	if w := upload(s, append([]byte("\ufeff"), file...), "marked"); w.Code != http.StatusSeeOther {
		t.Errorf("import with a byte-order mark: %d %s", w.Code, w.Body)
	}
	beads := s.Ask("GET", "/agents/a/beads", nil).Body.Bytes()
	if w := upload(s, beads, "counted"); w.Code != http.StatusSeeOther {
		t.Errorf("import of beads: %d %s", w.Code, w.Body)
	}
	for _, name := range []string{"a", "é", "again", "marked", "counted"} {
		if !strings.Contains(s.Get("/"), ">"+name+"</a>") {
			t.Errorf("no card for %s", name)
		}
		s.Get("/agents/" + url.PathEscape(name))
	}
}

// upload imports a file under a name.
func upload(s *machinestest.Site, file []byte, name string) *httptest.ResponseRecorder {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	form.WriteField("name", name)
	part, _ := form.CreateFormFile("file", "a.json")
	part.Write(file)
	form.Close()
	return s.Ask("POST", "/import", nil, func(r *http.Request) {
		r.Body = io.NopCloser(&body)
		r.Header.Set("Content-Type", form.FormDataContentType())
	})
}

// TestMistakes fills in forms wrongly. Errors must be shown beside their fields, which keep what was entered, and
// nothing may change.
func TestMistakes(t *testing.T) {
	s := machinestest.New(t)
	for _, c := range []struct {
		path string
		form url.Values
		told string
	}{
		{"/agents", url.Values{"name": {""}, "preset": {"michie"}}, "The machine needs a name."},
		{"/agents", url.Values{"name": {"<b>"}, "preset": {"michie"}}, "letters and digits are allowed"},
		{"/agents", url.Values{"name": {"a"}, "preset": {"michie"}}, "already exists."},
		{"/agents", url.Values{"name": {"b"}, "preset": {"mitchie"}}, "Unknown preset"},
		{"/agents", url.Values{"name": {"b"}, "preset": {"her"}, "game": {"tic-tac-toe"}},
			"Tic-tac-toe cannot be combined with a preset for hexapawn."},
		{"/agents", url.Values{"name": {"b"}, "preset": {"her"}, "game": {"chess"}}, "is not one of"},
		{"/agents", url.Values{"name": {"b"}, "preset": {"michie"}, "beads": {"4,3,2"}},
			"is not 4 numbers, as in 4,3,2,1"},
		{"/agents", url.Values{"name": {"b"}, "preset": {"michie"}, "win": {"9999999"}},
			"9999999 is not between -1000000 and 1000000."},
		{"/agents", url.Values{"name": {"b"}, "preset": {"michie"}, "seed": {"-1"}}, "-1 is negative."},
		{"/agents", url.Values{"name": {"b"}, "preset": {"her"}, "loss": {"2"}, "on-empty": {"cry"}}, "is not one of"},
		{"/agents/a/rename", url.Values{"to": {"-"}}, "letters and digits, and - _ ."},
		{"/agents/a/copy", url.Values{"to": {"a"}}, "There is already a machine a."},
		{"/import", url.Values{}, "Choose a file that menace exported."},
	} {
		w := s.Ask("POST", c.path, c.form)
		if page := w.Body.String(); w.Code != http.StatusUnprocessableEntity || !strings.Contains(page, c.told) ||
			!strings.Contains(page, `aria-invalid="true"`) {
			t.Errorf("%s %v: status %d, want the message %q", c.path, c.form, w.Code, c.told)
		}
		for _, name := range []string{"name", "loss", "win", "seed", "beads", "to"} { // which have no list to choose from
			kept := `value="` + html.EscapeString(c.form.Get(name)) + `"`
			if page := w.Body.String(); c.form.Has(name) && !strings.Contains(page, kept) {
				t.Errorf("%s %v: the form forgets %s", c.path, c.form, name)
			}
		}
	}
	if w := upload(s, []byte("{}"), ""); w.Code != http.StatusUnprocessableEntity ||
		!strings.Contains(w.Body.String(), "Not a machine that menace exported.") {
		t.Errorf("import: %d", w.Code)
	}
	if names, err := s.DB.Names(t.Context()); err != nil || strings.Join(names, " ") != "a" {
		t.Errorf("got the machines %v, %v", names, err)
	}
}

// TestNameWithExtension checks that a machine whose name ends in .json has a page, and a report too.
func TestNameWithExtension(t *testing.T) {
	s := machinestest.New(t)
	for _, name := range []string{"x", "x.json"} {
		if kind := s.Ask("GET", "/agents/a.json", nil).Header().Get("Content-Type"); kind != "application/json" {
			t.Errorf("a.json: got %s", kind)
		}
		s.Post("/agents", url.Values{"name": {name}, "preset": {"michie"}})
	}
	if page := s.Get("/agents/x.json"); !strings.Contains(page, "<title>x.json") {
		t.Errorf("x.json: got %s", page)
	}
	if report := s.Get("/agents/x.json.json"); !strings.Contains(report, `"x.json"`) || report[0] != '{' {
		t.Errorf("x.json.json: got %s", report)
	}
}

// TestNotThere requests missing pages, or sends too much.
func TestNotThere(t *testing.T) {
	s := machinestest.New(t)
	for path, want := range map[string]int{
		"/agents/b": 404, "/agents/b.json": 404, "/agents/b/export": 404, "/agents/b/delete": 404,
		"/static/none.css": 404, "/static/..%2fweb.go": 404,
		"/agents/..%2f..%2fa": 404, "/agents/a/none": 404, "/figures/none": 404,
	} {
		if w := s.Ask("GET", path, nil); w.Code != want {
			t.Errorf("%s: status %d, want %d", path, w.Code, want)
		}
	}
	for path, leads := range map[string]string{"/agents": "/", "/agents/": "/", "/agents/a/": "/agents/a",
		"/agents/a/move": "/agents/a", "/agents/a/copy": "/agents/a"} {
		if w := s.Ask("GET", path, nil); w.Code != http.StatusSeeOther || w.Header().Get("Location") != leads {
			t.Errorf("%s: status %d, redirects to %q", path, w.Code, w.Header().Get("Location"))
		}
	}
	if said := s.Ask("GET", "/figures/none", nil).Body.String(); !strings.Contains(said,
		">There is no such figure or game.<") {
		t.Errorf("an unknown figure: got %s", said)
	}
	long := url.Values{"name": {strings.Repeat("x", 64<<10)}}
	if w := s.Ask("POST", "/agents", long); w.Code == http.StatusSeeOther {
		t.Errorf("a long form: status %d", w.Code)
	}
	if w := s.Ask("DELETE", "/agents/a", nil); w.Code < 400 {
		t.Errorf("DELETE: status %d", w.Code)
	}
}
