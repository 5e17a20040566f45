package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"menace/arena"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/live"
	"menace/cmd/menace/internal/web/view"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
)

// agentPage is the content of the page of a machine.
type agentPage struct {
	*matchPage
	Refresh  string // the time and address at which browsers without scripts reload, or ""
	Card     view.Card
	Rules    []view.Rule
	Cabinet  view.Cabinet
	Box      *view.Found // the requested box, or nil
	Progress live.Progress
	Curve    view.Curve
	Class    *classPage // the class that plays against the machine, or nil
	Notice   string     // what has just been done to the class, or ""

	// Forms, with error messages.
	Find         field // the position of a box
	Opposite     field // the opponent in new games
	Training     trainForm
	Opponents    []words.Choice // the opponents that the forms offer first
	Examples     []string       // some names of opponents
	Rename, Copy field          // a new name
}

// Restocks reports whether the machine refills empty boxes.
func (page *agentPage) Restocks() bool { return page.now.Machine.Rules().OnEmpty == menace.Restock }

// agent shows the page of a machine, or its report as JSON. Without a name it shows the teacher's page of the class.
func (s *Server) agent(w http.ResponseWriter, r *http.Request) error {
	if name, ok := strings.CutSuffix(r.PathValue("name"), ".json"); ok {
		report, err := s.lab.ReportAgent(r.Context(), name)
		if err == nil {
			w.Header().Set("Content-Type", "application/json")
			encoder := json.NewEncoder(w)
			encoder.SetIndent("", "  ")
			return ignore(encoder.Encode(report))
		}
		if !errors.Is(err, data.ErrNotFound) {
			return err
		}
	}
	return s.showAgent(w, r, nil)
}

// showAgent shows the page of a machine. If one of its forms is wrong, a function puts that form into the page.
func (s *Server) showAgent(w http.ResponseWriter, r *http.Request, wrong func(*agentPage)) error {
	page, err := s.agentPage(r)
	if err != nil {
		return err
	}
	page.Opposite = field{Name: "opposite", Value: cmp.Or(page.Play.Opposite, strings.ToLower(words.You))}
	page.Rename.Name, page.Copy.Name = "rename", "copy"
	page.Training = suggestTraining(r.URL.Query())
	page.Examples = arena.Examples(page.now.Machine.Graph())
	if page.Opponents, err = s.opponents(r.Context(), &page.now.Machine); err != nil {
		return err
	}
	if kept := r.FormValue("kept"); kept != "" {
		page.Notice = "Kept as " + kept + "."
	}
	template := "agent.html"
	if r.PathValue("name") == "" {
		template = "class.html"
	}
	if wrong != nil {
		wrong(page)
	}
	switch {
	case page.Progress.Running && r.Method == http.MethodGet:
		page.Refresh = "2"
	case page.Progress.Running:
		page.Refresh = "8; url=" + page.Home // leaves time to read error messages
	}
	page.find(r)
	return s.show(w, statusOf(wrong == nil), template, page)
}

// boxes returns the handler of a page of a machine that has no form but the one that finds a box. It shows the box
// large.
func (s *Server) boxes(template string) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		page, err := s.agentPage(r)
		if err != nil {
			return err
		}
		page.find(r)
		return s.show(w, http.StatusOK, template, page)
	}
}

// agentPage returns the page of a machine with the viewer's match.
func (s *Server) agentPage(r *http.Request) (*agentPage, error) {
	v, owner, err := s.viewer(r)
	if err != nil {
		return nil, err
	}
	return s.ownerPage(r.Context(), owner, v)
}

// ownerPage returns the page of a machine in use.
func (s *Server) ownerPage(ctx context.Context, owner *live.Owner, v viewer) (*agentPage, error) {
	progress := owner.Progress() // first, so that the board of a run that has ended is not one of its games
	page, err := s.matchPage(ctx, owner, v)
	if err != nil {
		return nil, err
	}
	now := page.now
	return &agentPage{
		matchPage: page, Card: view.CardOf(now.Name, &now.Machine, now.Tally), Rules: view.Rules(now.Machine.Rules()),
		Cabinet: view.CabinetOf(&now.Machine, page.Play.Game), Progress: progress,
		Curve: view.CurveOf(now.Curve),
		Class: s.classPage(owner),
	}, nil
}

// find adds the requested box to the page, by its position in any orientation.
func (page *agentPage) find(r *http.Request) {
	page.Find = field{Name: "position", Value: strings.TrimSpace(r.FormValue("position"))}
	if page.Find.Value == "" {
		return
	}
	position, err := lab.BoxOf(page.Title, &page.now.Machine, page.Find.Value)
	if page.Find.Blame(err); err == nil {
		page.Box = page.Cabinet.Find(&page.now.Machine, position, page.now.Curve, page.Card.Games)
	}
}
