package web

import (
	"net/http"
	"path"
	"slices"
	"strings"

	"menace/cmd/menace/internal/gametree"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/web/view"
	"menace/plots/paper"
)

// treeFirst returns the games, and first that with which courses begin.
func treeFirst() []gametree.Game {
	last := len(gametree.Games) - 1
	return append(slices.Clone(gametree.Games[last:]), gametree.Games[:last]...)
}

// search shows a search step by step.
func (s *Server) search(w http.ResponseWriter, r *http.Request) error {
	f, err := view.NewSearch(r.URL.Query(), false)
	if err != nil {
		return err
	}
	page := struct {
		Title    string
		Games    []gametree.Game
		Form     *view.Search
		Stepping *view.Stepping
	}{"Search", treeFirst(), f, nil}
	if f.Answered {
		trace, err := f.Trace(r.Context())
		if err != nil {
			return err
		}
		if trace != nil {
			page.Stepping = view.NewStepping(f, trace, r.URL.Query())
		}
	}
	status := http.StatusOK
	if page.Stepping == nil {
		status = http.StatusUnprocessableEntity
	}
	return s.show(w, status, "search.html", page)
}

// searchPicture answers with the tree of a search at a step, or in words for Graphviz.
func (s *Server) searchPicture(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("file")
	f, err := view.NewSearch(r.URL.Query(), false)
	if err != nil {
		return err
	}
	if strings.TrimSuffix(name, path.Ext(name)) != "tree" {
		return errNowhere
	}
	var trace gametree.Trace
	if f.Answered {
		if trace, err = f.Trace(r.Context()); err != nil {
			return err
		}
	}
	if trace == nil {
		return lab.Mistakef("this search cannot be drawn; /search says why")
	}
	if path.Ext(name) == ".dot" {
		w.Header().Set("Content-Type", "text/vnd.graphviz; charset=utf-8")
		_, err := w.Write([]byte(trace.Drawing(false).DOT()))
		return ignore(err)
	}
	drawing := trace.After(view.StepOf(r.URL.Query(), len(trace.Steps())) - 1)
	return s.paint(w, r, name, drawing, paper.Format{Dark: r.URL.Query().Get("dark") != ""})
}
