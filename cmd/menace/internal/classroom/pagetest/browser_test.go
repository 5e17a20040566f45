package pagetest

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"menace/cmd/menace/internal/machines/labtest"
	"menace/menace"
)

// browserPath returns the path of a browser. Without a browser the test is skipped, unless MENACE_BROWSER requires one.
func browserPath(t testing.TB) string {
	t.Helper()
	switch {
	case testing.Short():
		t.Skip("takes seconds")
	case os.Getenv("MENACE_BROWSER") == "none":
		t.Skip("MENACE_BROWSER excludes browser tests")
	}
	for _, name := range browsers {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("MENACE_BROWSER") != "" {
		t.Fatal("MENACE_BROWSER requires Chromium, which is not installed")
	}
	t.Skip("Chromium is not installed, so the page is not tested in a browser")
	return ""
}

// browsers lists possible browsers. The headless shell, here Debian's, is the same browser without windows, and runs
// the tests in half the time.
var browsers = []string{"/usr/lib/chromium/chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"}

// window is a window of a browser that shows a page of a laboratory.
type window struct {
	*testSite
	address string
	context context.Context
	profile cdp.BrowserContextID // its cookies
}

// open opens a window on a new laboratory. Errors in it, and requests to other sites, fail the test.
func open(t *testing.T) *window {
	path := browserPath(t)
	s := newSite(t)
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	t.Cleanup(s.server.Close)
	return windowOn(s, server.URL, path)
}

// windowOn opens a window on a laboratory at an address.
func windowOn(s *testSite, address, path string) *window {
	launched.Do(func() { launch(s.T, path) })
	profile := newProfile(s, target.CreateBrowserContextParams{})
	w := &window{s, address, browser, profile}
	return w.on(chromedp.WithTargetID(newTab(s, profile)))
}

// newProfile creates a profile of the browser, which is deleted when the test ends.
func newProfile(t testing.TB, settings target.CreateBrowserContextParams) cdp.BrowserContextID {
	made, err := chromedp.CallBrowser(browser, target.CreateBrowserContext, settings)
	if err != nil {
		t.Fatal(err)
	}
	id := made.BrowserContextID
	t.Cleanup(func() {
		chromedp.CallBrowser(browser, target.DisposeBrowserContext, target.DisposeBrowserContextParams{BrowserContextID: id})
	})
	return id
}

// newTab creates a tab in a window by itself, because a background tab is not drawn.
func newTab(t testing.TB, profile cdp.BrowserContextID) target.ID {
	made, err := chromedp.CallBrowser(browser, target.CreateTarget, target.CreateTargetParams{URL: "about:blank",
		BrowserContextID: profile, NewWindow: new(true)})
	if err != nil {
		t.Fatal(err)
	}
	return made.TargetID
}

// browser is shared by all tests, because it takes long to start. Each test has its own profile.
var (
	launched sync.Once
	browser  context.Context
	quit     = func() {}
)

// launch starts the browser.
func launch(t testing.TB, path string) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.WindowSize(1280, 720),
		chromedp.Flag("host-resolver-rules", "MAP "+fromOutside+" 127.0.0.1"))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, free := chromedp.NewExecAllocator(context.Background(), options...)
	begun, end := chromedp.NewContext(allocator)
	browser, quit = begun, func() { end(); free() }
	if err := chromedp.Do(browser); err != nil {
		t.Fatal(err)
	}
}

// TestMain ends the browser.
func TestMain(m *testing.M) {
	code := m.Run()
	quit()
	os.Exit(code)
}

// refusal matches the console message for a page that reports a mistake, is missing or is not allowed.
var refusal = regexp.MustCompile(`status of (403|404|422)`)

// lostConnection matches the console message for cut connections.
var lostConnection = regexp.MustCompile(`net::ERR_(INCOMPLETE_CHUNKED_ENCODING|CONNECTION_(REFUSED|RESET))`)

// another opens another window of the same browser.
func (w *window) another() *window { return w.on(chromedp.WithExistingBrowserContext(w.profile)) }

// on opens a window on an existing tab, or on a new one.
func (w *window) on(which chromedp.ContextOption) *window {
	ctx, end := chromedp.NewContext(w.context, which)
	w.Cleanup(end)
	if err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, w.address) && e.Request.URL != "about:blank" {
				w.Errorf("the page loads %s", e.Request.URL)
			}
		case *runtime.EventExceptionThrown:
			w.Errorf("a script fails: %s", &chromedp.ExceptionError{ExceptionDetails: e.ExceptionDetails})
		case *log.EventEntryAdded:
			expected := refusal.MatchString(e.Entry.Text) || w.cut.Load() && lostConnection.MatchString(e.Entry.Text)
			if e.Entry.Level == log.EntryLevelError && !expected {
				w.Errorf("the console shows %s", e.Entry.Text)
			}
		}
	}); err != nil {
		w.Fatal(err)
	}
	return &window{w.testSite, w.address, ctx, w.profile}
}

// passing matches the errors of an action whose element was replaced between finding and using it, or whose page left.
var passing = regexp.MustCompile("node with given id|Inspected target navigated")

// do performs actions.
func (w *window) do(actions ...action) {
	w.Helper()
	for _, a := range actions {
		perform(w, a)
	}
}

// action is an action without a result.
type action = chromedp.Action[chromedp.Void]

// perform returns the result of an action. It repeats one that fails because the page changes meanwhile.
func perform[T any](w *window, a chromedp.Action[T]) T {
	w.Helper()
	ctx, end := context.WithTimeout(w.context, labtest.Patience)
	defer end()
	value, err := chromedp.Run(ctx, a)
	for err != nil && passing.MatchString(err.Error()) {
		value, err = chromedp.Run(ctx, a)
	}
	if err != nil {
		w.Fatal(err)
	}
	return value
}

// call is an action that sends a command to the browser.
func call[P, R any](command cdp.Command[P, R], params P) action {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, command, params)
		return err
	})
}

// goTo is an action that reports the events of a tab, treats it as the one with the focus, and goes to an address.
func goTo(address string) action {
	return chromedp.Steps(call(network.Enable, network.EnableParams{}), call(log.Enable, cdp.Empty{}),
		call(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}),
		chromedp.Navigate(address))
}

// sized is an action that gives a window a size in pixels.
func sized(width, height int64, scale float64, mobile bool) action {
	return call(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width,
		Height: height, DeviceScaleFactor: scale, Mobile: mobile})
}

// preferring is an action that gives a page preferences of its user, as names and values.
func preferring(names ...string) action {
	var all []*emulation.MediaFeature
	for one := range slices.Chunk(names, 2) {
		all = append(all, &emulation.MediaFeature{Name: one[0], Value: one[1]})
	}
	return call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: all})
}

// evaluate is an action that evaluates an expression and ignores its value.
func evaluate(expression string) action { return chromedp.Evaluate[chromedp.Void](expression) }

// visit goes to a page and, if it is a machine's, waits until its stream is open.
func (w *window) visit(path string) {
	w.Helper()
	w.do(goTo(w.address + path))
	w.until(`!document.querySelector("[data-live]") || document.querySelector("[data-live]").dataset.live == "on"`)
}

// ask evaluates an expression.
func ask[T any](w *window, expression string) T {
	w.Helper()
	return perform(w, chromedp.Evaluate[T](expression))
}

// until waits until an expression is true.
func (w *window) until(expression string) {
	w.Helper()
	for began := time.Now(); time.Since(began) < labtest.Patience; time.Sleep(20 * time.Millisecond) {
		if ask[bool](w, expression) {
			return
		}
	}
	w.Fatalf("timed out waiting for %s; the page says %s", expression, w.says())
}

// says returns the messages on the page.
func (w *window) says() string {
	return ask[string](w, `document.querySelector('[role="status"]').textContent`)
}

// press presses the button with this name.
func (w *window) press(name string) {
	w.Helper()
	w.do(chromedp.Click(fmt.Sprintf(`//button[normalize-space()=%q]`, name)))
}

// over reports whether no square can be chosen.
const over = `!document.querySelector("[data-square]:enabled")`

// pieces lists what is on the squares.
const pieces = `[...document.querySelectorAll("[data-square]")].map((b) => b.className.replace(/ ` +
	`?(lit|won|last)/g, "")).join(",")`

// move presses squares until the first possible move is made: one square, or a pawn and its target.
func (w *window) move(press func(square string)) {
	w.Helper()
	before := ask[string](w, pieces)
	const free = `!!document.querySelector("[name=move]:enabled")`
	if !ask[bool](w, free) {
		press(ask[string](w, `document.querySelector("[name=from]:enabled").dataset.square`))
		w.until(free)
	}
	press(ask[string](w, `document.querySelector("[name=move]:enabled").dataset.square`))
	w.until(fmt.Sprintf(`%s != %q`, pieces, before))
}

// click clicks on a square.
func (w *window) click(square string) {
	w.Helper()
	w.do(chromedp.Click(chromedp.CSS(`[data-square="` + square + `"]`)))
}

// playOut makes the first possible move until the game is over.
func (w *window) playOut(press func(square string)) {
	w.Helper()
	for !ask[bool](w, over) {
		w.move(press)
	}
}

// TestBrowserGame plays a game with the mouse and one with the keyboard. The changes that the page shows must be those
// of the stored boxes.
func TestBrowserGame(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.visit("/agents/a")
	for how, move := range map[string]func(string){
		"mouse":    w.click,
		"keyboard": func(square string) { w.do(chromedp.KeyEvent(square)) },
	} {
		before := w.Games("a")
		beads := w.opening()
		w.playOut(move)
		w.until(`document.querySelector('[role="status"]').textContent.includes("MENACE now loses")`)
		if n := w.Games("a"); n != before+1 {
			t.Errorf("by %s: %d games after %d", how, n, before)
		}
		a, err := w.DB.Load(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		games, err := w.DB.Games(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		reward := map[string]int64{"win": 3, "draw": 1, "loss": -1}[games[len(games)-1].Result]
		if now := w.opening(); now != beads+reward {
			t.Errorf("by %s: the opening box has %d beads, after %d and a game that ended with a %s", how, now, beads,
				games[len(games)-1].Result)
		}
		w.until(fmt.Sprintf(`document.querySelector('[data-box="0"]').title.endsWith(" %d beads")`, w.opening()))
		w.press("New game")
		w.until("!(" + over + ")")
	}
	if n := ask[int](w, `document.querySelectorAll("[data-box].drawn").length`); n != 1 {
		t.Errorf("%d boxes are marked as drawn", n)
	}
}

// opening returns the number of beads in the opening box of the machine a.
func (w *window) opening() int64 {
	a, err := w.DB.Load(w.Context(), "a")
	if err != nil {
		w.Fatal(err)
	}
	box, _ := a.Machine.Box(0)
	return box.Total()
}

// TestBrowserTraining trains live and stops half-way. After a reload everything must be there, and another window must
// show the same.
func TestBrowserTraining(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.visit("/agents/a")
	other := w.another()
	other.visit("/agents/a")
	w.do(chromedp.SetValue(chromedp.CSS(`#train [name="games"]`), "100000"), // for minutes, on a busy computer too
		chromedp.SetValue(chromedp.CSS(`[name="pace"]`), "games"))
	w.press("Train")
	const games = `document.querySelector(".tiles dd").textContent`
	seen := map[string]bool{}
	for len(seen) < 8 {
		seen[ask[string](w, games)] = true
	}
	other.press("Stop")
	for _, each := range []*window{w, other} {
		each.until(`document.querySelector('[data-part="progress"]').textContent.startsWith("Stopped after ")`)
	}
	stored := w.Games("a")
	if stored <= 100 || stored >= 100100 {
		t.Errorf("got %d games", stored)
	}
	for _, each := range []*window{w, other} {
		each.until(fmt.Sprintf(`%s == (%d).toLocaleString("en")`, games, stored))
	}
	w.do(chromedp.Reload())
	w.until(fmt.Sprintf(`%s == (%d).toLocaleString("en")`, games, stored))
	w.press("Hint")
	other.until(`document.querySelector('[role="status"]').textContent.includes("The perfect player plays")`)
}

// TestBrowserViews checks every page of machines, narrow and wide, light and dark.
func TestBrowserViews(t *testing.T) {
	t.Parallel()
	w := open(t)
	for _, name := range []string{"her", "him"} {
		rules, _ := menace.Preset(name)
		rules.OnEmpty = menace.Restock
		w.Train(name, rules, 30)
	}
	w.PlayOut("a")
	w.look(without, "/", "/new", "/agents/a", "/agents/her",
		"/agents/him",
		"/agents/a?position=x../.o./...#found-box", "/agents/a/delete",
		"/agents/a/games", "/agents/a/games/1?move=3", "/kit", "/kit/kit.pdf?box=3&groups=x", "/nowhere", "/class")
}

// pictured reports whether a page has pictures.
type pictured bool

const with, without pictured = true, false

// look checks pages, each loaded in a narrow window, which then becomes wide.
func (w *window) look(pictures pictured, pages ...string) {
	w.Helper()
	for _, page := range pages {
		w.resize(360)
		w.visit(page)
		for _, width := range []int64{360, 1280} {
			w.resize(width)
			w.fits(page, width, pictures)
		}
	}
}

// resize sets the width of the window, which is that of a phone if it is narrow.
func (w *window) resize(width int64) {
	w.Helper()
	w.do(sized(width, 720, 1, width < 500))
}

// fits checks the page in the window, light and dark, without loading it again: nothing may be wider than the window,
// pictures must be loaded and as light or dark as the page, and axe-core must find nothing, if MENACE_AXE names its
// file.
func (w *window) fits(page string, width int64, pictures pictured) {
	w.Helper()
	for _, scheme := range []string{"light", "dark"} {
		w.do(preferring("prefers-color-scheme", scheme, "prefers-reduced-motion", "reduce"))
		if pictures == with {
			w.until(fmt.Sprintf(`%s && [...document.images].some((image) => image.currentSrc.includes("dark=on")) == `+
				`%v`, drawnAll, scheme == "dark"))
		}
		if got := ask[int64](w, "document.documentElement.scrollWidth"); got > width {
			w.Errorf("%s, %s, is %d pixels wide in a window of %d", page, scheme, got, width)
		}
		w.check(page, scheme, width)
	}
}

// TestBrowserFits checks that in a window of 1280 by 720 all boxes of a machine and everything beside them are visible,
// and that nothing moves when training is announced.
func TestBrowserFits(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.visit("/agents/a")
	fits := func(when string) {
		t.Helper()
		if hidden := ask[[]string](w, `[...document.querySelectorAll(".bench > *")].filter((c) => c.scrollHeight > `+
			`c.clientHeight).map((c) => c.className)`); len(hidden) > 0 {
			t.Errorf("%s parts are hidden of %v", when, hidden)
		}
	}
	const places = `[...document.querySelectorAll("#training, [name=games], #train .main, #position, ` +
		`[data-part=curve]")].map((e) => { const r = e.getBoundingClientRect(); return [r.x, r.y, ` +
		`r.width].join(" "); }).join("\n")`
	fits("at rest")
	before := ask[string](w, places)
	w.playOut(func(square string) { w.do(chromedp.KeyEvent(square)) })
	w.until(`document.querySelectorAll(".list tbody tr").length > 0`)
	fits("after a game")
	if now := ask[string](w, places); now != before {
		t.Errorf("after a game the positions are\n%s\nand before they were\n%s", now, before)
	}
	w.press("Train")
	w.until(`document.querySelector('[data-part="progress"]').textContent.startsWith("Trained ")`)
	fits("after a training")
	if now := ask[string](w, places); now != before {
		t.Errorf("after training the positions are\n%s\nand before they were\n%s", now, before)
	}
	w.do(sized(853, 480, 1, false))
	const below = `[...document.querySelectorAll(".bench .board.large, .opened .tray, .opened .counts")].filter((e) => ` +
		`e.getBoundingClientRect().bottom > innerHeight).map((e) => e.className.baseVal ?? e.className)`
	w.press("New game")
	w.until(`!!document.querySelector(".opened .tray")`)
	if all := ask[[]string](w, below); len(all) > 0 {
		t.Errorf("enlarged to 150 %%, the page shows %v only after scrolling", all)
	}
}

// TestBrowserRules checks that the rules of the game are wholly visible on a machine's page.
func TestBrowserRules(t *testing.T) {
	t.Parallel()
	w := lessonOf(t, "her")
	w.become(w.room.teacher())
	const cut = `(() => {
		document.querySelector(".play .rules").open = true;
		const text = document.querySelector(".play .rules p"), r = text.getBoundingClientRect();
		text.scrollIntoView({ block: "center" });
		const column = text.closest(".play").getBoundingClientRect();
		return Math.max(r.right - column.right, column.left - r.left, document.documentElement.scrollWidth - innerWidth);
	})()`
	for _, size := range [][2]int64{{390, 844}, {853, 480}, {1280, 720}, {1920, 1080}} {
		w.do(sized(size[0], size[1], 1, false))
		w.visit("/agents/her")
		if pixels := ask[float64](w.window, cut); pixels > 0 {
			t.Errorf("in a window of %v, %v pixels of the rules are cut off", size, pixels)
		}
	}
}

// check runs axe-core on a page. In a wide and light window it covers everything. In a narrow or a dark one it skips
// all but the first boxes of a bucket, because they are alike, and in the dark, where only colours change, it covers
// only these.
func (w *window) check(page, scheme string, width int64) {
	axe, err := os.ReadFile(os.Getenv("MENACE_AXE"))
	if err != nil && os.Getenv("MENACE_BROWSER") != "" {
		w.Fatal(err)
	}
	if len(axe) == 0 {
		return
	}
	if !ask[bool](w, `"axe" in window`) {
		w.do(evaluate(string(axe) + ";0"))
	}
	where, rules, least := "document", "", 10
	if scheme == "dark" || width < 500 {
		where = `{ exclude: [".boxes [data-box]:nth-child(n+9)"] }`
	}
	if scheme == "dark" {
		rules, least = `, runOnly: ["cat.color"]`, 1
	}
	type results struct {
		Passed     int
		Violations []any
	}
	found := perform(w, chromedp.Evaluate[results](
		`axe.run(`+where+`, { resultTypes: ["violations"]`+rules+` }).then((r) => ({ Passed: r.passes.length, `+
			`Violations: r.violations.map((v) => [v.id, v.nodes.map((n) => n.html + " " + n.failureSummary)]) }))`,
		chromedp.EvalAwaitPromise))
	if found.Passed < least || len(found.Violations) > 0 {
		w.Errorf("%s, %s, %d pixels wide: axe-core passes %d checks; violations: %v", page, scheme, width,
			found.Passed, found.Violations)
	}
}
