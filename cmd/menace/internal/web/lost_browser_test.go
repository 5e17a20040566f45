package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"menace/menace"
)

// relay answers with a handler that can be replaced, and counts the streams that are open.
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

// TestBrowserHidden: a window that is not seen has no stream, and has one again when it is.
func TestBrowserHidden(t *testing.T) {
	path := browserPath(t)
	s := newSite(t)
	between := new(relay)
	between.to.Store(&s.Handler)
	server := httptest.NewServer(between)
	t.Cleanup(server.Close)
	t.Cleanup(s.server.Close)
	w := windowOn(s, server.URL, path)
	w.visit("/agents/a")
	hide := func(hidden string) {
		w.do(chromedp.Evaluate(`Object.defineProperty(document, "hidden", { value: `+hidden+`, configurable: true });
			document.dispatchEvent(new Event("visibilitychange")); 0`, nil))
	}
	hide("true")
	for between.streams.Load() != 0 {
		if t.Context().Err() != nil || w.context.Err() != nil {
			t.Fatal("a window that is not seen keeps its stream")
		}
		ask[int](w, "0")
	}
	s.post("/agents/a/hint", nil)
	if strings.Contains(w.says(), "The perfect player") {
		t.Error("what happens comes though no stream is open")
	}
	hide("false")
	w.until(`document.querySelector('[role="status"]').textContent.includes("The perfect player")`)
	if n := between.streams.Load(); n != 1 {
		t.Errorf("%d streams are open", n)
	}
}

// TestBrowserLost: a page says that the laboratory does not answer, and whoever is not of its class any more comes to
// its door.
func TestBrowserLost(t *testing.T) {
	path := browserPath(t)
	l := newClassroom(t)
	between := new(relay)
	between.to.Store(&l.Handler)
	server := httptest.NewServer(between)
	t.Cleanup(server.Close)
	w := classWindow{windowOn(l.site, server.URL, path), l}
	w.comeIn("Ann")
	w.do(chromedp.Evaluate(`window.asks = fetch; window.fetch = () => Promise.reject(new `+
		`TypeError("Failed to fetch")); 0`, nil))
	const tap = `[data-square]:enabled`
	w.do(chromedp.Click(tap, chromedp.ByQuery))
	w.until(`document.querySelector('[role="status"]').textContent == "The laboratory does not answer; ` +
		`your move was not made."`)

	again := New(l.lab, "laboratory") // another class, which knows nobody
	t.Cleanup(again.Close)
	l.train("b", menace.Michie(), 0)
	if _, err := again.Hold(t.Context(), "b", "http://10.0.0.2:1961", "", nil); err != nil {
		t.Fatal(err)
	}
	handler := outside(again.Handler())
	between.to.Store(&handler)
	w.do(chromedp.Evaluate(`window.fetch = asks; document.querySelector(`+"`"+tap+"`"+`).click(); 0`, nil))
	w.arrive("/join")

	between.to.Store(&l.Handler)
	w.visit("/play")
	l.server.Close() // its streams end
	w.until(`!!document.querySelector(".silence")?.textContent.startsWith("The laboratory does not answer.")`)
	between.to.Store(&handler)
	w.until(`document.readyState == "complete" && !!document.querySelector('form[action="/join"]')`)
}
