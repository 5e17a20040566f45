package pages_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/machinestest"
)

// TestNew fills in the form of a new machine, with mistakes and without.
func TestNew(t *testing.T) {
	s := machinestest.New(t)
	if page := s.Get("/new"); strings.Contains(page, "aria-invalid") {
		t.Error("an empty form shows errors")
	}
	for wrong, told := range map[string]string{
		"name=-": "letters and digits are allowed", "preset=mitchie": "Unknown preset",
		"win=x": "is not a whole number", "on-empty=cry": "is not one of", "seed=-1": "is negative",
	} {
		name, value, _ := strings.Cut(wrong, "=")
		form := url.Values{"name": {"b"}, "preset": {"her"}, "loss": {"2"}, "on-empty": {"restock"}, name: {value}}
		w := s.Ask("POST", "/agents", form)
		page := w.Body.String()
		for _, part := range []string{told, `id="wrong-` + name + `"`, `name="loss" value="2"`} {
			if w.Code != http.StatusUnprocessableEntity || !strings.Contains(page, part) {
				t.Errorf("%s: status %d, want %q: %s", wrong, w.Code, part, page)
			}
		}
	}
	at := s.Post("/agents", url.Values{"name": {"b"}, "preset": {"her"}, "seed": {"3"}})
	if at != "/agents/b" {
		t.Errorf("redirected to %s", at)
	}
}
