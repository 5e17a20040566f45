// Package browsertest opens pages of a site in a browser, for tests. Begin with [Serve] or [Open].
package browsertest

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// patience is the time limit for one action or condition, not for a whole test. It is far more than either takes on a
// busy computer.
const patience = 2 * time.Minute

// path returns the path of a browser. Without a browser the test is skipped, unless MENACE_BROWSER requires one.
func path(t testing.TB) string {
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

// browsers lists possible browsers. The headless shell, here the one of Debian, is the same browser without windows,
// and runs the tests in half the time.
var browsers = []string{"/usr/lib/chromium/chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"}

// Window is a window of a browser that shows a page of a site.
type Window struct {
	*testing.T
	Address string // of the site
	tab     context.Context
	profile cdp.BrowserContextID // its cookies
	cut     *atomic.Bool
}

// Page is a window, or a struct that embeds one.
type Page interface{ window() *Window }

func (w *Window) window() *Window { return w }

// Open opens a window on a site at an address. Windows do not share cookies. Errors in the window and requests to other
// sites fail the test, but if cut is not nil, connections may fail while it is true.
func Open(t *testing.T, address string, cut *atomic.Bool) *Window {
	t.Helper()
	Launch(t)
	if cut == nil {
		cut = new(atomic.Bool)
	}
	profile := NewProfile(t, target.CreateBrowserContextParams{})
	w := &Window{t, address, browser, profile, cut}
	return w.on(chromedp.WithTargetID(newTab(t, profile)))
}

// Serve serves a site to a window. When the test ends, it calls end, which must end all streams, and then closes the
// server.
func Serve(t *testing.T, site http.Handler, end func()) *Window {
	t.Helper()
	Launch(t)
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	t.Cleanup(end)
	return Open(t, server.URL, nil)
}

// NewProfile creates a profile of the browser, which is deleted when the test ends.
func NewProfile(t testing.TB, settings target.CreateBrowserContextParams) cdp.BrowserContextID {
	made, err := chromedp.CallBrowser(browser, target.CreateBrowserContext, settings)
	if err != nil {
		t.Fatal(err)
	}
	id := made.BrowserContextID
	t.Cleanup(func() {
		chromedp.CallBrowser(browser, target.DisposeBrowserContext,
			target.DisposeBrowserContextParams{BrowserContextID: id})
	})
	return id
}

// NewTab opens a tab with a profile.
func NewTab(t testing.TB, profile cdp.BrowserContextID) (context.Context, context.CancelFunc) {
	return chromedp.NewContext(browser, chromedp.WithTargetID(newTab(t, profile)))
}

// newTab creates a tab in its own window, because a background tab is not drawn.
func newTab(t testing.TB, profile cdp.BrowserContextID) target.ID {
	made, err := chromedp.CallBrowser(browser, target.CreateTarget, target.CreateTargetParams{URL: "about:blank",
		BrowserContextID: profile, NewWindow: new(true)})
	if err != nil {
		t.Fatal(err)
	}
	return made.TargetID
}

// The browser is shared by all tests, because it takes long to start. Each test has its own profile.
var (
	launched sync.Once
	browser  context.Context
	quit     = func() {}
)

// Outside is an address of this computer on the network. Browsers trust it less than 127.0.0.1.
const Outside = "192.0.2.1"

// Launch starts the browser unless it runs. Without a browser the test is skipped, unless MENACE_BROWSER requires one.
func Launch(t testing.TB) {
	t.Helper()
	file := path(t)
	launched.Do(func() {
		options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(file),
			chromedp.WindowSize(1280, 720), chromedp.Flag("host-resolver-rules", "MAP "+Outside+" 127.0.0.1"))
		if os.Geteuid() == 0 {
			options = append(options, chromedp.NoSandbox)
		}
		allocator, free := chromedp.NewExecAllocator(context.Background(), options...)
		begun, end := chromedp.NewContext(allocator)
		browser, quit = begun, func() { end(); free() }
		if err := chromedp.Do(browser); err != nil {
			t.Fatal(err)
		}
	})
}

// Main runs tests, and then ends the browser. Call it from TestMain.
func Main(m *testing.M) {
	os.Unsetenv("MENACE_DB")
	code := m.Run()
	quit()
	os.Exit(code)
}

// refusal matches the console message for a page that reports a mistake, does not exist or is not allowed.
var refusal = regexp.MustCompile(`status of (403|404|422)`)

// lostConnection matches the console message for cut connections.
var lostConnection = regexp.MustCompile(`net::ERR_(INCOMPLETE_CHUNKED_ENCODING|CONNECTION_(REFUSED|RESET))`)

// Another opens another window of the same browser.
func (w *Window) Another() *Window { return w.on(chromedp.WithExistingBrowserContext(w.profile)) }

// on opens a window on an existing tab, or on a new one.
func (w *Window) on(which chromedp.ContextOption) *Window {
	ctx, end := chromedp.NewContext(w.tab, which)
	w.Cleanup(end)
	if err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, w.Address) && e.Request.URL != "about:blank" {
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
	return &Window{w.T, w.Address, ctx, w.profile, w.cut}
}

// passing matches the errors of an action whose element was replaced after it was found, or whose page was left.
var passing = regexp.MustCompile("node with given id|Inspected target navigated")

// Do performs actions.
func (w *Window) Do(actions ...Action) {
	w.Helper()
	for _, a := range actions {
		Perform(w, a)
	}
}

// Action is an action without a result.
type Action = chromedp.Action[chromedp.Void]

// Perform returns the result of an action. It repeats an action that fails because the page changes meanwhile.
func Perform[T any](p Page, a chromedp.Action[T]) T {
	w := p.window()
	w.Helper()
	ctx, end := context.WithTimeout(w.tab, patience)
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

// Call is an action that sends a command to the browser.
func Call[P, R any](command cdp.Command[P, R], params P) Action {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, command, params)
		return err
	})
}

// GoTo is an action that enables the events of a tab, gives it the focus, and goes to an address.
func GoTo(address string) Action {
	return chromedp.Steps(Call(network.Enable, network.EnableParams{}), Call(log.Enable, cdp.Empty{}),
		Call(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}),
		chromedp.Navigate(address))
}

// Sized is an action that gives a window a size in pixels.
func Sized(width, height int64, scale float64, mobile bool) Action {
	return Call(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width,
		Height: height, DeviceScaleFactor: scale, Mobile: mobile})
}

// Preferring is an action that sets preferences of a page's user, as names and values.
func Preferring(names ...string) Action {
	var all []*emulation.MediaFeature
	for one := range slices.Chunk(names, 2) {
		all = append(all, &emulation.MediaFeature{Name: one[0], Value: one[1]})
	}
	return Call(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: all})
}

// Evaluate is an action that evaluates an expression and ignores its value.
func Evaluate(expression string) Action { return chromedp.Evaluate[chromedp.Void](expression) }

// Visit goes to a page and, if it is a machine's, waits until its stream is open.
func (w *Window) Visit(path string) {
	w.Helper()
	w.Do(GoTo(w.Address + path))
	w.Until(`(document.querySelector("[data-live]")?.dataset.live ?? "on") == "on"`)
}

// Arrive waits until the window shows the page at a path, possibly after redirects, and until its stream, if it has
// one, is open.
func (w *Window) Arrive(path string) {
	w.Helper()
	there := fmt.Sprintf(`location.pathname == %q && document.readyState == "complete" && `+
		`(document.querySelector("[data-live]")?.dataset.live ?? "on") == "on"`, path)
	for began := time.Now(); time.Since(began) < patience; time.Sleep(20 * time.Millisecond) {
		// an error between two pages
		if is, err := chromedp.Run(w.tab, chromedp.Evaluate[bool](there)); err == nil && is {
			return
		}
	}
	w.Fatalf("the window does not arrive at %s", path)
}

// Ask evaluates an expression.
func Ask[T any](p Page, expression string) T {
	p.window().Helper()
	return Perform(p, chromedp.Evaluate[T](expression))
}

// Until waits until an expression is true.
func (w *Window) Until(expression string) {
	w.Helper()
	for began := time.Now(); time.Since(began) < patience; time.Sleep(20 * time.Millisecond) {
		if Ask[bool](w, expression) {
			return
		}
	}
	w.Fatalf("timed out waiting for %s; the page says %s", expression, w.Says())
}

// Says returns the text of the messages on the page.
func (w *Window) Says() string {
	return Ask[string](w, `document.querySelector('[role="status"]').textContent`)
}

// Press presses the button with this name.
func (w *Window) Press(name string) {
	w.Helper()
	w.Do(chromedp.Click(fmt.Sprintf(`//button[normalize-space()=%q]`, name)))
}
