package classroom

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/machines/pages"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/site"
	"menace/menace"
)

// panelPage is the content of the teacher's page of a class.
type panelPage struct {
	*pages.AgentPage
	Class  *Standing
	Notice string // the latest change of the class, or ""
}

// Refills reports whether a fresh machine for the class should refill its empty boxes.
func (page *panelPage) Refills() bool {
	return agents.RulesForClass(page.Summary.Rules()).OnEmpty == menace.Restock
}

// teacherOf returns the teacher as a viewer of a class's machine.
func teacherOf(r *http.Request, c *Class) pages.Viewer {
	v := pages.NewViewer(r, c.Machine())
	v.Games = 1000 // takes a moment in a lesson
	return v
}

// panel shows the teacher's page of a class.
func (s *classPages) panel(w http.ResponseWriter, r *http.Request, c *Class) error {
	notice := ""
	if kept := r.FormValue("kept"); kept != "" {
		notice = c.Language().Text("Kept as {name}.", "name", kept)
	}
	return s.showPanel(w, r, c, notice, site.Field{Name: "copy"})
}

// showPanel shows the teacher's page with a notice, and with the field for the name of a copy.
func (s *classPages) showPanel(w http.ResponseWriter, r *http.Request, c *Class, notice string,
	copied site.Field) error {
	page, err := s.machines.AgentPageWithForms(r, teacherOf(r, c))
	if err != nil {
		return err
	}
	page.Copy = copied
	return s.Show(w, site.FormStatus(copied.Wrong == ""), "class.html",
		&panelPage{page, c.Standing(isPrivate(r)), notice})
}

// panelEvents streams updates of the teacher's page, until the class is closed or gets another machine. Devices that
// show nicknames do not share their updates with pages that may be projected.
func (s *classPages) panelEvents(w http.ResponseWriter, r *http.Request, c *Class) error {
	v, private := pages.Viewer{Machine: c.Machine(), Language: c.Language()}, isPrivate(r)
	changed, cancel := v.Machine.Subscribe(live.Host)
	defer cancel()
	return s.Stream(w, r, site.Source{
		Key: fmt.Sprint("class ", c.ID(), v.Machine.ID(), private, v.Language.Tag), Changed: changed,
		Draw: func(ctx context.Context) (site.Frame, error) {
			if c.hasLeft(v.Machine) || c.Language() != v.Language {
				return site.Frame{}, site.ErrNoPage
			}
			page, err := s.machines.AgentPage(ctx, v)
			if err != nil {
				return site.Frame{}, err
			}
			return s.NewFrame(classParts, &panelPage{AgentPage: page, Class: c.Standing(private)}, page.Updates())
		},
	})
}

// hasLeft reports whether the class is closed or plays against another machine now.
func (c *Class) hasLeft(from *live.Machine) bool { return c.Closed() || !c.playsAgainst(from) }

// copyMachine copies the machine of the class under another name.
func (s *classPages) copyMachine(w http.ResponseWriter, r *http.Request, c *Class) error {
	now, err := c.Machine().Snapshot(r.Context())
	if err != nil {
		return err
	}
	f := site.Field{Name: "copy", Value: strings.TrimSpace(r.PostFormValue("to"))}
	err = pages.UseName(f.Value, func(name string) error {
		_, err := agents.Copy(r.Context(), s.db, now.Name, name)
		return err
	})
	switch {
	case err == nil:
		return s.Redirect(w, r, "%s?kept=%s", c.address(), url.QueryEscape(f.Value))
	case !errors.As(err, new(mistake.Error)):
		return err
	}
	f.ShowError(c.Language().Translate(err))
	return s.showPanel(w, r, c, "", f)
}

// changeClass changes the setting named by the last part of the address, or draws a new code.
func (s *classPages) changeClass(w http.ResponseWriter, r *http.Request, c *Class) error {
	do, err := r.PathValue("do"), error(nil)
	switch do {
	case "language":
		err = c.SetLanguage(r.Context(), r.PostFormValue("language"))
	case "code":
		err = c.NewCode(r.Context())
	default:
		err = c.Set(r.Context(), do, r.FormValue("on") != "")
	}
	if err != nil {
		return err
	}
	c.notify()
	return s.Redirect(w, r, "%s", c.address())
}

// askToReset asks before the class starts again.
func (s *classPages) askToReset(w http.ResponseWriter, r *http.Request, c *Class) error {
	page, err := s.machines.AgentPage(r.Context(), teacherOf(r, c))
	if err != nil {
		return err
	}
	return s.Show(w, http.StatusOK, "class_reset.html", &panelPage{AgentPage: page, Class: c.Standing(isPrivate(r))})
}

// resetClass starts the class again with a fresh machine.
func (s *classPages) resetClass(w http.ResponseWriter, r *http.Request, c *Class) error {
	kept, err := c.Reset(r.Context(), r.FormValue("restock") != "")
	if err != nil {
		return err
	}
	c.notify()
	return s.Redirect(w, r, "%s?kept=%s", c.address(), url.QueryEscape(kept))
}

// managePupil makes the change of a pupil named by the last part of the address, or shows the page for making changes.
func (s *classPages) managePupil(w http.ResponseWriter, r *http.Request, c *Class) (err error) {
	id, _ := strconv.Atoi(r.PathValue("id"))
	do, nickname := r.PathValue("do"), site.Field{Name: "nickname", Value: r.PostFormValue("nickname")}
	if do != "" {
		err = c.Manage(r.Context(), id, do, nickname.Value)
	}
	nickname.ShowError(c.Language().Translate(err))
	switch {
	case err != nil && !errors.As(err, new(mistake.Error)):
		return err
	case err == nil && do == "place":
		return s.Redirect(w, r, "%s/pupils/%d", c.address(), id)
	case err == nil && do != "":
		c.notify()
		return s.Redirect(w, r, "%s", c.address())
	}
	state := c.State()
	p, err := state.Pupil(id)
	if err != nil {
		return err
	}
	shown := struct {
		inLanguage
		*Pupil
		Class     string // address of the class
		Shown     string // the pupil's name on this device
		Place     string // the code that restores the place, with a gap, or ""
		PlaceLink string
		Taught    string // address of the comparison of the machine with and without the pupil
		Nickname  site.Field
	}{inLanguage: s.inLanguageOf(r), Pupil: p, Class: c.address(), Shown: state.animal(id), Nickname: nickname}
	if state.ShowNames || isPrivate(r) {
		shown.Shown = p.Name
	}
	if now, err := c.MachineOf(id).Snapshot(r.Context()); err == nil {
		shown.Taught = site.Join("/agents", now.Name, "taught")
	}
	if p.PlaceCode != "" {
		shown.Place, shown.PlaceLink = formatCode(p.PlaceCode), s.joinLink(p.PlaceCode)
	}
	return s.Show(w, site.FormStatus(nickname.Wrong == ""), "class_pupil.html", shown)
}

// classQR answers with the QR code of the link to join a class.
func (s *classPages) classQR(w http.ResponseWriter, _ *http.Request, c *Class) error {
	return showQR(w, s.joinLink(c.Code()))
}

// placeQR answers with the QR code of the link that restores a pupil's place.
func (s *classPages) placeQR(w http.ResponseWriter, r *http.Request, c *Class) error {
	id, _ := strconv.Atoi(r.PathValue("id"))
	p, err := c.State().Pupil(id)
	if err != nil {
		return err
	}
	if p.PlaceCode == "" {
		return site.ErrNoPage
	}
	return showQR(w, s.joinLink(p.PlaceCode))
}

// projectorPage is the content of the page for a projector.
type projectorPage struct {
	*pages.Screen
	Class *Standing
}

func (s *classPages) projectorPage(ctx context.Context, v pages.Viewer, c *Class) (*projectorPage, error) {
	screen, err := s.machines.Screen(ctx, v, c.Games(), v.In().Text("The class"))
	if err != nil {
		return nil, err
	}
	page := &projectorPage{screen, c.Standing(false)}
	if page.Class.Paused {
		screen.Notice = v.In().Text("Paused.")
	}
	return page, nil
}

// projector shows the page for a projector.
func (s *classPages) projector(w http.ResponseWriter, r *http.Request, c *Class) error {
	if c.State().Paper {
		page, err := s.chartPage(r.Context(), c, c.Language())
		if err != nil {
			return err
		}
		return s.Show(w, http.StatusOK, "class_paper.html", page)
	}
	if c.State().Trial != nil {
		page, err := s.trialPage(r.Context(), c, c.Language())
		if err != nil {
			return err
		}
		return s.Show(w, http.StatusOK, "class_trial.html", page)
	}
	page, err := s.projectorPage(r.Context(), pages.NewViewer(r, c.Machine()), c)
	if err != nil {
		return err
	}
	return s.Show(w, http.StatusOK, "class_projector.html", page)
}

// projectorEvents streams updates of the page for a projector, until the class is closed or gets another machine.
func (s *classPages) projectorEvents(w http.ResponseWriter, r *http.Request, c *Class) error {
	v := pages.Viewer{Machine: c.Machine(), Language: c.Language()}
	return s.machines.StreamPage(w, r, v, nil, projectorParts, func(ctx context.Context) (pages.Updated, error) {
		if c.hasLeft(v.Machine) || c.Language() != v.Language || c.State().Trial != nil || c.State().Paper {
			return nil, site.ErrNoPage
		}
		return s.projectorPage(ctx, v, c)
	})
}

// trialEvents streams updates of the projector's page during a trial, until the trial ends.
func (s *classPages) trialEvents(w http.ResponseWriter, r *http.Request, c *Class) error {
	v := pages.Viewer{Machine: c.Machine(), Language: c.Language()}
	return s.machines.StreamPage(w, r, v, nil, trialParts, func(ctx context.Context) (pages.Updated, error) {
		if c.hasLeft(v.Machine) || c.Language() != v.Language || c.State().Paper {
			return nil, site.ErrNoPage
		}
		return s.trialPage(ctx, c, v.Language)
	})
}

// projectorBoxes shows all boxes of the machine on a projector, unless a trial has not been revealed yet.
func (s *classPages) projectorBoxes(w http.ResponseWriter, r *http.Request, c *Class) error {
	if c.State().Trial.blind() {
		return s.Redirect(w, r, "%s/projector", c.address())
	}
	page, err := s.machines.AgentPage(r.Context(), pages.NewViewer(r, c.Machine()))
	if err != nil {
		return err
	}
	return s.Show(w, http.StatusOK, "class_boxes.html", &panelPage{AgentPage: page, Class: c.Standing(false)})
}
