package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"menace/menace"
)

// TestKit prints the kit of a machine from its page, as the command would, and fills in the form wrongly.
func TestKit(t *testing.T) {
	s := newSite(t)
	rules, err := menace.Preset("her")
	if err != nil {
		t.Fatal(err)
	}
	s.train("her", rules, 10)
	if page := s.get("/agents/her"); !strings.Contains(page, `action="/agents/her/kit"`) {
		t.Error("the page has no form for a kit")
	}
	w := s.ask("GET", "/agents/her/kit?paper=letter&box="+url.QueryEscape("60x40mm"), nil)
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "application/pdf" || !strings.HasPrefix(w.Body.String(), "%PDF") ||
		!strings.Contains(w.Header().Get("Content-Disposition"), "kit-her.pdf") {
		t.Errorf("status %d, %v", w.Code, w.Header())
	}
	for wrong, told := range map[string]string{
		"box=30": "write width, x, height", "box=10x5mm": "too small for labels that can be read", "paper=a5": "there are a4, letter",
	} {
		if w := s.ask("GET", "/agents/her/kit?"+wrong, nil); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), told) {
			t.Errorf("%s: status %d: %s", wrong, w.Code, w.Body)
		}
	}
	if w := s.ask("GET", "/agents/nobody/kit", nil); w.Code != http.StatusNotFound {
		t.Errorf("nobody: status %d", w.Code)
	}
}
