package pagetest

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mutator changes requests at random, always in the same way.
type mutator struct{ *rand.Rand }

// text replaces, inserts, deletes or repeats a few bytes of a text.
func (m mutator) text(s string) string {
	pieces := []string{"/", "//", "..", "/../", "/./", "%2e%2e/", "%2F", "%00", "%0d%0a", ";", "\\", "?", "#", "&", "=", "1", "0", "A", "\u00e9",
		"%c0%af", " ", "join/", "static/", "play/1/1", "class/1", "agents/a", "@", ":", "'", "\"", strings.Repeat("a", 300)}
	for range 1 + m.IntN(3) {
		at := 0
		if len(s) > 0 {
			at = m.IntN(len(s))
		}
		end := min(len(s), at+m.IntN(3))
		switch m.IntN(4) {
		case 0:
			s = s[:at] + s[end:]
		case 1:
			s = s[:at] + s[at:end] + s[at:]
		default:
			s = s[:at] + pieces[m.IntN(len(pieces))] + s[end:]
		}
	}
	return s
}

func pick[T any](m mutator, from []T) T { return from[m.IntN(len(from))] }

// TestMutatedRequests changes requests for every page in ten thousand ways, sent with no key, with a key of another
// kind, and with keys that are nearly right. Nobody may see more than the forms for joining, and nothing may change: no
// page contains a nickname, a key or a code, and only public pages are answered with a page at all.
func TestMutatedRequests(t *testing.T) {
	requestsMade := 10_000
	if testing.Short() {
		requestsMade = 2000
	}
	l := newClassroom(t)
	l.withHer()
	ann, ben := l.pupil("Nickname-of-Ann"), l.pupil("Nickname-of-Ben")
	l.set("names", true)
	if err := l.class.Manage(t.Context(), 2, "place", ""); err != nil {
		t.Fatal(err)
	}
	teacher := l.teacher()
	state := fmt.Sprint(l.class.State())
	secrets := []string{"Nickname-of", ann.key, ben.key, teacher.key, l.class.Code(), l.class.State().Pupils[1].PlaceCode}
	titles := regexp.MustCompile(`<title>(Join a class|This is for your teacher|That did not work|Nothing here|The class is not open|Language) `)
	m := mutator{rand.New(rand.NewPCG(55, 1))}
	routes := l.server.Routes()
	table := requests()
	answers := map[int]int{}
	for range requestsMade {
		pattern := pick(m, routes)
		path, form := table[pattern].path, url.Values{}
		for name, values := range table[pattern].form {
			form[name] = slices.Clone(values)
		}
		path = pick(m, []string{path, path, l.at(""), l.at("/projector"), l.at("/events"), ann.home, ben.home + "/events", l.at("/names"), "/agents/a"})
		method := pick(m, []string{"GET", "GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "get", "CONNECT"})
		if m.IntN(2) == 0 {
			method = "GET"
			if strings.HasPrefix(pattern, "POST") {
				method = "POST"
			}
		}
		if m.IntN(3) > 0 {
			path = m.text(path)
		}
		for _, name := range []string{"code", "key", "nickname", "language", "on", "again"} {
			if m.IntN(4) == 0 {
				form.Set(name, m.text(pick(m, []string{"1", "12345678", "on", "de"})))
			}
		}
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/", strings.NewReader(form.Encode()))
		at, err := url.ParseRequestURI("/" + strings.TrimLeft(path, "/"))
		if err != nil {
			continue // no server gets such a request either: it is answered with 400
		}
		r.Method, r.URL, r.RequestURI = method, at, at.RequestURI()
		r.Host = pick(m, []string{"localhost:1961", "localhost", "10.0.0.2:1961", "[::1]:1961"})
		r.Header.Set("Content-Type", pick(m, []string{"application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"}))
		for _, header := range []string{"X-Forwarded-For", "X-Forwarded-Host", "X-Original-URL", "X-Rewrite-URL", "X-HTTP-Method-Override", "Forwarded",
			"X-Real-Ip", "Origin", "Authorization"} {
			if m.IntN(8) == 0 {
				r.Header.Set(header, pick(m, []string{"127.0.0.1", "localhost:1961", l.at(""), "GET", "for=127.0.0.1", "http://localhost:1961"}))
			}
		}
		if m.IntN(2) == 0 {
			r.Header.Set("Sec-Fetch-Site", pick(m, []string{"same-origin", "none", "cross-site", "nonsense"}))
		}
		near := []string{"", teacher.key[:25], teacher.key + "A", strings.ToLower(teacher.key), ann.key[1:], "A" + ann.key[1:], m.text("A")}
		for _, name := range []string{teacherCookie, "menace_pupil_1", "menace_pupil_2", "menace_pupil_", "menace_guesser"} {
			value := pick(m, near)
			if name == teacherCookie && m.IntN(3) == 0 {
				value = pick(m, []string{ann.key, ben.key})
			}
			if strings.HasPrefix(name, "menace_pupil_1") && m.IntN(3) == 0 {
				value = pick(m, []string{teacher.key, ben.key}) // another's key
			}
			if m.IntN(2) == 0 && value != "" {
				r.Header.Add("Cookie", name+"="+url.QueryEscape(value))
			}
		}
		w := httptest.NewRecorder()
		l.ServeHTTP(w, r)
		answers[w.Code]++
		body := w.Body.String()
		for _, secret := range secrets {
			if strings.Contains(body+fmt.Sprint(w.Header()), secret) {
				t.Fatalf("%s %q with %v and %v shows %s: %s", method, path, r.Header, form, secret, body)
			}
		}
		if strings.Contains(body, "<title>") && !titles.MatchString(body) || strings.Contains(body, "data: {") {
			t.Fatalf("%s %q with %v and %v: status %d: %s", method, path, r.Header, form, w.Code, body)
		}
		if w.Code >= 500 {
			t.Errorf("%s %q with %v and %v: status %d: %s", method, path, r.Header, form, w.Code, body)
		}
	}
	if now := fmt.Sprint(l.class.State()); now != state || l.class.Closed() {
		t.Errorf("the class was changed from %s to %s", state, now)
	}
	if names, err := l.DB.Names(t.Context()); err != nil || strings.Join(names, " ") != "a her" || l.Games("a") != 100 {
		t.Errorf("the machines were changed to %v, %v", names, err)
	}
	for _, status := range []int{http.StatusOK, http.StatusForbidden, http.StatusNotFound, http.StatusSeeOther} {
		if answers[status] == 0 {
			t.Errorf("no request was answered with %d: %v", status, answers)
		}
	}
	t.Logf("statuses: %v", answers)
}
