package exhibit_test

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"menace/cmd/menace/internal/exhibit"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/site/sitetest"
	"menace/data"
	"menace/data/datatest"
	"menace/menace/match"
)

// museum is an exhibit in a test, with a clock of its own.
type museum struct {
	*sitetest.Site
	exhibit *exhibit.Exhibit
	live    *live.Machines
	db      *data.DB
	now     time.Time
	noted   []string
}

var settings = exhibit.Settings{Machine: "museum", Idle: time.Minute, Languages: []string{"en", "de"}, Season: "none"}

// open opens the exhibit with the database in a file.
func open(t *testing.T, file string, s exhibit.Settings) *museum {
	t.Helper()
	db := datatest.Open(t, file)
	m := &museum{db: db, live: live.NewMachines(db), now: time.Now()}
	note := func(format string, args ...any) { m.noted = append(m.noted, fmt.Sprintf(format, args...)) }
	e, err := exhibit.New(t.Context(), db, m.live, s, note)
	if err != nil {
		t.Fatal(err)
	}
	pages, err := e.Site(note)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pages.EndStreams)
	m.exhibit, m.Site = e, &sitetest.Site{T: t, Handler: e.Handler(pages)}
	return m
}

// after lets time pass.
func (m *museum) after(d time.Duration) {
	m.now = m.now.Add(d)
	m.exhibit.Tick(m.T.Context(), m.now)
}

// press presses a button, and returns the page then.
func (m *museum) press(address string, form url.Values) string {
	if to := m.Post(address, form); to != "/" {
		m.T.Errorf("%s leads to %s", address, to)
	}
	return m.Get("/")
}

var free = regexp.MustCompile(`name="move" value="([0-9]+)"[^>]*aria-label="[^"]*"(>)`)

// game returns the visitor's game.
func (m *museum) game() *match.Game {
	machine, err := m.live.ByName(m.T.Context(), "museum")
	if err != nil {
		m.T.Fatal(err)
	}
	return machine.Match(live.Host).View(m.T.Context()).Game
}

// visit plays a game to its end, always on the first square that is free.
func (m *museum) visit() {
	m.Post("/touch", nil)
	if m.game().Over() {
		m.Post("/new", nil)
	}
	for g := m.game(); !g.Over(); g = m.game() {
		m.Post("/move", url.Values{"move": {g.Graph().MovesFrom(g.Position())[0].String()}})
	}
}

// games returns the number of games that are stored with a machine, or −1.
func (m *museum) games(name string) int {
	a, err := m.db.Load(m.T.Context(), name)
	if err != nil {
		return -1
	}
	games, err := m.db.Games(m.T.Context(), a)
	if err != nil {
		m.T.Fatal(err)
	}
	return len(games)
}

// visitors is the number of visitors of a day, a multiple of 10: 1,000 with MENACE_VISITORS=1000.
func visitors(t *testing.T) int {
	t.Helper()
	text := os.Getenv("MENACE_VISITORS")
	if text == "" {
		return 50
	}
	n, err := strconv.Atoi(text)
	if err != nil || n%10 != 0 {
		t.Fatalf("MENACE_VISITORS is %q", text)
	}
	return n
}

// TestDay simulates a museum's day. Many visitors play, some of them again at once, and some walk off in the middle of
// a game. In the middle of the day the power fails: the files of the database are taken as they are at that moment. In
// the evening a season has ended twice.
func TestDay(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := settings
	all := visitors(t)
	s.Season = strconv.Itoa(2 * all / 5)
	m := open(t, filepath.Join(folder, "day.db"), s)
	played := 0
	receive := func(visitors int) {
		for n := range visitors {
			m.visit()
			played++
			if n%20 == 3 { // a game that nobody finishes
				m.press("/new", nil)
				m.after(2 * s.Idle)
				if page := m.Get("/"); !strings.Contains(page, `class="invite"`) {
					t.Fatalf("nobody has touched the screen for two minutes: %s", page)
				}
			}
		}
	}
	receive(all / 2)
	if got := m.games("museum") + max(0, m.games("museum-season-1")); got != played {
		t.Fatalf("%d games are stored of %d", got, played)
	}

	after := filepath.Join(folder, "after.db")
	for _, suffix := range []string{"", "-wal"} {
		content, err := os.ReadFile(filepath.Join(folder, "day.db"+suffix))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(after+suffix, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	m = open(t, after, s)
	if got := m.games("museum") + m.games("museum-season-1"); got != played {
		t.Errorf("after the power cut %d games are stored of %d", got, played)
	}
	receive(all / 2)
	m.after(2 * s.Idle)
	for name, want := range map[string]int{"museum-season-1": 2 * all / 5, "museum-season-2": 2 * all / 5,
		"museum": all / 5, "museum-season-3": -1} {
		if got := m.games(name); got != want {
			t.Errorf("%s has %d games, want %d", name, got, want)
		}
	}
	page := m.Get("/")
	if n := strings.Count(page, "<polyline points="); !strings.Contains(page, "Season 3.") || n < 3 {
		t.Errorf("the page shows %d curves: %s", n, page)
	}
	if len(m.noted) > 0 {
		t.Errorf("it notes %v", m.noted)
	}
	copies, _ := filepath.Glob(filepath.Join(folder, "after.db-backups", "*.db"))
	if len(copies) != 1 {
		t.Fatalf("the copies of the day are %v", copies)
	}
	if names, _ := datatest.Open(t, copies[0]).Names(t.Context()); !slices.Contains(names, "museum") {
		t.Errorf("the copy has the machines %v", names)
	}
}

// TestIdle checks that after the idle time game, score and language are as at first, that until then they stay, and
// that the machine learns nothing from games that it shows while nobody plays.
func TestIdle(t *testing.T) {
	t.Parallel()
	m := open(t, "", settings)
	m.after(0)
	if page := m.Get("/"); !strings.Contains(page, `class="invite"`) || free.FindString(page) != "" {
		t.Errorf("nobody plays: %s", page)
	}
	m.visit()
	m.now = time.Now()
	german := m.press("/speak", url.Values{"language": {"de"}})
	if !strings.Contains(german, `lang="de"`) || !strings.Contains(german, "Neues Spiel") {
		t.Errorf("not in German: %s", german)
	}
	m.press("/speak", url.Values{"language": {"xx"}})
	m.after(59 * time.Second)
	if now := m.Get("/"); now != german {
		t.Errorf("after 59 seconds the page has changed to %s", now)
	}
	m.after(2 * time.Second)
	for range 100 {
		m.after(time.Second)
	}
	page := m.Get("/")
	if !strings.Contains(page, `lang="en"`) || !strings.Contains(page, `class="invite"`) {
		t.Errorf("after the idle time: %s", page)
	}
	if n := m.games("museum"); n != 1 {
		t.Errorf("%d games are stored, want that of the visitor", n)
	}
	a, err := m.db.Load(t.Context(), "museum")
	if err != nil || a.Career.Tally.Games() != 1 {
		t.Errorf("the machine has learned from %d games, %v", a.Career.Tally.Games(), err)
	}
	page = m.press("/touch", nil)
	if strings.Contains(page, "Neues Spiel") || free.FindString(page) == "" {
		t.Errorf("the next visitor finds %s", page)
	}
}

// TestNoWayOut checks that every address leads to the page, that the page has no links, and that every control is a
// button.
func TestNoWayOut(t *testing.T) {
	t.Parallel()
	m := open(t, "", settings)
	m.after(0)
	played := func() string { m.visit(); return m.Get("/") }
	for _, page := range []string{m.Get("/"), m.press("/touch", nil), played()} {
		for _, way := range []string{"<a ", "<select", "<area", "<iframe", "<input type=\"text", "target=", "onclick"} {
			if strings.Contains(page, way) {
				t.Errorf("the page has %s", way)
			}
		}
		for _, action := range regexp.MustCompile(`(?:form)?action="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			if !slices.Contains([]string{"/speak", "/move", "/new", "/touch", "/"}, action[1]) {
				t.Errorf("a form leads to %s", action[1])
			}
		}
	}
	before := m.games("museum")
	addresses := []string{"/agents/museum", "/agents", "/new", "/class", "/language", "/language/de", "/figures", "/kit",
		"/search", "/agents/museum/delete", "/agents/museum/export", "/move", "/touch", "/shared", "//evil.example/",
		"/../agents/museum", "/?position=.../.../...", "/nonsense"}
	for _, address := range addresses {
		for _, method := range []string{"GET", "POST", "PUT", "DELETE"} {
			if method == "POST" && (address == "/move" || address == "/touch") {
				continue
			}
			w := m.Ask(method, address, url.Values{"name": {"other"}})
			home := w.Code == http.StatusOK && strings.Contains(w.Body.String(), `class="exhibit"`)
			if to := w.Header().Get("Location"); to != "/" && !home {
				t.Errorf("%s %s: status %d, to %q", method, address, w.Code, to)
			}
		}
	}
	if names, _ := m.db.Names(t.Context()); !slices.Equal(names, []string{"museum"}) || m.games("museum") != before {
		t.Errorf("there are machines %v, and %d games after %d", names, m.games("museum"), before)
	}
	if page := m.Ask("POST", "/move", url.Values{"move": {"99"}}).Body.String(); strings.Contains(page, "<a ") {
		t.Errorf("an error leads away: %s", page)
	}
}

// TestMonday checks that a season ends with the week, but not before anybody has played, and that a kill between its
// two steps loses nothing.
func TestMonday(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "menace.db")
	s := settings
	s.Season = "monday"
	m := open(t, file, s)
	m.after(8 * 24 * time.Hour)
	if m.games("museum-season-1") != -1 {
		t.Error("a season has ended in which nobody has played")
	}
	m.visit()
	m.now = time.Now()
	m.after(8 * 24 * time.Hour)
	if m.games("museum-season-1") != 1 || m.games("museum") != 0 {
		t.Errorf("a week later: season 1 has %d games, season 2 %d", m.games("museum-season-1"), m.games("museum"))
	}
	if err := m.db.Rename(t.Context(), "museum", "museum-season-2"); err != nil { // and then it is killed
		t.Fatal(err)
	}
	m = open(t, file, s)
	a, err := m.db.Load(t.Context(), "museum")
	if err != nil {
		t.Fatal(err)
	}
	first, err := m.db.Load(t.Context(), "museum-season-1")
	if err != nil || a.Machine.Rules() != first.Machine.Rules() || a.Career.Tally.Games() != 0 {
		t.Errorf("it goes on with another machine: %v", err)
	}
}

// TestMessagesHaveNoSchool checks that nobody meets words of school or codes at an exhibition.
func TestMessagesHaveNoSchool(t *testing.T) {
	t.Parallel()
	m := open(t, "", settings)
	m.after(0)
	pages := strings.ToLower(m.Get("/") + m.press("/touch", nil) + m.Get("/"))
	for _, word := range []string{"teacher", "pupil", "class ", "classroom", "join", "nickname", "lesson plan"} {
		if at := strings.Index(pages, word); at >= 0 {
			t.Errorf("the page says %q: …%s…", word, pages[max(0, at-60):at+60])
		}
	}
}
