package pages_test

import (
	"net/url"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/machinestest"
)

// TestOwnGame makes a machine of a game of one's own from the text of its file, and looks at its page, where positions
// are texts. A wrong file makes no machine, and the form shows which position is wrong.
func TestOwnGame(t *testing.T) {
	t.Parallel()
	const file = `{"name": "stairs", "rules": "Go down.", "begin": "step 2", "moves": {"step 2": ["step 1", "ground"],
		"step 1": {"last step": "ground"}}, "ends": {"ground": "wins"}}`
	s := machinestest.New(t)
	wrong := url.Values{"name": {"steps"}, "own": {strings.Replace(file, `"step 1", `, `"step 0", `, 1)}}
	w := s.Ask("POST", "/agents", wrong)
	if w.Code != 422 || !strings.Contains(w.Body.String(), "leads to &#34;step 0&#34;") {
		t.Errorf("a wrong file: %d, %s", w.Code, w.Body)
	}
	s.Post("/agents", url.Values{"name": {"steps"}, "own": {file}, "seed": {"1"}})
	s.Post("/agents/steps/new", nil)
	page := s.Get("/agents/steps")
	for _, want := range []string{"plays stairs with Player 1", `<p class="position">`, "Go down."} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in %s", want, page)
		}
	}
}
