package pages_test

import (
	"bytes"
	"html"
	"image/png"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"

	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/site/browsertest"
	"menace/cmd/menace/internal/words"
	"menace/menace/arena"
)

// linkOf returns the link on the page of a machine to share.
func linkOf(t *testing.T, page string) string {
	t.Helper()
	found := regexp.MustCompile(`id="link" value="([^"]*)"`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("no link in %s", page)
	}
	return html.UnescapeString(found[1])
}

// TestShare sends a machine to another laboratory by its link, which the QR code holds too. The page shows what it is
// before anything is kept, and then keeps the same beads under another name.
func TestShare(t *testing.T) {
	t.Parallel()
	s, to := machinestest.New(t), machinestest.New(t)
	link := linkOf(t, s.Get("/agents/a/share"))
	picture, err := png.Decode(bytes.NewReader(s.Ask("GET", "/agents/a/qr.png", nil).Body.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(picture)
	if err != nil {
		t.Fatal(err)
	}
	read, err := qrcode.NewQRCodeReader().Decode(bitmap, nil)
	if err != nil || read.GetText() != link {
		t.Errorf("the code holds %v, %v; the link is %s", read, err, link)
	}
	form := url.Values{"link": {link}, "name": {"arrived"}}
	w := to.Ask("POST", "/shared", form)
	for _, want := range []string{"It has played 100 games.", "So far nothing is kept.", `class="all-boxes"`} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("no %q in %s", want, w.Body)
		}
	}
	if names, _ := to.DB.Names(t.Context()); !slices.Equal(names, []string{"a"}) {
		t.Errorf("opening a link has stored %v", names)
	}
	to.Post("/shared/keep", form)
	was, err := s.DB.Load(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	is, err := to.DB.Load(t.Context(), "arrived")
	if err != nil || !slices.Equal(is.Machine.Counts(), was.Machine.Counts()) || is.Career.Tally != was.Career.Tally {
		t.Errorf("another machine was kept: %v", err)
	}
	if w := to.Ask("POST", "/shared/keep", form); w.Code != 422 || !strings.Contains(w.Body.String(), "already a machine") {
		t.Errorf("keeping it twice: status %d", w.Code)
	}
	for _, hostile := range []string{"", "#m=", link[:len(link)/2], "#m=" + strings.Repeat("A", 50_000)} {
		w := to.Ask("POST", "/shared", url.Values{"link": {hostile}})
		if alerts := strings.Count(w.Body.String(), `id="wrong-file"`); w.Code != 422 || alerts != 1 {
			t.Errorf("a hostile link: status %d with %d messages", w.Code, alerts)
		}
	}
}

// TestAddMachine merges a machine with the one in a link, and refuses the machine itself.
func TestAddMachine(t *testing.T) {
	t.Parallel()
	s := machinestest.New(t)
	a, err := s.DB.Load(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	s.Train("b", a.Machine.Rules(), 30)
	link := linkOf(t, s.Get("/agents/b/share"))
	for name, form := range map[string]url.Values{
		"linked": {"link": {link}}, "stored": {"machine": {"b"}},
	} {
		form.Set("name", name)
		s.Post("/agents/a/add", form)
		if n := s.Games(name); n != 130 {
			t.Errorf("%s has played %d games, want 130", name, n)
		}
	}
	for wrong, form := range map[string]url.Values{
		"share games": {"machine": {"a"}, "name": {"x"}}, "already a machine": {"machine": {"b"}, "name": {"b"}},
		"choose a file": {"name": {"x"}}, "damaged or incomplete": {"link": {"nonsense"}, "name": {"x"}},
	} {
		if w := s.Ask("POST", "/agents/a/add", form); w.Code != 422 ||
			!strings.Contains(strings.ToLower(w.Body.String()), wrong) {
			t.Errorf("%s: status %d: %s", wrong, w.Code, w.Body)
		}
	}
}

// TestTaught plays three games, and looks at the box and at the machine without the last game. Without it, the machine
// loses to perfect play as often as before.
func TestTaught(t *testing.T) {
	t.Parallel()
	s := machinestest.New(t)
	var before string
	for range 3 {
		a, err := s.DB.Load(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		loss := arena.Measure(a.Machine, a.Machine.Rules().Plays, a.Career.Tally).Perfect.Loss
		before = words.Percent(loss)
		s.Post("/agents/a/new", url.Values{"learn": {"on"}})
		s.PlayOut("a")
	}
	page := s.Get("/agents/a/taught?box=1&game=3")
	for _, want := range []string{"1 game is left out.", "2 games are played again", "<td>" + before + "</td>",
		`href="/agents/a/games/2"`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in %s", want, page)
		}
	}
	if page := s.Get("/agents/a/taught?game=77"); !strings.Contains(page, "learned from no such game") {
		t.Errorf("without a game that there is not: %s", page)
	}
}

// TestBrowserLink opens a link in a browser, which sends no server the part after #, and keeps the machine.
func TestBrowserLink(t *testing.T) {
	t.Parallel()
	s, w := window(t)
	link := linkOf(t, s.Get("/agents/a/share"))
	_, mark, _ := strings.Cut(link, "#")
	w.Visit("/")
	w.Do(browsertest.Evaluate(`location.hash = "` + mark + `"`))
	w.Until(`document.querySelector("h1")?.textContent === "A machine from a link"`)
	w.Press("Keep it")
	w.Until(`location.pathname === "/agents/shared"`)
	if n := s.Games("shared"); n != 100 {
		t.Errorf("it has played %d games", n)
	}
}
