package web

import (
	"encoding/json"
	"fmt"
	"image"
	"image/draw"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"menace/cmd/menace/internal/live"
)

// classroom is a page in a test that is open to a class.
type classroom struct {
	*site
	class *live.Class
}

// newClassroom serves a new laboratory to a class that plays against the machine a.
func newClassroom(t *testing.T) *classroom {
	t.Helper()
	s := newSite(t)
	c := live.NewClass("a")
	s.server.Hold(c, "http://10.0.0.2:1961")
	s.Handler = s.server.Handler()
	return &classroom{s, c}
}

// carrying sends a cookie.
func carrying(key string) func(*http.Request) {
	return func(r *http.Request) { r.AddCookie(&http.Cookie{Name: cookie, Value: key}) }
}

// pupil lets a pupil in and returns their key.
func (l *classroom) pupil(name string) string {
	l.Helper()
	key, err := l.class.Join(name)
	if err != nil {
		l.Fatal(err)
	}
	return key
}

// teacher returns the key of the teacher.
func (l *classroom) teacher() string { return l.class.Admit(l.class.TeacherToken) }

// TestClassRoutes walks every route as nobody, as somebody who has given the code, as a pupil and as the teacher, and
// as these from another site and by a foreign name. It fails for a route that its table does not have.
func TestClassRoutes(t *testing.T) {
	const ok, other, refused, wrong = http.StatusOK, http.StatusSeeOther, http.StatusForbidden,
		http.StatusUnprocessableEntity
	// the stranger sends the key of the pupil or teacher
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
		"GET /welcome":       {"/welcome", nil, statuses{ok, ok, ok, ok, ok}},
		"GET /play":          {"/play", nil, statuses{refused, refused, ok, refused, ok}},
		"POST /play/{do}":    {"/play/hint", nil, statuses{refused, refused, other, refused, refused}},
		"GET /play/events":   {"/play/events", nil, statuses{refused, refused, ok, refused, ok}},
		"GET /play/cabinet":  {"/play/cabinet", nil, statuses{refused, refused, ok, refused, ok}},
		"GET /class":         {"/class", nil, statuses{refused, refused, refused, ok, ok}},
		"POST /class/copy": {"/class/copy", url.Values{"to": {"kept"}},
			statuses{refused, refused, refused, other, refused}},
		"POST /class/pause":       {"/class/pause", nil, statuses{refused, refused, refused, other, refused}},
		"POST /class/pause/{id}":  {"/class/pause/1", nil, statuses{refused, refused, refused, other, refused}},
		"POST /class/remove/{id}": {"/class/remove/1", nil, statuses{refused, refused, refused, other, refused}},

		"POST /agents/{name}/rename": {"/agents/a/rename", url.Values{"to": {"b"}},
			statuses{refused, refused, refused, wrong, refused}},
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
	for _, r := range newClassroom(t).server.routes() {
		c, known := table[r.pattern]
		if !known {
			t.Errorf("the table does not say who may ask for %s", r.pattern)
			continue
		}
		l := newClassroom(t)
		l.withHer()
		l.pupil("Ben")
		owner := "teacher"
		if c.pupil == c.stranger && c.teacher == refused {
			owner = "pupil"
		}
		for who, want := range map[string]int{
			"nobody": c.nobody, "invited": c.invited, "pupil": c.pupil, "teacher": c.teacher,
			"stranger": c.stranger, "old stranger": c.stranger, "foreign name": http.StatusMisdirectedRequest,
		} {
			// which change nothing
			if method(r.pattern) == "POST" && want != refused && want != http.StatusMisdirectedRequest {
				l = newClassroom(t)
				l.pupil("Ben")
			}
			keys := map[string]string{
				"nobody": "nonsense", "invited": l.class.Admit(l.class.PupilToken),
				"pupil": l.pupil("Ann " + who), "teacher": l.teacher(),
			}
			w := l.ask(method(r.pattern), c.path, c.form, func(q *http.Request) {
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
				t.Errorf("%s by %s: status %d, want %d: %s", r.pattern, who, w.Code, want, w.Body)
			}
			if w.Code == refused && (who == "nobody" || who == "invited") &&
				!strings.Contains(w.Body.String(), `action="/join"`) {
				t.Errorf("%s by %s leads to no form to join: %s", r.pattern, who, w.Body)
			}
			if h := w.Header(); h.Get("Content-Security-Policy") != policyOf(c.path, w.Code) ||
				h.Get("Referrer-Policy") != "no-referrer" || h.Get("Cache-Control") == "" {
				t.Errorf("%s by %s has the headers %v", r.pattern, who, h)
			}
		}
	}
}

// TestClassMachineStays: the machine that the class plays against keeps its name, and is not deleted; others are free.
func TestClassMachineStays(t *testing.T) {
	l := newClassroom(t)
	if err := l.lab.Copy(t.Context(), "a", "b"); err != nil {
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
	if names, err := l.lab.Names(t.Context()); err != nil || strings.Join(names, " ") != "a" {
		t.Errorf("there are %v, %v", names, err)
	}
}

// TestPupilErrors: what a pupil is told to be wrong leads to their game, and not to pages of the teacher.
func TestPupilErrors(t *testing.T) {
	l := newClassroom(t)
	ann := l.pupil("Ann")
	if _, err := l.lab.Remove(t.Context(), "a"); err != nil { // by another process
		t.Fatal(err)
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

// browserOf returns a browser with a jar for cookies, at a server of a classroom.
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

// visit asks for a page, by a form if there is one, follows where it leads, and returns what it says.
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
func (l *classroom) serve() string {
	server := httptest.NewServer(l)
	l.Cleanup(server.Close)
	l.Cleanup(l.server.Close) // first, so that the streams end
	return server.URL
}

// TestComeIn: links and codes let in who has them, and each stays who they are.
func TestComeIn(t *testing.T) {
	l := newClassroom(t)
	at := l.serve()
	teacher, ann, ben := browserOf(t), browserOf(t), browserOf(t)
	for _, c := range []struct {
		who        *http.Client
		path       string
		form       url.Values
		status     int
		leads, has string
	}{
		{teacher, "/", nil, 403, "/", "Code of the class"},
		{teacher, "/join/" + l.class.TeacherToken, nil, 200, "/class", "Nobody has come in yet."},
		{teacher, "/join/" + l.class.PupilToken, nil, 200, "/class", "Nobody has come in yet."},
		{ann, "/join/" + l.class.PupilToken + "X", nil, 403, "/join/" + l.class.PupilToken + "X", "not of this class"},
		{ann, "/join/" + l.class.PupilToken, nil, 200, "/join", "Your nickname"},
		{ann, "/play", nil, 403, "/play", "Your nickname"},
		{ann, "/join", url.Values{"nickname": {" "}}, 422, "/join", "A nickname has 1 to 20"},
		{ann, "/join", url.Values{"nickname": {"<i>Ann"}}, 200, "/play", "&lt;i&gt;Ann"},
		{ann, "/join/" + l.class.PupilToken, nil, 200, "/play", "&lt;i&gt;Ann"}, // again
		{ben, "/join", url.Values{"nickname": {"Ben"}, "code": {"AAAA-AAAA"}}, 422, "/join", "That is not the code"},
		{ben, "/join", url.Values{"nickname": {"<I>ann"}, "code": {strings.ToLower(l.class.PupilToken)}}, 422, "/join",
			"is in the class already"},
		{ben, "/join", url.Values{"nickname": {"Ben"}}, 200, "/play", "<bdi>Ben"},
		{ben, "/", nil, 403, "/", "This is for your teacher"},
		{teacher, "/play", nil, 403, "/play", "This is for pupils"},
		{teacher, "/class", nil, 200, "/class", "&lt;i&gt;Ann"},
		{teacher, "/class/remove/2", url.Values{}, 200, "/class", "Remove &lt;i&gt;Ann"},
		{ben, "/play", nil, 403, "/play", "Code of the class"},
		{teacher, "/class/remove/2", url.Values{}, 404, "/class/remove/2", "nothing at this address"},
	} {
		status, page, where := visit(t, c.who, at+c.path, c.form)
		if status != c.status || where.Path != c.leads || !strings.Contains(page, c.has) {
			t.Errorf("%s leads to %s with %d, not %s with %d and %q: %s", c.path, where, status,
				c.leads, c.status, c.has, page)
		}
	}
}

// TestSecrets: no page, header or address but the link itself has a token, and cookies are for this page alone.
func TestSecrets(t *testing.T) {
	l := newClassroom(t)
	keys := []string{"", l.class.Admit(l.class.PupilToken), l.pupil("Ann"), l.teacher()}
	for pattern := range requests() {
		if strings.Contains(pattern, "delete") || strings.Contains(pattern, "rename") {
			continue
		}
		for _, key := range keys {
			w := l.ask(method(pattern), requests()[pattern].path, requests()[pattern].form, carrying(key))
			l.keeps(pattern, fmt.Sprint(w.Header(), w.Body))
		}
	}
	for _, path := range []string{"/join", "/welcome", "/play", "/play/cabinet", "/play/events", "/class"} {
		for _, key := range keys {
			w := l.ask("GET", path, nil, carrying(key))
			if path == "/class" && key == l.teacher() { // which shows the code to the class
				continue
			}
			l.keeps(path, fmt.Sprint(w.Header(), w.Body))
			for _, never := range []string{" style=", "<style", " onclick=", "<script>", "http://", "https://"} {
				if strings.Contains(w.Body.String(), never) {
					t.Errorf("%s has %q", path, never)
				}
			}
		}
	}
	for _, token := range []string{l.class.TeacherToken, l.class.PupilToken} {
		w := l.ask("GET", "/join/"+token, nil)
		l.keeps("the link", fmt.Sprint(w.Header(), w.Body))
		if set := w.Header().Get("Set-Cookie"); !strings.Contains(set, "; HttpOnly; SameSite=Strict") {
			t.Errorf("the cookie is %s", set)
		}
	}
	if page := l.ask("GET", "/class", nil, carrying(l.teacher())).Body.String(); strings.Contains(page,
		l.class.TeacherToken) || !strings.Contains(page, l.class.PupilToken[:4]+"-"+l.class.PupilToken[4:]) {
		t.Error("the page of the class shows the token of the teacher, or no code")
	}
}

// keeps checks that a text has no token.
func (l *classroom) keeps(where, text string) {
	l.Helper()
	for _, token := range []string{l.class.TeacherToken, l.class.PupilToken} {
		if strings.Contains(text, token) {
			l.Errorf("%s has a token: %s", where, text)
		}
	}
}

// TestInvitation: the QR code that is projected leads pupils in.
func TestInvitation(t *testing.T) {
	l := newClassroom(t)
	page := l.ask("GET", "/class", nil, carrying(l.teacher())).Body.String()
	var size int
	if _, err := fmt.Sscanf(page[strings.Index(page, `viewBox="0 0 `):], `viewBox="0 0 %d`, &size); err != nil {
		t.Fatal(err)
	}
	const scale = 6
	picture := image.NewGray(image.Rect(0, 0, scale*size, scale*size))
	draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
	for _, m := range regexp.MustCompile(`M(\d+) (\d+)h1v1h-1z`).FindAllStringSubmatch(page, -1) {
		x, _ := strconv.Atoi(m[1])
		y, _ := strconv.Atoi(m[2])
		draw.Draw(picture, image.Rect(scale*x, scale*y, scale*x+scale, scale*y+scale),
			image.Black, image.Point{}, draw.Src)
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(picture)
	if err != nil {
		t.Fatal(err)
	}
	read, err := qrcode.NewQRCodeReader().Decode(bitmap, nil)
	if want := "http://10.0.0.2:1961/join/" + l.class.PupilToken; err != nil || read.GetText() != want {
		t.Errorf("%v, %v, not %s", read, err, want)
	}
}

// TestPupils: each plays a game of their own against the same machine, which learns from all; who is paused waits, and
// nothing of the game is lost.
func TestPupils(t *testing.T) {
	l := newClassroom(t)
	at := l.serve()
	browsers := map[string]*http.Client{}
	for _, name := range []string{"Ann", "Ben"} {
		browsers[name] = browserOf(t)
		visit(t, browsers[name], at+"/join", url.Values{"nickname": {name}, "code": {l.class.PupilToken}})
	}
	ann, ben := browsers["Ann"], browsers["Ben"]
	_, before, _ := visit(t, ann, at+"/play", nil)
	can := moves(before)
	_, after, _ := visit(t, ann, at+"/play/move", url.Values{"move": {can[0]}})
	if len(moves(after)) != len(can)-2 {
		t.Errorf("Ann could move %v and can move %v", can, moves(after))
	}
	l.class.Pause(true)
	if _, page, _ := visit(t, ann, at+"/play/undo", url.Values{}); len(moves(page)) > 0 ||
		!strings.Contains(page, "A pause.") {
		t.Error("Ann can move in a pause")
	}
	l.class.Pause(false)
	if _, page, _ := visit(t, ann, at+"/play", nil); told(page) != told(after) {
		t.Errorf("after the pause it says %s, and before %s", told(page), told(after))
	}
	for name, games := range map[string]int{"Ann": 2, "Ben": 3} {
		for range games {
			if page := playGame(t, browsers[name], at, 0); !strings.Contains(told(page), "MENACE now loses") {
				t.Errorf("%s is told %s", name, told(page))
			}
		}
	}
	if _, page, _ := visit(t, ann, at+"/play", nil); !strings.Contains(page, "Match: You ") ||
		strings.Contains(page, "running total") {
		t.Errorf("Ann is told of the match: %s", page)
	}
	if s := l.class.Standing(); l.games("a") != 105 || s.Total.Games() != 5 || s.Pupils[0].Score.Games() != 2 ||
		s.Pupils[1].Score.Games() != 3 {
		t.Errorf("the machine has played %d games, the class %+v", l.games("a"), s)
	}
	l.ask("POST", "/agents/a/train", url.Values{"opponent": {"random"}, "games": {"1000000000"}, "pace": {"fast"}},
		carrying(l.teacher()))
	l.trained()
	if page := playGame(t, ben, at, 0); !strings.Contains(told(page), "MENACE now loses") {
		t.Errorf("while it trains Ben is told %s", told(page))
	}
	if status, _, _ := visit(t, ben, at+"/play/cheat", url.Values{}); status != http.StatusNotFound {
		t.Errorf("cheating: status %d", status)
	}
	l.server.Close()
	doc, err := l.lab.Export(t.Context(), "a")
	if err != nil || len(doc.Games) != 6 || doc.Check("") != nil || doc.Sessions[1].Games+106 != doc.Tally.Games() {
		t.Errorf("%d games are stored, %v, %v", len(doc.Games), err, doc.Check(""))
	}
}

// TestPupilFrames: what a pupil's page is sent is small, comes when something happens at their seat or in the class,
// and ends when they are removed.
func TestPupilFrames(t *testing.T) {
	l := newClassroom(t)
	at := l.serve()
	key := l.pupil("Ann")
	frames := listen(t, at+"/play/events", carrying(key))
	first := <-frames
	if text, _ := json.Marshal(first); len(first.Parts) != len(pupilParts) ||
		len(first.Boxes) > 0 || len(text) > 10_000 {
		t.Errorf("%d parts and %d boxes, %d bytes", len(first.Parts), len(first.Boxes), len(text))
	}
	l.ask("POST", "/play/hint", url.Values{}, carrying(key))
	if f := <-frames; !strings.Contains(f.Parts["told"], "The perfect player takes") {
		t.Errorf("a hint is told as %v", f)
	}
	l.ask("POST", "/class/pause", url.Values{"paused": {"on"}}, carrying(l.teacher()))
	if f := <-frames; !strings.Contains(f.Parts["notice"], "A pause.") {
		t.Errorf("a pause is told as %v", f)
	}
	for range maxPupilStreams - 1 {
		listen(t, at+"/play/events", carrying(key))
	}
	if w := l.ask("GET", "/play/events", nil, carrying(key)); w.Code != http.StatusServiceUnavailable {
		t.Errorf("one stream too many: status %d", w.Code)
	}
	l.ask("POST", "/class/remove/1", nil, carrying(l.teacher()))
	for range frames { // until it ends
	}
}

// TestKeep: a teacher copies the machine of the class, and stays where the class is seen.
func TestKeep(t *testing.T) {
	l := newClassroom(t)
	key := carrying(l.teacher())
	for name, want := range map[string]string{"a": "exists already", "a/b": "name"} {
		w := l.ask("POST", "/class/copy", url.Values{"to": {name}}, key)
		page := w.Body.String()
		if w.Code != http.StatusUnprocessableEntity || !strings.Contains(page, want) ||
			!strings.Contains(page, `aria-describedby="wrong-copy"`) || !strings.Contains(page, "Come in") {
			t.Errorf("a copy as %q: %d, %s", name, w.Code, page)
		}
	}
	at := l.ask("POST", "/class/copy", url.Values{"to": {"kept"}}, key).Header().Get("Location")
	if page := l.ask("GET", at, nil, key).Body.String(); !strings.Contains(page, "Kept as kept.") {
		t.Errorf("%s is %s", at, page)
	}
	if _, err := l.lab.Agent(t.Context(), "kept"); err != nil {
		t.Error(err)
	}
}
