package web

import (
	"net/http"
	"path"
	"slices"
	"strings"

	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/web/view"
	"menace/plots/paper"
)

// searchPage is the content of the page of a search, or of a comparison of searches.
type searchPage struct {
	Games      []gametree.Game
	Form       *view.Search
	Stepping   *view.Stepping   // nil if the form is wrong
	Comparison *view.Comparison // nil if the form is wrong
}

func (s *Server) search(w http.ResponseWriter, r *http.Request) error {
	f, trace, err := traceOf(r)
	if err != nil {
		return err
	}
	page := searchPage{Games: gamesInOrder, Form: f}
	if trace != nil {
		page.Stepping = view.NewStepping(f, trace, r.URL.Query())
	}
	return s.show(w, statusOf(trace != nil), "search.html", page)
}

// gamesInOrder lists the games in the order of the page: trees first, because courses begin with them.
var gamesInOrder = slices.Concat(
	gametree.Games[len(gametree.Games)-1:], gametree.Games[:len(gametree.Games)-1])

// compareSearches compares searches of a position, for one visitor at a time, so that visitors neither slow down the
// computer nor affect each other's measurements.
func (s *Server) compareSearches(w http.ResponseWriter, r *http.Request) error {
	f, err := view.NewComparison(r.URL.Query())
	if err != nil {
		return err
	}
	page := searchPage{Games: gamesInOrder, Form: f}
	if f.Answered {
		page.Comparison, err = limited(r.Context(), s.searching, f.Compare)
		if err != nil {
			return err
		}
	}
	return s.show(w, statusOf(page.Comparison != nil), "compare.html", page)
}

// traceOf reads the form of a search, and searches. The trace is nil if the form is wrong.
func traceOf(r *http.Request) (f *view.Search, trace *gametree.Trace, err error) {
	f, err = view.NewSearch(r.URL.Query())
	if err == nil && f.Answered {
		trace, err = f.Trace(r.Context())
	}
	return f, trace, err
}

// searchPicture answers with the tree of a search at a step.
func (s *Server) searchPicture(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("file")
	extension := path.Ext(name)
	if strings.TrimSuffix(name, extension) != "tree" {
		return errNowhere
	}
	f, trace, err := traceOf(r)
	switch {
	case err != nil:
		return err
	case trace == nil:
		return mistake.Errorf("this search cannot be drawn; /search explains why")
	}
	drawing := trace.After(view.StepOf(r.URL.Query(), len(trace.Steps())) - 1)
	format := paper.Format{Dark: r.URL.Query().Get("dark") != "", Made: f.Made("search", " --tree")}
	return s.paint(w, r, name, drawing, format)
}

// exercise asks questions about a search, and checks the answers, which are in the address.
func (s *Server) exercise(w http.ResponseWriter, r *http.Request) error {
	x, err := view.NewExercise(r.Context(), r.URL.Query())
	if err != nil {
		return err
	}
	return s.show(w, statusOf(x.Questions != nil), "exercise.html", struct {
		Games []gametree.Game
		*view.Exercise
	}{gamesInOrder, x})
}

// exerciseSheet answers with the tree of an exercise, or with a sheet to print, with or without answers.
func (s *Server) exerciseSheet(w http.ResponseWriter, r *http.Request) error {
	x, err := view.NewExercise(r.Context(), r.URL.Query())
	if err != nil {
		return err
	}
	if x.Questions == nil {
		return mistake.Errorf("this exercise cannot be drawn; /search/exercise explains why")
	}
	var drawing paper.Drawing = x.Task.Drawing
	name, flags := r.PathValue("file"), ""
	kind := strings.TrimSuffix(name, path.Ext(name))
	switch {
	case kind == "tree":
	case !slices.Contains([]string{"sheet", "answers"}, kind):
		return errNowhere
	case x.Sheet == "":
		return mistake.Errorf("%v; /search/exercise says what helps", gametree.ErrSheet)
	case kind == "sheet":
		drawing = x.Task.Sheet(false)
	default:
		drawing, flags = x.Task.Sheet(true), " --answers"
	}
	format := paper.Format{Dark: r.URL.Query().Get("dark") != "", Made: x.Made(flags)}
	return s.paint(w, r, name, drawing, format)
}
