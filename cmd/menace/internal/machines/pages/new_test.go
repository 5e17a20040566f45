package pages_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/machinestest"
)

// TestMichiesMachine makes Michie's machine as it may have stood after a game, and asks what is known of its boxes.
func TestMichiesMachine(t *testing.T) {
	s := machinestest.New(t)
	for wrong, told := range map[string]string{
		"restored=220": "is not a game of Michie&#39;s tournament", "restored=": "is not a game", "name=-": "letters and digits",
	} {
		name, value, _ := strings.Cut(wrong, "=")
		form := url.Values{"name": {"michie"}, "restored": {"106"}, name: {value}}
		if w := s.Ask("POST", "/agents", form); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), told) {
			t.Errorf("%s: status %d, want %q in %s", wrong, w.Code, told, w.Body)
		}
	}
	if at := s.Post("/agents", url.Values{"name": {"michie"}, "restored": {"106"}}); at != "/agents/michie" {
		t.Errorf("redirected to %s", at)
	}
	// 36 beads, all for the corner: 12 and the running total of the drawing
	for position, told := range map[string]string{
		".../.../...": "In 1961 the box held just these beads", "X.O/.../...": "1: ",
	} {
		if page := s.Get("/agents/michie?position=" + position); !strings.Contains(page, told) {
			t.Errorf("%s: want %q in %s", position, told, page)
		}
	}
	if page := s.Get("/agents/michie?position=.../.../..."); !strings.Contains(page, "36 beads") {
		t.Errorf("want 36 beads in %s", page)
	}
	s.Post("/agents", url.Values{"name": {"other"}, "preset": {"michie"}})
	if page := s.Get("/agents/other?position=.../.../..."); strings.Contains(page, "In 1961") || strings.Contains(page, "Michie’s results") {
		t.Error("another machine is said to be Michie's")
	}
}
