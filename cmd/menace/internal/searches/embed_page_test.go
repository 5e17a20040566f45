package searches

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/site/sitetest"
)

// TestEmbed checks that only the pages and pictures below /embed/ may be shown by the other sites that were named.
func TestEmbed(t *testing.T) {
	for _, origins := range [][]string{nil, {"https://course.example.org"}} {
		server := site.New(site.Config{Name: "menace", Embed: origins})
		if err := server.Add(Pages(server)); err != nil {
			t.Fatal(err)
		}
		s := &sitetest.Site{T: t, Handler: server.Handler()}
		for address, embedded := range map[string]bool{
			"/embed/steps?step=3": true, "/embed/tree": true, "/embed/tree.svg": true, "/embed/exercise": true,
			"/search": false, "/search/tree.svg": false, "/search/course": false,
		} {
			w := s.Ask("GET", address, nil)
			policy := w.Header().Get("Content-Security-Policy")
			_, ancestors, _ := strings.Cut(policy, "frame-ancestors ")
			ancestors, _, _ = strings.Cut(ancestors, ";")
			want, resource := "'self'", "same-origin"
			if embedded && origins != nil {
				want, resource = "'self' https://course.example.org", "cross-origin"
			}
			got := w.Header().Get("Cross-Origin-Resource-Policy")
			if w.Code != http.StatusOK || ancestors != want || got != resource {
				t.Errorf("%s: status %d, ancestors %q, want %q, %s", address, w.Code, ancestors, want, got)
			}
			if strings.HasPrefix(address, "/embed/") && strings.Contains(w.Body.String(), "<header") {
				t.Errorf("%s has a header", address)
			}
		}
	}
}

// TestReadOnly checks that a site for everybody has these pages, leads to them, and takes any host name.
func TestReadOnly(t *testing.T) {
	server := site.New(site.Config{Name: "menace", ReadOnly: true})
	private := site.Pages{Name: "private", Routes: map[string]site.Handler{
		"GET /secret": func(w http.ResponseWriter, _ *http.Request) error { return nil },
	}, Navigation: []site.Entry{{Name: Pages(server).Navigation[0].Titles[0], Address: "/secret"}}}
	for _, p := range []site.Pages{private, Pages(server)} {
		if err := server.Add(p); err != nil {
			t.Fatal(err)
		}
	}
	s := &sitetest.Site{T: t, Handler: server.Handler()}
	host := func(r *http.Request) { r.Host = "trees.example.org" }
	for address, want := range map[string]int{
		"/search/course/minimax": http.StatusOK, "/secret": http.StatusNotFound, "/": http.StatusSeeOther,
	} {
		if w := s.Ask("GET", address, nil, host); w.Code != want || strings.Contains(w.Body.String(), `href="/secret"`) {
			t.Errorf("%s: status %d, want %d, or a link to what it does not have", address, w.Code, want)
		}
	}
}

// TestHiddenAnswers checks that an exercise with hidden answers says nothing about them, and ends with a code.
func TestHiddenAnswers(t *testing.T) {
	s := newSite(t)
	// By hand: H, I and L are cut off, and 4 inner positions and 5 leaves visited. The second answer is wrong.
	const address = "/embed/exercise?game=tree&tree=A(B(8+5)+C(4+9+6)+D(7+2+3))&ask=cuts,counts&hide=on&answer1=H+I+L"
	code := regexp.MustCompile(`code is (\d-\d-[A-Z2-9]{4}-[A-Z2-9]{4})`)
	page := s.Get(address + "&answer2=9+4&student=Ada")
	found := code.FindStringSubmatch(page)
	if found == nil || !strings.HasPrefix(found[1], "1-2-") {
		t.Fatalf("got the code %q", found)
	}
	for _, told := range []string{"right</b>", "wrong-answer", "1 of 2 right", "answers.pdf", "Another exercise"} {
		if strings.Contains(page, told) {
			t.Errorf("the page has %q", told)
		}
	}
	for _, less := range []string{"&student=Ada", "&answer2=9+4", "&answer2=9+4&student=+"} {
		if code.MatchString(s.Get(address + less)) {
			t.Errorf("there is a code already with %s", less)
		}
	}
}
