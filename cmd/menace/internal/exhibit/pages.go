package exhibit

import (
	"context"
	"embed"
	"net/http"
	"path"
	"slices"
	"time"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/machines/pages"
	"menace/cmd/menace/internal/machines/pages/view"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/site"
)

//go:embed templates static language
var files embed.FS

func init() {
	language.Add(files)
}

// Page is the content of the page.
type Page struct {
	*pages.AgentPage
	Resting   bool
	Number    int // number of the season, or 0 if there is only one
	Seasons   curves
	Languages []*language.Language // the choices, if there are several
}

// Site returns a site with only the page of the exhibit.
func (e *Exhibit) Site(note func(string, ...any)) (*site.Server, error) {
	s := site.New(site.Config{Name: "menace", Note: note, Status: database.HTTPStatus, Explain: database.Explain})
	of := pages.New(s, e.db, e.live)
	shared := of.Pages() // templates, scripts and styles
	film := shared.Routes["GET /agents/{name}/film.bin"]
	shared.Routes, shared.Navigation = nil, nil
	if err := s.Add(shared); err != nil {
		return nil, err
	}
	content := func(ctx context.Context) (*Page, error) { return e.page(ctx, of, "") }
	return s, s.Add(site.Pages{
		Name: "exhibit", Templates: site.Folder(files, "templates"), Static: site.Folder(files, "static"),
		Access: &site.Access{
			Admit: func(do site.Handler) site.Handler { return do },
			Message: func(*http.Request) (string, string, *language.Language) {
				return "exhibit-message.html", "/", e.speaks()
			},
		},
		Routes: map[string]site.Handler{
			"GET /{$}": func(w http.ResponseWriter, r *http.Request) error {
				page, err := e.page(r.Context(), of, r.URL.Query().Get("from"))
				if err != nil {
					return err
				}
				return s.Show(w, http.StatusOK, "exhibit.html", page)
			},
			"GET /events": func(w http.ResponseWriter, r *http.Request) error {
				changed, cancel := e.Subscribe(live.Host)
				defer cancel()
				return s.Stream(w, r, site.Source{Key: "exhibit", Changed: changed,
					Draw: func(ctx context.Context) (site.Frame, error) {
						page, err := content(ctx)
						if err != nil {
							return site.Frame{}, err
						}
						return s.NewFrame(parts, page, page.Updates())
					}})
			},
			"GET /film.bin": func(w http.ResponseWriter, r *http.Request) error {
				r.SetPathValue("name", e.Machine)
				return film(w, r)
			},
			"POST /touch": e.act(s, func(context.Context, *http.Request) error { return nil }),
			"POST /speak": e.act(s, func(_ context.Context, r *http.Request) error {
				e.Speak(r.PostFormValue("language"))
				return nil
			}),
			"POST /move": e.act(s, e.inMatch(of, "move")),
			"POST /new":  e.act(s, e.inMatch(of, "new")),
		},
	})
}

// parts are the parts of the page that are updated.
var parts = []string{"exhibit-finding", "board", "exhibit-box", "exhibit-story", "exhibit-buttons", "curve",
	"exhibit-seasons", "exhibit-languages", "exhibit-invitation"}

// act returns the handler of a button. Every button wakes the exhibit.
func (e *Exhibit) act(s *site.Server, do func(context.Context, *http.Request) error) site.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		r.ParseForm() // a malformed form counts as empty
		e.Touch(r.Context(), time.Now())
		if err := do(r.Context(), r); err != nil {
			return err
		}
		e.Notify()
		return s.Redirect(w, r, "/")
	}
}

// inMatch returns the action of a button in the visitor's game. The machine learns from every game.
func (e *Exhibit) inMatch(of *pages.Machines, button string) func(context.Context, *http.Request) error {
	return func(ctx context.Context, r *http.Request) error {
		if button == "new" {
			if err := e.endSeason(ctx, time.Now()); err != nil {
				return err
			}
		}
		viewer := e.viewer("")
		r.PostForm.Set("learn", "on")
		r.PostForm.Set("opposite", sentences.You)
		before := viewer.Machine.Match(live.Host).View(ctx)
		err := of.Act(ctx, viewer, button, r.PostForm)
		if after := viewer.Machine.Match(live.Host).View(ctx); before.Ended == nil && after.Ended != nil {
			e.mu.Lock()
			e.visitors++
			e.mu.Unlock()
		}
		return err
	}
}

// viewer returns the visitor at the screen. from is the square of a pawn that was picked up, or "".
func (e *Exhibit) viewer(from string) pages.Viewer {
	e.mu.Lock()
	defer e.mu.Unlock()
	return pages.Viewer{Machine: e.machine, Language: e.language, Home: "/"}.PickUp(from)
}

func (e *Exhibit) speaks() *language.Language {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.language
}

// page returns the content of the screen.
func (e *Exhibit) page(ctx context.Context, of *pages.Machines, from string) (*Page, error) {
	agent, err := of.AgentPage(ctx, e.viewer(from))
	if err != nil {
		return nil, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	page := &Page{AgentPage: agent, Resting: e.resting}
	if e.resting && e.shown != nil {
		shown := live.MatchView{GameView: live.GameView{Game: e.shown, Other: shownOpponent, Watches: true}}
		page.Play = view.PlayOf(agent.In, shown, sentences.MachineName(e.shown.Machine().Rules()), "")
		page.Buckets = view.BucketsOf(agent.In, e.shown.Machine(), e.shown)
	}
	if len(e.past) > 0 {
		page.Number = e.past[len(e.past)-1].number + 1
	}
	page.Seasons = curvesOf(agent.In, append(slices.Clone(e.past), season{page.Number, e.Machine,
		append(slices.Clone(agent.Points()), agent.Summary.Strength())}))
	if len(e.Languages) > 1 {
		for _, tag := range e.Languages {
			l, _ := language.Find(tag)
			page.Languages = append(page.Languages, l)
		}
	}
	return page, nil
}

// Story describes the visitor's game.
func (p *Page) Story() string {
	return view.Story(p.In, p.Play.MatchView, p.Play.Machine, sentences.You)
}

// Handler answers requests to the page. All other requests are redirected to it.
func (e *Exhibit) Handler(s *site.Server) http.Handler {
	own := s.Handler()
	get := map[string]bool{"/": true, "/events": true, "/film.bin": true}
	post := map[string]bool{"/touch": true, "/speak": true, "/move": true, "/new": true}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		read := r.Method == http.MethodGet || r.Method == http.MethodHead
		switch {
		case r.Method == http.MethodPost && post[r.URL.Path],
			read && (get[r.URL.Path] || path.Dir(r.URL.Path) == "/static"):
			own.ServeHTTP(w, r)
		default:
			http.Redirect(w, r, "/", http.StatusSeeOther)
		}
	})
}
