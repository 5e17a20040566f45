package pagetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/site/browsertest"
	"menace/cmd/menace/internal/version"
	"menace/data"
	"menace/menace"
)

// The program of the site has no commit and, in a browser, no executable to hash. What it is compared with claims the same
// version.
func init() {
	if os.Getenv("MENACE_SITE") != "" {
		version.String = func() string { return "(devel)" }
	}
}

const under = "/some/school/" // the path of the static files on their server

// published is the laboratory as static files from a plain file server, in a browser with its own profile.
type published struct {
	testing.TB
	folder, version string // folder of the files, and the name of the subfolder with the version
	*httptest.Server
	profile cdp.BrowserContextID
	held    chan struct{} // the server sends the second half of the program when this is closed
	encodes bool          // the server sends the program with Content-Encoding
}

// copySite copies the site that MENACE_SITE names, because the test changes it. Without one the test is skipped.
func copySite(t testing.TB) (folder, version string) {
	built := os.Getenv("MENACE_SITE")
	if built == "" {
		t.Skip("runs only if MENACE_SITE names a folder made by GOFLAGS=-buildvcs=false .ci/site DIR")
	}
	programs, err := filepath.Glob(filepath.Join(built, "*", "menace.wasm"))
	if err != nil || len(programs) != 1 {
		t.Fatalf("got the programs %q, %v, want one", programs, err)
	}
	folder = t.TempDir()
	if err := os.CopyFS(filepath.Join(folder, under), os.DirFS(built)); err != nil {
		t.Fatal(err)
	}
	return folder, filepath.Base(filepath.Dir(programs[0]))
}

// chromiumAsks matches requests that Chromium makes by itself, about forms and about suggestions for its address line.
var chromiumAsks = regexp.MustCompile(`\.(google|googleapis)\.com:443$`)

// serve serves static files to a browser. Requests to any other site fail the test.
func serve(t testing.TB, folder, version string) *published {
	f := &published{TB: t, folder: folder, version: version, held: make(chan struct{})}
	plain := http.FileServer(http.Dir(folder))
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path.Ext(r.URL.Path) {
		case ".gz":
			w = &half{w, f.held}
		case ".wasm":
			if f.encodes {
				w.Header().Set("Content-Encoding", "gzip")
				w.Header().Set("Content-Type", "application/wasm")
				w.Header().Set("Cache-Control", "max-age=31536000, immutable")
				r.URL.Path += ".gz"
			}
		}
		plain.ServeHTTP(w, r)
	}))
	t.Cleanup(f.Close)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if !chromiumAsks.MatchString(r.Host) {
			t.Errorf("the browser requests %s %s", r.Method, r.Host)
		}
	}))
	t.Cleanup(elsewhere.Close)
	f.profile = browsertest.NewProfile(t, target.CreateBrowserContextParams{ProxyServer: elsewhere.Listener.Addr().String(),
		ProxyBypassList: f.Listener.Addr().String()})
	return f
}

// half sends half of a file, and the rest when a channel is closed.
type half struct {
	http.ResponseWriter
	held <-chan struct{}
}

// ReadFrom implements [io.ReaderFrom], by which [http.FileServer] sends files.
func (w *half) ReadFrom(file io.Reader) (int64, error) {
	limited := file.(*io.LimitedReader)
	begin, err := io.CopyN(w.ResponseWriter, limited, limited.N/2)
	if err != nil {
		return begin, err
	}
	w.ResponseWriter.(http.Flusher).Flush()
	<-w.held
	end, err := io.Copy(w.ResponseWriter, limited)
	return begin + end, err
}

// tab is a tab of a browser that shows the static files.
type tab struct {
	*published
	context context.Context
}

// open opens a tab. Errors in it fail the test.
func (f *published) open(page string) *tab {
	ctx, end := browsertest.NewTab(f, f.profile)
	f.Cleanup(end)
	if err := chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			f.Errorf("a script fails: %s", &chromedp.ExceptionError{ExceptionDetails: e.ExceptionDetails})
		case *log.EventEntryAdded:
			if e.Entry.Level == log.EntryLevelError && !strings.Contains(e.Entry.Text, "Failed to load resource") {
				f.Errorf("the console shows %s", e.Entry.Text)
			}
		}
	}); err != nil {
		f.Fatal(err)
	}
	p := &tab{f, ctx}
	p.do(browsertest.GoTo(f.URL + under + page))
	return p
}

func (p *tab) do(actions ...browsertest.Action) {
	p.Helper()
	ctx, end := context.WithTimeout(p.context, machinestest.Patience)
	defer end()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

// within wraps an expression about the page in the frame, and about the shell around it.
const within = `(() => {
	const frame = document.getElementById("lab"), page = frame?.contentDocument, find = (s) => page.querySelector(s);
	return %s;
})()`

// inside evaluates an expression about the page in the frame, which may be a promise.
func inside[T any](p *tab, format string, args ...any) T {
	p.Helper()
	value, err := chromedp.Run(p.context, chromedp.Evaluate[T](fmt.Sprintf(within, fmt.Sprintf(format, args...)),
		chromedp.EvalAwaitPromise))
	if err != nil {
		p.Fatal(err)
	}
	return value
}

// wait waits until an expression about the shell and the page in the frame is true.
func (p *tab) wait(format string, args ...any) {
	p.Helper()
	expression := fmt.Sprintf(format, args...)
	poll := chromedp.Poll[chromedp.Void](fmt.Sprintf(within, expression),
		chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(3*time.Minute))
	err := chromedp.Do(p.context, poll)
	for err != nil && strings.Contains(err.Error(), "(-32000)") { // the tab was reloaded in the meantime
		err = chromedp.Do(p.context, poll)
	}
	if err != nil {
		p.Fatalf("%s: %v; the page is %s; the shell shows %q", expression, err,
			inside[string](p, "page ? page.URL + page.body?.innerText : 'not of this site'"), inside[string](p, "note.textContent"))
	}
}

// until waits until an expression about the complete page in the frame is true.
func (p *tab) until(format string, args ...any) {
	p.Helper()
	p.wait("frame && !frame.hidden && page?.readyState === 'complete' && (%s)", fmt.Sprintf(format, args...))
}

// visit shows an address of the laboratory in the frame.
func (p *tab) visit(path string) {
	p.Helper()
	inside[any](p, `(frame.contentWindow.left = true, frame.src = %q, null)`, under+"lab"+path)
	p.until(`!frame.contentWindow.left`)
	p.until(`!find("[data-live]") || find("[data-live]").dataset.live === "on"`)
}

// get returns an address of the laboratory as text, with addresses as they would be on a server.
func (p *tab) get(path string) string {
	p.Helper()
	return strings.ReplaceAll(inside[string](p, `frame.contentWindow.fetch(%q).then((a) => a.text())`,
		under+"lab"+path), under+"lab/", "/")
}

// machine parses the document of a machine, without dates.
func machine(t testing.TB, text string) (d data.Document) {
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

// same compares a machine with the terminal's, bead for bead.
func (p *tab) same(name string, terminal *testSite) {
	p.Helper()
	export := "/agents/" + name + "/export"
	if got, want := machine(p.TB, p.get(export)), machine(p.TB, terminal.Get(export)); !reflect.DeepEqual(got, want) {
		p.Errorf("%s in the browser differs from that of the terminal:\n%.2000v\n%.2000v", name, got, want)
	}
}

// sameNumbers compares the exact numbers on the page of a machine with those of the terminal.
func (p *tab) sameNumbers(name string, terminal *testSite) {
	p.Helper()
	got, want := exact.FindString(p.get("/agents/"+name)), exact.FindString(terminal.Get("/agents/"+name))
	if got != want || got == "" {
		p.Errorf("the exact numbers of %s are %s, want %s", name, got, want)
	}
}

// TestBrowserFiles uses the laboratory as static files, from a server that does not compress, as .ci/run builds them.
func TestBrowserFiles(t *testing.T) {
	browsertest.Launch(t)
	folder, version := copySite(t)
	terminal := siteOf(t, filepath.Join(t.TempDir(), "menace.db"))
	terminal.Train("twin", menace.Michie(), 10000)
	terminal.Train("terminal", menace.Michie(), 9000)
	f := serve(t, folder, version)
	p := f.open("")
	step := func(name string, do func()) {
		began := time.Now()
		do()
		t.Logf("%-20s %.1f s", name, time.Since(began).Seconds())
	}
	step("load", p.load)
	step("play", p.play)
	step("train", func() { p.trainTwin(); p.same("twin", terminal) })
	step("look around", func() { p.lookAround(terminal) })
	step("import", func() { p.importDocument(terminal.Get("/agents/terminal/export")); p.sameNumbers("terminal", terminal) })
	step("crawl", p.crawl)
	step("left out", p.leftOut)
	step("prints", p.prints)
	step("saved first", p.savedFirst)
	step("refuse", p.refuse)
	step("stop training", p.stopTraining)
	step("stop search", p.stopSearch)
	step("move database", func() { p.moveDatabase(terminal) })
	var second *tab
	step("two tabs", func() { second = p.shared() })
	step("update", func() { p.update(second) })
	step("take over", func() { p = p.handOver(second) })
	step("offline", p.offline)
	step("crash", func() { p.crash(); p.sameNumbers("twin", terminal) })
	step("lose", p.lose)
}

// TestBrowserFilesUpdate updates the site while a tab shows it that was opened on the first visit. The tab must show the
// new version too.
func TestBrowserFilesUpdate(t *testing.T) {
	browsertest.Launch(t)
	folder, version := copySite(t)
	f := serve(t, folder, version)
	close(f.held)
	first := f.open("")
	first.until(`find(".begin")`)
	first.make("twin")
	f.publish()
	second := f.open("#/agents/twin")
	second.wait(`!update.hidden`)
	inside[any](first, `(window.former = true, null)`)
	inside[any](second, `(update.click(), null)`)
	for _, one := range []*tab{first, second} {
		one.until(`!window.former && find(".who b")?.textContent === "twin" && update.hidden`)
		if got := inside[string](one, loaded); got != f.version {
			t.Errorf("after the update, a tab has loaded the versions %s, want %s", got, f.version)
		}
	}
}

// TestBrowserFilesMissing visits a site without the program, which must not claim that machines are stored. It must say
// so in the language that was chosen, too. When the program is there, it makes the move that was made before, and the
// site has the guide with its pictures in that language.
func TestBrowserFilesMissing(t *testing.T) {
	browsertest.Launch(t)
	folder, version := copySite(t)
	programs, err := filepath.Glob(filepath.Join(folder, under, version, "menace.wasm*"))
	for _, program := range programs {
		err = errors.Join(err, os.Rename(program, filepath.Join(folder, filepath.Base(program))))
	}
	if err != nil || len(programs) == 0 {
		t.Fatal(programs, err)
	}
	f := serve(t, folder, version)
	p := f.open("")
	p.wait(`note.textContent.includes("The program does not start")`)
	if said := inside[string](p, "note.textContent"); strings.Contains(said, "stored") {
		t.Errorf("got %q although nothing is stored", said)
	}
	inside[any](p, `(localStorage.setItem(place + " cookie", "menace_site_language=de"), null)`)
	p.do(chromedp.Reload())
	p.wait(shown)
	p.wait(`note.textContent.includes("Das Programm startet nicht: es lässt sich nicht laden")`)
	for _, text := range inside[[]string](p, `[document, first.contentDocument].flatMap(
		(one) => [one.documentElement.lang === "de" ? "" : "the language", ...one.body.innerText.split("\n")])`) {
		if isEnglish(text) {
			t.Errorf("in German the shell says %q", text)
		}
	}
	for _, program := range programs {
		if err := os.Rename(filepath.Join(folder, filepath.Base(program)), program); err != nil {
			t.Fatal(err)
		}
	}
	p.do(chromedp.Reload())
	p.playEarly()
	p.visit("/guide")
	if inside[string](p, `find("article").lang`) != "de" {
		t.Error("the guide is not in German")
	}
	if status := inside[int](p, `fetch(find(".screen img").src).then((a) => a.status)`); status != http.StatusOK {
		t.Errorf("a picture of the guide: status %d", status)
	}
}

// BenchmarkBrowserFiles measures, with a server that sends the program compressed, the seconds to the first page, on
// the first visit and on a later one; training games per second; and meanwhile, in games against another machine, the
// milliseconds from a click to its effect.
func BenchmarkBrowserFiles(b *testing.B) {
	browsertest.Launch(b)
	folder, version := copySite(b)
	for b.Loop() {
		f := serve(b, folder, version)
		f.encodes = true
		close(f.held)
		began := time.Now()
		p := f.open("")
		p.until(`find(".begin")`)
		b.ReportMetric(time.Since(began).Seconds(), "s/first")
		for range 5 { // the browser caches the compiled program after a while
			began = time.Now()
			p.do(chromedp.Reload())
			p.until(`find(".begin")`)
			b.ReportMetric(time.Since(began).Seconds(), "s/later")
		}
		p.make("other")
		p.make("trained")
		const games = 20_000_000
		began = time.Now()
		p.train(fmt.Sprint(games))
		p.until(`page.body.innerText.includes("of 20,000,000 games")`)
		p.visit("/agents/other")
		b.ReportMetric(inside[float64](p, `(async () => {
			let worst = 0;
			for (let n = 0; n < 10; n++) {
				const began = performance.now();
				const pressed = find("[data-square]:not([aria-disabled])") ?? find("#next button:enabled");
				const board = () => find(".board.large").innerHTML, before = board();
				pressed.click();
				while (board() === before) await new Promise((done) => setTimeout(done, 5));
				worst = Math.max(worst, performance.now() - began);
			}
			return worst;
		})()`), "ms/click")
		p.visit("/agents/trained")
		p.until(`page.body.innerText.includes("Trained 20,000,000 games")`)
		b.ReportMetric(games/time.Since(began).Seconds(), "games/s")
		f.Close()
	}
}
