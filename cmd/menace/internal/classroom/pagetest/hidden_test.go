package pagetest

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/machinestest"
	"menace/menace"
)

// TestHiddenBoxes checks that pupils see neither boxes nor what the machine learns in a blind test, until the teacher
// reveals it.
func TestHiddenBoxes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c := classroomOf(s, "a")
	ann := c.pupil("Ann")
	look := func() string { return c.Ask("GET", ann.home, nil, carrying(ann)).Body.String() }
	tells := []string{"/boxes", "data-change", "learns", "beads"}
	if _, err := c.class.BeginTrial(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	for _, hidden := range []bool{true, false} {
		if !hidden {
			if err := c.class.Reveal(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
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
	her, _ := menace.Preset("her")
	s.Train("taught", her, 3000)
	for machine, want := range map[string]bool{"her": false, "taught": true} {
		if page := s.Get("/agents/" + machine + "/projector"); strings.Contains(page, "data-proof") != want {
			t.Errorf("%s: the projector says that nobody can beat it: %v, want %v", machine, !want, want)
		}
	}
}

// TestBlindTrial checks that no page of a class differs between the two machines of a trial until it is revealed, and
// that the projector then names the one that learns.
func TestBlindTrial(t *testing.T) {
	t.Parallel()
	c := classroomOf(newSite(t).withHer(), "her")
	ann, ben, teacher := c.pupil("Ann"), c.pupil("Ben"), c.teacher()
	seen := func() (all string) {
		for _, who := range []person{ann, ben, teacher} {
			if who == teacher {
				who.home = c.at("")
			}
			all += c.Ask("GET", who.home, nil, carrying(who)).Body.String()
		}
		return all + c.Ask("GET", c.at("/projector"), nil, carrying(teacher)).Body.String()
	}
	var blind, told [2]string
	for i := range 2 {
		if _, err := c.class.BeginTrial(c.Context(), i == 0); err != nil {
			t.Fatal(err)
		}
		blind[i] = seen()
		if got := c.Ask("GET", c.at("/projector/boxes"), nil, carrying(teacher)).Code; got != http.StatusSeeOther {
			t.Errorf("the boxes of a blind trial: status %d", got)
		}
		c.Ask("POST", c.at("/trial/reveal"), url.Values{}, carrying(teacher))
		told[i] = seen()
	}
	if blind[0] != blind[1] {
		t.Error("the pages of a blind trial tell which machine learns")
	}
	for i, name := range []string{"B", "A"} {
		if !strings.Contains(told[i], ">"+name+" learns</h1>") {
			t.Errorf("the projector does not say that %s learns:\n%s", name, told[i])
		}
	}
}
