package browsertest

import (
	"fmt"
	"os"

	"github.com/chromedp/chromedp"
)

// DrawnAll is an expression that is true when every picture of a page is loaded.
const DrawnAll = `document.images.length > 1 && [...document.images].every((image) => image.complete ` +
	`&& image.naturalWidth > 0)`

// Pictured reports whether a page has pictures.
type Pictured bool

// With and without pictures.
const With, Without Pictured = true, false

// Look checks pages, each loaded in a narrow window, which then becomes wide.
func (w *Window) Look(pictures Pictured, pages ...string) {
	w.Helper()
	for _, page := range pages {
		w.Resize(360)
		w.Visit(page)
		for _, width := range []int64{360, 1280} {
			w.Resize(width)
			w.Fits(page, width, pictures)
		}
	}
}

// Resize sets the width of the window. A narrow window behaves as a phone.
func (w *Window) Resize(width int64) {
	w.Helper()
	w.Do(Sized(width, 720, 1, width < 500))
}

// Fits checks the page in the window, light and dark, without loading it again: nothing may be wider than the window,
// pictures must be loaded and as light or dark as the page, and axe-core must find nothing, if MENACE_AXE names its
// file.
func (w *Window) Fits(page string, width int64, pictures Pictured) {
	w.Helper()
	for _, scheme := range []string{"light", "dark"} {
		w.Do(Preferring("prefers-color-scheme", scheme, "prefers-reduced-motion", "reduce"))
		if pictures == With {
			w.Until(fmt.Sprintf(`%s && [...document.images].some((image) => image.currentSrc.includes("dark=on")) == `+
				`%v`, DrawnAll, scheme == "dark"))
		}
		if got := Ask[int64](w, "document.documentElement.scrollWidth"); got > width {
			w.Errorf("%s, %s, is %d pixels wide in a window of %d", page, scheme, got, width)
		}
		w.Check(page, scheme, width)
	}
}

// Check runs axe-core on a page. In a wide, light window it covers everything. In a narrow or dark one it skips all but
// the first boxes of a bucket, because boxes are alike. In the dark only colours change, whatever the width, so it
// covers only these, in a wide window.
func (w *Window) Check(page, scheme string, width int64) {
	w.Helper()
	if scheme == "dark" && width < 500 {
		return
	}
	axe, err := os.ReadFile(os.Getenv("MENACE_AXE"))
	if err != nil && os.Getenv("MENACE_BROWSER") != "" {
		w.Fatal(err)
	}
	if len(axe) == 0 {
		return
	}
	if !Ask[bool](w, `"axe" in window`) {
		w.Do(Evaluate(string(axe) + ";0"))
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
	found := Perform(w, chromedp.Evaluate[results](
		`axe.run(`+where+`, { resultTypes: ["violations"]`+rules+` }).then((r) => ({ Passed: r.passes.length, `+
			`Violations: r.violations.map((v) => [v.id, v.nodes.map((n) => n.html + " " + n.failureSummary)]) }))`,
		chromedp.EvalAwaitPromise))
	if found.Passed < least || len(found.Violations) > 0 {
		w.Errorf("%s, %s, %d pixels wide: axe-core passes %d checks; violations: %v", page, scheme, width,
			found.Passed, found.Violations)
	}
}
