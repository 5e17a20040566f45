package pages_test

import (
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/machinestest"
)

// TestBox requests a box alone, as the script does, and compares it with that of the page.
func TestBox(t *testing.T) {
	s := machinestest.New(t)
	page, box := s.Get("/agents/a?position=o../.x./..."), s.Get("/agents/a/box?position=o../.x./...")
	if !strings.Contains(page, box) || !strings.Contains(box, `<svg class="history"`) ||
		!strings.HasPrefix(box, `<dialog id="found-box"`) {
		t.Errorf("got the box alone as %s", box)
	}
	if box := s.Get("/agents/a?position=xxx/.../..."); !strings.Contains(box, "cannot arise") {
		t.Error("an impossible position is accepted")
	}
}
