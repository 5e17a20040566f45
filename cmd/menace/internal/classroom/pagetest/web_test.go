package pagetest

import (
	"bytes"
	"context"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"errors"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/site"
	"menace/data"
	"menace/menace"
)

// Tests allocate much and keep little, so the collector need not run as often as in a long session.
var _ = debug.SetGCPercent(400)

// testSite is a page in a test.
type testSite struct {
	*testing.T
	db     *data.DB
	server *Server
	http.Handler
	cut atomic.Bool // connections were cut on purpose
}

// newSite serves a new laboratory with the machine a, by Michie's rules, trained for 100 games.
func newSite(t *testing.T) *testSite {
	t.Helper()
	prepared.Do(func() { prepare(t) })
	file := filepath.Join(t.TempDir(), "menace.db")
	if err := os.WriteFile(file, laboratory, 0o600); err != nil {
		t.Fatal(err)
	}
	return siteOf(t, file)
}

// laboratory is the file of such a laboratory, which is created once because some tests need hundreds.
var (
	prepared   sync.Once
	laboratory []byte
)

// prepare creates the file.
func prepare(t *testing.T) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "menace.db")
	s := siteOf(t, file)
	s.train("a", menace.Michie(), 100)
	err := s.db.Close()
	if err == nil {
		laboratory, err = os.ReadFile(file)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// otherFeatures are the pages of features that tests look at too, as long as they are there.
var otherFeatures []func(*site.Server, *data.DB) site.Pages

func others(db *data.DB) (list []func(*site.Server) site.Pages) {
	for _, pages := range otherFeatures {
		list = append(list, func(s *site.Server) site.Pages { return pages(s, db) })
	}
	return list
}

// siteOf serves the laboratory in a file.
func siteOf(t *testing.T, file string) *testSite {
	t.Helper()
	l, err := data.Open(t.Context(), file, data.Create)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		defer l.Close()
		agents.Check(context.Background(), l, "", func(err error) {
			if errors.Is(err, data.ErrCorrupt) {
				t.Errorf("check found damage: %v", err)
			}
		})
	})
	server := New(l, site.Config{Hosts: []string{"laboratory"}}, others(l)...)
	t.Cleanup(server.Close)
	return &testSite{T: t, db: l, server: server, Handler: server.Handler()}
}

// train trains a machine against random play with seed 1.
func (s *testSite) train(name string, rules menace.Rules, games int64) {
	s.Helper()
	run, err := live.NewRegistry(s.db).NewRun(s.Context(),
		live.TrainOptions{Agent: name, Rules: rules, Seed: 1, Games: games, Opponent: "random"})
	if err == nil {
		err = run.Do(s.Context(), live.Unobserved{})
	}
	if err != nil {
		s.Fatal(err)
	}
}

// ask sends a request from the page itself, with a form if there is one.
func (s *testSite) ask(method, path string, form url.Values, change ...func(*http.Request)) *httptest.ResponseRecorder {
	ctx, gone := context.WithCancel(s.Context())
	defer gone()
	r := httptest.NewRequestWithContext(ctx, method, path, strings.NewReader(form.Encode()))
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	r.Host = "localhost:1961"
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	if strings.HasSuffix(path, "/events") {
		s.ServeHTTP(hasty{w, gone}, r)
	} else {
		s.ServeHTTP(w, r)
	}
	return w
}

// hasty is a client that disconnects after the first answer, which ends a stream of events.
type hasty struct {
	*httptest.ResponseRecorder
	gone context.CancelFunc
}

// Write implements [http.ResponseWriter].
func (w hasty) Write(text []byte) (int, error) {
	defer w.gone()
	return w.ResponseRecorder.Write(text)
}

// get returns a page, which must exist.
func (s *testSite) get(path string) string {
	s.Helper()
	w := s.ask("GET", path, nil)
	if w.Code != http.StatusOK {
		s.Fatalf("%s: status %d: %s", path, w.Code, w.Body)
	}
	return w.Body.String()
}

// post sends a form, which must redirect to another page.
func (s *testSite) post(path string, form url.Values) string {
	s.Helper()
	w := s.ask("POST", path, form)
	if w.Code != http.StatusSeeOther {
		s.Fatalf("%s: status %d: %s", path, w.Code, w.Body)
	}
	return w.Header().Get("Location")
}

// request is a request for a route, with the expected statuses for the page itself and for a stranger.
type request struct {
	path          string
	form          url.Values
	own, stranger int
}

// requests returns a request for every route, by its pattern.
func requests() map[string]request {
	const ok, other, refused = http.StatusOK, http.StatusSeeOther, http.StatusForbidden
	return map[string]request{
		"GET /{$}":                      {"/", nil, ok, ok}, // no stranger can read it, because of the browser
		"POST /{$}":                     {"/", nil, other, refused},
		"GET /static/{file}":            {"/static/style.css", nil, ok, ok},
		"GET /new":                      {"/new", nil, ok, ok},
		"POST /agents":                  {"/agents", url.Values{"name": {"new"}, "preset": {"her"}}, other, refused},
		"POST /import":                  {"/import", url.Values{}, http.StatusUnprocessableEntity, refused},
		"GET /agents/{name}":            {"/agents/a", nil, ok, ok},
		"GET /agents":                   {"/agents", nil, other, other},
		"GET /agents/{$}":               {"/agents/", nil, other, other},
		"GET /agents/{name}/{$}":        {"/agents/a/", nil, other, other},
		"GET /agents/{name}/{do}":       {"/agents/a/train", nil, other, other},
		"GET /class":                    {"/class", nil, ok, ok},
		"GET /agents/{name}/box":        {"/agents/a/box", nil, ok, ok},
		"GET /kit":                      {"/kit", nil, ok, ok},
		"GET /kit/kit.pdf":              {"/kit/kit.pdf?parts=labels", nil, ok, ok},
		"GET /kit/worksheet.html":       {"/kit/worksheet.html?parts=worksheet", nil, ok, ok},
		"GET /agents/{name}/games":      {"/agents/a/games", nil, ok, ok},
		"GET /agents/{name}/games/{id}": {"/agents/a/games/1", nil, http.StatusNotFound, http.StatusNotFound},
		"GET /agents/{name}/export":     {"/agents/a/export", nil, ok, ok},
		"GET /agents/{name}/beads":      {"/agents/a/beads", nil, ok, ok},
		"POST /agents/{name}/rename":    {"/agents/a/rename", url.Values{"to": {"b"}}, other, refused},
		"POST /agents/{name}/again":     {"/agents/a/again", url.Values{}, other, refused},
		"POST /agents/{name}/copy":      {"/agents/a/copy", url.Values{"to": {"b"}}, other, refused},
		"GET /agents/{name}/delete":     {"/agents/a/delete", nil, ok, ok},
		"POST /agents/{name}/delete":    {"/agents/a/delete", nil, other, refused},
		"POST /agents/{name}/train": {"/agents/a/train",
			url.Values{"opponent": {"random"}, "games": {"1"}}, other, refused},
		"POST /agents/{name}/stop":            {"/agents/a/stop", nil, other, refused},
		"GET /agents/{name}/events":           {"/agents/a/events", nil, ok, ok},
		"POST /agents/{name}/move":            {"/agents/a/move", url.Values{"move": {"99"}}, other, refused},
		"POST /agents/{name}/step":            {"/agents/a/step", nil, other, refused},
		"POST /agents/{name}/undo":            {"/agents/a/undo", nil, other, refused},
		"POST /agents/{name}/hint":            {"/agents/a/hint", nil, other, refused},
		"POST /agents/{name}/resign":          {"/agents/a/resign", nil, other, refused},
		"GET /agents/{name}/resign":           {"/agents/a/resign", nil, ok, ok},
		"POST /agents/{name}/new":             {"/agents/a/new", nil, other, refused},
		"GET /agents/{name}/projector":        {"/agents/a/projector", nil, ok, ok},
		"GET /agents/{name}/projector/events": {"/agents/a/projector/events", nil, ok, ok},
		"GET /agents/{name}/projector/boxes":  {"/agents/a/projector/boxes", nil, ok, ok},
		"GET /figures":                        {"/figures", nil, ok, ok},
		"GET /figures/{figure}":               {"/figures/score.svg", nil, ok, ok},
		"GET /search":                         {"/search", nil, ok, ok},
		"GET /search/{file}":                  {"/search/tree.svg", nil, ok, ok},
		"GET /search/compare":                 {"/search/compare", nil, ok, ok},
		"GET /search/exercise":                {"/search/exercise", nil, ok, ok},
		"GET /search/exercise/{file}":         {"/search/exercise/tree.svg", nil, ok, ok},
		"/":                                   {"/etc/passwd", nil, http.StatusNotFound, http.StatusNotFound},
	}
}

// withHer adds the machine her, whose kit is small.
func (s *testSite) withHer() *testSite {
	s.Helper()
	rules, err := menace.Preset("her")
	if err == nil {
		_, err = agents.Make(s.Context(), s.db, "her", rules, 1)
	}
	if err != nil {
		s.Fatal(err)
	}
	return s
}

// method returns the method of a route, given its pattern.
func method(pattern string) string {
	if method, _, ok := strings.Cut(pattern, " "); ok {
		return method
	}
	return "GET"
}

// policyOf returns the expected policy of an answer.
func policyOf(path string, status int) string {
	if strings.HasSuffix(path, ".svg") && status == http.StatusOK {
		return "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"
	}
	return "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'; object-src 'none'"
}

// TestRoutes requests every route as the page itself, as a page of another origin, and by a host name that is not the
// page's. It fails for a route that is missing from its table.
func TestRoutes(t *testing.T) {
	t.Parallel()
	const other = http.StatusSeeOther
	table := requests()
	s := newSite(t).withHer()
	for _, pattern := range s.server.Routes() {
		c, known := table[pattern]
		if !known {
			t.Errorf("the table does not say who may use %s", pattern)
			continue
		}
		for who, try := range map[string]struct {
			change func(*http.Request)
			want   int
		}{
			"the page":     {func(*http.Request) {}, c.own},
			"another site": {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, c.stranger},
			"an old browser elsewhere": {func(r *http.Request) {
				r.Header.Del("Sec-Fetch-Site")
				r.Header.Set("Origin", "http://evil.example")
			}, c.stranger},
			"another name": {func(r *http.Request) { r.Host = "evil.example:1961" }, http.StatusMisdirectedRequest},
			"its name":     {func(r *http.Request) { r.Host = "Laboratory:1961" }, c.own},
			"its number":   {func(r *http.Request) { r.Host = "[::1]:1961" }, c.own},
		} {
			w := s.ask(method(pattern), c.path, c.form, try.change)
			if w.Code != try.want {
				t.Errorf("%s by %s: status %d, want %d: %s", pattern, who, w.Code, try.want, w.Body)
			}
			if w.Header().Get("Content-Security-Policy") != policyOf(c.path, w.Code) {
				t.Errorf("%s by %s has the wrong policy", pattern, who)
			}
			if method(pattern) == "POST" && w.Code == other { // it has changed something
				s = newSite(t).withHer()
			}
		}
	}
}

// TestNothingInline checks that no page has inline scripts, styles or handlers, which the policy would forbid.
func TestNothingInline(t *testing.T) {
	s := newSite(t)
	table, pages := requests(), 0
	for _, pattern := range s.server.Routes() {
		c := table[pattern]
		if method(pattern) != "GET" || c.own != http.StatusOK || strings.HasSuffix(c.path, "/events") {
			continue
		}
		w := s.ask("GET", c.path, nil)
		if !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") || w.Header().Get("Content-Disposition") != "" {
			continue // a file to download is read without the policy
		}
		pages++
		for _, never := range []string{" style=", "<style", " onclick=", "<script>", "http://", "https://"} {
			if strings.Contains(w.Body.String(), never) {
				t.Errorf("%s contains %q", c.path, never)
			}
		}
	}
	if pages < 8 {
		t.Errorf("only %d pages were looked at", pages)
	}
}

// TestHome creates, renames, copies, exports, deletes and imports a machine, like the commands.
func TestHome(t *testing.T) {
	s := newSite(t)
	if at := s.post("/agents", url.Values{"name": {"b"}, "preset": {"michie"}, "beads": {"9,5,3,1"},
		"on-empty": {"restock"}, "seed": {"7"}}); at != "/agents/b" {
		t.Errorf("redirected to %s", at)
	}
	a, err := s.db.Load(t.Context(), "b")
	if err != nil || a.Seed != 7 || a.Machine.Rules().Beads != [4]int64{9, 5, 3, 1} ||
		a.Machine.Rules().OnEmpty != menace.Restock {
		t.Errorf("got %+v, %v", a, err)
	}
	s.post("/agents/b/rename", url.Values{"to": {"é"}})
	if at := s.post("/agents/a/copy", url.Values{"to": {"c"}}); at != "/agents/c" {
		t.Errorf("redirected to %s", at)
	}
	file := s.ask("GET", "/agents/c/export", nil).Body.Bytes()
	s.post("/agents/c/delete", nil)
	if names, err := s.db.Names(t.Context()); err != nil || strings.Join(names, " ") != "a é" {
		t.Errorf("got the machines %v, %v", names, err)
	}
	if w := s.upload(file, "again"); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/agents/again" {
		t.Errorf("import: %d %s", w.Code, w.Body)
	}
	if w := s.upload(append([]byte("\ufeff"), file...), "marked"); w.Code != http.StatusSeeOther {
		t.Errorf("import with a byte-order mark: %d %s", w.Code, w.Body)
	}
	beads := s.ask("GET", "/agents/a/beads", nil).Body.Bytes()
	if w := s.upload(beads, "counted"); w.Code != http.StatusSeeOther {
		t.Errorf("import of beads: %d %s", w.Code, w.Body)
	}
	for _, name := range []string{"a", "é", "again", "marked", "counted"} {
		if !strings.Contains(s.get("/"), ">"+name+"</a>") {
			t.Errorf("no card for %s", name)
		}
		s.get("/agents/" + url.PathEscape(name))
	}
}

// upload imports a file under a name.
func (s *testSite) upload(file []byte, name string) *httptest.ResponseRecorder {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	form.WriteField("name", name)
	part, _ := form.CreateFormFile("file", "a.json")
	part.Write(file)
	form.Close()
	return s.ask("POST", "/import", nil, func(r *http.Request) {
		r.Body = io.NopCloser(&body)
		r.Header.Set("Content-Type", form.FormDataContentType())
	})
}

// TestMistakes fills in forms wrongly. Errors must be shown beside their fields, which keep what was entered, and
// nothing may change.
func TestMistakes(t *testing.T) {
	s := newSite(t)
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
			"has 3 numbers instead of 4"},
		{"/agents", url.Values{"name": {"b"}, "preset": {"michie"}, "win": {"9999999"}},
			"9999999 is not between -1000000 and 1000000."},
		{"/agents", url.Values{"name": {"b"}, "preset": {"michie"}, "seed": {"-1"}}, "-1 is negative."},
		{"/agents/a/rename", url.Values{"to": {"-"}}, "letters and digits are allowed"},
		{"/agents/a/copy", url.Values{"to": {"a"}}, "already exists."},
		{"/import", url.Values{}, "Choose a file that menace exported."},
	} {
		w := s.ask("POST", c.path, c.form)
		if page := w.Body.String(); w.Code != http.StatusUnprocessableEntity || !strings.Contains(page, c.told) ||
			!strings.Contains(page, `aria-invalid="true"`) {
			t.Errorf("%s %v: status %d, want the message %q", c.path, c.form, w.Code, c.told)
		}
	}
	if w := s.upload([]byte("{}"), ""); w.Code != http.StatusUnprocessableEntity ||
		!strings.Contains(w.Body.String(), "Not a machine that menace exported.") {
		t.Errorf("import: %d", w.Code)
	}
	if names, err := s.db.Names(t.Context()); err != nil || strings.Join(names, " ") != "a" {
		t.Errorf("got the machines %v, %v", names, err)
	}
}

// TestNameWithExtension checks that a machine whose name ends in .json has a page, and a report too.
func TestNameWithExtension(t *testing.T) {
	s := newSite(t)
	for _, name := range []string{"x", "x.json"} {
		if kind := s.ask("GET", "/agents/a.json", nil).Header().Get("Content-Type"); kind != "application/json" {
			t.Errorf("a.json: got %s", kind)
		}
		s.post("/agents", url.Values{"name": {name}, "preset": {"michie"}})
	}
	if page := s.get("/agents/x.json"); !strings.Contains(page, "<title>x.json") {
		t.Errorf("x.json: got %s", page)
	}
	if report := s.get("/agents/x.json.json"); !strings.Contains(report, `"x.json"`) || report[0] != '{' {
		t.Errorf("x.json.json: got %s", report)
	}
}

// TestNotThere requests missing pages, or sends too much.
func TestNotThere(t *testing.T) {
	s := newSite(t)
	for path, want := range map[string]int{
		"/agents/b": 404, "/agents/b.json": 404, "/agents/b/export": 404, "/agents/b/delete": 404,
		"/static/none.css": 404, "/static/..%2fweb.go": 404,
		"/agents/..%2f..%2fa": 404, "/agents/a/none": 404, "/figures/none": 404,
	} {
		if w := s.ask("GET", path, nil); w.Code != want {
			t.Errorf("%s: status %d, want %d", path, w.Code, want)
		}
	}
	for path, leads := range map[string]string{"/agents": "/", "/agents/": "/", "/agents/a/": "/agents/a",
		"/agents/a/move": "/agents/a", "/agents/a/copy": "/agents/a"} {
		if w := s.ask("GET", path, nil); w.Code != http.StatusSeeOther || w.Header().Get("Location") != leads {
			t.Errorf("%s: status %d, redirects to %q", path, w.Code, w.Header().Get("Location"))
		}
	}
	if said := s.ask("GET", "/figures/none", nil).Body.String(); !strings.Contains(said,
		">There is no such figure or game.<") {
		t.Errorf("an unknown figure: got %s", said)
	}
	long := url.Values{"name": {strings.Repeat("x", 64<<10)}}
	if w := s.ask("POST", "/agents", long); w.Code == http.StatusSeeOther {
		t.Errorf("a long form: status %d", w.Code)
	}
	if w := s.ask("DELETE", "/agents/a", nil); w.Code < 400 {
		t.Errorf("DELETE: status %d", w.Code)
	}
}
