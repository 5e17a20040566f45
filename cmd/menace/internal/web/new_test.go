package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestLink fills in the form of a new machine by a link, and continues to the training that the link suggests.
func TestLink(t *testing.T) {
	s := newSite(t)
	if page := s.get("/new"); strings.Contains(page, "this link</a>") || strings.Contains(page, "aria-invalid") {
		t.Error("an empty form shows a link or errors")
	}
	link := "/new?games=500&name=b&on-empty=random&opponent=noisy%3A0.3&preset=her&win=2"
	page := s.get(link)
	for _, part := range []string{
		`name="name" value="b"`, `name="preset" value="her" checked`, `name="on-empty" value="random" checked`,
		`name="opponent" value="noisy:0.3"`, `name="games" value="500"`, `name="win" value="2"`,
		`<a href="` + strings.ReplaceAll(link, "&", "&amp;") + `">this link</a>`,
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %s", part)
		}
	}
	page = s.get("/new?opponent=perfect&preset=restock")
	if !strings.Contains(page, `<option value="perfect" selected>`) {
		t.Error("the opponent is not chosen in the menu")
	}
	for wrong, told := range map[string]string{
		"name=-": "letters and digits are allowed", "preset=mitchie": "Unknown preset",
		"win=x":        "is not a whole number",
		"on-empty=cry": "is not one of", "opponent=noisy:2": "is not a number between 0 and 1.",
		"games=-1": "is not between",
	} {
		w := s.ask("GET", "/new?"+wrong, nil)
		name, _, _ := strings.Cut(wrong, "=")
		if page := w.Body.String(); w.Code != http.StatusUnprocessableEntity || !strings.Contains(page, told) ||
			!strings.Contains(page, `id="wrong-`+name+`"`) {
			t.Errorf("%s: status %d, want the message %q", wrong, w.Code, told)
		}
	}
	at := s.post("/agents", url.Values{"name": {"b"}, "preset": {"her"}, "opponent": {"perfect", "noisy:0.3"},
		"games": {"500"}})
	if at != "/agents/b?games=500&opponent=noisy%3A0.3" {
		t.Errorf("redirected to %s", at)
	}
	if page := s.get(at); !strings.Contains(page, `name="opponent" list="opponents" value="noisy:0.3"`) ||
		!strings.Contains(page, `name="games" value="500"`) {
		t.Error("the training is not suggested")
	}
}
