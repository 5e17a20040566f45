package web

import (
	"strings"
	"testing"
)

// TestBox asks for a box alone, as the script does: it is the one of the page.
func TestBox(t *testing.T) {
	s := newSite(t)
	page, box := s.get("/agents/a?position=o../.x./..."), s.get("/agents/a/box?position=o../.x./...")
	if !strings.Contains(page, box) || !strings.Contains(box, `<svg class="curve history"`) ||
		!strings.HasPrefix(box, `<dialog id="found"`) {
		t.Errorf("the box alone is %s", box)
	}
	if box := s.get("/agents/a?position=xxx/.../..."); !strings.Contains(box, "cannot arise") {
		t.Error("a position that cannot be is not refused")
	}
}
