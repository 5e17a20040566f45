package pagetest

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"menace/cmd/menace/internal/machines/agents"
	"menace/menace"
)

// TestPreview checks that the code for a lost place, which the teacher sees, works once, and that nothing but a click
// spends it: not its link, which programs that preview links follow too, and not a page of another site.
func TestPreview(t *testing.T) {
	l := newClassroom(t)
	old := l.pupil("Ann")
	teacher := carrying(l.teacher())
	at := l.Ask("POST", l.at("/pupils/1/place"), nil, teacher).Header().Get("Location")
	found := regexp.MustCompile(`code <b>([0-9 ]+)</b>`).FindStringSubmatch(l.Ask("GET", at, nil, teacher).Body.String())
	code := l.class.State().Pupils[0].PlaceCode
	if len(code) != 10 || found == nil || strings.ReplaceAll(found[1], " ", "") != code {
		t.Errorf("the code for a place is %s, and %s shows %v", code, at, found)
	}
	for _, method := range []string{"GET", "HEAD"} {
		for _, from := range []string{"", "none", "cross-site", "same-origin"} {
			for _, query := range []string{"", "?again"} {
				w := l.Ask(method, "/join/"+code+query, nil, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", from) })
				if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `name="code" value="`+code+`"`) {
					t.Errorf("%s from %q: status %d: %s", method, from, w.Code, w.Body)
				}
			}
		}
	}
	if w := l.Ask("GET", old.home, nil, carrying(old)); w.Code != http.StatusOK {
		t.Errorf("the pupil is locked out: status %d", w.Code)
	}
	w := l.Ask("POST", "/join", url.Values{"code": {found[1]}})
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != old.home {
		t.Errorf("a click: status %d, leads to %s", w.Code, w.Header().Get("Location"))
	}
	if w := l.Ask("POST", "/join", url.Values{"code": {found[1]}}); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("the code works twice: status %d", w.Code)
	}
	if w := l.Ask("GET", old.home, nil, carrying(old)); w.Code != http.StatusSeeOther {
		t.Errorf("the old browser can still play: status %d", w.Code)
	}
}

// TestPicturesElsewhere checks that a page of another site, in a browser at a school, can try no codes, and so neither
// finds one nor uses up those of its visitors.
func TestPicturesElsewhere(t *testing.T) {
	l := newClassroom(t)
	l.Handler = l.server.Handler() // in which all come from one address
	code := l.class.Code()
	for n := range 100 {
		for _, path := range []string{fmt.Sprintf("/join/%08d?again", n), fmt.Sprintf("/play/1?code=%08d", n), "/join/" + code + "?again",
			"/play/1?code=" + code} {
			for name, value := range map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image", "Origin": "http://evil.example"} {
				w := l.Ask("GET", path, nil, func(r *http.Request) {
					r.Header.Del("Sec-Fetch-Site")
					r.Header.Set(name, value)
				})
				if page := w.Body.String(); w.Code == http.StatusSeeOther || strings.Contains(page, "nickname") ||
					strings.Contains(page, "wrong") || strings.Contains(page, "not the code") {
					t.Fatalf("%s with %s: status %d: %s", path, name, w.Code, page)
				}
			}
		}
	}
	if n := l.server.Classes().Guessed(); n != 0 {
		t.Errorf("%d wrong codes are counted", n)
	}
	if w := l.Ask("GET", "/join/"+code+"?again", nil); w.Code != http.StatusSeeOther {
		t.Errorf("a visitor's own code: status %d: %s", w.Code, w.Body)
	}
}

var joining = flag.Int("pupils", 20, "how many pupils join in TestJoinBesideGuessers; SECURITY.md promises it for 200")

// TestJoinBesideGuessers lets pupils behind one address join by typing the code, each at the first attempt and all within
// two minutes, while 31 browsers beside them guess as fast as they can, and others without cookies.
func TestJoinBesideGuessers(t *testing.T) {
	pupils := *joining
	if testing.Short() {
		pupils = min(pupils, 4)
	}
	l := newClassroom(t)
	l.Handler = l.server.Handler() // in which all come from one address
	if _, err := agents.Make(t.Context(), l.DB, "b", menace.Michie(), 1); err != nil {
		t.Fatal(err)
	}
	rooms := []*openClass{l, l.another("7b", "b")}
	at := l.serve()
	ctx, enough := context.WithCancel(t.Context())
	var guessers sync.WaitGroup
	var guesses atomic.Int64
	for n := range 40 {
		browser := browserOf(t)
		if n >= 31 {
			browser.Jar = nil
		}
		guessers.Go(func() {
			for code := n; ctx.Err() == nil; code += 40 {
				reply, err := browser.PostForm(at+"/join", url.Values{"code": {fmt.Sprintf("%08d", code)}})
				if err != nil {
					t.Error(err)
					return
				}
				reply.Body.Close()
				guesses.Add(1)
			}
		})
	}
	began := time.Now()
	for n := range pupils {
		room, browser := rooms[n%2], browserOf(t)
		visit(t, browser, at+"/join", nil)
		code := room.class.Code()
		status, page, door := visit(t, browser, at+"/join", url.Values{"code": {code[:4] + " " + code[4:]}})
		if status != http.StatusOK || !strings.Contains(page, "nickname") {
			t.Fatalf("pupil %d after %d guesses: %s", n, guesses.Load(), page)
		}
		if _, page, home := visit(t, browser, door.String(), filled(page, fmt.Sprint("pupil ", n))); !strings.HasPrefix(home.Path, door.Path+"/") {
			t.Fatalf("pupil %d after %d guesses: %s", n, guesses.Load(), page)
		}
	}
	took := time.Since(began)
	t.Logf("%d pupils joined in %v beside %d guesses", pupils, took, guesses.Load())
	if pupils == 200 && took > 2*time.Minute {
		t.Errorf("200 pupils joined in %v, want at most two minutes", took)
	}
	enough()
	guessers.Wait()
	if l.server.Classes().Guessed() == 0 {
		t.Error("the teacher does not see that somebody guesses")
	}
	page := l.Ask("GET", l.at(""), nil, carrying(l.teacher())).Body.String()
	if !strings.Contains(page, "Somebody is trying out codes") {
		t.Errorf("the teacher sees %s", page)
	}
	before := l.class.Code()
	l.Ask("POST", l.at("/code"), url.Values{}, carrying(l.teacher()))
	if l.class.Code() == before {
		t.Error("the teacher cannot draw a new code")
	}
}
