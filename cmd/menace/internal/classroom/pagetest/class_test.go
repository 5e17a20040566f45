package pagetest

import (
	"encoding/json"
	"fmt"
	"html"
	"image/png"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"menace/cmd/menace/internal/classroom"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/site"
	"menace/menace"
)

// cookie holds the key of a person in a class.
const cookie = "menace_class"

// openClass is a page in a test that is open to a class.
type openClass struct {
	*testSite
	class *classroom.Class
}

// newClassroom serves a new laboratory to a class that plays against the machine a.
func newClassroom(t *testing.T) *openClass {
	t.Helper()
	return classroomOf(newSite(t), "a")
}

// classroomOf opens a page to a class that plays against a machine.
func classroomOf(s *testSite, machine string) *openClass {
	s.Helper()
	c, err := s.server.OpenClass(s.Context(), machine, "http://10.0.0.2:1961", "http://localhost:1961/class")
	if err != nil {
		s.Fatal(err)
	}
	s.Handler = outside(s.server.Handler())
	return &openClass{s, c}
}

// TestStoredClass checks that the page of a server without a class names a class that is stored.
func TestStoredClass(t *testing.T) {
	l := newClassroom(t)
	l.pupil("Ann")
	page := httptest.NewRecorder()
	New(l.db, site.Config{}).Handler().ServeHTTP(page, httptest.NewRequest("GET", "http://localhost/class", nil))
	for _, want := range []string{"Your class with 1 pupil, which plays against a, is stored", "menace class --agent a<"} {
		if !strings.Contains(page.Body.String(), want) {
			t.Errorf("the page does not contain %q: %s", want, page.Body)
		}
	}
}

// carrying returns a function that adds a key as a cookie.
func carrying(key string) func(*http.Request) {
	return func(r *http.Request) { r.AddCookie(&http.Cookie{Name: cookie, Value: key}) }
}

// devices counts the addresses used by [outside].
var devices atomic.Int32

// outside serves requests from this computer as if each came from a different one.
func outside(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.RemoteAddr, "127.") {
			n := devices.Add(1)
			r.RemoteAddr = fmt.Sprintf("10.1.%d.%d:1234", n/256%256, n%256)
		}
		next.ServeHTTP(w, r)
	})
}

// joinAs joins as a pupil and returns their key.
func joinAs(t testing.TB, c *classroom.Class, name string) string {
	t.Helper()
	key := admitted(t, c, c.State().PupilToken)
	if err := c.Join(t.Context(), key, name, fmt.Sprint("device ", devices.Add(1))); err != nil {
		t.Fatal(err)
	}
	return key
}

// admitted returns the key for a token.
func admitted(t testing.TB, c *classroom.Class, token string) string {
	t.Helper()
	key, err := c.Admit(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// pupil joins as a pupil and returns their key.
func (l *openClass) pupil(name string) string { return joinAs(l, l.class, name) }

// teacher returns the key of the teacher.
func (l *openClass) teacher() string { return admitted(l, l.class, l.class.State().TeacherToken) }

// invited returns a new invitation.
func (l *openClass) invited() string { return admitted(l, l.class, l.class.State().PupilToken) }

// set switches a setting of the class.
func (l *openClass) set(name string, on bool) {
	l.Helper()
	if err := l.class.Set(l.Context(), name, on); err != nil {
		l.Fatal(err)
	}
	l.class.Owner().Notify()
}

// TestClassRoutes requests every route as nobody, as somebody who has entered the code, as a pupil and as the teacher,
// and as these from another site and with a foreign host name. It fails for a route that is missing from its table.
func TestClassRoutes(t *testing.T) {
	t.Parallel()
	const ok, other, refused, wrong = http.StatusOK, http.StatusSeeOther, http.StatusForbidden,
		http.StatusUnprocessableEntity
	// The stranger sends the key of the pupil or teacher.
	type statuses struct{ nobody, invited, pupil, teacher, stranger int }
	name := url.Values{"nickname": {"Zoe"}}
	table := map[string]struct {
		path string
		form url.Values
		statuses
	}{
		"GET /static/{file}": {"/static/style.css", nil, statuses{ok, ok, ok, ok, ok}},
		"GET /join":          {"/join", nil, statuses{ok, ok, other, other, other}},
		"POST /join":         {"/join", name, statuses{wrong, other, other, other, refused}},
		"GET /join/{token}":  {"/join/WRONG", nil, statuses{refused, refused, other, other, other}},
		"GET /play":          {"/play", nil, statuses{refused, refused, ok, refused, ok}},
		"POST /play/{do}":    {"/play/hint", nil, statuses{refused, refused, other, refused, refused}},
		"GET /play/events":   {"/play/events", nil, statuses{refused, refused, ok, refused, ok}},
		"GET /play/boxes":    {"/play/boxes", nil, statuses{refused, refused, ok, refused, ok}},
		"GET /{$}":           {"/", nil, statuses{refused, refused, other, ok, ok}},
		"GET /class":         {"/class", nil, statuses{refused, refused, refused, ok, ok}},
		"POST /class/copy": {"/class/copy", url.Values{"to": {"kept"}}, statuses{refused, refused,
			refused, other, refused}},
		"POST /class/{do}":       {"/class/paused", nil, statuses{refused, refused, refused, other, refused}},
		"GET /class/pupils/{id}": {"/class/pupils/1", nil, statuses{refused, refused, refused, ok, ok}},
		"POST /class/pupils/{id}/{do}": {"/class/pupils/1/pause", nil, statuses{refused, refused, refused, other,
			refused}},
		"GET /class/events":           {"/class/events", nil, statuses{refused, refused, refused, ok, ok}},
		"GET /class/projector":        {"/class/projector", nil, statuses{refused, refused, refused, ok, ok}},
		"GET /class/projector/boxes":  {"/class/projector/boxes", nil, statuses{refused, refused, refused, ok, ok}},
		"GET /class/projector/events": {"/class/projector/events", nil, statuses{refused, refused, refused, ok, ok}},

		"GET /class/qr.png": {"/class/qr.png?code=x", nil, statuses{refused, refused, refused, ok, ok}},
		"GET /class/reset":  {"/class/reset", nil, statuses{refused, refused, refused, ok, ok}},
		"POST /class/reset": {"/class/reset", nil, statuses{refused, refused, refused, other, refused}},

		"POST /agents/{name}/rename": {"/agents/a/rename", url.Values{"to": {"b"}}, statuses{refused, refused,
			refused, wrong, refused}},
		"GET /agents/{name}/delete":  {"/agents/a/delete", nil, statuses{refused, refused, refused, wrong, wrong}},
		"POST /agents/{name}/delete": {"/agents/a/delete", nil, statuses{refused, refused, refused, wrong, refused}},
	}
	for pattern, c := range requests() { // all others are the teacher's
		if _, known := table[pattern]; !known {
			row := table[pattern]
			row.path, row.form, row.statuses = c.path, c.form, statuses{refused, refused, refused, c.own, c.stranger}
			table[pattern] = row
		}
	}
	var l *openClass
	var keys map[string]string
	begin := func() {
		l = newClassroom(t)
		l.withHer()
		l.pupil("Ben")
		keys = map[string]string{"nobody": "nonsense", "removed": l.removed(), "invited": l.invited(),
			"pupil": l.pupil("Ann"), "teacher": l.teacher()}
	}
	begin()
	for _, pattern := range l.server.Routes() {
		c, known := table[pattern]
		removed := refused
		if pattern == "GET /static/{file}" {
			removed = ok
		}
		if !known {
			t.Errorf("the table does not say who may use %s", pattern)
			continue
		}
		owner := "teacher"
		if c.pupil == c.stranger && c.teacher == refused {
			owner = "pupil"
		}
		for who, want := range map[string]int{
			"nobody": c.nobody, "removed": removed, "invited": c.invited, "pupil": c.pupil, "teacher": c.teacher,
			"stranger": c.stranger, "old stranger": c.stranger, "foreign name": http.StatusMisdirectedRequest,
		} {
			w := l.ask(method(pattern), c.path, c.form, func(q *http.Request) {
				switch key := keys[owner]; who {
				case "stranger":
					carrying(key)(q)
					q.Header.Set("Sec-Fetch-Site", "cross-site")
				case "old stranger":
					carrying(key)(q)
					q.Header.Del("Sec-Fetch-Site")
					q.Header.Set("Origin", "http://evil.example")
				case "foreign name":
					carrying(key)(q)
					q.Host = "evil.example:1961"
				default:
					carrying(keys[who])(q)
				}
			})
			if w.Code != want {
				t.Errorf("%s by %s: status %d, want %d: %s", pattern, who, w.Code, want, w.Body)
			}
			if w.Code == refused && (who == "nobody" || who == "invited") &&
				!strings.Contains(w.Body.String(), `action="/join"`) {
				t.Errorf("%s by %s does not lead to the form for joining: %s", pattern, who, w.Body)
			}
			if h := w.Header(); h.Get("Content-Security-Policy") != policyOf(c.path, w.Code) ||
				h.Get("Referrer-Policy") != "same-origin" || h.Get("Cache-Control") == "" {
				t.Errorf("%s by %s has the headers %v", pattern, who, h)
			}
			if method(pattern) == "POST" && w.Code != refused && w.Code != http.StatusMisdirectedRequest {
				begin() // it may have changed something
			}
		}
	}
}

// removed returns the key of a pupil who was removed.
func (l *openClass) removed() string {
	key := l.pupil(fmt.Sprint("Cas ", devices.Load()))
	_, p := l.class.State().Who(key)
	if err := l.class.Manage(l.Context(), p.ID, "remove", ""); err != nil {
		l.Fatal(err)
	}
	return key
}

// TestClassMachineStays checks that the machine against which the class plays cannot be renamed or deleted, but others
// can.
func TestClassMachineStays(t *testing.T) {
	l := newClassroom(t)
	if _, err := agents.Copy(t.Context(), l.db, "a", "b"); err != nil {
		t.Fatal(err)
	}
	for _, do := range []string{"rename", "delete"} {
		w := l.ask("POST", "/agents/a/"+do, url.Values{"to": {"c"}}, carrying(l.teacher()))
		if w.Code != http.StatusUnprocessableEntity ||
			!strings.Contains(w.Body.String(), "The class plays against a, so it keeps its name") {
			t.Errorf("%s: status %d: %s", do, w.Code, w.Body)
		}
	}
	for _, path := range []string{"/agents/b/rename", "/agents/c/delete"} {
		if w := l.ask("POST", path, url.Values{"to": {"c"}}, carrying(l.teacher())); w.Code != http.StatusSeeOther {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
	if names, err := l.db.Names(t.Context()); err != nil || strings.Join(names, " ") != "a" {
		t.Errorf("got the machines %v, %v", names, err)
	}
}

// TestPupilErrors checks that error pages for pupils link to their game, and not to pages of the teacher.
func TestPupilErrors(t *testing.T) {
	l := newClassroom(t)
	ann := l.pupil("Ann")
	if err := l.db.Delete(t.Context(), "a"); err != nil { // like an older version in another process
		t.Fatal(err)
	}
	w := l.ask("POST", "/join", url.Values{"code": {l.class.State().PupilToken}, "nickname": {"Ben"}})
	if page := w.Body.String(); w.Code != http.StatusUnprocessableEntity ||
		!strings.Contains(page, "This class has ended. Ask your teacher for a new code.") {
		t.Errorf("/join: status %d: %s", w.Code, page)
	}
	for who, leads := range map[string]string{ann: "/join", l.teacher(): "/"} {
		path := "/play"
		if who == l.teacher() {
			path = "/agents/a"
		}
		w := l.ask("GET", path, nil, carrying(who))
		page := w.Body.String()
		if w.Code != http.StatusNotFound || !strings.Contains(page, `<p><a href="`+leads+`">`) ||
			strings.Contains(page, `href="/figures"`) != (leads == "/") {
			t.Errorf("%s: status %d: %s", path, w.Code, page)
		}
	}
}

// browserOf returns a browser with a cookie jar.
func browserOf(t testing.TB) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
}

// visit requests a page, with a form if there is one, follows redirects, and returns the result.
func visit(t testing.TB, browser *http.Client, address string, form url.Values) (status int, page string, at *url.URL) {
	t.Helper()
	ask := func() (*http.Response, error) { return browser.Get(address) }
	if form != nil {
		ask = func() (*http.Response, error) { return browser.PostForm(address, form) }
	}
	r, err := ask()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	if to, err := r.Location(); err == nil {
		return visit(t, browser, to.String(), nil)
	}
	if _, to, ok := strings.Cut(r.Header.Get("Refresh"), "url="); ok {
		next, _ := r.Request.URL.Parse(to)
		return visit(t, browser, next.String(), nil)
	}
	return r.StatusCode, string(text), r.Request.URL
}

// serve serves a classroom at an address.
func (l *openClass) serve() string {
	server := httptest.NewServer(l)
	l.Cleanup(server.Close)
	l.Cleanup(l.server.Close) // must run first, so that the streams end
	return server.URL
}

// TestComeIn checks that links and codes admit people, and that everybody keeps their role.
func TestComeIn(t *testing.T) {
	l := newClassroom(t)
	at := l.serve()
	teacher, ann, ben, cas := browserOf(t), browserOf(t), browserOf(t), browserOf(t)
	for _, c := range []struct {
		who        *http.Client
		path       string
		form       url.Values
		status     int
		leads, has string
	}{
		{teacher, "/", nil, 403, "/", "Code of the class"},
		{teacher, "/join/" + l.class.State().TeacherToken, nil, 200, "/class", "Nobody has come in yet."},
		{teacher, "/join/" + l.class.State().PupilToken, nil, 200, "/class", "Nobody has come in yet."},
		{ann, "/join/" + l.class.State().PupilToken + "X", nil, 403, "/join/" + l.class.State().PupilToken + "X",
			"That is not the code of this class"},
		{ann, "/join/" + l.class.State().PupilToken, nil, 200, "/join", "Your nickname"},
		{ann, "/play", nil, 403, "/play", "Your nickname"},
		{ann, "/join", url.Values{"nickname": {" "}}, 422, "/join", "Type a nickname"},
		{ann, "/join", url.Values{"nickname": {"<i>Ann"}}, 200, "/play", "&lt;i&gt;Ann"},
		{ann, "/join/" + l.class.State().PupilToken, nil, 200, "/play", "&lt;i&gt;Ann"}, // a second time
		{ben, "/join", url.Values{"nickname": {"Ben"}, "code": {" "}}, 422, "/join",
			"Type the code that your teacher shows."},
		{ben, "/join", url.Values{"nickname": {"Ben"}, "code": {"AAAA-AAAA"}}, 422, "/join", "That is not the code"},
		{ben, "/join", url.Values{"nickname": {"<I>ann"}, "code": {strings.ToLower(l.class.State().PupilToken)}}, 422,
			"/join", "Were you here before? Ask your teacher for a code"},
		{ben, "/join", url.Values{"nickname": {"Ben"}}, 200, "/play", "<bdi>Ben"},
		{ben, "/class", nil, 403, "/class", "This is for your teacher"},
		{ben, "/", nil, 200, "/play", "<bdi>Ben"},
		{teacher, "/play", nil, 403, "/play", "This is for pupils"},
		{teacher, "/class", nil, 200, "/class", "<bdi>Otter"},
		{teacher, "/class/names", url.Values{"on": {"on"}}, 200, "/class", "<bdi>&lt;i&gt;Ann"},
		{teacher, "/class/pupils/2", nil, 200, "/class/pupils/2", "Remove Ben"},
		{teacher, "/class/pupils/2/remove", url.Values{}, 200, "/class",
			"Removed: <a href=\"/class/pupils/2\">Ben"},
		{ben, "/play", nil, 403, "/play", "removed you from the class"},
		{ben, "/join", nil, 403, "/join", "removed you from the class"},
		{ben, "/join/" + l.class.State().PupilToken, nil, 403, "/join/" + l.class.State().PupilToken, "removed you from the class"},
		{ben, "/join", url.Values{"nickname": {"Bob"}, "code": {l.class.State().PupilToken}}, 403, "/join",
			"removed you from the class"},
		{teacher, "/class/pupils/2/return", url.Values{}, 200, "/class", "<bdi>Ben"},
		{ben, "/join", nil, 200, "/play", "<bdi>Ben"},
		{teacher, "/class/pupils/9/remove", url.Values{}, 404, "/class/pupils/9/remove", "Pupil 9 not found"},
		{teacher, "/class/pupils/2/nonsense", url.Values{}, 404, "/class/pupils/2/nonsense", "ot found"},
		{teacher, "/class/pupils/2/rename", url.Values{"nickname": {"<i>ANN"}}, 422, "/class/pupils/2/rename",
			"is taken: choose another one"},
		{teacher, "/class/pupils/2/rename", url.Values{"nickname": {"Bob"}}, 200, "/class", "<bdi>Bob"},
		{ben, "/play", nil, 200, "/play", "<bdi>Bob"},
		{teacher, "/class/locked", url.Values{"on": {"on"}}, 200, "/class", "The door is closed."},
		{cas, "/join/" + l.class.State().PupilToken, nil, 403, "/join/" + l.class.State().PupilToken, "The door is closed"},
		{cas, "/join", url.Values{"nickname": {"Cas"}, "code": {l.class.State().PupilToken}}, 422, "/join",
			"The door is closed"},
		{teacher, "/class/locked", url.Values{}, 200, "/class", "code <b>"},
		{teacher, "/class/animals", url.Values{"on": {"on"}}, 200, "/class", "Let pupils choose names"},
		{cas, "/join", url.Values{"code": {l.class.State().PupilToken}}, 200, "/play", "<bdi>Heron"},
		{teacher, "/class/nonsense", url.Values{}, 404, "/class/nonsense", "ot found"},
	} {
		status, page, where := visit(t, c.who, at+c.path, c.form)
		if status != c.status || where.Path != c.leads || !strings.Contains(page, c.has) {
			t.Errorf("%s leads to %s with %d, want %s with %d and %q: %s", c.path, where, status,
				c.leads, c.status, c.has, page)
		}
	}
}

// TestSecrets checks that no page, header or address except the link itself contains a token, and that cookies are for
// this page only.
func TestSecrets(t *testing.T) {
	t.Parallel()
	l := newClassroom(t)
	keys := []string{"", l.invited(), l.pupil("Ann"), l.teacher()}
	for pattern := range requests() {
		if strings.Contains(pattern, "delete") || strings.Contains(pattern, "rename") || pattern == "GET /class" {
			continue // the page of the class is checked below
		}
		for _, key := range keys {
			w := l.ask(method(pattern), requests()[pattern].path, requests()[pattern].form, carrying(key))
			l.keeps(pattern, fmt.Sprint(w.Header(), w.Body))
		}
	}
	for _, path := range []string{"/join", "/play", "/play/boxes", "/play/events", "/class"} {
		for _, key := range keys {
			w := l.ask("GET", path, nil, carrying(key))
			if path == "/class" && key == l.teacher() { // the page that shows the code to the class
				continue
			}
			l.keeps(path, fmt.Sprint(w.Header(), w.Body))
			for _, never := range []string{" style=", "<style", " onclick=", "<script>", "http://", "https://"} {
				if strings.Contains(w.Body.String(), never) {
					t.Errorf("%s contains %q", path, never)
				}
			}
		}
	}
	for _, token := range []string{l.class.State().TeacherToken, l.class.State().PupilToken} {
		w := l.ask("GET", "/join/"+token, nil)
		l.keeps("the link", fmt.Sprint(w.Header(), w.Body))
		if set := w.Header().Get("Set-Cookie"); !strings.Contains(set, "; HttpOnly; SameSite=Lax") {
			t.Errorf("got the cookie %s", set)
		}
	}
	page := l.ask("GET", "/class", nil, carrying(l.teacher())).Body.String()
	code := l.class.State().PupilToken[:4] + "-" + l.class.State().PupilToken[4:]
	before, inside, _ := strings.Cut(page, "<summary>Open this page on another device</summary>")
	if !strings.Contains(before, code) || strings.Contains(before, l.class.State().TeacherToken) ||
		!strings.Contains(inside, "/join/"+l.class.State().TeacherToken) {
		t.Errorf("the page of the class shows no code, or the teacher's token without being asked: %s", page)
	}
}

// keeps checks that a text contains no token.
func (l *openClass) keeps(where, text string) {
	l.Helper()
	for _, token := range []string{l.class.State().TeacherToken, l.class.State().PupilToken} {
		if strings.Contains(text, token) {
			l.Errorf("%s contains a token: %s", where, text)
		}
	}
}

// TestThisComputer checks that the browser on this computer is the teacher's without a key, but not through a proxy or
// a tunnel, by another host name or from elsewhere. With a pupil's key it is the pupil's on pages for pupils.
func TestThisComputer(t *testing.T) {
	l := newClassroom(t)
	l.Handler = l.server.Handler()
	ann := l.pupil("Ann")
	from := func(remote, host string, headers ...string) func(*http.Request) {
		return func(r *http.Request) {
			r.RemoteAddr, r.Host = remote, host
			for _, name := range headers {
				r.Header.Set(name, "10.0.0.7")
			}
		}
	}
	for _, c := range []struct {
		name string
		from func(*http.Request)
		want int
	}{
		{"localhost", from("127.0.0.1:5", "localhost:1961"), 200},
		{"without a port", from("127.0.0.1:5", "LOCALHOST"), 200},
		{"by number", from("127.0.0.1:5", "127.0.0.1:1961"), 200},
		{"by IPv6", from("[::1]:5", "[::1]:1961"), 200},
		{"by IPv6 without a port", from("[::1]:5", "[::1]"), 200},
		{"from the network", from("10.0.0.7:5", "localhost:1961"), 403},
		{"by another number", from("127.0.0.1:5", "10.0.0.2:1961"), 403},
		{"by another name", from("127.0.0.1:5", "laboratory:1961"), 403},
		{"a proxy", from("127.0.0.1:5", "localhost:1961", "X-Forwarded-For"), 403},
		{"another proxy", from("127.0.0.1:5", "localhost:1961", "x-forwarded-host"), 403},
		{"a modern proxy", from("127.0.0.1:5", "localhost:1961", "Forwarded"), 403},
		{"an old proxy", from("127.0.0.1:5", "localhost:1961", "Via"), 403},
		{"a proxy with the address", from("127.0.0.1:5", "localhost:1961", "X-Real-Ip"), 403},
		{"another tunnel", from("127.0.0.1:5", "localhost:1961", "True-Client-Ip"), 403},
		{"a tunnel", from("127.0.0.1:5", "localhost:1961", "Cf-Connecting-Ip"), 403},
	} {
		if w := l.ask("GET", "/class", nil, c.from); w.Code != c.want {
			t.Errorf("%s: status %d, want %d", c.name, w.Code, c.want)
		}
	}
	here := from("127.0.0.1:5", "localhost:1961")
	if w := l.ask("POST", "/class/paused", nil, here, func(r *http.Request) {
		r.Header.Set("Sec-Fetch-Site", "cross-site")
	}); w.Code != 403 {
		t.Errorf("a page of another site can end a pause: status %d", w.Code)
	}
	for path, want := range map[string]int{"/play": 200, "/class": 200, "/join": 303, "/agents/a": 200} {
		if w := l.ask("GET", path, nil, here, carrying(ann)); w.Code != want {
			t.Errorf("%s with a pupil's key: status %d, want %d", path, w.Code, want)
		}
	}
	w := l.ask("GET", "/join/"+l.class.State().PupilToken, nil, here)
	if !strings.Contains(w.Header().Get("Set-Cookie"), cookie) {
		t.Error("the link for pupils gives no invitation on this computer")
	}
	if w := l.ask("GET", "/join", nil, here); w.Header().Get("Location") != "/class" {
		t.Errorf("the teacher is redirected to %s", w.Header().Get("Location"))
	}
}

// TestOneBrowserOneSeat checks that a browser that has joined keeps its place, and that joining repeatedly from one
// address is rate-limited.
func TestOneBrowserOneSeat(t *testing.T) {
	l := newClassroom(t)
	l.Handler = l.server.Handler() // in which all come from one address
	invitation := carrying(l.invited())
	for n := range 2 {
		w := l.ask("POST", "/join", url.Values{"nickname": {fmt.Sprint("Ann ", n)}}, invitation)
		if pupils := l.class.Standing().Pupils; w.Code != 303 || len(pupils) != 1 {
			t.Errorf("joining with the same invitation, attempt %d: status %d: %s, %v", n, w.Code, w.Body, pupils)
		}
	}
	joined := 1
	for n := range 79 {
		w := l.ask("POST", "/join", url.Values{"nickname": {fmt.Sprint("Ben ", n)}, "code": {l.class.State().PupilToken}})
		if w.Code == 303 {
			joined++
		} else if !strings.Contains(w.Body.String(), "Too many people are joining from here: try again in") {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
	}
	if joined > 20 {
		t.Errorf("got %d places from one address", joined)
	}
}

// TestLostSeat checks that a pupil who has lost their key can continue with a code that works once.
func TestLostSeat(t *testing.T) {
	l := newClassroom(t)
	at, old, teacher := l.serve(), l.pupil("Ann"), carrying(l.teacher())
	l.ask("POST", "/play/move", url.Values{"move": {moves(l.ask("GET", "/play", nil,
		carrying(old)).Body.String())[0]}}, carrying(old))
	before := messages(l.ask("GET", "/play", nil, carrying(old)).Body.String())
	page := l.ask("GET", l.ask("POST", "/class/pupils/1/place", nil, teacher).Header().Get("Location"), nil,
		teacher).Body.String()
	found := regexp.MustCompile(`code <b>(\S+)</b>`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("no code: %s", page)
	}
	phone := browserOf(t)
	_, now, _ := visit(t, phone, at+"/join", url.Values{"nickname": {"ann"}, "code": {l.class.State().PupilToken}})
	if !strings.Contains(now, `name="code"`) || !strings.Contains(now, "Were you here before?") {
		t.Errorf("joining again is answered with %s", now)
	}
	if _, now, where := visit(t, phone, at+"/join", url.Values{"code": {found[1]}}); where.Path != "/play" ||
		messages(now) != before {
		t.Errorf("the code leads to %s with %s, want %s", where, messages(now), before)
	}
	if w := l.ask("GET", "/play", nil, carrying(old)); w.Code != 403 {
		t.Errorf("the old phone can still play: status %d", w.Code)
	}
	if status, _, _ := visit(t, browserOf(t), at+"/join", url.Values{"code": {found[1]}}); status != 422 {
		t.Errorf("the code works twice: status %d", status)
	}
}

// TestGivingUpSlowly checks that resigning and beginning again in a loop is rate-limited, and that the pupil is told
// why.
func TestGivingUpSlowly(t *testing.T) {
	l := newClassroom(t)
	ann := carrying(l.pupil("Ann"))
	for range 50 {
		page := l.ask("GET", "/play", nil, ann).Body.String()
		if can := moves(page); strings.Contains(page, `/resign" disabled`) && len(can) > 0 { // a game needs a move first
			l.ask("POST", "/play/move", url.Values{"move": {can[0]}}, ann)
		}
		l.ask("POST", "/play/resign", url.Values{}, ann)
		l.ask("POST", "/play/new", url.Values{}, ann)
	}
	if n := l.class.Standing().Total.Games(); n != 3 {
		t.Errorf("got %d games given up", n)
	}
	if page := l.ask("GET", "/play", nil, ann).Body.String(); !strings.Contains(messages(page),
		"You have begun many games") || len(moves(page)) == 0 {
		t.Errorf("the pupil reads %s", messages(page))
	}
}

// TestBankruptClass checks that pupils, teacher and projector see that the machine of their class is bankrupt.
func TestBankruptClass(t *testing.T) {
	s := newSite(t)
	rules := menace.Michie()
	rules.Beads[0], rules.Loss = 1, -1000
	s.train("poor", rules, 1000)
	l := classroomOf(s, "poor")
	ann, teacher := carrying(l.pupil("Ann")), carrying(l.teacher())
	const says = "is bankrupt: it has no beads to begin with"
	for path, who := range map[string]func(*http.Request){"/play": ann, "/class": teacher} {
		if page := l.ask("GET", path, nil, who).Body.String(); !strings.Contains(page, says) {
			t.Errorf("%s does not say that the machine is bankrupt: %s", path, page)
		}
	}
	page := l.ask("GET", "/class/projector", nil, teacher).Body.String()
	if !strings.Contains(page, ">Bankrupt.</b> MENACE has no beads to begin with.</p>") {
		t.Errorf("the projector does not show the bankruptcy: %s", page)
	}
}

// TestBeginAfresh checks that, after confirmation, the class begins afresh, that streams of the former machine end, and
// that nothing is lost.
func TestBeginAfresh(t *testing.T) {
	t.Parallel()
	l := newClassroom(t)
	at, teacher := l.serve(), carrying(l.teacher())
	ann := browserOf(t)
	visit(t, ann, at+"/join", url.Values{"nickname": {"Ann"}, "code": {l.class.State().PupilToken}})
	playGame(t, ann, at, 0)
	frames := listen(t, at+"/play/events", carrying(keyOf(t, ann, at)))
	<-frames
	follow := func(path string, form url.Values) string {
		w := l.ask("POST", path, form, teacher)
		if w.Code != 303 {
			t.Fatalf("%s: status %d: %s", path, w.Code, w.Body)
		}
		return l.ask("GET", w.Header().Get("Location"), nil, teacher).Body.String()
	}
	if page := l.ask("GET", "/class/reset", nil, teacher).Body.String(); !strings.Contains(page,
		`name="restock" checked`) {
		t.Errorf("got the question %s", page)
	}
	page := follow("/class/reset", url.Values{"restock": {"on"}})
	if !strings.Contains(page, "Kept as a-2.") || !strings.Contains(page, "refills its empty boxes") {
		t.Errorf("after a reset: %s", page)
	}
	for range frames { // until it ends, because the machine was replaced
	}
	if l.games("a") != 0 || l.games("a-2") != 101 || l.class.Standing().Total.Games() != 0 {
		t.Errorf("after a reset: a has %d games, a-2 %d, the class %d", l.games("a"), l.games("a-2"),
			l.class.Standing().Total.Games())
	}
	if _, page, _ := visit(t, ann, at+"/play", nil); !strings.Contains(page, "started again with a fresh machine") {
		t.Errorf("after a reset a pupil sees %s", page)
	}
}

// keyOf returns the key that a browser has for the class.
func keyOf(t *testing.T, browser *http.Client, at string) string {
	t.Helper()
	address, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range browser.Jar.Cookies(address) {
		if c.Name == cookie {
			return c.Value
		}
	}
	t.Fatal("the browser has no key")
	return ""
}

// TestNamesStayHidden checks that no nickname is on a page that may be projected, or in its updates, until the teacher
// shows nicknames.
func TestNamesStayHidden(t *testing.T) {
	l := newClassroom(t)
	at := l.serve()
	ann := browserOf(t)
	visit(t, ann, at+"/join", url.Values{"nickname": {"Ulrike-Marie"}, "code": {l.class.State().PupilToken}})
	playGame(t, ann, at, 0)
	paths := []string{"/class", "/class/events", "/class/projector", "/agents/a/events", "/agents/a", "/class/reset",
		"/agents/a/games"}
	for _, shown := range []bool{false, true} {
		l.set("names", shown)
		seen := 0
		for _, path := range paths {
			if strings.Contains(l.ask("GET", path, nil, carrying(l.teacher())).Body.String(), "Ulrike-Marie") {
				seen++
				if !shown {
					t.Errorf("%s contains a nickname", path)
				}
			}
		}
		if shown && seen < 2 {
			t.Error("nicknames are not shown")
		}
	}
}

// TestInvitation checks that the projected QR code leads to joining.
func TestInvitation(t *testing.T) {
	l := newClassroom(t)
	page := l.ask("GET", "/class", nil, carrying(l.teacher())).Body.String()
	found := regexp.MustCompile(`<img class="qr" src="([^"]+)"`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("the page has no QR code: %s", page)
	}
	picture, err := png.Decode(l.ask("GET", html.UnescapeString(found[1]), nil, carrying(l.teacher())).Body)
	if err != nil {
		t.Fatal(err)
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(picture)
	if err != nil {
		t.Fatal(err)
	}
	exact := map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_PURE_BARCODE: true} // a drawing, not a photograph
	read, err := qrcode.NewQRCodeReader().Decode(bitmap, exact)
	if want := "http://10.0.0.2:1961/join/" + l.class.State().PupilToken; err != nil || read.GetText() != want {
		t.Errorf("got %v, %v, want %s", read, err, want)
	}
}

// TestPupils checks that pupils play their own games against the same machine, which learns from all of them, and that
// a pupil who is paused has to wait but loses nothing of the game.
func TestPupils(t *testing.T) {
	t.Parallel()
	l := newClassroom(t)
	at := l.serve()
	browsers := map[string]*http.Client{}
	for _, name := range []string{"Ann", "Ben"} {
		browsers[name] = browserOf(t)
		visit(t, browsers[name], at+"/join", url.Values{"nickname": {name}, "code": {l.class.State().PupilToken}})
	}
	ann, ben := browsers["Ann"], browsers["Ben"]
	l.set("names", true)
	_, before, _ := visit(t, ann, at+"/play", nil)
	can := moves(before)
	_, after, _ := visit(t, ann, at+"/play/move", url.Values{"move": {can[0]}})
	if len(moves(after)) != len(can)-2 {
		t.Errorf("Ann's moves were %v and are %v", can, moves(after))
	}
	l.set("paused", true)
	if _, page, _ := visit(t, ann, at+"/play/undo", url.Values{}); len(moves(page)) > 0 || !strings.Contains(page,
		"A pause.") {
		t.Error("Ann can move during a pause")
	}
	l.set("paused", false)
	if _, page, _ := visit(t, ann, at+"/play", nil); messages(page) != messages(after) {
		t.Errorf("got %s after the pause, but %s before", messages(page), messages(after))
	}
	for name, games := range map[string]int{"Ann": 2, "Ben": 3} {
		for range games {
			if page := playGame(t, browsers[name], at, 0); !strings.Contains(messages(page), "MENACE now loses") {
				t.Errorf("%s reads %s", name, messages(page))
			}
		}
	}
	if _, page, _ := visit(t, ann, at+"/play", nil); !strings.Contains(page, "Match: You ") ||
		strings.Contains(page, "points") {
		t.Errorf("Ann's match: got %s", page)
	}
	if s := l.class.Standing(); l.games("a") != 105 || s.Total.Games() != 5 || s.Pupils[0].Score.Games() != 2 ||
		s.Pupils[1].Score.Games() != 3 {
		t.Errorf("the machine has %d games, and the class the standing %+v", l.games("a"), s)
	}
	l.ask("POST", "/agents/a/train", url.Values{"opponent": {"random"}, "games": {"1000000000"}, "pace": {"fast"}},
		carrying(l.teacher()))
	l.trained()
	if page := playGame(t, ben, at, 0); !strings.Contains(messages(page), "MENACE now loses") {
		t.Errorf("during training, Ben reads %s", messages(page))
	}
	if status, _, _ := visit(t, ben, at+"/play/cheat", url.Values{}); status != http.StatusNotFound {
		t.Errorf("cheating: status %d", status)
	}
	l.server.Close()
	doc, err := l.db.Export(t.Context(), "a")
	if err != nil || len(doc.Games) != 6 || doc.Check("") != nil || doc.Sessions[1].Games+106 != doc.Tally.Games() {
		t.Errorf("got %d stored games, %v, %v", len(doc.Games), err, doc.Check(""))
	}
}

// TestPupilFrames checks that the updates of a pupil's page are small, are sent when something changes for the pupil or
// the class, and end when the pupil is removed.
func TestPupilFrames(t *testing.T) {
	l := newClassroom(t)
	at := l.serve()
	key := l.pupil("Ann")
	frames := listen(t, at+"/play/events", carrying(key))
	first := <-frames
	if text, _ := json.Marshal(first); len(first.Parts) != 7 ||
		first.Values == nil || len(first.Values) > 0 || len(text) > 10_000 {
		t.Errorf("got %d parts and %d boxes in %d bytes", len(first.Parts), len(first.Values), len(text))
	}
	l.ask("POST", "/play/hint", url.Values{}, carrying(key))
	if f := <-frames; !strings.Contains(f.Parts["messages"], "The perfect player plays") {
		t.Errorf("got %v for a hint", f)
	}
	l.ask("POST", "/class/paused", url.Values{"on": {"on"}}, carrying(l.teacher()))
	if f := <-frames; !strings.Contains(f.Parts["notice"], "A pause.") {
		t.Errorf("got %v for a pause", f)
	}
	for range 4 - 1 { // a pupil may open four pages
		listen(t, at+"/play/events", carrying(key))
	}
	if w := l.ask("GET", "/play/events", nil, carrying(key)); w.Code != http.StatusServiceUnavailable {
		t.Errorf("one stream too many: got status %d", w.Code)
	}
	l.ask("POST", "/class/pupils/1/remove", url.Values{}, carrying(l.teacher()))
	for range frames { // until it ends
	}
}

// TestKeep checks that a teacher who copies the machine of the class returns to the page of the class.
func TestKeep(t *testing.T) {
	l := newClassroom(t)
	key := carrying(l.teacher())
	for name, want := range map[string]string{"a": "already exists", "a/b": "name"} {
		w := l.ask("POST", "/class/copy", url.Values{"to": {name}}, key)
		page := w.Body.String()
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(page, want) ||
			!strings.Contains(page, `aria-describedby="wrong-copy"`) || !strings.Contains(page, "Come in") {
			t.Errorf("a copy with the name %q: %d, %s", name, w.Code, page)
		}
	}
	at := l.ask("POST", "/class/copy", url.Values{"to": {"kept"}}, key).Header().Get("Location")
	if page := l.ask("GET", at, nil, key).Body.String(); !strings.Contains(page, "Kept as kept.") {
		t.Errorf("%s: got %s", at, page)
	}
	if _, err := l.db.Load(t.Context(), "kept"); err != nil {
		t.Error(err)
	}
}
