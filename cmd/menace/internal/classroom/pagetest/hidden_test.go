package pagetest

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/machinestest"
	"menace/menace"
)

// TestHiddenBoxes checks that pupils see neither boxes nor what the machine learns while their teacher hides them, so
// that they cannot tell a machine that learns from its twin that does not.
func TestHiddenBoxes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := classroomOf(s, "a")
	ann := c.pupil("Ann")
	look := func() string { return c.Ask("GET", ann.home, nil, carrying(ann)).Body.String() }
	tells := []string{"/boxes", "data-change", "learns", "beads"}
	for _, hidden := range []bool{true, false} {
		c.set("hidden", hidden)
		c.Ask("POST", ann.home+"/new", url.Values{}, carrying(ann))
		page := look()
		if len(machinestest.Moves(page)) == 0 {
			t.Fatalf("no moves on %s", page)
		}
		for can := machinestest.Moves(page); len(can) > 0; can = machinestest.Moves(page) {
			c.Ask("POST", ann.home+"/move", url.Values{"move": {can[0]}}, carrying(ann))
			page = look()
			for _, tell := range tells {
				if _, main, _ := strings.Cut(page, "</details>"); hidden && strings.Contains(main, tell) {
					t.Fatalf("hidden boxes: the page says %q:\n%s", tell, page)
				}
			}
		}
		for _, tell := range tells {
			if !hidden && !strings.Contains(page, tell) {
				t.Errorf("the page does not say %q:\n%s", tell, page)
			}
		}
		want := http.StatusOK
		if hidden {
			want = http.StatusSeeOther
		}
		if got := c.Ask("GET", ann.home+"/boxes", nil, carrying(ann)).Code; got != want {
			t.Errorf("hidden %v: the page of all boxes has status %d, want %d", hidden, got, want)
		}
	}
}

// TestProof checks that a projector says when nobody can beat the machine: not of a fresh one, and of HER after 3,000
// games, by when every such machine has lost for the last time.
func TestProof(t *testing.T) {
	t.Parallel()
	s := newSite(t).withHer()
	her, err := menace.Preset("her")
	if err != nil {
		t.Fatal(err)
	}
	s.Train("taught", her, 3000)
	for machine, want := range map[string]bool{"her": false, "taught": true} {
		if page := s.Get("/agents/" + machine + "/projector"); strings.Contains(page, "data-proof") != want {
			t.Errorf("%s: the projector says that nobody can beat it: %v, want %v", machine, !want, want)
		}
	}
}
