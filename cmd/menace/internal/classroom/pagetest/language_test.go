package pagetest

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"golang.org/x/net/html"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/site/browsertest"
	"menace/menace"
)

// TestLanguages walks through all pages of a class in each language. No text of an English page may be on the same page
// in another language, unless its translation is the same, and no text may contain common English words.
func TestLanguages(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	same := map[string][]*regexp.Regexp{}
	for _, l := range language.All()[1:] {
		same[l.Tag] = sameIn(t, l.Tag)
	}
	for _, machine := range []string{"a", "her", "poor"} {
		t.Run(machine, func(t *testing.T) {
			t.Parallel()
			s := newSite(t).withHer()
			poor := menace.Michie()
			poor.Beads, poor.Loss = [4]int64{1, 1, 1, 1}, -1000
			s.Train("poor", poor, 1000)
			c := classroomOf(s, machine)
			walk(c, machine, func(who person, method, path string, form url.Values) {
				t.Helper()
				var english []string
				for _, l := range language.All() {
					if err := c.class.SetLanguage(t.Context(), l.Tag); err != nil {
						t.Fatal(err)
					}
					answer := c.Ask(method, path, form, carrying(who), func(r *http.Request) {
						r.Header.Set("Accept-Language", l.Tag)
					})
					if answer.Code == http.StatusSeeOther { // such as from the page of a removed pupil
						return
					}
					page := answer.Body.String()
					if !strings.Contains(page, `<html lang="`+l.Tag+`"`) {
						t.Errorf("%s %s is not in %s", method, path, l.Tag)
					}
					texts := textsOf(t, page)
					if l == language.English {
						english = texts
						continue
					}
					for _, text := range texts {
						kept := slices.Contains(english, text) && !slices.ContainsFunc(same[l.Tag],
							func(r *regexp.Regexp) bool { return r.MatchString(text) })
						if kept || isEnglish(text) {
							t.Errorf("%s: %s %s says %q", l.Tag, method, path, text)
						}
					}
				}
			})
		})
	}
}

// TestChooseLanguage checks who chooses the language of a page: the form of a new class or the browser that sends it, the
// teacher later, and each pupil for one browser and one class.
func TestChooseLanguage(t *testing.T) {
	t.Parallel()
	l := newClassroom(t)
	in := func(tag, path string, who person, change ...func(*http.Request)) {
		t.Helper()
		page := l.Ask("GET", path, nil, append(change, carrying(who))...).Body.String()
		if !strings.Contains(page, `<html lang="`+tag+`"`) {
			t.Errorf("%s is not in %s", path, tag)
		}
	}
	spanish := func(r *http.Request) { r.Header.Set("Accept-Language", "es-MX, en;q=0.5") }
	opened := func(name string, form url.Values) string {
		form.Set("name", name)
		form.Set("machine", "her")
		return l.Ask("POST", "/class", form, carrying(l.teacher()), spanish).Header().Get("Location")
	}
	in("es", "/class", l.teacher(), spanish)
	in("es", opened("7b", url.Values{}), l.teacher())
	in("fr", opened("7c", url.Values{"language": {"fr"}}), l.teacher(), spanish)
	ann, ben := l.pupil("Ann"), l.pupil("Ben")
	in("en", ann.home, ann, spanish)
	l.Ask("POST", l.at("/language"), url.Values{"language": {"de"}}, carrying(l.teacher()))
	for _, path := range []string{l.at(""), l.at("/projector"), "/agents/a"} {
		in("de", path, l.teacher(), spanish)
	}
	w := l.Ask("GET", ann.home+"?language=fr", nil, carrying(ann))
	cookie := w.Result().Cookies()[0]
	if w.Header().Get("Location") != ann.home || cookie.Path != l.door() {
		t.Errorf("the choice leads to %s, and its cookie is %v", w.Header().Get("Location"), cookie)
	}
	in("fr", ann.home, ann, func(r *http.Request) { r.AddCookie(cookie) })
	in("de", ben.home, ben)
	if w := l.Ask("GET", l.door()+"?code=12&language=fr", nil); w.Header().Get("Location") != l.door()+"?code=12" {
		t.Errorf("the choice leads to %s", w.Header().Get("Location"))
	}
	if w := l.Ask("POST", l.at("/language"), url.Values{"language": {"xx"}}, carrying(l.teacher())); w.Code != http.StatusNotFound {
		t.Errorf("an unknown language: status %d", w.Code)
	}
	in("en", "/agents/a", l.teacher(), func(*http.Request) { l.server.Classes().Close(t.Context(), l.class.ID()) })
}

// walk asks for all pages of a class against a machine, at several times of its life, and a few if the machine is poor.
func walk(c *openClass, machine string, page func(who person, method, path string, form url.Values)) {
	ann, ben, teacher := c.pupil("Ann"), c.pupil("Ben"), c.teacher()
	glance := func() {
		for _, who := range []person{ann, ben} {
			page(who, "GET", who.home, nil)
			page(who, "GET", c.door(), nil)
		}
		page(teacher, "GET", c.at(""), nil)
		page(teacher, "GET", c.at("/projector"), nil)
		page(teacher, "GET", c.at("/pupils/2"), nil)
	}
	if machine == "poor" {
		glance()
		return
	}
	box := regexp.MustCompile(`\?position=[^"#]*`).FindString(c.Ask("GET", ann.home+"/boxes", nil, carrying(ann)).Body.String())
	look := func() {
		glance()
		page(ann, "GET", ann.home+"/boxes", nil)
		page(ann, "GET", ann.home+"/boxes"+box, nil)
		page(ann, "GET", ann.home+"/nowhere", nil)
		page(ann, "GET", "/class", nil)
		for _, path := range []string{"/class", "/class/phone", c.at("/reset"), c.at("/delete"), c.at("/nowhere"),
			c.at("/projector/boxes"), "/agents/" + machine, "/agents/" + machine + box} {
			page(teacher, "GET", path, nil)
		}
	}
	look()
	for _, name := range strings.Fields("hint move undo undo move hint new move move move move move new new new new") {
		form := url.Values{}
		if can := machinestest.Moves(c.Ask("GET", ann.home, nil, carrying(ann)).Body.String()); len(can) > 0 && name == "move" {
			form.Set("move", can[0])
		}
		c.Ask("POST", ann.home+"/"+name, form, carrying(ann))
		page(ann, "GET", ann.home, nil)
		page(teacher, "GET", c.at("/projector"), nil)
	}
	look()
	form := func(name, value string) url.Values { return url.Values{name: {value}, "key": {rand.Text()}} }
	c.Ask("POST", ann.home+"/move", form("move", "1-9"), carrying(ann))
	page(ann, "GET", ann.home, nil)
	for _, nickname := range []string{"Ben", " ", strings.Repeat("x", 21)} {
		page(ann, "POST", c.door(), form("nickname", nickname))
	}
	page(ann, "POST", c.door(), url.Values{"nickname": {"Eva"}})
	for _, path := range []string{"/join", "/join/123456", c.door() + "?code=" + c.class.Code(), "/play/99", "/teacher/WRONG"} {
		page(person{}, "GET", path, nil)
	}
	page(person{}, "POST", "/join", nil)
	page(teacher, "POST", "/class", url.Values{"name": {"7a"}, "machine": {"her"}})
	page(teacher, "POST", "/class", url.Values{"name": {" "}, "machine": {"her"}})
	page(teacher, "POST", "/class", url.Values{"name": {"7b"}, "machine": {"machine:x"}})
	page(teacher, "POST", c.at("/delete"), nil)
	page(teacher, "POST", c.at("/copy"), form("to", "a"))
	page(teacher, "POST", c.at("/copy"), form("to", "a b"))
	page(teacher, "POST", c.at("/pupils/2/rename"), form("nickname", "Ann"))
	for _, do := range []string{"place", "pause", "remove"} {
		if err := c.class.Manage(c.Context(), 2, do, ""); err != nil {
			c.Fatal(err)
		}
		glance()
	}
	page(ben, "POST", c.door(), form("nickname", "Ben"))
	for _, setting := range []string{"names", "animals", "paused", "locked"} {
		c.set(setting, true)
		glance()
	}
	page(ben, "POST", c.door(), form("nickname", ""))
	if _, err := c.class.Reset(c.Context(), true); err != nil {
		c.Fatal(err)
	}
	c.set("paused", false)
	look()
	c.set("paper", true)
	for _, results := range []string{"", "WLLDL", "WW"} {
		for _, r := range results {
			c.Ask("POST", ann.home+"/"+string(r), form("known", fmt.Sprint(len(c.class.State().Pupils[0].Paper))), carrying(ann))
		}
		glance()
	}
	c.set("paper", false)
	page(teacher, "GET", c.at("/trial"), nil)
	if _, err := c.class.BeginTrial(c.Context(), true); err != nil {
		c.Fatal(err)
	}
	look()
	if err := c.class.Reveal(c.Context()); err != nil {
		c.Fatal(err)
	}
	look()
}

// common matches common English words.
var common = regexp.MustCompile(`(?i)(?:^|[^\pL])(the|and|of|with|your|you|this|that|its?|is|not|for|from|at|by|box(es)?|beads?|games?|` +
	`moves?|squares?|wins?|won|lost|drew|draws?|plays?|learns?|learned|back|class|pupils?|teacher)(?:$|[^\pL])`)

// names matches what is the same in all languages: names, also of positions such as AT, addresses, and words without
// two letters.
var names = regexp.MustCompile(`^[A-Z]{1,2} \d [XO./]{11}|English Deutsch français español|[xoXOBW./]{11}|Matchbox Educable Noughts And Crosses Engine|Hexapawn \w+ Robot|\b(MENACE|HER|HIM|menace|her|poor|Ann|Ben|7a|` +
	`http\S+|localhost|\S+/join|\w)\b`)

// isEnglish reports whether a text holds common English words beside names. It judges each text once, since most are on
// many pages.
func isEnglish(text string) bool {
	verdict, ok := judged.Load(text)
	if !ok {
		verdict = common.MatchString(names.ReplaceAllString(text, ""))
		judged.Store(text, verdict)
	}
	return verdict.(bool)
}

var judged sync.Map

// textsOf returns the texts on a page and in its attributes, without names. Code words and texts that are marked as
// another language's are left out.
func textsOf(t *testing.T, page string) (texts []string) {
	t.Helper()
	document, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	note := func(text string) {
		text = strings.Join(strings.Fields(text), " ")
		if strings.ContainsFunc(names.ReplaceAllString(text, ""), unicode.IsLetter) {
			texts = append(texts, text)
		}
	}
	own := "" // tag of the page's language
	var visit func(*html.Node)
	visit = func(n *html.Node) {
		for _, a := range n.Attr {
			switch a.Key {
			case "lang":
				if n.Data == "html" {
					own = a.Val
				} else if a.Val != own {
					return
				}
			case "class":
				if a.Val == "numbers rules" { // the settings of a machine, with code words
					return
				}
			case "title", "aria-label", "alt", "placeholder", "data-silence", "data-unsent":
				note(a.Val)
			}
		}
		if n.Type == html.TextNode {
			note(n.Data)
		}
		for child := range n.ChildNodes() {
			if !slices.Contains([]string{"code", "script", "style", "noscript"}, child.Data) {
				visit(child)
			}
		}
	}
	visit(document)
	return texts
}

// sameIn returns patterns for texts that are the same in English and another language: parts of messages between tags,
// and animals.
func sameIn(t *testing.T, tag string) (same []*regexp.Regexp) {
	messages := map[string]any{}
	for _, folder := range []string{"../../../../internal/language", "../../*/language", "../../*/*/language"} {
		files, err := filepath.Glob(filepath.Join(folder, tag, "messages.json"))
		if err != nil || files == nil {
			t.Fatalf("%s: no messages, %v", folder, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err == nil {
				err = json.Unmarshal(text, &messages) // adds to the others
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	place := regexp.MustCompile(`\\\{\w+\\\}`)
	for english, translated := range messages {
		between := regexp.MustCompile(` *<[^>]*> *`)
		if strings.HasPrefix(english, "Otter ") {
			between = regexp.MustCompile(` `)
		}
		forms, ok := translated.(map[string]any)
		if !ok {
			forms = map[string]any{"other": translated}
		}
		for _, form := range forms {
			for _, part := range between.Split(fmt.Sprint(form), -1) {
				pattern := place.ReplaceAllString(regexp.QuoteMeta(part), ".+")
				if slices.Contains(between.Split(english, -1), part) && strings.ContainsFunc(pattern, unicode.IsLetter) {
					same = append(same, regexp.MustCompile("^"+pattern+"$"))
				}
			}
		}
	}
	return same
}

// cutOff is an expression: texts that are wider than the element that shows them.
const cutOff = `[...document.querySelectorAll("button, a, p, h1, h2, label, summary, td, th, li, dt, dd, .tray text")].filter((e) => ` +
	`e.checkVisibility() && e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent.trim())`

// TestBrowserLanguages looks at the pages of a class on a narrow phone in each language. Nothing may be wider than the
// phone, or than the element that shows it. On a projector, nothing may cover anything else.
func TestBrowserLanguages(t *testing.T) {
	t.Parallel()
	w := openLesson(t)
	class, door := w.room.class, w.room.door()
	for _, l := range language.All() {
		if err := class.SetLanguage(t.Context(), l.Tag); err != nil {
			t.Fatal(err)
		}
		w.Do(browsertest.Call(network.Enable, network.EnableParams{}), browsertest.Call(network.SetExtraHTTPHeaders,
			network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": l.Tag}}))
		w.become(person{})
		w.Resize(360)
		fits := func(page string) {
			if got := browsertest.Ask[int](w.window, "document.documentElement.scrollWidth"); got > 360 {
				t.Errorf("%s: %s is %d pixels wide", l.Tag, page, got)
			}
			if got := browsertest.Ask[string](w.window, "document.documentElement.lang"); got != l.Tag {
				t.Errorf("%s is in %s, not in %s", page, got, l.Tag)
			}
			if cut := browsertest.Ask[[]string](w.window, cutOff); len(cut) > 0 {
				t.Errorf("%s: %s cuts off %q", l.Tag, page, cut)
			}
		}
		for _, page := range []string{"/join", "/join/123456", "/play/99", "/class", door + "?code=" + class.Code()} {
			w.Visit(page)
			fits(page)
		}
		w.nickname("Maximiliane-" + l.Tag)
		fits("the page of a pupil")
		for !browsertest.Ask[bool](w.window, machinestest.Over) {
			machinestest.Move(w.window.Window, w.tap)
			fits("the page of a pupil")
		}
		w.Visit(door)
		fits(door)
		w.become(w.room.teacher())
		for _, page := range []string{w.room.at(""), w.room.at("/pupils/1"), "/class", "/class/phone", w.room.at("/reset")} {
			w.Visit(page)
			fits(page)
		}
		w.Do(browsertest.Sized(1280, 720, 1, false))
		for range 2 {
			w.Visit(w.room.at("/projector"))
			if covered := browsertest.Ask[[]string](w.window, overlaps); len(covered) > 0 {
				t.Errorf("%s: on the projector these overlap or are off the screen: %v", l.Tag, covered)
			}
			m := class.Machine().Match(len(class.State().Pupils))
			for v := m.View(t.Context()); !v.Game.Over(); v = m.View(t.Context()) {
				if err := m.Play(t.Context(), v.Game.Graph().MovesFrom(v.Game.Position())[0]); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestBrowserChoice checks that the choice of a pupil, and that of the teacher, reach the pages that are open.
func TestBrowserChoice(t *testing.T) {
	t.Parallel()
	w := openLesson(t)
	spoken := func(p classWindow, tag, prompt string) {
		t.Helper()
		p.Until(fmt.Sprintf(`document.documentElement?.lang == %q && document.body && (document.querySelector("[data-live]")?.dataset.live ?? "on")`+
			` == "on" && document.body.textContent.includes(%q)`, tag, prompt))
	}
	german, _ := language.Find("de")
	french, _ := language.Find("fr")
	pupil, other := w.elsewhere(), w.elsewhere()
	pupil.comeIn("Ann")
	other.comeIn("Ben")
	pupil.follow(french.Format.Name)
	spoken(pupil, "fr", french.Text("Somebody else"))
	machinestest.Move(pupil.window.Window, pupil.tap)
	spoken(pupil, "fr", french.Text("Somebody else"))
	w.become(w.room.teacher())
	w.Visit(w.room.at(""))
	w.Do(chromedp.Click(chromedp.CSS("details.pop summary")), chromedp.SetValue(chromedp.CSS(`[name="language"]`), "de"))
	w.Press("Change")
	spoken(w, "de", german.Text("Come in"))
	spoken(other, "de", german.Text("Somebody else"))
	spoken(pupil, "fr", french.Text("Somebody else"))
	pupil.follow(german.Format.Name)
	spoken(pupil, "de", german.Text("Somebody else"))
}
