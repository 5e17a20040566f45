package web

import (
	"context"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"menace/cmd/menace/internal/classroom"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/web/view"
	"menace/cmd/menace/internal/words"
	"menace/menace"
)

const (
	importing = "POST /import"
	maxImport = 33 << 20 // size limit of machines to import in bytes
)

// machinePages returns the pages of machines.
func (s *Server) machinePages() site.Pages {
	routes := map[string]site.Handler{
		"GET /{$}":  func(w http.ResponseWriter, r *http.Request) error { return s.showHome(w, r, "") },
		"POST /{$}": s.start,
		"GET /new": func(w http.ResponseWriter, _ *http.Request) error {
			return s.showNew(w, newForm(nil))
		},
		"POST /agents":                        s.make,
		importing:                             s.importAgent,
		"GET /agents/{name}":                  s.agent,
		"GET /agents/{name}/box":              pageOf(s, "found-box", s.agentPage),
		"GET /agents/{name}/games":            s.games,
		"GET /agents/{name}/games/{id}":       s.replay,
		"GET /agents/{name}/export":           s.export,
		"POST /agents/{name}/rename":          s.viewed(s.rename),
		"POST /agents/{name}/copy":            s.viewed(s.copy),
		"POST /agents/{name}/again":           s.again,
		"GET /agents/{name}/delete":           s.viewed(s.askToDelete),
		"POST /agents/{name}/delete":          s.delete,
		"POST /agents/{name}/train":           s.viewed(s.train),
		"POST /agents/{name}/stop":            s.viewed(s.stop),
		"GET /agents/{name}/events":           events(s, agentParts, s.agentPage),
		"GET /agents/{name}/resign":           pageOf(s, "resign.html", s.matchPage),
		"GET /agents/{name}/projector":        pageOf(s, "projector.html", s.screen),
		"GET /agents/{name}/projector/boxes":  pageOf(s, "projector_boxes.html", s.agentPage),
		"GET /agents/{name}/projector/events": events(s, screenParts, s.screen),
		"GET /figures":                        s.figures,
		"GET /figures/{figure}":               s.figures,
	}
	for name := range actions {
		routes["POST /agents/{name}/"+name] = s.viewed(s.act)
	}
	for _, form := range []string{"/agents/{$}", "/agents", "/agents/{name}/{$}", "/agents/{name}/{do}"} {
		routes["GET "+form] = s.backFrom(routes)
	}
	return site.Pages{
		Name: "machines", Routes: routes, MaxBody: map[string]int64{importing: maxImport},
		Templates: folder("pages/machines"),
		Navigation: []site.Entry{
			{Name: "Machines", Address: "/"}, {Name: "Figures", Address: "/figures"},
		},
		Functions: template.FuncMap{
			"beads": words.Beads, "label": view.MoveLabel, "move": sentences.Move, "you": you,
			"rules": func() []menace.Rule { return menace.Table },
		},
	}
}

// backFrom returns a handler that redirects from the address of a form, which somebody typed or reloaded, to the page
// with the form.
func (s *Server) backFrom(routes map[string]site.Handler) site.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		name, do := r.PathValue("name"), r.PathValue("do")
		switch {
		case name == "":
			return s.Redirect(w, r, "/")
		case do == "" || routes["POST /agents/{name}/"+do] != nil:
			return s.Redirect(w, r, "/agents/%s", url.PathEscape(name))
		}
		return site.ErrNowhere
	}
}

// you returns the choices for an opponent, with the viewer first.
func you(choices []words.Choice) []words.Choice {
	return append([]words.Choice{{Name: strings.ToLower(sentences.You), Label: "you"}}, choices...)
}

const maxPupilStreams = 4 // open streams of one pupil

// The parts of pages that are updated while they are open, and their templates.
var (
	agentParts = []string{
		"tiles", "exact-strength", "bankrupt", "board", "buttons", "opposite", "messages", "score", "opened",
		"train-buttons", "progress", "curve", "standing", "roster", "switches", "animals", "invite",
	}
	pupilParts  = []string{"board", "prompt", "messages", "score", "buttons", "opened", "notice"}
	screenParts = []string{"screen-board", "screen-story", "screen-box", "screen-score", "screen-line", "screen-foot"}
)

// pageOf returns the handler of a page of a machine with this template and content.
func pageOf[C any](s *Server, template string, of func(context.Context, viewer) (C, error)) site.Handler {
	return s.viewed(func(w http.ResponseWriter, r *http.Request, v viewer) error {
		shown, err := of(r.Context(), v)
		if err != nil {
			return err
		}
		return s.Show(w, http.StatusOK, template, shown)
	})
}

// boxed is the content of a page that may show the boxes of a machine, whose beads change.
type boxed interface {
	// boxes returns each box as a view.Little, by its code.
	boxes() map[string]any
}

// events returns the handler that streams updates of such a page, until the machine is deleted or the pupil removed.
func events[C boxed](s *Server, parts []string, of func(context.Context, viewer) (C, error)) site.Handler {
	return s.viewed(func(w http.ResponseWriter, r *http.Request, v viewer) error {
		owner, inClass := v.owner, s.plays(v.owner)
		changed, cancel := owner.Subscribe(v.pupil.ID)
		defer cancel()
		from := site.Source{Key: fmt.Sprint(owner.ID(), r.Pattern, v.pupil.ID), Changed: changed}
		if v.pupil.ID != live.Host {
			from.Limit = maxPupilStreams
		}
		from.Draw = func(ctx context.Context) (site.Frame, error) {
			now := s.visitor(r)
			if now.role < classroom.Player || inClass && !s.plays(owner) { // removed, or another machine has taken over
				return site.Frame{}, site.ErrNowhere
			}
			now.owner = owner
			shown, err := of(ctx, now)
			if err != nil {
				return site.Frame{}, err
			}
			return s.NewFrame(parts, shown, shown.boxes())
		}
		return s.Stream(w, r, from)
	})
}
