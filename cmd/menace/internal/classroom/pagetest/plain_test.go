package pagetest

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"menace/menace"
)

// expert lists words that pages may show only inside a details element.
var expert = []string{"agent", "restock", "worst case", "most losses", "noisy:", "search:", "orbit", "minimax",
	"canonical", "ply",
	"replicate", "both learn", "preset", "on-empty", "loses to perfect", "wins against random"}

var (
	detail = regexp.MustCompile(`(?s)<details[^>]*>(?:[^<]|<(?:[^/d]|/[^d]|d[^e]|/d[^e]|de[^t]|/de[^t]))*</details>`)
	tag    = regexp.MustCompile(`<[^>]*>`)
	unseen = regexp.MustCompile(`(?s)<(?:head|datalist|noscript)\b.*?</(?:head|datalist|noscript)>`)
)

// notation matches positions such as x../.o./... .
var notation = regexp.MustCompile(`(?i)[xo.wb]{3}/[xo.wb]{3}/[xo.wb]{3}`)

// checkPlain checks that a page has no expert words outside details elements.
func checkPlain(t *testing.T, name, page string) {
	t.Helper()
	text := unseen.ReplaceAllString(page, "")
	for shorter := ""; shorter != text; {
		shorter, text = text, detail.ReplaceAllString(text, "")
	}
	if strings.Contains(text, "details") {
		t.Fatalf("%s: a details element was not removed: %s", name, text)
	}
	text = strings.ToLower(tag.ReplaceAllString(text, " "))
	for _, word := range expert {
		if regexp.MustCompile(`\b` + word).MatchString(text) {
			t.Errorf("%s shows %q", name, word)
		}
	}
	if found := notation.FindString(text); found != "" {
		t.Errorf("%s shows the position %s", name, found)
	}
}

// TestPlainPages checks pages of a fresh, a trained and a bankrupt machine.
func TestPlainPages(t *testing.T) {
	s := newSite(t)
	s.Train("fresh", menace.Michie(), 0)
	filled, _ := menace.Preset("restock")
	s.Train("trained", filled, 3000)
	poor := menace.Michie()
	poor.Beads, poor.Loss = [4]int64{1, 1, 1, 1}, -1000
	s.Train("poor", poor, 1000)
	pages := []string{"/", "/new", "/class"}
	for _, name := range []string{"fresh", "trained", "poor"} {
		if name != "poor" {
			s.PlayOut(name)
		}
		for _, page := range []string{"", "/games", "/delete", "/projector"} {
			pages = append(pages, "/agents/"+name+page)
		}
	}
	for _, page := range pages {
		checkPlain(t, page, s.Get(page))
	}
	for _, page := range []string{"/nowhere", "/agents/ghost", "/agents/a/games/9"} {
		checkPlain(t, page, s.Ask("GET", page, nil).Body.String())
	}
	for path, form := range map[string]url.Values{
		"/agents/a/rename": {"to": {"fresh"}}, "/agents/a/copy": {"to": {"a b"}}, "/agents/a/new": {"opposite": {"ghost"}},
		"/agents/a/train": {"opponent": {"ghost"}, "games": {"10"}}, "/agents/poor/train": {"opponent": {"random"},
			"games": {"10"}}, "/agents": {"name": {"a"}}, "/agents/ghost/delete": {}, "/import": {},
	} {
		checkPlain(t, path, s.Ask("POST", path, form).Body.String())
	}
}

// TestPlainClass checks pages of a class for everybody, including their error messages.
func TestPlainClass(t *testing.T) {
	for _, machine := range []string{"a", "her"} {
		s := newSite(t).withHer()
		l := classroomOf(s, machine)
		ann := l.pupil("Ann")
		l.pupil("Ben")
		page := func(who person, method, path string, form url.Values) {
			t.Helper()
			checkPlain(t, method+" "+path, l.Ask(method, path, form, carrying(who)).Body.String())
		}
		l.class.Machine().Match(1).View(t.Context())
		for range 2 {
			for _, path := range []string{ann.home, ann.home + "/boxes", ann.home + "/boxes?position=.../.../...#found-box",
				"/join", l.door(), "/class", ann.home + "/nowhere"} {
				page(ann, "GET", path, nil)
			}
			page(ann, "POST", ann.home+"/move", url.Values{"move": {"x"}})
			page(ann, "POST", ann.home+"/move", url.Values{"move": {"1-9"}})
			page(ann, "POST", l.door(), url.Values{"nickname": {"Ben"}})
			for _, path := range []string{"/class", "/class/phone", l.at(""), l.at("/pupils/2"), l.at("/reset"), l.at("/delete"),
				l.at("/nowhere"), l.at("/pupils/99"), ann.home, l.at("/projector"), l.at("/projector/boxes")} {
				page(l.teacher(), "GET", path, nil)
			}
			page(l.teacher(), "POST", "/class", url.Values{"name": {"7a"}, "machine": {"her"}})
			page(l.teacher(), "POST", l.at("/copy"), url.Values{"to": {"a"}})
			page(l.teacher(), "POST", l.at("/pupils/2/rename"), url.Values{"nickname": {"Ann"}})
			page(l.teacher(), "POST", l.at("/pupils/2/remove"), nil)
			l.set("locked", false)
			page(l.teacher(), "POST", "/agents/"+machine+"/delete", nil)
			page(l.teacher(), "POST", l.at("/nonsense"), nil)
			page(l.removed(), "GET", l.door(), nil)
			page(person{}, "GET", "/class", nil)
			page(person{}, "GET", "/play/99", nil)
			page(person{}, "GET", "/join/WRONG", nil)
			page(person{}, "GET", "/teacher/WRONG", nil)
			l.class.Machine().Match(1).Resign(t.Context()) // pages show more after a game
		}
	}
}
