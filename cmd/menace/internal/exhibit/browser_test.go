package exhibit_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"menace/cmd/menace/internal/site/browsertest"
)

// TestMain ends the browser.
func TestMain(m *testing.M) { browsertest.Main(m) }

// small lists what a visitor can touch that is smaller than 88 pixels, covered or outside the screen.
const small = `[...document.querySelectorAll("button:enabled, a, input, select, summary")].filter((b) => {
  const r = b.getBoundingClientRect(), style = getComputedStyle(b);
  if (!r.width || style.visibility === "hidden" || style.pointerEvents === "none") return false;
  return r.width < 88 || r.height < 88 || r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight ||
    !b.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)) && !document.querySelector(".invite");
}).map((b) => b.textContent || b.dataset.square).join()`

// TestBrowserScreens touches the exhibit on screens of different shapes. Every target has at least 88 pixels and is on
// the screen, and nothing scrolls.
func TestBrowserScreens(t *testing.T) {
	browsertest.Launch(t)
	m := open(t, "", settings)
	m.after(0)
	w := browsertest.Serve(t, m.Handler, func() {})
	for _, size := range [][2]int64{{1920, 1080}, {1080, 1920}, {3840, 2160}, {2160, 3840}} {
		w.Do(browsertest.Sized(size[0], size[1], 1, false))
		w.Visit("/")
		w.Until(`!!document.querySelector(".invite")`)
		w.Do(chromedp.MouseClickXY(float64(size[0])/2, float64(size[1])/2)) // anywhere
		w.Until(`!document.querySelector(".invite") && !!document.querySelector(".board button:enabled")`)
		if got := browsertest.Ask[string](w, small); got != "" {
			t.Errorf("on %d × %d these cannot be touched well: %s", size[0], size[1], got)
		}
		if browsertest.Ask[bool](w, `document.documentElement.scrollHeight > innerHeight + 1 ||
			document.documentElement.scrollWidth > innerWidth + 1`) {
			t.Errorf("on %d × %d the page scrolls", size[0], size[1])
		}
		w.Do(chromedp.Click(`.board button:enabled:not([aria-disabled="true"])`))
		w.Until(`document.querySelectorAll(".board .o").length === 1`)
		w.Press("Deutsch")
		w.Until(`document.documentElement?.lang === "de"`)
		m.now = m.now.Add(settings.Idle)
		m.after(settings.Idle)
		w.Until(`!!document.querySelector(".invite") && document.documentElement?.lang === "en"`)
	}
}
