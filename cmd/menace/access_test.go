//go:build !js

package main

import (
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/site"
)

// TestEveryRouteIsGuarded requests every route of every feature while a class is open. Only pages for pupils are open
// to anyone but the teacher: to strangers, and to a pupil who sends the key for another page. The teacher may see all
// pages, but requests from another site or with a foreign host name change nothing.
func TestEveryRouteIsGuarded(t *testing.T) {
	needs(t, "class")
	pages, err := features(&database.Store{}).Site(site.Config{})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "menace.db")
	prints(t, "--db", path, "train", "--games", "10", "--seed", "1")
	l := teach(t, path)
	defer l.Process.Kill()
	teacher := browserOf(t)
	send(t, teacher, l.teacher, nil)
	home, pupil := comeIn(t, path, l, "Ann")
	cookies := func(browser *http.Client, address string) []*http.Cookie {
		at, err := url.Parse(address)
		found := browser.Jar.Cookies(at)
		if err != nil || len(found) == 0 {
			t.Fatalf("no cookies for %s, %v", address, err)
		}
		return found
	}
	people := map[string][]*http.Cookie{"nobody": nil, "a pupil": cookies(pupil, home), "the teacher": cookies(teacher, l.at)}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	ask := func(pattern, who string, change func(*http.Request)) *http.Response {
		t.Helper()
		method, address, ok := strings.Cut(pattern, " ")
		if !ok {
			method, address = http.MethodGet, "/nowhere" // the page for all other addresses
		}
		for _, place := range [][2]string{{`\{\$\}`, ""}, {`\{name\}`, "default"}, {`\{\w+\}`, "1"}} {
			address = regexp.MustCompile(place[0]).ReplaceAllString(address, place[1])
		}
		request, err := http.NewRequestWithContext(t.Context(), method, l.at+address, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, cookie := range people[who] {
			request.AddCookie(cookie)
		}
		change(request)
		reply, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		reply.Body.Close()
		return reply
	}
	forPupils := map[string]bool{"static": true, "join": true, "play": true, "teacher": true, // the last needs a key
		"language": true}
	guarded := 0
	for _, pattern := range pages.Routes() {
		if reply := ask(pattern, "the teacher", func(r *http.Request) { r.Host = "evil.example" }); reply.StatusCode !=
			http.StatusMisdirectedRequest {
			t.Errorf("%s under a foreign name: %s", pattern, reply.Status)
		}
		first := strings.Split(pattern, "/")[1]
		if forPupils[first] {
			continue
		}
		guarded++
		for _, who := range []string{"nobody", "a pupil"} {
			reply := ask(pattern, who, func(*http.Request) {})
			toJoin := pattern == "GET /{$}" && reply.Header.Get("Location") == "/join"
			if reply.StatusCode != http.StatusForbidden && !toJoin {
				t.Errorf("%s by %s: %s", pattern, who, reply.Status)
			}
		}
		if strings.HasPrefix(pattern, "POST ") {
			for _, from := range []string{"cross-site", "same-site"} {
				reply := ask(pattern, "the teacher", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", from) })
				if reply.StatusCode != http.StatusForbidden {
					t.Errorf("%s from another site: %s", pattern, reply.Status)
				}
			}
		} else if reply := ask(pattern, "the teacher", func(*http.Request) {}); reply.StatusCode == http.StatusForbidden {
			t.Errorf("%s by the teacher: %s", pattern, reply.Status)
		}
	}
	if guarded < 50 {
		t.Errorf("only %d routes are for the teacher", guarded)
	}
}
