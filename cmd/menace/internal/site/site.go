// Package site serves a website whose pages come from several features. It combines their routes and templates, refuses
// requests from other sites, limits the size of requests, shows errors, and streams updates.
//
// Begin with [New] and [Server.Add]. Handlers return their errors. In Go, in templates and in scripts, every address of
// the site begins with a slash and leaves out the base path, which the function url of templates and [Server.Redirect]
// add.
package site

import (
	"context"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"log"
	"maps"
	"net/http"
	"slices"
	"sync"
	"text/template/parse"

	"golang.org/x/sync/semaphore"

	"menace/cmd/internal/language"
)

// Config describes a site.
type Config struct {
	Name  string   // name of the site, in the titles of its pages
	Base  string   // path before all addresses, without a slash at its end, or ""
	Front string   // path of the page that shows the site in a frame, where links to it lead; Base if ""
	Hosts []string // accepted host names, in addition to the usual ones of this computer

	Embed    []string // origins of other sites that may show the pages below /embed/ in a frame
	ReadOnly bool     // the site is for everybody: only the public pages of its features, under any host name

	Note func(format string, args ...any) // prints an unexpected error for which there is no page; [log.Printf] if nil

	Program string // where to find the program, for pages that run in a browser without it, or ""
	Files   string // address of the folder with the files of a site without a program, or ""

	// Status returns the HTTP status of an error that package site does not know, or 0 if the error is unexpected.
	Status func(error) int

	// Explain returns a message about an error that is not itself a message, for languages other than English, or nil.
	// It may be nil.
	Explain func(error) *language.Message
}

// Handler answers a request, or returns an error, even if it has begun to answer.
type Handler = func(http.ResponseWriter, *http.Request) error

// Pages are the pages of a feature.
type Pages struct {
	Name       string             // of the feature, for errors
	Routes     map[string]Handler // by pattern of [http.ServeMux]
	MaxBody    map[string]int64   // size limits of requests in bytes by pattern, if the usual limit is too small
	Templates  fs.FS              // files with templates, *.html, or nil
	Public     []string           // patterns of the routes of a site for everybody
	Static     fs.FS              // files served below /static/, or nil
	Functions  Functions          // for templates, or nil
	Navigation []Entry
	Foot       []Entry // links at the foot of every page
	Access     *Access // or nil
}

// Folder returns a folder of a feature's embedded files, for its [Pages]. It panics if the name is not a valid path.
func Folder(files embed.FS, name string) fs.FS {
	folder, err := fs.Sub(files, name)
	if err != nil {
		panic(err)
	}
	return folder
}

// Functions returns functions for the templates of pages in a language.
type Functions func(*language.Language) template.FuncMap

// Entry is an entry of the navigation.
type Entry struct {
	Name    *language.Message
	Address string
	Titles  []*language.Message // titles of the pages that belong to the entry, in addition to its name
}

// Access decides who may use the pages of all features.
type Access struct {
	Admit func(Handler) Handler // wraps each handler

	// Message returns the template that shows an error to a visitor, the address of the link back, and the language.
	Message func(*http.Request) (template, back string, l *language.Language)
}

// Server serves a site.
type Server struct {
	Config
	routes     map[string]Handler
	public     map[string]bool // patterns of the routes of a site for everybody
	maxBody    map[string]int64
	static     map[string]fs.FS   // by file name
	prepared   sync.Map           // maps names of static files to *staticFile
	templates  *template.Template // never executed, because executed templates cannot be cloned
	functions  []Functions
	languages  sync.Map // the templates with the functions of each *language.Language
	navigation []Entry
	foot       []Entry
	access     Access
	owners     map[string]string // the feature that claims each name, such as "the route GET /"

	noted      sync.Map            // texts of the errors printed so far
	encoding   *semaphore.Weighted // limits drawings encoded concurrently
	streams    *streams
	streaming  context.Context // ends when all streams must end
	endStreams context.CancelFunc
}

//go:embed templates static
var files embed.FS

// New returns a site without pages.
func New(config Config) *Server {
	if config.Note == nil {
		config.Note = log.Printf
	}
	if config.Status == nil {
		config.Status = func(error) int { return 0 }
	}
	s := &Server{
		Config: config,
		routes: map[string]Handler{}, public: map[string]bool{},
		maxBody: map[string]int64{}, static: map[string]fs.FS{},
		owners:    map[string]string{},
		templates: template.New(""), encoding: semaphore.NewWeighted(2),
		streams: newStreams(config.status),
	}
	s.streaming, s.endStreams = context.WithCancel(context.Background())
	err := s.Add(Pages{
		Name: "site", Templates: Folder(files, "templates"), Static: Folder(files, "static"),
		Functions: s.usualFunctions,
		Routes: map[string]Handler{
			"GET /static/{file}":  s.serveStatic,
			"GET /language":       s.askForLanguage,
			"GET /language/{tag}": s.chooseLanguage,
			"/":                   func(http.ResponseWriter, *http.Request) error { return ErrNoPage },
		},
		Public: []string{"GET /static/{file}", "GET /language", "GET /language/{tag}", "/"},
	})
	if err != nil {
		panic(err) // a bug in the site's own templates
	}
	return s
}

// Add adds the pages of a feature. It returns an error if another feature has claimed one of its names. All pages must
// be added before [Server.Handler] is called.
func (s *Server) Add(p Pages) error {
	trees, err := parseTemplates(p.Templates)
	if err != nil {
		return fmt.Errorf("feature %s: %w", p.Name, err)
	}
	static, err := fileNames(p.Static)
	if err != nil {
		return fmt.Errorf("feature %s: %w", p.Name, err)
	}
	var claims []string
	claim := func(kind string, names ...string) {
		for _, name := range names {
			claims = append(claims, kind+" "+name)
		}
	}
	claim("route", slices.Collect(maps.Keys(p.Routes))...)
	claim("template", slices.Collect(maps.Keys(trees))...)
	claim("static file", static...)
	functions := template.FuncMap{}
	if p.Functions != nil {
		functions = p.Functions(language.English)
		s.functions = append(s.functions, p.Functions)
	}
	claim("function", slices.Collect(maps.Keys(functions))...)
	for _, entry := range p.Navigation {
		claim("navigation entry", entry.Name.In(language.English))
	}
	if p.Access != nil {
		claim("access to the", "pages")
	}
	slices.Sort(claims)
	for _, claim := range claims {
		if owner, claimed := s.owners[claim]; claimed {
			return fmt.Errorf("features %s and %s both have the %s", owner, p.Name, claim)
		}
		s.owners[claim] = p.Name
	}

	maps.Copy(s.routes, p.Routes)
	maps.Copy(s.maxBody, p.MaxBody)
	for _, pattern := range p.Public {
		s.public[pattern] = true
	}
	for _, file := range static {
		s.static[file] = p.Static
	}
	s.templates.Funcs(functions)
	for name, tree := range trees {
		if _, err := s.templates.AddParseTree(name, tree.Copy()); err != nil {
			return fmt.Errorf("feature %s: %w", p.Name, err)
		}
	}
	s.navigation = append(s.navigation, p.Navigation...)
	s.foot = append(s.foot, p.Foot...)
	if p.Access != nil {
		s.access = *p.Access
	}
	return nil
}

// parseTemplates parses the templates in files named *.html. A template may use functions and templates of other
// features, so they need not be known yet.
func parseTemplates(files fs.FS) (map[string]*parse.Tree, error) {
	trees := map[string]*parse.Tree{}
	if files == nil {
		return trees, nil
	}
	pages, err := fs.Glob(files, "*.html")
	if err != nil {
		return nil, err
	}
	for _, page := range pages {
		text, err := fs.ReadFile(files, page)
		if err != nil {
			return nil, err
		}
		tree, set := parse.New(page), map[string]*parse.Tree{}
		tree.Mode = parse.SkipFuncCheck
		if _, err := tree.Parse(string(text), "", "", set); err != nil {
			return nil, err
		}
		for name, tree := range set {
			if trees[name] != nil {
				return nil, fmt.Errorf("the template %s is defined twice", name)
			}
			trees[name] = tree
		}
	}
	return trees, nil
}

// fileNames returns the names of all files in a folder.
func fileNames(folder fs.FS) (all []string, err error) {
	if folder == nil {
		return nil, nil
	}
	entries, err := fs.ReadDir(folder, ".")
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return all, err
}

// URL returns the address of a path, including the base path. Further elements are appended, each after a slash and
// escaped.
func (s *Server) URL(path string, elements ...any) string { return s.Base + Join(path, elements...) }

// EndStreams ends all streams. Otherwise [http.Server.Shutdown] would wait for them.
func (s *Server) EndStreams() { s.endStreams() }

// unserved reports whether the site has no page for an entry.
func (s *Server) unserved(e Entry) bool { return s.routes["GET "+e.Address] == nil }

// Handler returns the handler of all pages.
func (s *Server) Handler() http.Handler {
	if s.ReadOnly {
		maps.DeleteFunc(s.routes, func(pattern string, _ Handler) bool { return !s.public[pattern] })
		s.navigation = slices.DeleteFunc(s.navigation, s.unserved)
		s.foot = slices.DeleteFunc(s.foot, s.unserved)
		if len(s.navigation) > 0 {
			s.routes["GET /{$}"] = func(w http.ResponseWriter, r *http.Request) error {
				return s.Redirect(w, r, "%s", s.navigation[len(s.navigation)-1].Address)
			}
		}
	}
	mux := http.NewServeMux()
	for pattern, do := range s.routes {
		mux.Handle(pattern, s.Handle(do))
	}
	return s.guard(http.StripPrefix(s.Base, mux))
}
