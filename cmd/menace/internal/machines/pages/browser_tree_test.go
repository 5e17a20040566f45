package pages_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/site/browsertest"
)

// tree returns what a screen reader finds on a page: the role and the name of everything that is not ignored.
func tree(w *browsertest.Window) (all []string) {
	w.Helper()
	w.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		found, err := cdp.Call(ctx, target, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		for _, n := range found.Nodes {
			if n.Ignored || n.Role == nil || n.Name == nil {
				continue
			}
			text := func(v *accessibility.Value) string { return strings.Trim(string(v.Value), `"`) }
			all = append(all, text(n.Role)+": "+text(n.Name))
		}
		return err
	}))
	return all
}

// TestBrowserTree plays a game and trains like people who cannot see: by keyboard, in the accessibility tree. Every box
// describes its position in words, the board can be read again, moves are confirmed, and the focus goes to the results.
func TestBrowserTree(t *testing.T) {
	t.Parallel()
	_, w := window(t)
	w.Visit("/agents/a")
	has := func(pattern string) int {
		t.Helper()
		n := 0
		for _, node := range tree(w) {
			if regexp.MustCompile(pattern).MatchString(node) {
				n++
			}
		}
		return n
	}
	if boxes, words := has(`^link: Box \d+, `), has(`^link: Box \d+, (an empty board|X on \d( \d)*, O on \d( \d)*), `); boxes != 304 ||
		words != boxes {
		t.Errorf("%d boxes, of which %d say their position in words", boxes, words)
	}
	nodes := tree(w)
	at := func(name string) int {
		return slices.IndexFunc(nodes, func(n string) bool { return strings.HasPrefix(n, name) })
	}
	if skip, first := at("link: Skip the boxes"), at("link: Box 1,"); skip < 0 || skip > first {
		t.Errorf("the link that skips the boxes is number %d, the first box %d", skip, first)
	}
	if has(`^image: After 100 games it wins \d+ of 100 games .* and loses \d+ of 100`) != 1 {
		t.Errorf("the curve has no sentence in %q", nodes)
	}
	square := browsertest.Ask[string](w, `document.querySelector("[data-square]:not([aria-disabled])").dataset.square`)
	w.Do(chromedp.KeyEvent(square))
	w.Until(`document.querySelector('[role="status"]').textContent.includes("You played ` + square + `.")`)
	if has(`^StaticText: X on \d( and \d)?, O on `+square+`\.$`) != 1 {
		t.Errorf("the board cannot be read again in %q", tree(w))
	}
	w.Do(browsertest.Evaluate(`document.querySelector('[data-square="` + square + `"]').focus(); 0`))
	seen := map[string]bool{}
	for _, key := range []string{kb.ArrowUp, kb.ArrowUp, kb.ArrowLeft, kb.ArrowLeft, kb.ArrowRight, kb.ArrowRight,
		kb.ArrowDown, kb.ArrowLeft, kb.ArrowLeft, kb.ArrowDown, kb.ArrowRight, kb.ArrowRight, kb.ArrowUp, kb.ArrowLeft} {
		w.Do(chromedp.KeyEvent(key))
		seen[browsertest.Ask[string](w, "document.activeElement.dataset.square")] = true
	}
	if len(seen) != 9 {
		t.Errorf("arrow keys lead to the squares %v only", seen)
	}
	machinestest.Finish(w, func(square string) { w.Do(chromedp.KeyEvent(square)) })
	w.Until(`document.activeElement.hasAttribute("data-result")`)
	w.Do(browsertest.Evaluate(`document.querySelector("#train .main").focus(); 0`))
	w.Until(`typeof player == "object"`)
	w.Do(chromedp.KeyEvent(kb.Enter))
	w.Until(`/\d+ of 304 boxes changed\. In the average box/.test(document.querySelector("[data-announce]").textContent)`)
	w.Until(`document.activeElement.hasAttribute("data-caption")`)
}
