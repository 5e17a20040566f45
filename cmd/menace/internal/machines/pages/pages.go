// Package pages provides the pages of machines: it plays, trains, shows and manages them in a browser, and draws
// figures. Begin with [New].
//
// Other features can build their pages on these, for example to show guests what the host of a machine sees.
package pages

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strings"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/machines/pages/view"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
)

const (
	importRoute = "POST /import"
	maxImport   = 33 << 20 // size limit for importing machines, in bytes
)

//go:embed templates static
var files embed.FS

// Machines serves the pages of machines.
type Machines struct {
	*site.Server
	db   *data.DB
	live *live.Machines
}

// New returns the pages of the machines in a laboratory.
func New(s *site.Server, db *data.DB, r *live.Machines) *Machines {
	return &Machines{Server: s, db: db, live: r}
}

// Pages returns the pages.
func (m *Machines) Pages() site.Pages {
	routes := map[string]site.Handler{
		"GET /{$}":  func(w http.ResponseWriter, r *http.Request) error { return m.showHome(w, r, nil) },
		"POST /{$}": m.start,
		"GET /new": func(w http.ResponseWriter, r *http.Request) error {
			return m.showNew(w, r, newForm(nil))
		},
		"POST /agents":                        m.make,
		importRoute:                           m.importAgent,
		"GET /agents/{name}":                  m.agent,
		"GET /agents/{name}/box":              m.page("found-box", updated(m.AgentPage)),
		"GET /agents/{name}/games":            m.games,
		"GET /agents/{name}/games/{id}":       m.replay,
		"GET /agents/{name}/export":           m.export,
		"GET /agents/{name}/beads":            m.exportBeads,
		"POST /agents/{name}/rename":          m.forMachine(m.rename),
		"POST /agents/{name}/copy":            m.forMachine(m.copy),
		"POST /agents/{name}/again":           m.again,
		"GET /agents/{name}/delete":           m.forMachine(m.askToDelete),
		"POST /agents/{name}/delete":          m.delete,
		"POST /agents/{name}/train":           m.forMachine(m.train),
		"POST /agents/{name}/stop":            m.forMachine(m.stop),
		"GET /agents/{name}/events":           m.events(agentParts, updated(m.AgentPage)),
		"GET /agents/{name}/film":             m.forMachine(m.film),
		"GET /first.bin":                      m.shippedFilm,
		"GET /new.svg":                        m.printNew,
		"GET /agents/{name}/print.svg":        m.print,
		"GET /agents/{name}/film.bin":         m.forMachine(m.filmFile),
		"GET /agents/{name}/share":            m.forMachine(m.share),
		"GET /agents/{name}/qr.png":           m.forMachine(m.shareCode),
		"POST /shared":                        m.openLink,
		"POST /shared/keep":                   m.keepLink,
		"GET /agents/{name}/taught":           m.forMachine(m.taught),
		"GET /agents/{name}/add":              m.forMachine(m.askToAdd),
		addRoute:                              m.forMachine(m.add),
		"GET /agents/{name}/resign":           m.page("resign.html", updated(m.MatchPage)),
		"GET /agents/{name}/projector":        m.page("projector.html", updated(m.screen)),
		"GET /agents/{name}/projector/boxes":  m.page("projector_boxes.html", updated(m.AgentPage)),
		"GET /agents/{name}/projector/events": m.events(screenParts, updated(m.screen)),
		"GET /figures":                        m.figures,
		"GET /figures/{figure}":               m.figures,
	}
	for name := range actions {
		routes["POST /agents/{name}/"+name] = m.forMachine(m.act)
	}
	for _, form := range []string{"/agents/{$}", "/agents", "/shared", "/shared/keep", "/agents/{name}/{$}",
		"/agents/{name}/{do}"} {
		routes["GET "+form] = m.backToForm(routes)
	}
	return site.Pages{
		Name: "machines", Routes: routes, MaxBody: map[string]int64{importRoute: maxImport, addRoute: maxImport},
		Templates: site.Folder(files, "templates"), Static: site.Folder(files, "static"),
		Public: []string{"GET /figures", "GET /figures/{figure}"},
		Navigation: []site.Entry{
			{Name: language.NewMessage("Machines"), Address: "/"},
			{Name: language.NewMessage("Figures"), Address: "/figures"},
		},
		Functions: func(l *language.Language) template.FuncMap {
			in := sentences.In{Language: l}
			return template.FuncMap{
				"whole": func(share float64) string { return l.Share(share, 0) },
				"beads": in.Beads, "label": view.MoveLabel, "move": in.Move,
				"you": func(choices []words.Choice) []words.Choice {
					you := words.Choice{Name: strings.ToLower(sentences.You), Label: in.Text("you")}
					return append([]words.Choice{you}, choices...)
				},
				"rules": func(r menace.Rules) []option.Option { return r.Options() },
			}
		},
	}
}

// backToForm returns a handler for the address that a form is sent to. If that was typed or reloaded, it redirects to
// the page with the form.
func (m *Machines) backToForm(routes map[string]site.Handler) site.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		name, do := r.PathValue("name"), r.PathValue("do")
		switch {
		case name == "":
			return m.Redirect(w, r, "/")
		case do == "" || routes["POST /agents/{name}/"+do] != nil:
			return m.Redirect(w, r, "/agents/%s", url.PathEscape(name))
		}
		return site.ErrNoPage
	}
}

// The parts of pages that are updated while they are open, and their templates.
var (
	agentParts = []string{
		"finding", "tiles", "exact-strength", "bankrupt", "board", "buttons", "opposite", "messages", "score", "opened",
		"train-buttons", "progress", "curve",
	}
	screenParts = []string{
		"screen-head", "screen-board", "screen-story", "screen-box", "screen-score", "screen-line", "screen-foot",
	}
)

// Updated is the content of a page that is updated while it is open.
type Updated interface {
	// Updates returns values for the page's script, in addition to the parts of the page. See [site.Frame].
	Updates() map[string]any
}

// page returns the handler of a page about a machine with this template and content.
func (m *Machines) page(template string, of func(context.Context, Viewer) (Updated, error)) site.Handler {
	return m.forMachine(func(w http.ResponseWriter, r *http.Request, v Viewer) error {
		shown, err := of(r.Context(), v)
		if err != nil {
			return err
		}
		return m.Show(w, http.StatusOK, template, shown)
	})
}

// events returns the handler that streams updates of such a page, until the machine is deleted.
func (m *Machines) events(parts []string, of func(context.Context, Viewer) (Updated, error)) site.Handler {
	return m.forMachine(func(w http.ResponseWriter, r *http.Request, v Viewer) error {
		return m.StreamPage(w, r, v, nil, parts, func(ctx context.Context) (Updated, error) {
			return of(ctx, Viewer{Machine: v.Machine, Language: v.Language})
		})
	})
}

// StreamPage streams updates of a page about a machine. The streams of guests have quotas. The parts are names of
// templates for the content.
func (m *Machines) StreamPage(w http.ResponseWriter, r *http.Request, v Viewer, quotas []site.Quota, parts []string,
	content func(context.Context) (Updated, error)) error {
	changed, cancel := v.Machine.Subscribe(v.Player)
	defer cancel()
	return m.Stream(w, r, site.Source{
		Key: fmt.Sprint(v.Machine.ID(), r.Pattern, v.Player, v.Language.Tag), Quotas: quotas, Changed: changed,
		Draw: func(ctx context.Context) (site.Frame, error) {
			shown, err := content(ctx)
			if err != nil {
				return site.Frame{}, err
			}
			return m.NewFrame(parts, shown, shown.Updates())
		},
	})
}

// updated adapts a function that returns the content of a page.
func updated[C Updated](of func(context.Context, Viewer) (C, error)) func(context.Context, Viewer) (Updated, error) {
	return func(ctx context.Context, v Viewer) (Updated, error) { return of(ctx, v) }
}

// isDatabaseError reports whether an error concerns the whole database, so that correcting the form would not help.
func isDatabaseError(err error) bool {
	return errors.Is(err, data.ErrBusy) || errors.Is(err, data.ErrReadOnly) || errors.Is(err, data.ErrFull) ||
		errors.Is(err, data.ErrReplaced)
}
