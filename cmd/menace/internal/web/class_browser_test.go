package web

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// classWindow is a window of a browser in a class.
type classWindow struct {
	*window
	room *classroom
}

// openLesson opens a window on a classroom. It has not come in.
func openLesson(t *testing.T) classWindow {
	t.Helper()
	path := browserPath(t)
	l := newClassroom(t)
	return classWindow{windowOn(l.site, l.serve(), path), l}
}

// become makes the browser of the window that of somebody with a key.
func (w classWindow) become(key string) {
	w.Helper()
	w.do(network.ClearBrowserCookies(), network.SetCookie(cookie, key).WithURL(w.address))
}

// playGame plays a game over HTTP, each time one of the possible moves, the last or the first, and returns its last page.
func playGame(t testing.TB, browser *http.Client, at string, which int) (page string) {
	t.Helper()
	_, page, _ = visit(t, browser, at+"/play", nil)
	for {
		can := moves(page)
		if len(can) == 0 {
			_, page, _ = visit(t, browser, at+"/play/new", url.Values{})
			can = moves(page)
		}
		_, page, _ = visit(t, browser, at+"/play/move", url.Values{"move": {can[which*(len(can)-1)]}})
		if len(moves(page)) == 0 {
			return page
		}
	}
}

// arrive waits until the window shows a page at a path, to which others may lead, and is live if that page is.
func (w classWindow) arrive(path string) {
	w.Helper()
	there := fmt.Sprintf(`location.pathname == %q && document.readyState == "complete" && (document.querySelector("[data-live]")?.dataset.live ?? "on") == "on"`, path)
	for range 600 {
		var is bool
		if err := chromedp.Run(w.context, chromedp.Evaluate(there, &is)); err == nil && is { // an error while it goes from page to page
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	w.Fatalf("it never arrives at %s", path)
}
