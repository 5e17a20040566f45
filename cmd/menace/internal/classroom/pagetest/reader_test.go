package pagetest

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"menace/cmd/internal/language"
	"menace/menace"
)

// TestReadersLanguage follows every link from the start page in each language, as a browser does that asks for it, looks
// at every other page, and makes mistakes of each kind. No page or film may hold common English words, except in code
// words and in what it marks as English.
func TestReadersLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for _, l := range language.All()[1:] {
		t.Run(l.Tag, func(t *testing.T) {
			t.Parallel()
			s := newSite(t).withHer()
			s.Train("poor", menace.Michie(), 100)
			s.Post("/agents/a/move", url.Values{"move": {"5"}})
			s.Post("/agents/a/resign", nil)
			asks := func(r *http.Request) { r.Header.Set("Accept-Language", l.Tag+", en;q=0.5") }
			seen, pages, films := map[string]bool{}, 0, 0
			var look func(method, address string, form url.Values, change ...func(*http.Request)) (status int)
			look = func(method, address string, form url.Values, change ...func(*http.Request)) (status int) {
				answer := s.Ask(method, address, form, append(change, asks)...)
				status = answer.Code
				if to := answer.Header().Get("Location"); to != "" {
					address, answer = to, s.Ask("GET", to, nil, asks)
				}
				if path.Ext(address) == ".bin" {
					films++
					for _, text := range textsOf(t, captions(t, answer.Body)) {
						if isEnglish(text) {
							t.Errorf("%s says %q", address, text)
						}
					}
				}
				if !strings.HasPrefix(answer.Header().Get("Content-Type"), "text/html") {
					return status
				}
				page := answer.Body.String()
				pages++
				if strings.Contains(page, "<html") && !strings.Contains(page, `<html lang="`+l.Tag+`"`) {
					t.Errorf("%s is not in %s", address, l.Tag)
				}
				for _, text := range textsOf(t, page) {
					if isEnglish(text) {
						t.Errorf("%s says %q", address, text)
					}
				}
				for _, link := range linksOn(t, page, address) {
					if key := kindOf(link); !seen[key] && !strings.HasPrefix(link.Path, "/language/") {
						seen[key] = true
						look("GET", link.String(), nil)
					}
				}
				return status
			}
			look("GET", "/", nil)
			for _, wrong := range []string{
				"/nowhere", "/agents/nobody", "/agents/a?position=x", "/figures/nothing", "/figures/learning?paper=x&against=y",
				"/figures/beads?position=x", "/kit/kit.pdf?box=x&groups=0", "/kit/kit.pdf?machine=stored:nobody",
				"/search?game=tictactoe&depth=x", "/search/exercise?seed=x&answer1=x",
			} {
				look("GET", wrong, nil)
			}
			look("POST", "/agents", url.Values{"name": {"a b"}, "win": {"x"}, "plays": {"third"}, "seed": {"-1"}})
			look("POST", "/agents", url.Values{"name": {"a"}})
			look("POST", "/import", nil)
			for _, pattern := range s.server.Routes() {
				if one := requests()[pattern]; method(pattern) == "GET" && path.Base(one.path) != "events" {
					look("GET", one.path, nil)
				}
			}
			for want, failing := range map[int]func() int{
				http.StatusForbidden: func() int {
					return look("POST", "/agents", nil, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") })
				},
				http.StatusMisdirectedRequest: func() int {
					return look("GET", "/", nil, func(r *http.Request) { r.Host = "evil.example" })
				},
				http.StatusNotFound: func() int { return look("POST", "/figures", nil) },
			} {
				if got := failing(); got != want {
					t.Errorf("got the status %d, want %d", got, want)
				}
			}
			s.Lock(func() int { return look("POST", "/agents", url.Values{"name": {"late"}, "preset": {"her"}}) })()
			look("POST", "/agents/a/train", url.Values{"games": {"x"}, "opponent": {"nobody"}})
			if pages < 100 || films < 2 {
				t.Errorf("only %d pages and %d films", pages, films)
			}
		})
	}
}

// captions returns what a film says, as HTML.
func captions(t *testing.T, file io.Reader) string {
	t.Helper()
	unpacked, err := gzip.NewReader(file)
	var film struct{ Captions, Findings []string }
	if err == nil {
		err = json.NewDecoder(unpacked).Decode(&film)
	}
	if err != nil || len(film.Captions) == 0 {
		t.Errorf("a film has no captions: %v", err)
	}
	return strings.Join(append(film.Captions, film.Findings...), "<br>")
}

// TestChosenLanguage checks that a language chosen at the foot of a page stays, and that machines of an open class
// follow the class.
func TestChosenLanguage(t *testing.T) {
	t.Parallel()
	l := newClassroom(t)
	from := func(r *http.Request) { r.Header.Set("Referer", "http://"+r.Host+"/guide?language=en&x=1") }
	w := l.Ask("GET", "/language", nil, from)
	for _, link := range linksOn(t, w.Body.String(), "/language") {
		if strings.HasPrefix(link.Path, "/language/fr") {
			w = l.Ask("GET", link.String(), nil)
		}
	}
	if to := w.Header().Get("Location"); to != "/guide?x=1" {
		t.Errorf("the choice leads to %s", to)
	}
	cookies := w.Result().Cookies()
	if len(cookies) != 1 || cookies[0].MaxAge < 86400 || cookies[0].Path != "/" {
		t.Fatalf("got the cookies %v", cookies)
	}
	for _, back := range []string{"http://evil.example/x", "//evil.example/x", "/%2Fevil.example", "javascript:x", "x", ""} {
		w := l.Ask("GET", "/language/fr?back="+url.QueryEscape(back), nil)
		if to := w.Header().Get("Location"); to != "/" {
			t.Errorf("the way back to %q leads to %s", back, to)
		}
	}
	if got := l.Ask("GET", "/language/xx", nil).Code; got != http.StatusNotFound {
		t.Errorf("an unknown language: status %d", got)
	}
	chose := func(r *http.Request) { r.AddCookie(cookies[0]); r.Header.Set("Accept-Language", "de") }
	for path, want := range map[string]string{"/": "fr", "/new": "fr", "/nowhere": "fr", "/class": "fr", "/agents/a": "en"} {
		page := l.Ask("GET", path, nil, carrying(l.teacher()), chose).Body.String()
		if !strings.Contains(page, `<html lang="`+want+`"`) {
			t.Errorf("%s is not in %s", path, want)
		}
	}
}

// linksOn returns the links on a page to other pages of the site, except for those that name a language.
func linksOn(t *testing.T, page, address string) (links []*url.URL) {
	t.Helper()
	base, _ := url.Parse("http://laboratory" + address)
	document, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range document.Descendants() {
		if n.Data != "a" || slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "download" }) {
			continue
		}
		for _, a := range n.Attr {
			if a.Key != "href" {
				continue
			}
			if link, err := base.Parse(a.Val); err != nil {
				t.Errorf("%s links to %s: %v", address, a.Val, err)
			} else if link.Host == base.Host && link.Query().Get("language") == "" {
				links = append(links, &url.URL{Path: link.Path, RawQuery: link.RawQuery})
			}
		}
	}
	return links
}

// kindOf names the links of which one is enough: those to the same page, which differ in the values of their query,
// unless it names a game.
func kindOf(link *url.URL) string {
	var names []string
	for name := range link.Query() {
		names = append(names, name)
	}
	slices.Sort(names)
	if strings.HasPrefix(link.Path, "/docs/") {
		return "a document"
	}
	return link.Path + "?" + strings.Join(names, "&") + " " + link.Query().Get("game")
}
