package pagetest

import (
	"crypto/rand"
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
	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/site/sitetest"
	"menace/menace"
)

// Names of the cookies of a teacher, and on a device that nobody projects.
const teacherCookie, namesCookie = "menace_teacher", "menace_names"

// person is somebody whose browser has a cookie.
type person struct {
	cookie, key string
	home        string // address of a pupil's page
}

// openClass is a page in a test on which a class is open.
type openClass struct {
	*testSite
	class *classroom.Class
}

// newClassroom serves a new laboratory to a class that plays against the machine a.
func newClassroom(t *testing.T) *openClass {
	t.Helper()
	return classroomOf(newSite(t), "a")
}

// classroomOf opens a page to a class that plays against a machine, and restricts everything else to the teacher.
func classroomOf(s *testSite, machine string) *openClass {
	s.Helper()
	l := &openClass{s, openOn(s, s.server, "7a", machine)}
	s.Handler = outside(s.server.Handler())
	return l
}

// openOn opens a new class on a server.
func openOn(t testing.TB, s *Server, name, machine string) *classroom.Class {
	t.Helper()
	s.Classes().Restrict()
	c, err := s.Classes().Make(t.Context(), name, machine, "en", "http://localhost:1961/class")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// another opens a second class on the same page.
func (l *openClass) another(name, machine string) *openClass {
	l.Helper()
	return &openClass{l.testSite, openOn(l, l.server, name, machine)}
}

// at returns the address of a page of the teacher of the class.
func (l *openClass) at(path string) string { return fmt.Sprint("/class/", l.class.ID(), path) }

// door returns the address where pupils come into the class.
func (l *openClass) door() string { return fmt.Sprint("/play/", l.class.ID()) }

// carrying returns a function that adds the cookie of a person.
func carrying(who person) func(*http.Request) {
	return func(r *http.Request) {
		if who.cookie != "" {
			r.AddCookie(&http.Cookie{Name: who.cookie, Value: who.key})
		}
	}
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

// joinAs joins a class as a pupil.
func joinAs(t testing.TB, c *classroom.Class, name string) person {
	t.Helper()
	key := rand.Text()
	id, err := c.Join(t.Context(), key, name, nil, fmt.Sprint("device ", devices.Add(1)))
	if err != nil {
		t.Fatal(err)
	}
	return person{fmt.Sprint("menace_pupil_", id), key, fmt.Sprintf("/play/%d/%d", c.ID(), id)}
}

// pupil joins as a pupil.
func (l *openClass) pupil(name string) person { return joinAs(l, l.class, name) }

// teacher returns the teacher.
func (l *openClass) teacher() person { return teacherOf(l, l.server) }

func teacherOf(t testing.TB, s *Server) person {
	t.Helper()
	if s.teacher == "" {
		s.Classes().Restrict()
		var err error
		if s.teacher, err = s.Classes().NewTeacher(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return person{cookie: teacherCookie, key: s.teacher}
}

// removed returns a pupil who was removed.
func (l *openClass) removed() person {
	cas := l.pupil(fmt.Sprint("Cas ", devices.Load()))
	if err := l.class.Manage(l.Context(), len(l.class.State().Pupils), "remove", ""); err != nil {
		l.Fatal(err)
	}
	l.set("locked", false)
	return cas
}

// set switches a setting of the class.
func (l *openClass) set(name string, on bool) {
	l.Helper()
	if err := l.class.Set(l.Context(), name, on); err != nil {
		l.Fatal(err)
	}
	l.class.Machine().Notify()
}

// TestClassRoutes requests every route as nobody, as a pupil, as a pupil who was removed, and as the teacher, and as
// these from another site and with a foreign host name. It fails for a route that is missing from its table.
func TestClassRoutes(t *testing.T) {
	t.Parallel()
	const ok, other, refused, wrong = http.StatusOK, http.StatusSeeOther, http.StatusForbidden,
		http.StatusUnprocessableEntity
	// The stranger sends the key of the pupil or teacher.
	type statuses struct{ nobody, removed, pupil, teacher, stranger int }
	all := func(status int) statuses { return statuses{status, status, status, status, status} }
	pupils := func(status int) statuses { return statuses{refused, refused, status, refused, status} }
	teachers := func(status int) statuses { return statuses{refused, refused, refused, status, status} }
	changes := func(s statuses) statuses { s.stranger = refused; return s }
	name := url.Values{"nickname": {"Zoe"}, "key": {rand.Text()}}
	type row struct {
		path string
		form url.Values
		statuses
	}
	table := map[string]row{
		"GET /static/{file}":       {"/static/style.css", nil, all(ok)},
		"GET /language":            {"/language", nil, all(ok)},
		"GET /language/{tag}":      {"/language/de", nil, all(other)},
		"GET /join":                {"/join", nil, all(ok)},
		"POST /join":               {"/join", url.Values{"code": {"WRONG"}}, changes(all(wrong))},
		"GET /join/{code}":         {"/join/WRONG?again", nil, statuses{wrong, wrong, wrong, wrong, ok}},
		"GET /teacher/{key}":       {"/teacher/WRONG", nil, statuses{wrong, wrong, wrong, other, other}},
		"GET /teacher/{key}/phone": {"/teacher/WRONG/phone", nil, statuses{wrong, wrong, wrong, other, other}},
		"GET /{$}":                 {"/", nil, statuses{other, other, other, ok, ok}},

		"GET /play/{class}":                {"/play/1", nil, statuses{refused, ok, ok, refused, ok}},
		"POST /play/{class}":               {"/play/1", name, changes(statuses{wrong, wrong, other, wrong, refused})},
		"GET /play/{class}/{pupil}":        {"/play/1/2", nil, statuses{other, other, ok, other, ok}},
		"POST /play/{class}/{pupil}/{do}":  {"/play/1/2/hint", url.Values{}, changes(pupils(other))},
		"GET /play/{class}/{pupil}/events": {"/play/1/2/events", nil, pupils(ok)},
		"GET /play/{class}/{pupil}/boxes":  {"/play/1/2/boxes", nil, pupils(ok)},

		"GET /play/{class}/{pupil}/paper/events": {"/play/1/2/paper/events", nil, pupils(ok)},

		"GET /class/phone": {"/class/phone", nil, teachers(ok)}, "GET /class/phone/qr.png": {"/class/phone/qr.png", nil, teachers(ok)},
		"GET /class/{class}/delete":             {"/class/1/delete", nil, teachers(ok)},
		"POST /class/{class}/delete":            {"/class/1/delete", url.Values{}, changes(teachers(wrong))},
		"POST /class/{class}/copy":              {"/class/1/copy", url.Values{"to": {"kept"}}, changes(teachers(other))},
		"POST /class/{class}/{do}":              {"/class/1/paused", url.Values{}, changes(teachers(other))},
		"GET /class/{class}/pupils/{id}/qr.png": {"/class/1/pupils/1/qr.png", nil, teachers(http.StatusNotFound)},

		"POST /agents/{name}/rename": {"/agents/a/rename", url.Values{"to": {"b"}}, changes(teachers(wrong))},
		"GET /agents/{name}/delete":  {"/agents/a/delete", nil, teachers(wrong)},
		"POST /agents/{name}/delete": {"/agents/a/delete", url.Values{}, changes(teachers(wrong))},
	}
	for pattern, c := range requests() { // all others are the teacher's
		if _, known := table[pattern]; known {
			continue
		}
		status := c.own
		if strings.HasPrefix(pattern, "GET /class/{class}") { // which leads elsewhere while no class is open
			status = ok
		} else if strings.HasPrefix(pattern, "POST /class/{class}/open") {
			status = other
		}
		s := statuses{refused, refused, refused, status, status}
		if method(pattern) == "POST" {
			s.stranger = refused
		}
		table[pattern] = row{c.path, c.form, s}
	}
	var l *openClass
	var people map[string]person
	begin := func() {
		l = newClassroom(t)
		l.withHer()
		l.pupil("Ben")
		people = map[string]person{"nobody": {teacherCookie, "nonsense", ""}, "pupil": l.pupil("Ann"), "removed": l.removed(),
			"teacher": l.teacher()}
	}
	begin()
	for _, pattern := range l.server.Routes() {
		c, known := table[pattern]
		if !known {
			t.Errorf("the table does not say who may use %s", pattern)
			continue
		}
		owner := "teacher"
		if c.teacher == refused || strings.HasPrefix(c.path, "/play/1/2") {
			owner = "pupil"
		}
		for who, want := range map[string]int{
			"nobody": c.nobody, "removed": c.removed, "pupil": c.pupil, "teacher": c.teacher,
			"stranger": c.stranger, "old stranger": c.stranger, "foreign name": http.StatusMisdirectedRequest,
		} {
			w := l.Ask(method(pattern), c.path, c.form, func(q *http.Request) {
				switch who {
				case "stranger":
					carrying(people[owner])(q)
					q.Header.Set("Sec-Fetch-Site", "cross-site")
				case "old stranger":
					carrying(people[owner])(q)
					q.Header.Del("Sec-Fetch-Site")
					q.Header.Set("Origin", "http://evil.example")
				case "foreign name":
					carrying(people[owner])(q)
					q.Host = "evil.example:1961"
				default:
					carrying(people[who])(q)
				}
			})
			if w.Code != want {
				t.Errorf("%s by %s: status %d, want %d: %s", pattern, who, w.Code, want, w.Body)
			}
			if w.Code == refused && who == "nobody" && !strings.Contains(w.Body.String(), `"/join"`) {
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

// TestClassMachineStays checks that the machine against which the class plays cannot be renamed or deleted, but others
// can.
func TestClassMachineStays(t *testing.T) {
	l := newClassroom(t)
	if _, err := agents.Copy(t.Context(), l.DB, "a", "b"); err != nil {
		t.Fatal(err)
	}
	for _, do := range []string{"rename", "delete"} {
		w := l.Ask("POST", "/agents/a/"+do, url.Values{"to": {"c"}}, carrying(l.teacher()))
		if w.Code != http.StatusUnprocessableEntity ||
			!strings.Contains(w.Body.String(), "The class 7a plays against a, so it keeps its name") {
			t.Errorf("%s: status %d: %s", do, w.Code, w.Body)
		}
	}
	for _, path := range []string{"/agents/b/rename", "/agents/c/delete"} {
		if w := l.Ask("POST", path, url.Values{"to": {"c"}}, carrying(l.teacher())); w.Code != http.StatusSeeOther {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
	if names, err := l.DB.Names(t.Context()); err != nil || strings.Join(names, " ") != "a" {
		t.Errorf("got the machines %v, %v", names, err)
	}
}

// TestPupilErrors checks that error pages for pupils link to their game, and not to pages of the teacher.
func TestPupilErrors(t *testing.T) {
	l := newClassroom(t)
	ann := l.pupil("Ann")
	if err := l.DB.Delete(t.Context(), "a"); err != nil { // like an older version in another process
		t.Fatal(err)
	}
	w := l.Ask("POST", l.door(), url.Values{"code": {l.class.Code()}, "nickname": {"Ben"}, "key": {rand.Text()}})
	if page := w.Body.String(); w.Code != http.StatusUnprocessableEntity ||
		!strings.Contains(page, "This class has ended: ask your teacher for a new code.") {
		t.Errorf("joining: status %d: %s", w.Code, page)
	}
	for who, leads := range map[person]string{ann: ann.home, l.teacher(): "/"} {
		path := ann.home
		if who == l.teacher() {
			path = "/agents/a"
		}
		w := l.Ask("GET", path, nil, carrying(who))
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
	jar, _ := cookiejar.New(nil)
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

// comeIn joins the class as a pupil with a browser, and returns the address of the pupil's page.
func (l *openClass) comeIn(browser *http.Client, at, name string) string {
	l.Helper()
	return comeIn(l, browser, at, l.class.Code(), name)
}

func comeIn(t testing.TB, browser *http.Client, at, code, name string) string {
	t.Helper()
	_, page, door := visit(t, browser, at+"/join/"+code, nil)
	_, page, home := visit(t, browser, door.String(), filled(page, name))
	if !strings.HasPrefix(home.Path, door.Path+"/") {
		t.Fatalf("%s cannot come in: %s", name, page)
	}
	return home.String()
}

var hidden = regexp.MustCompile(`<input type="hidden" name="(\w+)" value="(\w*)">`)

// filled returns the form on the page of a door, with a nickname.
func filled(page, name string) url.Values {
	form := url.Values{"nickname": {name}}
	for _, field := range hidden.FindAllStringSubmatch(page, -1) {
		form.Set(field[1], field[2])
	}
	return form
}

// TestComeIn checks that links and codes admit people, and that everybody keeps their place.
func TestComeIn(t *testing.T) {
	l := newClassroom(t)
	at, code := l.serve(), l.class.Code()
	teacher, ann, ben, cas := browserOf(t), browserOf(t), browserOf(t), browserOf(t)
	wrong := "1" + code[:7]
	if wrong == code {
		wrong = "2" + code[:7]
	}
	key := func() string { return rand.Text() }
	again := key()
	for _, c := range []struct {
		who        *http.Client
		path       string
		form       url.Values
		status     int
		leads, has string
	}{
		{teacher, "/", nil, 200, "/join", "Code of the class"},
		{teacher, "/class", nil, 403, "/class", "This is for your teacher"},
		{teacher, "/teacher/" + l.teacher().key, nil, 422, "/teacher/" + l.teacher().key, "This is not the teacher’s link"},
		{teacher, "/teacher/" + l.server.Classes().Restrict(), nil, 200, "/class", "Open, code"},
		{teacher, "/class/1", nil, 200, "/class/1", "Nobody has come in yet."},
		{teacher, "/join/" + code, nil, 200, "/play/1", "Your nickname"}, // to see what pupils see
		{ann, "/join/" + wrong, nil, 422, "/join/" + wrong, "That is not the code of an open class"},
		{ann, "/play/1", nil, 403, "/play/1", "Code of the class"},
		{ann, "/play/1?code=" + wrong, nil, 403, "/play/1", "That is not the code of an open class"},
		{ann, "/join/" + code, nil, 200, "/play/1", "Your nickname"},
		{ann, "/play/1", url.Values{"nickname": {" "}, "code": {code}, "key": {key()}}, 422, "/play/1", "Type a nickname"},
		{ann, "/play/1", url.Values{"nickname": {"<i>Ann"}, "code": {wrong}, "key": {key()}}, 422, "/play/1", "not the code"},
		{ann, "/play/1", url.Values{"nickname": {"<i>Ann"}, "code": {code}, "key": {again}}, 200, "/play/1/1", "&lt;i&gt;Ann"},
		{ann, "/play/1", url.Values{"nickname": {"<i>Ann"}, "code": {code}, "key": {again}}, 200, "/play/1/1", "&lt;i&gt;Ann"}, // a double click
		{ann, "/join/" + code, nil, 200, "/play/1", "Go on as <bdi>&lt;i&gt;Ann"},
		{ann, "/play/1", nil, 200, "/play/1", "Or join as somebody else"},
		{ann, "/play/1/2", nil, 200, "/play/1", "Go on as"}, // nobody's
		{ben, "/join", url.Values{"code": {" "}}, 422, "/join", "Type the code that your teacher shows."},
		{ben, "/join", url.Values{"code": {"AAAA-AAAA"}}, 422, "/join", "That is not the code"},
		{ben, "/join", url.Values{"code": {code[:4] + " " + code[4:]}}, 200, "/play/1", "Your nickname"},
		{ben, "/play/1", url.Values{"nickname": {"<I>ann"}, "code": {code}, "key": {key()}}, 422, "/play/1",
			"Were you here before? Ask your teacher for a code"},
		{ben, "/play/1", url.Values{"nickname": {"Ben"}, "code": {code}, "key": {key()}}, 200, "/play/1/2", "<bdi>Ben"},
		{ben, "/class", nil, 403, "/class", "This is for your teacher"},
		{ben, "/class/1", nil, 403, "/class/1", "This is for your teacher"},
		{ben, "/play/1/1", nil, 200, "/play/1", "Go on as <bdi>Ben"}, // Ann's
		{teacher, "/class/1", nil, 200, "/class/1", "<bdi>Otter"},
		{teacher, "/class/1/names", url.Values{"on": {"on"}}, 200, "/class/1", "<bdi>&lt;i&gt;Ann"},
		{teacher, "/class/1/pupils/2", nil, 200, "/class/1/pupils/2", "Remove Ben"},
		{teacher, "/class/1/pupils/2/remove", url.Values{}, 200, "/class/1", "Removed: <a href=\"/class/1/pupils/2\">Ben"},
		{ben, "/play/1/2", nil, 200, "/play/1", "Your teacher has removed <bdi>Ben</bdi> from the class. Only your teacher"},
		{ben, "/join/" + code, nil, 200, "/play/1", "Your teacher has removed <bdi>Ben</bdi> from the class."},
		{ben, "/play/1", url.Values{"nickname": {"Bob"}, "key": {key()}}, 422, "/play/1", "Your teacher has removed"},
		{cas, "/play/1", url.Values{"nickname": {"Bob"}, "code": {code}, "key": {key()}}, 422, "/play/1", "The door is closed"},
		{teacher, "/class/1/locked", url.Values{}, 200, "/class/1", "code <b"},
		{ben, "/play/1", url.Values{"nickname": {"Bob"}, "key": {key()}}, 422, "/play/1", "Your teacher has removed"},
		{cas, "/play/1", url.Values{"nickname": {"Bob"}, "code": {code}, "key": {key()}}, 200, "/play/1/3", "<bdi>Bob"},
		{teacher, "/class/1/pupils/2/return", url.Values{}, 200, "/class/1", "<bdi>Ben"},
		{ben, "/play/1", nil, 200, "/play/1", "Go on as <bdi>Ben"},
		{ben, "/play/1/2", nil, 200, "/play/1/2", "<bdi>Ben"},
		{teacher, "/class/1/pupils/9/remove", url.Values{}, 404, "/class/1/pupils/9/remove", "Pupil 9 not found"},
		{teacher, "/class/1/pupils/2/nonsense", url.Values{}, 404, "/class/1/pupils/2/nonsense", "ot found"},
		{teacher, "/class/1/pupils/2/rename", url.Values{"nickname": {"<i>ANN"}}, 422, "/class/1/pupils/2/rename",
			"is taken: choose another one"},
		{teacher, "/class/1/pupils/2/rename", url.Values{"nickname": {"Bea"}}, 200, "/class/1", "<bdi>Bea"},
		{ben, "/play/1/2", nil, 200, "/play/1/2", "<bdi>Bea"},
		{teacher, "/class/1/locked", url.Values{"on": {"on"}}, 200, "/class/1", "The door is closed."},
		{cas, "/join/" + code, nil, 200, "/play/1", "The door is closed"},
		{cas, "/play/1", url.Values{"nickname": {"Cas"}, "code": {code}, "key": {key()}}, 422, "/play/1", "The door is closed"},
		{teacher, "/class/1/locked", url.Values{}, 200, "/class/1", "code <b"},
		{teacher, "/class/1/animals", url.Values{"on": {"on"}}, 200, "/class/1", "Let pupils choose names"},
		{cas, "/play/1", url.Values{"code": {code}, "key": {key()}}, 200, "/play/1/4", "<bdi>Lynx"},
		{teacher, "/class/1/nonsense", url.Values{}, 404, "/class/1/nonsense", "ot found"},
		{teacher, "/class/99", nil, 200, "/class", "New class"},
		{teacher, "/class/1/close", url.Values{}, 200, "/class", "<p>Closed</p>"},
		{cas, "/play/1/4", nil, 404, "/play/1/4", "The class is not open"},
		{cas, "/join/" + code, nil, 422, "/join/" + code, "not the code of an open class"},
		{teacher, "/class/1/open", url.Values{}, 200, "/class/1", "<bdi>Lynx"},
		{cas, "/play/1/4", nil, 200, "/play/1/4", "<bdi>Lynx"},
		{teacher, "/class/1/close", url.Values{}, 200, "/class", "Go on"},
		{teacher, "/class/1/delete", nil, 200, "/class/1/delete", "Its 4 pupils and their scores will be gone."},
		{teacher, "/class/1/delete", url.Values{}, 200, "/class", "New class"},
		{cas, "/play/1/4", nil, 404, "/play/1/4", "The class is not open"},
		{teacher, "/class", url.Values{"name": {" "}, "machine": {"her"}}, 422, "/class", "1 to 40 letters"},
		{teacher, "/class", url.Values{"name": {"7b"}, "machine": {"nobody"}}, 422, "/class", "Unknown preset"},
		{teacher, "/class", url.Values{"name": {"7b"}, "machine": {"machine:nobody"}}, 422, "/class", "This machine is gone"},
		{teacher, "/class", url.Values{"name": {"7b!"}, "machine": {"her"}}, 200, "/class/2", "against HER"},
		{teacher, "/class", url.Values{"name": {"7b!"}, "machine": {"her"}}, 422, "/class", "Another class has this name already"},
		{teacher, "/class", url.Values{"name": {"8"}, "machine": {"machine:her-7b"}}, 422, "/class", "Another class has this name already"},
		{teacher, "/class", url.Values{"name": {"8"}, "machine": {"machine:a"}}, 200, "/class/3", "8 against MENACE"},
	} {
		status, page, where := visit(t, c.who, at+c.path, c.form)
		if status != c.status || where.Path != c.leads || !strings.Contains(page, c.has) {
			t.Errorf("%s %v leads to %s with %d, want %s with %d and %q: %s", c.path, c.form, where, status,
				c.leads, c.status, c.has, page)
		}
	}
	if names, err := l.DB.Names(t.Context()); err != nil || strings.Join(names, " ") != "a her-7b" {
		t.Errorf("got the machines %v, %v", names, err)
	}
}

// TestSecrets checks that no page, header or address except the link itself contains a key, and that cookies are for
// the pages that need them only.
func TestSecrets(t *testing.T) {
	t.Parallel()
	l := newClassroom(t)
	people := []person{{}, l.pupil("Ann"), l.teacher()}
	for pattern := range requests() {
		if strings.Contains(pattern, "delete") || strings.Contains(pattern, "rename") || strings.Contains(pattern, "/close") {
			continue
		}
		for _, who := range people {
			w := l.Ask(method(pattern), requests()[pattern].path, requests()[pattern].form, carrying(who))
			if pattern != "GET /class/phone" || who != l.teacher() { // the page that shows the teacher's link
				l.keeps(pattern, fmt.Sprint(w.Header(), w.Body))
			}
			for _, never := range []string{" style=", "<style", " onclick=", "<script>"} {
				if strings.Contains(w.Body.String(), never) && strings.Contains(pattern, " /class") {
					t.Errorf("%s contains %q", pattern, never)
				}
			}
		}
	}
	for link, want := range map[string]string{
		"/teacher/" + l.server.Classes().Restrict():            `menace_teacher=\w{26}; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax`,
		"/teacher/" + l.server.Classes().Restrict() + "/phone": "menace_names=shown; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax",
	} {
		w := l.Ask("GET", link, nil)
		set := w.Header().Values("Set-Cookie")
		if !regexp.MustCompile("^"+want+"$").MatchString(set[len(set)-1]) || strings.Contains(set[0], l.server.Classes().Restrict()) || w.Header().Get("Location") != "/class" {
			t.Errorf("%s leads to %s and sets the cookies %v", link, w.Header().Get("Location"), set)
		}
	}
	once := "/teacher/" + l.server.Classes().LinkOnce()
	for _, step := range []struct {
		method string
		who    person
		leads  string
		enters bool
	}{
		{"HEAD", person{}, "", false}, // a preview spends nothing
		{"GET", person{}, "/class", true},
		{"GET", person{}, "", false},          // another browser
		{"GET", l.teacher(), "/class", false}, // from its history
	} {
		w := l.Ask(step.method, once, nil, carrying(step.who))
		if to, set := w.Header().Get("Location"), w.Header().Get("Set-Cookie"); to != step.leads || set != "" != step.enters {
			t.Errorf("%+v: leads to %q, with the cookie %q", step, to, set)
		}
	}
	key := rand.Text()
	w := l.Ask("POST", l.door(), url.Values{"nickname": {"Ben"}, "code": {l.class.Code()}, "key": {key}})
	if set := w.Header().Get("Set-Cookie"); set != "menace_pupil_2="+key+"; Path=/play/1; Max-Age=15552000; HttpOnly; SameSite=Lax" {
		t.Errorf("a pupil gets the cookie %s", set)
	}
}

// keeps checks that a text contains no key.
func (l *openClass) keeps(where, text string) {
	l.Helper()
	keys := []string{l.teacher().key, l.server.Classes().Restrict()}
	for _, p := range l.class.State().Pupils {
		keys = append(keys, p.KeyHash)
	}
	for _, key := range keys {
		if strings.Contains(text, key) {
			l.Errorf("%s contains a key: %s", where, text)
		}
	}
}

// TestOnlyTheKey checks that nothing but the key makes somebody the teacher: neither an address of this computer nor a
// host name, with which a forwarder on this computer comes too.
func TestOnlyTheKey(t *testing.T) {
	l := newClassroom(t)
	l.Handler = l.server.Handler()
	for _, from := range []struct{ remote, host string }{
		{"127.0.0.1:5", "localhost:1961"}, {"127.0.0.1:5", "LOCALHOST"}, {"127.0.0.1:5", "127.0.0.1:1961"},
		{"[::1]:5", "[::1]:1961"}, {"10.0.0.7:5", "localhost:1961"}, {"127.0.0.1:5", "laboratory:1961"},
	} {
		for _, path := range []string{"/class", l.at(""), l.at("/events"), "/agents/a", "/new", "/kit"} {
			for who, want := range map[person]int{
				{}: 403, {teacherCookie, "", ""}: 403, l.teacher(): 200, {"menace_class", l.teacher().key, ""}: 403,
			} {
				w := l.Ask("GET", path, nil, carrying(who), func(r *http.Request) { r.RemoteAddr, r.Host = from.remote, from.host })
				if w.Code != want && path != "/kit" {
					t.Errorf("%s from %v with the cookie %v: status %d, want %d", path, from, who, w.Code, want)
				}
			}
		}
	}
	if w := l.Ask("POST", l.at("/paused"), nil, carrying(l.teacher()), func(r *http.Request) {
		r.Header.Set("Sec-Fetch-Site", "cross-site")
	}); w.Code != 403 {
		t.Errorf("a page of another site can end a pause: status %d", w.Code)
	}
}

// TestFirstClass checks that a laboratory in which no class has been opened is everybody's on this computer, and that
// the browser that opens the first class is then the teacher's.
func TestFirstClass(t *testing.T) {
	s := newSite(t)
	if page := s.Get("/class"); !strings.Contains(page, "Only this browser is the teacher’s") {
		t.Errorf("got the list %s", page)
	}
	if form := s.Get("/class"); !strings.Contains(form, `<option value="machine:a">a (MENACE)</option>`) {
		t.Errorf("the form does not offer the machine by its name: %s", form)
	}
	w := s.Ask("POST", "/class", url.Values{"name": {"7a"}, "machine": {"machine:a"}})
	set := w.Result().Cookies()
	if len(set) != 1 || set[0].Name != teacherCookie || w.Header().Get("Location") != "/class/1" {
		t.Fatalf("status %d, the cookies %v: %s", w.Code, set, w.Body)
	}
	for path, want := range map[string]int{"/class": 403, "/class/1": 403, "/agents/a": 403, "/": 303, "/join": 200} {
		if w := s.Ask("GET", path, nil); w.Code != want {
			t.Errorf("%s by another browser: status %d, want %d", path, w.Code, want)
		}
		if w := s.Ask("GET", path, nil, carrying(person{set[0].Name, set[0].Value, ""})); w.Code != 200 {
			t.Errorf("%s by the teacher: status %d", path, w.Code)
		}
	}
	w = s.Ask("POST", "/class", url.Values{"name": {"7b"}, "machine": {"her"}}, carrying(person{set[0].Name, set[0].Value, ""}))
	if len(w.Result().Cookies()) > 0 {
		t.Error("the second class gives somebody a cookie")
	}
}

// TestSharedTablet checks that two pupils play on one tablet, each their own game, and that a pupil can be in two
// classes.
func TestSharedTablet(t *testing.T) {
	l := newClassroom(t)
	other := l.withHer().inClass(l, "7b", "her")
	at := l.serve()
	tablet := browserOf(t)
	mia, tom := l.comeIn(tablet, at, "Mia"), ""
	_, page, _ := visit(t, tablet, mia, nil)
	if !strings.Contains(page, `<a href="`+l.door()+`">Somebody else</a>`) {
		t.Errorf("Mia's page does not offer somebody else: %s", page)
	}
	_, door, _ := visit(t, tablet, at+l.door(), nil)
	_, _, where := visit(t, tablet, at+l.door(), filled(door, "Tom"))
	if tom = where.String(); tom == mia {
		t.Fatal("Tom plays as Mia")
	}
	white := other.comeIn(tablet, at, "Mia")
	visit(t, tablet, mia+"/move", url.Values{"move": {machinestest.Moves(page)[0]}})
	for home, want := range map[string]int{mia: len(machinestest.Moves(page)) - 2, tom: len(machinestest.Moves(page))} {
		if _, page, _ := visit(t, tablet, home, nil); len(machinestest.Moves(page)) != want {
			t.Errorf("%s can make the moves %v", home, machinestest.Moves(page))
		}
	}
	for home, against := range map[string]string{mia: "MENACE", white: "HER"} {
		if _, page, _ := visit(t, tablet, home, nil); !strings.Contains(page, "against "+against) || !strings.Contains(page, "<bdi>Mia") {
			t.Errorf("%s shows %s", home, page)
		}
	}
	_, door, _ = visit(t, tablet, at+"/join/"+l.class.Code(), nil)
	for _, name := range []string{"Mia", "Tom"} {
		if !strings.Contains(door, "Go on as <bdi>"+name+"</bdi>") {
			t.Errorf("the link does not offer to go on as %s: %s", name, door)
		}
	}
}

// inClass opens another class against a machine on the same page.
func (s *testSite) inClass(l *openClass, name, machine string) *openClass {
	s.Helper()
	return l.another(name, machine)
}

// TestPhone checks that the teacher's phone shows nicknames beside animals, also in its updates, while no other device
// of the teacher does.
func TestPhone(t *testing.T) {
	l := newClassroom(t)
	l.pupil("Ulrike-Marie")
	phone := func(r *http.Request) {
		carrying(l.teacher())(r)
		carrying(person{namesCookie, "shown", ""})(r)
	}
	for range 2 { // the devices take turns
		for _, path := range []string{l.at(""), l.at("/events"), l.at("/pupils/1")} {
			if page := l.Ask("GET", path, nil, phone).Body.String(); !strings.Contains(page, "Ulrike-Marie") {
				t.Errorf("%s on a phone has no nickname: %s", path, page)
			}
			if path == l.at("/pupils/1") { // where the nickname is folded away
				continue
			}
			if page := l.Ask("GET", path, nil, carrying(l.teacher())).Body.String(); strings.Contains(page, "Ulrike-Marie") {
				t.Errorf("%s contains a nickname: %s", path, page)
			}
		}
	}
	if page := l.Ask("GET", l.at(""), nil, phone).Body.String(); !strings.Contains(page, `Otter</span> <bdi>Ulrike-Marie`) {
		t.Errorf("the phone shows no animal: %s", page)
	}
	if page := l.Ask("GET", l.at("/projector"), nil, phone).Body.String(); strings.Contains(page, "Ulrike-Marie") {
		t.Error("the projector shows a nickname because a phone opened it")
	}
}

// TestBankruptClass checks that pupils, teacher and projector see that the machine of their class is bankrupt.
func TestBankruptClass(t *testing.T) {
	s := newSite(t)
	rules := menace.Michie()
	rules.Beads[0], rules.Loss = 1, -1000
	s.Train("poor", rules, 1000)
	l := classroomOf(s, "poor")
	pupil := l.pupil("Ann")
	ann, teacher := carrying(pupil), carrying(l.teacher())
	const says = "is bankrupt: it has no beads to begin with"
	for path, who := range map[string]func(*http.Request){pupil.home: ann, l.at(""): teacher} {
		if page := l.Ask("GET", path, nil, who).Body.String(); !strings.Contains(page, says) {
			t.Errorf("%s does not say that the machine is bankrupt: %s", path, page)
		}
	}
	page := l.Ask("GET", l.at("/projector"), nil, teacher).Body.String()
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
	home := l.comeIn(ann, at, "Ann")
	playGame(t, ann, home, 0)
	frames := sitetest.Listen(t, home+"/events", carrying(personOf(t, ann, home)))
	<-frames
	follow := func(path string, form url.Values) string {
		w := l.Ask("POST", path, form, teacher)
		if w.Code != 303 {
			t.Fatalf("%s: status %d: %s", path, w.Code, w.Body)
		}
		return l.Ask("GET", w.Header().Get("Location"), nil, teacher).Body.String()
	}
	if page := l.Ask("GET", l.at("/reset"), nil, teacher).Body.String(); !strings.Contains(page,
		`name="restock" checked`) {
		t.Errorf("got the question %s", page)
	}
	page := follow(l.at("/reset"), url.Values{"restock": {"on"}})
	if !strings.Contains(page, "Kept as a-2.") || !strings.Contains(page, "refills its empty boxes") {
		t.Errorf("after a reset: %s", page)
	}
	for range frames { // until it ends, because the machine was replaced
	}
	if l.Games("a") != 0 || l.Games("a-2") != 101 || l.class.Standing(false).Total.Games() != 0 {
		t.Errorf("after a reset: a has %d games, a-2 %d, the class %d", l.Games("a"), l.Games("a-2"),
			l.class.Standing(false).Total.Games())
	}
	if _, page, _ := visit(t, ann, home, nil); !strings.Contains(page, "started again with a fresh machine") {
		t.Errorf("after a reset a pupil sees %s", page)
	}
}

// personOf returns the pupil whose key a browser has for a page.
func personOf(t *testing.T, browser *http.Client, home string) person {
	t.Helper()
	address, _ := url.Parse(home)
	for _, c := range browser.Jar.Cookies(address) {
		return person{c.Name, c.Value, address.Path}
	}
	t.Fatal("the browser has no key")
	return person{}
}

// TestNamesStayHidden checks that no nickname is on a page that may be projected, or in its updates, until the teacher
// shows nicknames.
func TestNamesStayHidden(t *testing.T) {
	l := newClassroom(t)
	at := l.serve()
	ann := browserOf(t)
	playGame(t, ann, l.comeIn(ann, at, "Ulrike-Marie"), 0)
	paths := []string{l.at(""), l.at("/events"), l.at("/projector"), "/agents/a/events", "/agents/a", l.at("/reset"), "/class",
		"/agents/a/games"}
	for _, shown := range []bool{false, true} {
		l.set("names", shown)
		seen := 0
		for _, path := range paths {
			if strings.Contains(l.Ask("GET", path, nil, carrying(l.teacher())).Body.String(), "Ulrike-Marie") {
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
	page := l.Ask("GET", l.at(""), nil, carrying(l.teacher())).Body.String()
	found := regexp.MustCompile(`<img class="qr" src="([^"]+)"`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("the page has no QR code: %s", page)
	}
	picture, err := png.Decode(l.Ask("GET", html.UnescapeString(found[1]), nil, carrying(l.teacher())).Body)
	if err != nil {
		t.Fatal(err)
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(picture)
	if err != nil {
		t.Fatal(err)
	}
	exact := map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_PURE_BARCODE: true} // a drawing, not a photograph
	read, err := qrcode.NewQRCodeReader().Decode(bitmap, exact)
	if want := "http://10.0.0.2:1961/join/" + l.class.Code(); err != nil || read.GetText() != want {
		t.Errorf("got %v, %v, want %s", read, err, want)
	}
}

// TestPupils checks that pupils play their own games against the same machine, which learns from all of them, and that
// a pupil who is paused has to wait but loses nothing of the game.
func TestPupils(t *testing.T) {
	t.Parallel()
	l := newClassroom(t)
	at := l.serve()
	browsers, homes := map[string]*http.Client{}, map[string]string{}
	for _, name := range []string{"Ann", "Ben"} {
		browsers[name] = browserOf(t)
		homes[name] = l.comeIn(browsers[name], at, name)
	}
	ann, ben, home := browsers["Ann"], browsers["Ben"], homes["Ann"]
	l.set("names", true)
	_, before, _ := visit(t, ann, home, nil)
	can := machinestest.Moves(before)
	_, after, _ := visit(t, ann, home+"/move", url.Values{"move": {can[0]}})
	if len(machinestest.Moves(after)) != len(can)-2 {
		t.Errorf("Ann's moves were %v and are %v", can, machinestest.Moves(after))
	}
	l.set("paused", true)
	if _, page, _ := visit(t, ann, home+"/undo", url.Values{}); len(machinestest.Moves(page)) > 0 || !strings.Contains(page,
		"A pause.") {
		t.Error("Ann can move during a pause")
	}
	l.set("paused", false)
	if _, page, _ := visit(t, ann, home, nil); machinestest.Messages(page) != machinestest.Messages(after) {
		t.Errorf("got %s after the pause, but %s before", machinestest.Messages(page), machinestest.Messages(after))
	}
	for name, games := range map[string]int{"Ann": 2, "Ben": 3} {
		for range games {
			if page := playGame(t, browsers[name], homes[name], 0); !strings.Contains(machinestest.Messages(page), "MENACE now loses") {
				t.Errorf("%s reads %s", name, machinestest.Messages(page))
			}
		}
	}
	if _, page, _ := visit(t, ann, home, nil); !strings.Contains(page, "Match: You ") ||
		strings.Contains(page, "points") {
		t.Errorf("Ann's match: got %s", page)
	}
	if s := l.class.Standing(false); l.Games("a") != 105 || s.Total.Games() != 5 || s.Pupils[0].Score.Games() != 2 ||
		s.Pupils[1].Score.Games() != 3 {
		t.Errorf("the machine has %d games, and the class the standing %+v", l.Games("a"), s)
	}
	l.Ask("POST", "/agents/a/train", url.Values{"opponent": {"random"}, "games": {"1000000000"}, "pace": {"fast"}},
		carrying(l.teacher()))
	l.WaitForTraining()
	if page := playGame(t, ben, homes["Ben"], 0); !strings.Contains(machinestest.Messages(page), "MENACE now loses") {
		t.Errorf("during training, Ben reads %s", machinestest.Messages(page))
	}
	if status, _, _ := visit(t, ben, homes["Ben"]+"/cheat", url.Values{}); status != http.StatusNotFound {
		t.Errorf("cheating: status %d", status)
	}
	l.server.Close()
	doc, err := l.DB.Export(t.Context(), "a")
	if err != nil || len(doc.Games) != 6 || doc.Check("") != nil || doc.Sessions[1].Games+106 != doc.Tally.Games() {
		t.Errorf("got %d stored games, %v, %v", len(doc.Games), err, doc.Check(""))
	}
}

// TestPupilFrames checks that the updates of a pupil's page are small, are sent when something changes for the pupil or
// the class, and end when the pupil is removed.
func TestPupilFrames(t *testing.T) {
	l := newClassroom(t)
	at := l.serve()
	ann := l.pupil("Ann")
	frames := sitetest.Listen(t, at+ann.home+"/events", carrying(ann))
	first := <-frames
	if text, _ := json.Marshal(first); len(first.Parts) != 7 ||
		first.Values == nil || len(first.Values) > 0 || len(text) > 10_000 {
		t.Errorf("got %d parts and %d boxes in %d bytes", len(first.Parts), len(first.Values), len(text))
	}
	l.Ask("POST", ann.home+"/hint", url.Values{}, carrying(ann))
	if f := <-frames; !strings.Contains(f.Parts["messages"], "The perfect player plays") {
		t.Errorf("got %v for a hint", f)
	}
	l.Ask("POST", l.at("/paused"), url.Values{"on": {"on"}}, carrying(l.teacher()))
	if f := <-frames; !strings.Contains(f.Parts["notice"], "A pause.") {
		t.Errorf("got %v for a pause", f)
	}
	for range 4 - 1 { // a pupil may open four pages
		sitetest.Listen(t, at+ann.home+"/events", carrying(ann))
	}
	if w := l.Ask("GET", ann.home+"/events", nil, carrying(ann)); w.Code != http.StatusServiceUnavailable {
		t.Errorf("one stream too many: got status %d", w.Code)
	}
	l.Ask("POST", l.at("/pupils/1/remove"), url.Values{}, carrying(l.teacher()))
	for range frames { // until it ends
	}
}

// TestStreamsOfOthers checks that pupils of one class who open as many streams as they can take none from their teacher,
// and none from another class.
func TestStreamsOfOthers(t *testing.T) {
	l := newClassroom(t)
	other := l.withHer().inClass(l, "7b", "her")
	at := l.serve()
	const pupils, most = 160, 600
	opened := 0
	for n := range pupils {
		pupil := l.pupil(fmt.Sprint("pupil ", n))
		for range 4 {
			if tryToDiscard(t, at+pupil.home+"/events", pupil) == http.StatusOK {
				opened++
			}
		}
	}
	if opened != most {
		t.Errorf("the pupils of a class open %d streams, want %d", opened, most)
	}
	mia := other.pupil("Mia")
	discard(t, at+mia.home+"/events", mia)
	for _, c := range []*openClass{l, other} {
		discard(t, at+c.at("/events"), l.teacher())
		discard(t, at+c.at("/projector/events"), l.teacher())
	}
}

// TestKeep checks that a teacher who copies the machine of the class returns to the page of the class.
func TestKeep(t *testing.T) {
	l := newClassroom(t)
	key := carrying(l.teacher())
	for name, want := range map[string]string{"a": "There is already a machine a", "a/b": "name"} {
		w := l.Ask("POST", l.at("/copy"), url.Values{"to": {name}}, key)
		page := w.Body.String()
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(page, want) ||
			!strings.Contains(page, `aria-describedby="wrong-copy"`) || !strings.Contains(page, "Come in") {
			t.Errorf("a copy with the name %q: %d, %s", name, w.Code, page)
		}
	}
	at := l.Ask("POST", l.at("/copy"), url.Values{"to": {"kept"}}, key).Header().Get("Location")
	if page := l.Ask("GET", at, nil, key).Body.String(); !strings.Contains(page, "Kept as kept.") {
		t.Errorf("%s: got %s", at, page)
	}
	if _, err := l.DB.Load(t.Context(), "kept"); err != nil {
		t.Error(err)
	}
}

// TestGroupedGames checks that the teacher can write a number of training games as their language groups it.
func TestGroupedGames(t *testing.T) {
	for tag, texts := range map[string][]string{
		"en": {"1,000", "1,00"}, "de": {"1.000", "1.00"}, "fr": {"1\u202f000", "1 00"}, "es": {"1.000", "1.0000"},
	} {
		l := newClassroom(t)
		key := carrying(l.teacher())
		if err := l.class.SetLanguage(t.Context(), tag); err != nil {
			t.Fatal(err)
		}
		for i, status := range []int{http.StatusSeeOther, http.StatusUnprocessableEntity} {
			w := l.Ask("POST", "/agents/a/train", url.Values{"opponent": {"random"}, "games": {texts[i]}}, key)
			if w.Code != status {
				t.Errorf("%s, %q: status %d, want %d", tag, texts[i], w.Code, status)
			}
		}
	}
}
