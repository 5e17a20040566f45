package main_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/live"
	"menace/cmd/menace/internal/web"
	"menace/data"
	"menace/menace"
)

const under = "/some/school/" // the path of the site on its server

// tab is a tab of a browser that shows the site.
type tab struct {
	*testing.T
	context context.Context
}

// browserPath returns where a browser is. Without one the test is skipped, unless MENACE_BROWSER says that there
// must be one.
func browserPath(t *testing.T) string {
	switch {
	case testing.Short():
		t.Skip("takes a minute")
	case os.Getenv("MENACE_BROWSER") == "none":
		t.Skip("MENACE_BROWSER wants none")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("MENACE_BROWSER") != "" {
		t.Fatal("there is no Chromium, which MENACE_BROWSER demands")
	}
	t.Skip("there is no Chromium on this computer, so the site is not tested in a browser")
	return ""
}

// built returns a folder to serve with the site in it, without the copies that need brotli.
func built(t *testing.T) string {
	folder := t.TempDir()
	build := exec.Command("../../../../.ci/site", filepath.Join(folder, under))
	build.Env = append(os.Environ(), "GZIP_ONLY=1")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return folder
}

// open opens a tab. What goes wrong in it, and what it loads from elsewhere, are errors of the test.
func open(t *testing.T, browser context.Context, site, page string) *tab {
	id, err := target.CreateTarget("about:blank").WithNewWindow(true).Do( // a tab behind another one is not drawn
		cdp.WithExecutor(browser, chromedp.FromContext(browser).Browser))
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := chromedp.NewContext(browser, chromedp.WithTargetID(id))
	t.Cleanup(end)
	chromedp.ListenTarget(ctx, func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(e.Request.URL, site) && !strings.HasPrefix(e.Request.URL, "blob:"+site) &&
				e.Request.URL != "about:blank" {
				t.Errorf("it loads %s", e.Request.URL)
			}
		case *runtime.EventExceptionThrown:
			t.Errorf("a script fails: %s", e.ExceptionDetails.Error())
		case *log.EventEntryAdded:
			if e.Entry.Level == log.LevelError && !strings.Contains(e.Entry.Text, "Failed to load resource") {
				t.Errorf("the console says %s", e.Entry.Text)
			}
		}
	})
	p := &tab{t, ctx}
	p.do(network.Enable(), log.Enable(), emulation.SetFocusEmulationEnabled(true), chromedp.Navigate(site+page))
	return p
}

func (p *tab) do(actions ...chromedp.Action) {
	p.Helper()
	if err := chromedp.Run(p.context, actions...); err != nil {
		p.Fatal(err)
	}
}

// within makes an expression about the page in the frame.
const within = `(() => {
	const frame = document.getElementById("lab"), page = frame.contentDocument, find = (s) => page.querySelector(s);
	return %s;
})()`

// ask evaluates an expression about the page in the frame, which may be a promise.
func ask[T any](p *tab, format string, args ...any) (value T) {
	p.Helper()
	wait := func(e *runtime.EvaluateParams) *runtime.EvaluateParams { return e.WithAwaitPromise(true) }
	p.do(chromedp.Evaluate(fmt.Sprintf(within, fmt.Sprintf(format, args...)), &value, wait))
	return value
}

// until waits until an expression about the page in the frame is true.
func (p *tab) until(format string, args ...any) {
	p.Helper()
	expression := fmt.Sprintf(format, args...)
	err := chromedp.Run(p.context, chromedp.Poll(
		fmt.Sprintf(within, "!frame.hidden && page?.readyState === 'complete' && ("+expression+")"), nil,
		chromedp.WithPollingInterval(50*time.Millisecond), chromedp.WithPollingTimeout(time.Minute)))
	if err != nil {
		p.Fatalf("%s: %v; the page is %s; the shell says %q", expression, err,
			ask[string](p, "page?.body?.innerText ?? ''"), ask[string](p, "document.getElementById('note').textContent"))
	}
}

// visit shows an address of the laboratory in the frame.
func (p *tab) visit(path string) {
	p.Helper()
	ask[any](p, `(frame.contentWindow.left = true, frame.src = %q, null)`, under+"lab"+path)
	p.until(`!frame.contentWindow.left`)
	p.until(`!find("[data-live]") || find("[data-live]").dataset.live === "on"`)
}

// get returns an address of the laboratory as text, with the addresses that it would have on a server.
func (p *tab) get(path string) string {
	p.Helper()
	return strings.ReplaceAll(ask[string](p, `frame.contentWindow.fetch(%q).then((a) => a.text())`, under+"lab"+path),
		under+"lab/", "/")
}

// terminal is a laboratory without a browser, with the page that it serves.
type terminal struct {
	*testing.T
	*lab.Lab
	page http.Handler
}

func newTerminal(t *testing.T, file string, mode data.Mode) *terminal {
	l, err := lab.Open(t.Context(), file, mode)
	if err != nil {
		t.Fatal(err)
	}
	page := web.New(l)
	t.Cleanup(func() { page.Close(); l.Close() })
	return &terminal{t, l, page.Handler()}
}

func (l *terminal) train(name string, seed int64) {
	registry := live.NewRegistry(l.Lab)
	defer registry.Close()
	run, err := registry.NewRun(l.Context(), live.TrainOptions{Agent: name, Games: 10000, Opponent: "random",
		Seed: seed, Rules: menace.Michie()})
	if err == nil {
		err = run.Do(l.Context(), func(int64) {})
	}
	if err != nil {
		l.Fatal(err)
	}
}

func (l *terminal) get(path string) string {
	w := httptest.NewRecorder()
	l.page.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost"+path, nil))
	return w.Body.String()
}

// machine returns the document of a machine without dates.
func machine(t *testing.T, text string) (d data.Document) {
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatalf("%v: %.200s", err, text)
	}
	d.Created = time.Time{}
	for i := range d.Sessions {
		d.Sessions[i].Started, d.Sessions[i].Seconds = time.Time{}, 0
	}
	return d
}

// exact matches the exact numbers of a machine on its page.
var exact = regexp.MustCompile(`(?s)<dl class="numbers">.*?</dl>`)

// TestSite uses the laboratory as static files, from a file server that compresses nothing.
func TestSite(t *testing.T) {
	path := browserPath(t)
	server := httptest.NewServer(http.FileServer(http.Dir(built(t))))
	defer server.Close()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, free := chromedp.NewExecAllocator(t.Context(), options...)
	defer free()
	browser, end := chromedp.NewContext(allocator)
	defer end()
	if err := chromedp.Run(browser); err != nil {
		t.Fatal(err)
	}
	native := newTerminal(t, filepath.Join(t.TempDir(), "menace.db"), data.Create)
	native.train("twin", 7)
	native.train("terminal", 8)
	began := time.Now()
	p := open(t, browser, server.URL+under, "")
	p.until(`find(".starts")`)
	t.Logf("first page after %v", time.Since(began))

	p.play()
	p.trainTwin(native)
	p.lookAround(native)
	p.importTerminal(native)
	p.crawl()
	p.leftOut()
	p.moveDatabase(native)

	p.do(chromedp.Reload())
	p.until(`find("h1")?.textContent === "terminal"`)
	second := open(t, browser, server.URL+under, "#/agents/twin")
	second.until(`find("h1")?.textContent === "twin"`)
	if err := chromedp.Cancel(p.context); err != nil {
		t.Fatal(err)
	}
	second.visit("/agents/terminal") // the second tab runs the program now

	server.Close()
	began = time.Now()
	second.do(chromedp.Reload())
	second.until(`find("h1")?.textContent === "terminal"`)
	t.Logf("without a network, the page after %v", time.Since(began))
	second.crash(native)
}

// play plays a move of the first game.
func (p *tab) play() {
	ask[any](p, `(find('form[method="post"] h2 button').click(), null)`)
	p.until(`find("[data-live]")?.dataset.live === "on"`)
	enabled := `page.querySelectorAll("[data-square]:enabled").length`
	before := ask[int](p, "%s", enabled)
	ask[any](p, `(find("[data-square]:enabled").click(), null)`)
	p.until(`%s === %d - 2`, enabled, before)
}

// trainTwin makes the machine that was made at the terminal, trains it, and compares bead for bead.
func (p *tab) trainTwin(native *terminal) {
	p.visit("/new?name=twin&preset=michie&seed=7")
	ask[any](p, `(find('form[action$="/agents"]').requestSubmit(), null)`)
	p.until(`find("h1")?.textContent === "twin" && find("[data-live]").dataset.live === "on"`)
	ask[any](p, `(find("#train [name=games]").value = "10,000", find("#train").requestSubmit(), null)`)
	p.until(`page.body.innerText.includes("Trained 10,000 games")`)
	got, want := machine(p.T, p.get("/agents/twin/export")), machine(p.T, native.get("/agents/twin/export"))
	if !reflect.DeepEqual(got, want) {
		p.Errorf("the machine of the browser is not that of the terminal:\n%.2000v\n%.2000v", got, want)
	}
}

// pdf matches links to drawings as PDF, which the browser does not have.
var pdf = regexp.MustCompile(`<a href="[^"]*\.pdf\?[^"]*" download>PDF</a> `)

// lookAround compares figures and searches with those of the terminal.
func (p *tab) lookAround(native *terminal) {
	p.visit("/figures/learning?agent=twin&log=on")
	p.until(`find("picture img")?.naturalWidth > 0`)
	p.visit("/search")
	p.until(`find("picture img")?.naturalWidth > 0`)
	for _, path := range []string{"/figures/learning.svg?agent=twin&log=on", "/figures/learning.csv?agent=twin", "/search",
		"/search/tree.svg?game=nim&heaps=1,2", "/search?game=tictactoe&depth=3", "/agents/twin/box?position=200010000"} {
		if got, want := p.get(path), pdf.ReplaceAllString(native.get(path), ""); got != want || got == "" {
			p.Errorf("%s differs: %.300s\n%.300s", path, got, want)
		}
	}
}

// importTerminal imports the document of a machine that was trained at the terminal.
func (p *tab) importTerminal(native *terminal) {
	p.visit("/")
	ask[any](p, `(() => {
		const files = new DataTransfer();
		files.items.add(new File([%q], "terminal.json", { type: "application/json" }));
		find("#file").files = files.files;
		find('form[action$="/import"]').requestSubmit();
		return null;
	})()`, native.get("/agents/terminal/export"))
	p.until(`find("h1")?.textContent === "terminal"`)
	got, want := exact.FindString(p.get("/agents/terminal")), exact.FindString(native.get("/agents/terminal"))
	if got != want || got == "" {
		p.Errorf("its exact numbers are %s, want %s", got, want)
	}
}

// crawl follows all links and pictures. None leads out of the laboratory, and all are there.
func (p *tab) crawl() {
	found := ask[map[string]string](p, `(async () => {
		const all = {}, root = new URL(%q, location).href, todo = [root];
		const shapes = {}; // three of each path with the same parameters are enough
		for (let at; (at = todo.pop());) {
			const { pathname, searchParams } = new URL(at), shape = [pathname, ...searchParams.keys()].join(" ");
			if (at in all || (shapes[shape] = (shapes[shape] ?? 0) + 1) > 3) continue;
			const answer = await frame.contentWindow.fetch(at);
			const html = answer.headers.get("Content-Type")?.startsWith("text/html");
			all[at] = answer.ok ? "" : String(answer.status);
			const text = html && !answer.headers.get("Content-Disposition") ? await answer.text() : "";
			const read = new DOMParser().parseFromString(text, "text/html");
			for (const one of read.querySelectorAll("[href], [src], [srcset], form[action], [formaction]")) {
				for (const name of ["href", "src", "srcset", "action", "formaction"]) {
					if (!one.hasAttribute(name)) continue;
					const to = new URL(one.getAttribute(name), at);
					to.hash = "";
					if (one.target !== "_top" && !to.href.startsWith(root)) all[to.href] = "linked by " + at;
					else if (["href", "src", "srcset"].includes(name) && one.target !== "_top") todo.push(to.href);
				}
			}
		}
		return all;
	})()`, under+"lab/")
	p.Logf("%d addresses", len(found))
	for _, path := range []string{"/", "/new", "/kit", "/figures", "/experiments", "/search", "/search/exercise",
		"/agents/twin", "/agents/terminal/export", "/static/style.css", "/class"} {
		there := func(at string) bool { return strings.Contains(at+"?", under+"lab"+path+"?") }
		if !slices.ContainsFunc(slices.Collect(maps.Keys(found)), there) {
			p.Errorf("no page leads to %s", path)
		}
	}
	for at, wrong := range found {
		form := wrong == "422" && strings.Contains(at, "/lab/figures") // which asks for a machine
		if wrong != "" && !form {
			p.Errorf("%s: %s", at, wrong)
		}
	}
}

// leftOut looks for the way to the program where something needs it.
func (p *tab) leftOut() {
	for _, path := range []string{"/class", "/kit/kit.pdf?machine=new:her&parts=labels"} {
		if !strings.Contains(p.get(path), `/some/school/download/" target="_top"`) {
			p.Errorf("%s does not lead to the program: %s", path, p.get(path))
		}
	}
}

// moveDatabase opens the database of the browser at the terminal, and that of the terminal in the browser.
func (p *tab) moveDatabase(native *terminal) {
	var here []byte
	text := ask[string](p, `stored().then((bytes) => new Promise((done) => {
		const reader = new FileReader();
		reader.onload = () => done(reader.result.split(",")[1]);
		reader.readAsDataURL(new Blob([bytes]));
	}))`)
	here, err := base64.StdEncoding.DecodeString(text)
	file := filepath.Join(p.TempDir(), "copy.db")
	if err != nil || os.WriteFile(file, here, 0o600) != nil {
		p.Fatal(err)
	}
	saved := newTerminal(p.T, file, data.Write)
	got, want := machine(p.T, saved.get("/agents/twin/export")), machine(p.T, native.get("/agents/twin/export"))
	if !reflect.DeepEqual(got, want) {
		p.Error("the machine in the copy of the database is another")
	}
	if found, err := saved.Check(p.Context(), ""); err != nil || len(found.Damaged) > 0 || found.Agents != 3 {
		p.Errorf("the copy has %+v, %v", found, err)
	}

	other := filepath.Join(p.TempDir(), "other.db")
	from := newTerminal(p.T, other, data.Create)
	from.train("terminal", 8)
	from.train("twin", 7)
	from.Close()
	content, err := os.ReadFile(other)
	if err != nil {
		p.Fatal(err)
	}
	p.openDatabase([]byte("not a database, but a text that is long enough to be taken for one; " +
		strings.Repeat("really, ", 100)))
	p.until(`document.getElementById("note").textContent.includes("this file is not a menace database")`)
	p.visit("/agents/terminal")
	p.openDatabase(content)
	p.until(`find(".cards:not(.starts)")?.children.length === 2`)
	p.visit("/agents/terminal")
	page := exact.FindString(p.get("/agents/terminal"))
	if want := exact.FindString(native.get("/agents/terminal")); page != want {
		p.Errorf("its exact numbers are %s, want %s", page, want)
	}
}

func (p *tab) openDatabase(content []byte) {
	ask[any](p, `(() => {
		confirm = () => true;
		const files = new DataTransfer(), field = document.getElementById("open");
		files.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], "menace.db"));
		field.files = files.files;
		field.dispatchEvent(new Event("change"));
		return null;
	})()`, base64.StdEncoding.EncodeToString(bytes.Clone(content)))
}

// crash ends the program by a request that no browser makes.
func (p *tab) crash(native *terminal) {
	ask[any](p, `(new BroadcastChannel(place).postMessage({ kind: "request" }), null)`)
	p.until(`document.getElementById("note").textContent.includes("started again")`)
	if got, want := exact.FindString(p.get("/agents/twin")), exact.FindString(native.get("/agents/twin")); got != want {
		p.Errorf("after a crash its exact numbers are %s, want %s", got, want)
	}
}
