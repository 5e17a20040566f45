package classroom

import (
	"context"
	"fmt"
	"net/http"
	"path"

	"menace/cmd/menace/internal/machines/pages"
	"menace/cmd/menace/internal/site"
)

// Maximum numbers of open streams of a pupil, and of all pupils of a class. A window in the background has no stream.
const maxPupilStreams, maxClassStreams = 4, 2 * MaxPupils

// pupilPage is the content of the page of a pupil, with a board.
type pupilPage struct {
	*pages.MatchPage
	Pupil        Pupil
	Class        string // name of the class
	Animal       string // shown instead of the nickname while nicknames are hidden
	Others       string // address where another player can use this browser
	Paused       bool
	StartedAgain bool
	Half         string // A or B in a trial, otherwise ""
}

// viewerOf returns a pupil as the viewer of the class's machine.
func (s *classPages) viewerOf(r *http.Request, c *Class, p Pupil) pages.Viewer {
	v := pages.NewViewer(r, c.MachineOf(p.ID))
	v.Player, v.Home, v.Paused = p.ID, c.placeAddress(p.ID), !c.State().MayPlay(p)
	v.Boxes, v.Language = v.Home+"/boxes", s.languageOf(r)
	v.Off = map[string]bool{"hint": c.State().NoHints, "undo": c.State().NoUndo}
	v.Hidden = c.State().Trial.blind()
	return v
}

// pupil shows the page of a pupil.
func (s *classPages) pupil(w http.ResponseWriter, r *http.Request, c *Class, p Pupil) error {
	if c.State().Paper {
		page, err := s.paperPage(r.Context(), r, c, p)
		if err != nil {
			return err
		}
		return s.Show(w, http.StatusOK, "pupil_paper.html", page)
	}
	page, err := s.pupilPage(r.Context(), r, c, p)
	if err != nil {
		return err
	}
	return s.Show(w, http.StatusOK, "pupil.html", page)
}

func (s *classPages) pupilPage(ctx context.Context, r *http.Request, c *Class, p Pupil) (*pupilPage, error) {
	v, state := s.viewerOf(r, c, p), c.State()
	page, err := s.machines.MatchPage(ctx, v)
	shown := &pupilPage{
		MatchPage: page, Pupil: p, Class: c.Name(), Animal: state.animal(p.ID), Others: c.playAddress(),
		Paused: v.Paused, StartedAgain: state.StartedAgain,
	}
	if state.Trial != nil {
		shown.Half = halves[half(p.ID)]
	}
	return shown, err
}

// pupilEvents streams updates of the page of a pupil, until the pupil is removed, or the class is closed or gets
// another machine.
func (s *classPages) pupilEvents(w http.ResponseWriter, r *http.Request, c *Class, p Pupil) error {
	v := s.viewerOf(r, c, p)
	draw := func(ctx context.Context) (pages.Updated, error) {
		now, ok := c.pupilIn(r)
		if !ok || c.Closed() || c.State().Paper || c.MachineOf(p.ID) != v.Machine || s.languageOf(r) != v.Language {
			return nil, site.ErrNoPage
		}
		return s.pupilPage(ctx, r, c, now)
	}
	defer c.watch(p.ID)()
	return s.machines.StreamPage(w, r, v, c.pupilQuotas(p.ID), pupilParts, draw)
}

// pupilQuotas returns the quotas of the streams of a pupil.
func (c *Class) pupilQuotas(pupil int) []site.Quota {
	return []site.Quota{
		{Group: fmt.Sprint("pupil ", c.ID(), pupil), Most: maxPupilStreams},
		{Group: fmt.Sprint("class ", c.ID()), Most: maxClassStreams},
	}
}

// pupilBoxes shows a pupil all boxes of the machine, or one of them.
func (s *classPages) pupilBoxes(w http.ResponseWriter, r *http.Request, c *Class, p Pupil) error {
	if c.State().Trial.blind() {
		return s.Redirect(w, r, "%s", c.placeAddress(p.ID))
	}
	page, err := s.machines.AgentPage(r.Context(), s.viewerOf(r, c, p))
	if err != nil {
		return err
	}
	return s.Show(w, http.StatusOK, "pupil_boxes.html", page)
}

// play performs the action of a button on the page of a pupil.
func (s *classPages) play(w http.ResponseWriter, r *http.Request, c *Class, p Pupil) error {
	r.ParseForm() // a malformed form counts as empty
	if c.State().Paper {
		return s.report(w, r, c, p)
	}
	if err := s.machines.Act(r.Context(), s.viewerOf(r, c, p), path.Base(r.URL.Path), r.PostForm); err != nil {
		return err
	}
	return s.Redirect(w, r, "%s", c.placeAddress(p.ID))
}
