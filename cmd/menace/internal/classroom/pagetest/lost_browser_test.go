package pagetest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/site/browsertest"
	"menace/menace"
)

// relay serves with a handler that can be replaced, and counts open streams.
type relay struct {
	to      atomic.Pointer[http.Handler]
	streams atomic.Int64
}

// ServeHTTP implements [http.Handler].
func (r *relay) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	if strings.HasSuffix(q.URL.Path, "/events") {
		r.streams.Add(1)
		defer r.streams.Add(-1)
	}
	(*r.to.Load()).ServeHTTP(w, q)
}

// TestBrowserHidden checks that a hidden window has no stream, and opens one when it is visible again.
func TestBrowserHidden(t *testing.T) {
	t.Parallel()
	browsertest.Launch(t)
	s := newSite(t)
	between := new(relay)
	between.to.Store(&s.Handler)
	server := httptest.NewServer(between)
	t.Cleanup(server.Close)
	t.Cleanup(s.server.Close)
	w := windowOn(s, server.URL)
	w.Visit("/agents/a")
	hide := func(hidden string) {
		w.Do(browsertest.Evaluate(`Object.defineProperty(document, "hidden", { value: ` + hidden + `, configurable: true });
			document.dispatchEvent(new Event("visibilitychange")); 0`))
	}
	hide("true")
	for between.streams.Load() != 0 {
		if t.Context().Err() != nil {
			t.Fatal("a hidden window keeps its stream")
		}
		browsertest.Ask[int](w, "0")
	}
	s.Post("/agents/a/hint", nil)
	if strings.Contains(w.Says(), "The perfect player") {
		t.Error("an update arrives although no stream is open")
	}
	hide("false")
	w.Until(`document.querySelector('[role="status"]').textContent.includes("The perfect player")`)
	if n := between.streams.Load(); n != 1 {
		t.Errorf("got %d open streams", n)
	}
}

// TestBrowserLost checks that a page reports that the laboratory does not answer, and that somebody who is no longer in
// the class is redirected to the form for joining.
func TestBrowserLost(t *testing.T) {
	t.Parallel()
	browsertest.Launch(t)
	l := newClassroom(t)
	between := new(relay)
	between.to.Store(&l.Handler)
	server := httptest.NewServer(between)
	t.Cleanup(server.Close)
	w := classWindow{windowOn(l.testSite, server.URL), l}
	w.comeIn("Ann")
	w.Do(browsertest.Evaluate(`window.asks = fetch; window.fetch = () => Promise.reject(new ` +
		`TypeError("Failed to fetch")); 0`))
	const tap = `[data-square]:not([aria-disabled])`
	w.Do(chromedp.Click(chromedp.CSS(tap)))
	w.Until(`document.querySelector('[role="status"]').textContent == "No connection to the teacher’s computer; ` +
		`nothing was done."`)
	w.Do(browsertest.Evaluate(`window.fetch = asks; 0`)) // the network is back
	w.Until(`!document.querySelector('[role="status"]').textContent.includes("nothing was done")`)
	w.Do(browsertest.Evaluate(`window.fetch = () => new Promise(() => {}); 0`)) // no answer, and no error
	w.Do(chromedp.Click(chromedp.CSS(tap)))
	w.Until(`!!document.querySelector(".silence")?.textContent.startsWith("No connection to the teacher’s computer.")`)

	again := New(l.DB, site.Config{Hosts: []string{"laboratory"}}) // another class, which knows nobody
	t.Cleanup(again.Close)
	l.Train("b", menace.Michie(), 0)
	openOn(t, again, "7b", "b")
	handler := outside(again.Handler())
	between.to.Store(&handler)
	w.Do(browsertest.Evaluate(`window.fetch = asks; document.querySelector(` + "`" + tap + "`" + `).click(); 0`))
	const closed = `document.readyState == "complete" && !!document.querySelector("h1")?.textContent.includes("not open")`
	w.Until(closed)

	between.to.Store(&l.Handler)
	w.Until(`document.querySelector("[data-live]")?.dataset.live == "on"`) // the page goes on by itself
	l.server.Close()                                                       // ends its streams
	w.Until(`!!document.querySelector(".silence")?.textContent.startsWith("No connection to the teacher’s computer.")`)
	between.to.Store(&handler)
	w.Until(closed)
}

// TestBrowserFirstTap checks that the first tap on a pawn, which asks for a page, reports at once that the laboratory
// does not answer, and that the message goes when it does again.
func TestBrowserFirstTap(t *testing.T) {
	t.Parallel()
	browsertest.Launch(t)
	l := classroomOf(newSite(t).withHer(), "her")
	w := classWindow{windowOn(l.testSite, l.serve()), l}
	w.comeIn("Ann")
	before := browsertest.Ask[string](w.window, `document.querySelector('[role="status"]').innerHTML`)
	const pawn = `[name="from"]:not([aria-disabled])`
	w.Do(browsertest.Evaluate(`window.asks = fetch; window.fetch = () => Promise.reject(new TypeError("Failed to fetch")); 0`))
	w.Do(chromedp.Click(chromedp.CSS(pawn)))
	w.Until(`document.querySelector('[role="status"]').textContent.includes("nothing was done")`)
	w.Do(browsertest.Evaluate(`window.fetch = asks; 0`))
	w.Until(`!document.querySelector('[role="status"]').textContent.includes("nothing was done")`)
	if after := browsertest.Ask[string](w.window, `document.querySelector('[role="status"]').innerHTML`); after != before {
		t.Errorf("before the loss the page reports %q, and %q after it", before, after)
	}
	w.Do(chromedp.Click(chromedp.CSS(pawn)))
	w.Until(`!!document.querySelector('[aria-pressed="true"]')`)
}
