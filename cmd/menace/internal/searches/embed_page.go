package searches

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"

	"menace/cmd/menace/internal/site"
)

// Share is what a visitor copies to show a search or an exercise elsewhere. Links begin with the address under which
// the browser knows the site.
type Share struct {
	Link     string // of the page
	Frame    string // HTML of a frame with only the search or the exercise
	Markdown string
	LaTeX    string // the tree for LaTeX's package forest, or "" for an exercise
	Exercise bool
	Alone    string // address of only the search or the exercise
}

// share returns what to copy for the search or the exercise with this query. kind is steps or exercise.
func (s *pages) share(r *http.Request, kind, title string, query url.Values) Share {
	path := map[string]string{"steps": "/search", "exercise": "/search/exercise"}[kind]
	at := site.Origin(r) + s.Base
	if s.Front != "" {
		at = site.Origin(r) + s.Front + "#"
	}
	alone, link := "/embed/"+kind+"?"+query.Encode(), at+path+"?"+query.Encode()
	share := Share{
		Link: link, Alone: alone, Exercise: kind == "exercise",
		Frame: fmt.Sprintf(`<iframe src="%s" width="700" height="640" title="%s"></iframe>`,
			html.EscapeString(at+alone), html.EscapeString(title)),
		Markdown: fmt.Sprintf("[%s](%s)", title, link),
	}
	if !share.Exercise && s.Front == "" {
		share.Markdown = fmt.Sprintf("[![%s](%s/embed/tree.svg?%s)](%s)", title, at, query.Encode(), link)
	}
	return share
}

// embedPage is the content of a page that shows only the steps of a search or its tree.
type embedPage struct {
	*Stepping
	Tree  bool   // only the tree
	Whole string // address of the full page
}

// embedSteps shows a search without a form, either step by step or, at /embed/tree, only as its tree.
func (s *pages) embedSteps(w http.ResponseWriter, r *http.Request) error {
	f, trace, err := readShown(r)
	if err != nil {
		return err
	}
	page := embedPage{Tree: strings.HasSuffix(r.URL.Path, "/tree")}
	to := walk{path: "/embed/steps", query: f.Query(), name: "step", usual: 1}
	if page.Tree {
		to.usual = len(trace.Steps())
	}
	page.Stepping = newStepping(site.LanguageOf(r), f, trace, r.URL.Query(), to)
	page.Whole = "/search?" + page.query(f, page.Number).Encode()
	return s.Show(w, http.StatusOK, "embed.html", page)
}

// query returns the query of a step.
func (embedPage) query(f *Form, step int) url.Values {
	return site.WithValue(f.Query(), "step", fmt.Sprint(step))
}

// embedExercise asks the questions of an exercise without the form that selects them.
func (s *pages) embedExercise(w http.ResponseWriter, r *http.Request) error {
	x, err := readAsked(r)
	if err != nil {
		return err
	}
	x.Embed, x.Action = true, "/embed/exercise"
	return s.Show(w, http.StatusOK, "embed_exercise.html", x)
}
