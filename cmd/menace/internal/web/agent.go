package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"menace/arena"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/web/view"
	"menace/cmd/menace/internal/words"
	"menace/data"
)

// agentPage is the content of the page of a machine.
type agentPage struct {
	*matchPage
	Refresh  string // the time and address at which browsers without scripts reload, or ""
	Card     view.Card
	Buckets  []view.Bucket // all boxes
	Box      *view.Found   // the requested box, or nil
	Progress live.Progress
	Curve    view.Curve
	Notice   string // the latest change to the class, or ""

	// Forms with their error messages.
	Find         field // the position of a box
	Opposite     field // the opponent in new games
	Training     trainForm
	Opponents    []words.Choice // the opponents that the forms offer first
	Examples     []string       // some names of opponents
	Rename, Copy field          // a new name
}

// agent shows the page of a machine, or its report as JSON, unless another machine has the name with .json. Without a
// name it shows the teacher's page of the class.
func (s *Server) agent(w http.ResponseWriter, r *http.Request) error {
	name, isReport := strings.CutSuffix(r.PathValue("name"), ".json")
	if isReport {
		_, err := s.lab.ID(r.Context(), name+".json")
		isReport = errors.Is(err, data.ErrNotFound)
	}
	if isReport {
		report, err := lab.ReportAgent(r.Context(), s.lab, name)
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", "application/json")
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(report)
	}
	return s.viewed(func(w http.ResponseWriter, r *http.Request, v viewer) error {
		return s.showAgent(w, r, v, nil)
	})(w, r)
}

// showAgent shows the page of a machine. If one of its forms is wrong, wrong adds that form to the page.
func (s *Server) showAgent(w http.ResponseWriter, r *http.Request, v viewer, wrong func(*agentPage)) error {
	page, err := s.agentPage(r.Context(), v)
	if err != nil {
		return err
	}
	page.Opposite = field{Name: "opposite", Value: cmp.Or(page.Play.Opposite, strings.ToLower(sentences.You))}
	page.Rename.Name, page.Copy.Name = "rename", "copy"
	games := int64(10_000)
	if s.class != nil || page.now.Machine.Graph().Steps() {
		games = 1000
	}
	page.Training = suggestTraining(games)
	page.Examples = arena.Examples(page.now.Machine.Graph())
	page.Opponents, err = s.opponents(r.Context(), &page.now.Machine)
	if err != nil {
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
		page.Refresh = "8; url=" + s.URL(page.Home) // leaves time to read error messages
	}
	return s.Show(w, site.FormStatus(wrong == nil), template, page)
}

// agentPage returns the page of a machine with the viewer's match and the box that the viewer asked for.
func (s *Server) agentPage(ctx context.Context, v viewer) (*agentPage, error) {
	progress := v.owner.Progress() // read first, so that the board does not show a game of a run that has ended
	match, err := s.matchPage(ctx, v)
	if err != nil {
		return nil, err
	}
	now := match.now
	page := &agentPage{
		matchPage: match, Card: view.Card{Machine: &now.Machine, Name: now.Name, Tally: now.Tally},
		Buckets: view.BucketsOf(&now.Machine, match.Play.Game), Progress: progress,
		Curve: view.CurveOf(now.Curve),
		Find:  field{Name: "position", Value: v.position},
	}
	if v.position != "" {
		position, err := lab.BoxOf(page.Title, &now.Machine, v.position)
		page.Find.ShowError(err)
		if err == nil {
			page.Box = view.Open(&now.Machine, position, now.Curve, now.Tally.Games())
		}
	}
	return page, nil
}

// boxes implements [boxed].
func (page *agentPage) boxes() map[string]any {
	all := map[string]any{}
	for _, bucket := range page.Buckets {
		for _, box := range bucket.Boxes {
			all[fmt.Sprint(box.Code)] = box
		}
	}
	return all
}

// screen is the content of the page for a projector: a game, the box that the machine opened in it, and the score.
// Nobody plays there, and it shows no nicknames.
type screen struct {
	*matchPage
	Story    string // what happened in the game
	Drawable bool
	Line     view.Line
}

// screen returns the content of the page: the game in which somebody moved last, or else the viewer's game.
func (s *Server) screen(ctx context.Context, v viewer) (*screen, error) {
	v.projects = true
	shown, err := s.matchPage(ctx, v)
	if err != nil {
		return nil, err
	}
	a, err := s.lab.Load(ctx, shown.Title)
	if err != nil {
		return nil, err
	}
	sessions, err := s.lab.Sessions(ctx, a)
	if err != nil {
		return nil, err
	}
	var games []data.Game
	if s.plays(v.owner) {
		games = s.class.Games()
	} else {
		games, err = s.lab.Games(ctx, a)
	}
	if err != nil {
		return nil, err
	}
	page := &screen{
		matchPage: shown, Drawable: shown.now.Machine.Graph().Drawable(), Line: view.LineOf(games, sessions),
	}
	who := "The player"
	switch m := shown.Play; {
	case m.Watches || m.Passing:
		who = m.Other
	case page.Class != nil:
		who = "The class"
	}
	page.Story = view.Story(shown.Play.MatchView, shown.Play.Machine, who)
	return page, nil
}
