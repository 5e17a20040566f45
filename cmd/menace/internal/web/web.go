// Package web is the page: the laboratory in a browser. It presents package lab as HTML that works without scripts.
//
// It knows no flags and opens no port; the program that serves its handler decides who can reach it. It answers only to
// host names that it knows, and changes nothing for a page of another origin.
package web

import (
	"context"
	"embed"
	"html/template"
	"log"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/semaphore"

	"menace/cmd/menace/internal/classroom"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/machines/live"
)

//go:embed pages static
var files embed.FS

// Server serves the page of a laboratory.
type Server struct {
	lab      *lab.Lab
	registry *live.Registry
	hosts    []string // accepted host names besides this computer's usual ones
	pages    *template.Template
	Program  string // where to find the program, if the page runs without it in a browser, or ""

	Note  func(format string, args ...any) // prints an unexpected error where pages cannot show it
	noted sync.Map                         // texts of the errors printed so far

	class   *classroom.Class // the class to which access is restricted, or nil
	address string           // the address of the page for the class

	searching *semaphore.Weighted // admits one search at a time, so that its time can be measured
	drawing   *semaphore.Weighted // admits what takes a lot of memory or time
	streams   streams

	ending     context.Context // ends all streams
	endStreams context.CancelFunc
}

// New returns the page of a laboratory, which also answers to the given host names.
func New(l *lab.Lab, hosts ...string) *Server {
	s := &Server{
		lab: l, registry: live.NewRegistry(l), hosts: hosts, Note: log.Printf, searching: semaphore.NewWeighted(1),
		drawing: semaphore.NewWeighted(2), streams: streams{all: semaphore.NewWeighted(mostStreams)},
	}
	s.ending, s.endStreams = context.WithCancel(context.Background())
	s.pages = template.Must(parsed().Clone()).Funcs(s.functions())
	return s
}

// parsed returns the templates of all pages, which take long to parse. Each server gives a copy its own functions.
var parsed = sync.OnceValue(func() *template.Template {
	names := template.New("").Funcs(functions).Funcs(new(Server).functions())
	return template.Must(names.ParseFS(files, "pages/*.html"))
})

// functions returns the functions for templates that depend on the class.
func (s *Server) functions() template.FuncMap {
	return template.FuncMap{"invite": s.invite, "class": func() *classroom.ClassState {
		if s.class == nil {
			return nil
		}
		return s.class.State()
	}}
}

// EndStreams ends all streams, for which [http.Server.Shutdown] would wait.
func (s *Server) EndStreams() { s.endStreams() }

// Close ends all streams and training runs, and waits until their games are saved. No request may follow.
func (s *Server) Close() {
	s.endStreams()
	s.registry.Close()
	if s.class != nil {
		s.class.Close()
	}
}

func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	for pattern, do := range s.routes() {
		mux.Handle(pattern, s.handle(do))
	}
	return s.guard(mux)
}

// handler answers a request, or returns an error, even if it has begun to answer.
type handler = func(http.ResponseWriter, *http.Request) error

// routes returns the handlers by pattern of [http.ServeMux].
func (s *Server) routes() map[string]handler {
	all := map[string]handler{
		"GET /{$}":           func(w http.ResponseWriter, r *http.Request) error { return s.showHome(w, r, "") },
		"POST /{$}":          s.start,
		"GET /static/{file}": static,
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
		"GET /kit":                            s.kit,
		"GET /kit/kit.pdf":                    s.kit,
		"GET /kit/worksheet.html":             s.kit,
		"GET /figures":                        s.figures,
		"GET /figures/{figure}":               s.figures,
		"GET /search":                         s.search,
		"GET /search/{file}":                  s.searchPicture,
		"GET /search/compare":                 s.compareSearches,
		"GET /search/exercise":                s.exercise,
		"GET /search/exercise/{file}":         s.exerciseSheet,
		"GET /agents/{name}/resign":           pageOf(s, "resign.html", s.matchPage),
		"GET /agents/{name}/projector":        pageOf(s, "projector.html", s.screen),
		"GET /agents/{name}/projector/boxes":  pageOf(s, "projector_boxes.html", s.agentPage),
		"GET /agents/{name}/projector/events": events(s, screenParts, s.screen),
		"/":                                   func(http.ResponseWriter, *http.Request) error { return errNowhere },
	}
	maps.Copy(all, s.classRoutes())
	for name := range actions {
		all["POST /agents/{name}/"+name] = s.viewed(s.act)
	}
	for _, form := range []string{"/agents/{$}", "/agents", "/agents/{name}/{$}", "/agents/{name}/{do}"} {
		all["GET "+form] = backFrom(all)
	}
	return all
}

// Limits of the size of requests in bytes: of forms, and of agents to import.
const (
	maxForm   = 64 << 10
	maxImport = 33 << 20
	importing = "POST /import"
)

// policy lets a page load only from this site, and forbids inline scripts and styles.
const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'; object-src 'none'"

// guard refuses requests from other sites, and to unknown host names, through which other sites could read pages.
func (s *Server) guard(next http.Handler) http.Handler {
	own := http.NewCrossOriginProtection()
	own.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "this request came from another site and was refused", http.StatusForbidden)
	}))
	next = own.Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range map[string]string{
			"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
		} {
			w.Header().Set(name, value)
		}
		if !s.knows(r.Host) {
			http.Error(w, "this server has no page for this host name", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// knows reports whether a Host header names this site. IP addresses do: only a name can later resolve to another.
func (s *Server) knows(host string) bool {
	host = hostOf(host)
	own := func(name string) bool { return name != "" && strings.EqualFold(host, name) }
	return net.ParseIP(host) != nil || own("localhost") || slices.ContainsFunc(s.hosts, own)
}

// hostOf returns the host of an address with or without a port.
func hostOf(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return strings.Trim(address, "[]")
}

// handle limits the size of requests, admits people, and shows the error that a handler returns. It cuts off an answer
// that has begun, so that the browser does not take it for the whole one.
func (s *Server) handle(do handler) http.Handler {
	do = s.admit(do)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		most := int64(maxForm)
		if r.Pattern == importing {
			most = maxImport
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
		a := &answer{ResponseWriter: w}
		err := do(a, r)
		if err == nil {
			return
		}
		s.note(r, err)
		if a.begun {
			panic(http.ErrAbortHandler)
		}
		s.fail(w, r, err)
	})
}

// limited calls a function when limit admits it. A panic makes room for others too.
func limited[T any](
	ctx context.Context, limit *semaphore.Weighted, do func(context.Context) (T, error),
) (result T, err error) {
	if err := limit.Acquire(ctx, 1); err != nil {
		return result, err
	}
	defer limit.Release(1)
	return do(ctx)
}

// answer is a [http.ResponseWriter] that remembers whether the answer has begun.
type answer struct {
	http.ResponseWriter
	begun bool
}

func (a *answer) Write(text []byte) (int, error) {
	a.begun = true
	return a.ResponseWriter.Write(text)
}

// Unwrap lets [http.ResponseController] flush the answer.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// note prints an unexpected error once, without the address, which may contain a token.
func (s *Server) note(r *http.Request, err error) {
	if status(err) != http.StatusInternalServerError || failed(err) || r.Context().Err() != nil {
		return
	}
	if _, noted := s.noted.LoadOrStore(err.Error(), true); !noted {
		s.Note("%s: %v", r.Pattern, err)
	}
}
