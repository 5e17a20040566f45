package classroom

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"path"
	"strings"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/pages"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/site"
	"menace/data"
	"menace/menace"
)

// pupilPage is the content of the page of a pupil, with a board.
type pupilPage struct {
	*pages.MatchPage
	Pupil  Pupil
	Paused bool
}

// viewer returns a pupil as the viewer of the class's machine.
func (s *classPages) viewer(r *http.Request, p Pupil) pages.Viewer {
	v := pages.NewViewer(r, s.Class.Owner())
	v.Player, v.Home, v.Boxes, v.Paused = p.ID, "/play", "/play/boxes", !s.Class.State().MayPlay(p)
	return v
}

// pupil shows the page of a pupil.
func (s *classPages) pupil(w http.ResponseWriter, r *http.Request) error {
	page, err := s.pupilPage(r.Context(), r)
	if err != nil {
		return err
	}
	return s.Show(w, http.StatusOK, "pupil.html", page)
}

func (s *classPages) pupilPage(ctx context.Context, r *http.Request) (*pupilPage, error) {
	pupil := s.visitor(r).pupil
	v := s.viewer(r, pupil)
	page, err := s.machines.MatchPage(ctx, v)
	return &pupilPage{page, pupil, v.Paused}, err
}

// pupilEvents streams updates of the page of a pupil, until the pupil is removed, or another machine takes over.
func (s *classPages) pupilEvents(w http.ResponseWriter, r *http.Request) error {
	v := s.viewer(r, s.visitor(r).pupil)
	draw := func(ctx context.Context) (pages.Updated, error) {
		if s.visitor(r).role != Player || s.Class.Owner() != v.Owner {
			return nil, site.ErrNowhere
		}
		return s.pupilPage(ctx, r)
	}
	return s.machines.StreamPage(w, r, v, maxPupilStreams, pupilParts, draw)
}

// pupilBoxes shows a pupil all boxes of the machine, or one of them.
func (s *classPages) pupilBoxes(w http.ResponseWriter, r *http.Request) error {
	page, err := s.machines.AgentPage(r.Context(), s.viewer(r, s.visitor(r).pupil))
	if err != nil {
		return err
	}
	return s.Show(w, http.StatusOK, "pupil_boxes.html", page)
}

// play performs the action of a button on the page of a pupil.
func (s *classPages) play(w http.ResponseWriter, r *http.Request) error {
	r.ParseForm() // a malformed form counts as empty
	err := s.machines.Act(r.Context(), s.viewer(r, s.visitor(r).pupil), path.Base(r.URL.Path), r.PostForm)
	if err != nil {
		return err
	}
	return s.Redirect(w, r, "/play")
}

// panelPage is the content of the teacher's page.
type panelPage struct {
	*pages.AgentPage
	Class  *Standing
	Notice string // the latest change to the class, or ""
}

// Refills reports whether a fresh machine for the class should refill its empty boxes.
func (page *panelPage) Refills() bool {
	return agents.ForClass(page.Card.Rules()).OnEmpty == menace.Restock
}

// panel shows the teacher's page.
func (s *classPages) panel(w http.ResponseWriter, r *http.Request) error {
	notice := ""
	if kept := r.FormValue("kept"); kept != "" {
		notice = "Kept as " + kept + "."
	}
	return s.showPanel(w, r, notice, site.Field{Name: "copy"})
}

// showPanel shows the teacher's page with a notice, and with the field for the name of a copy.
func (s *classPages) showPanel(w http.ResponseWriter, r *http.Request, notice string, copied site.Field) error {
	page, err := s.machines.AgentPageWithForms(r, pages.NewViewer(r, s.Class.Owner()))
	if err != nil {
		return err
	}
	page.Copy = copied
	return s.Show(w, site.FormStatus(copied.Wrong == ""), "class.html", &panelPage{page, s.Class.Standing(), notice})
}

// panelEvents streams updates of the teacher's page, until another machine takes over.
func (s *classPages) panelEvents(w http.ResponseWriter, r *http.Request) error {
	v := pages.Viewer{Owner: s.Class.Owner()}
	return s.machines.StreamPage(w, r, v, 0, classParts, func(ctx context.Context) (pages.Updated, error) {
		if s.visitor(r).role != Teacher || s.Class.Owner() != v.Owner {
			return nil, site.ErrNowhere
		}
		page, err := s.machines.AgentPage(ctx, v)
		return &panelPage{AgentPage: page, Class: s.Class.Standing()}, err
	})
}

// copyMachine copies the machine of the class under another name.
func (s *classPages) copyMachine(w http.ResponseWriter, r *http.Request) error {
	f := site.Field{Name: "copy", Value: strings.TrimSpace(r.PostFormValue("to"))}
	err := mistake.Wrap(data.CheckName(f.Value))
	if err == nil {
		now, err := s.Class.Owner().Snapshot(r.Context())
		if err != nil {
			return err
		}
		_, err = agents.Copy(r.Context(), s.db, now.Name, f.Value)
		if err == nil {
			return s.Redirect(w, r, "/class?kept=%s", url.QueryEscape(f.Value))
		}
		if !errors.Is(err, data.ErrExists) && !errors.As(err, new(mistake.Error)) {
			return err
		}
		f.ShowError(err)
	}
	f.ShowError(err)
	return s.showPanel(w, r, "", f)
}

// askToReset asks before the class starts again.
func (s *classPages) askToReset(w http.ResponseWriter, r *http.Request) error {
	page, err := s.machines.AgentPage(r.Context(), pages.NewViewer(r, s.Class.Owner()))
	if err != nil {
		return err
	}
	return s.Show(w, http.StatusOK, "class_reset.html", &panelPage{AgentPage: page})
}

// projectorPage is the content of the page for a projector.
type projectorPage struct {
	*pages.Screen
	Class *Standing
}

func (s *classPages) projectorPage(ctx context.Context, v pages.Viewer) (*projectorPage, error) {
	screen, err := s.machines.Screen(ctx, v, s.Class.Games(), "class", "The class")
	if err != nil {
		return nil, err
	}
	page := &projectorPage{screen, s.Class.Standing()}
	if page.Class.Paused {
		screen.Notice = "Paused."
	}
	return page, nil
}

// projector shows the page for a projector.
func (s *classPages) projector(w http.ResponseWriter, r *http.Request) error {
	page, err := s.projectorPage(r.Context(), pages.NewViewer(r, s.Class.Owner()))
	if err != nil {
		return err
	}
	return s.Show(w, http.StatusOK, "class_projector.html", page)
}

// projectorEvents streams updates of the page for a projector, until another machine takes over.
func (s *classPages) projectorEvents(w http.ResponseWriter, r *http.Request) error {
	v := pages.Viewer{Owner: s.Class.Owner()}
	return s.machines.StreamPage(w, r, v, 0, projectorParts, func(ctx context.Context) (pages.Updated, error) {
		if s.visitor(r).role != Teacher || s.Class.Owner() != v.Owner {
			return nil, site.ErrNowhere
		}
		return s.projectorPage(ctx, v)
	})
}

// projectorBoxes shows all boxes of the machine on a projector.
func (s *classPages) projectorBoxes(w http.ResponseWriter, r *http.Request) error {
	page, err := s.machines.AgentPage(r.Context(), pages.NewViewer(r, s.Class.Owner()))
	if err != nil {
		return err
	}
	return s.Show(w, http.StatusOK, "class_boxes.html", page)
}
