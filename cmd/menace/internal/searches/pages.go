package searches

import (
	"context"
	"embed"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"

	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/site"
	"menace/plots/paper"

	"golang.org/x/sync/semaphore"
)

//go:embed pages
var files embed.FS

// searchPages holds the pages of searches.
type searchPages struct {
	*site.Server
	comparing *semaphore.Weighted // admits one comparison at a time, so that its time can be measured
}

// Pages returns the pages of searches.
func Pages(server *site.Server) site.Pages {
	templates, err := fs.Sub(files, "pages")
	if err != nil {
		panic(err)
	}
	s := &searchPages{server, semaphore.NewWeighted(1)}
	return site.Pages{
		Name: "searches", Templates: templates,
		Routes: map[string]site.Handler{
			"GET /search": s.search, "GET /search/{file}": s.searchPicture, "GET /search/compare": s.compareSearches,
			"GET /search/exercise": s.exercise, "GET /search/exercise/{file}": s.exerciseSheet,
		},
		Navigation: []site.Entry{
			{Name: "Search", Address: "/search", Titles: []string{"Compare searches", "Exercise"}},
		},
	}
}

// searchPage is the content of the page of a search, or of a comparison of searches.
type searchPage struct {
	Games      []gametree.Game
	Form       *Search
	Stepping   *Stepping   // nil if the form is wrong
	Comparison *Comparison // nil if the form is wrong
}

func (s *searchPages) search(w http.ResponseWriter, r *http.Request) error {
	f, trace, err := traceOf(r)
	if err != nil {
		return err
	}
	page := searchPage{Games: gamesInOrder, Form: f}
	if trace != nil {
		page.Stepping = NewStepping(f, trace, r.URL.Query())
	}
	return s.Show(w, site.FormStatus(trace != nil), "search.html", page)
}

// gamesInOrder lists the games in the order of the page: trees first, because courses begin with them.
var gamesInOrder = slices.Concat(
	gametree.Games[len(gametree.Games)-1:], gametree.Games[:len(gametree.Games)-1])

// compareSearches compares searches of a position, for one visitor at a time, so that visitors neither slow down the
// computer nor affect each other's measurements.
func (s *searchPages) compareSearches(w http.ResponseWriter, r *http.Request) error {
	f, err := NewComparison(r.URL.Query())
	if err != nil {
		return err
	}
	page := searchPage{Games: gamesInOrder, Form: f}
	if f.Answered {
		page.Comparison, err = s.compare(r.Context(), f)
		if err != nil {
			return err
		}
	}
	return s.Show(w, site.FormStatus(page.Comparison != nil), "compare.html", page)
}

// compare compares searches while no other comparison runs.
func (s *searchPages) compare(ctx context.Context, f *Search) (*Comparison, error) {
	if err := s.comparing.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.comparing.Release(1)
	return f.Compare(ctx)
}

// traceOf reads the form of a search, and searches. The trace is nil if the form is wrong.
func traceOf(r *http.Request) (f *Search, trace *gametree.Trace, err error) {
	f, err = NewSearch(r.URL.Query())
	if err == nil && f.Answered {
		trace, err = f.Trace(r.Context())
	}
	return f, trace, err
}

// searchPicture answers with the tree of a search at a step.
func (s *searchPages) searchPicture(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("file")
	extension := path.Ext(name)
	if strings.TrimSuffix(name, extension) != "tree" {
		return site.ErrNowhere
	}
	f, trace, err := traceOf(r)
	switch {
	case err != nil:
		return err
	case trace == nil:
		return mistake.Errorf("this search cannot be drawn; /search explains why")
	}
	drawing := trace.After(StepOf(r.URL.Query(), len(trace.Steps())) - 1)
	format := paper.Format{Dark: r.URL.Query().Get("dark") != "", Made: f.Made("search", " --tree")}
	return s.Paint(w, r, name, drawing, format)
}

// exercise asks questions about a search, and checks the answers, which are in the address.
func (s *searchPages) exercise(w http.ResponseWriter, r *http.Request) error {
	x, err := NewExercise(r.Context(), r.URL.Query())
	if err != nil {
		return err
	}
	return s.Show(w, site.FormStatus(x.Questions != nil), "exercise.html", struct {
		Games []gametree.Game
		*Exercise
	}{gamesInOrder, x})
}

// exerciseSheet answers with the tree of an exercise, or with a sheet to print, with or without answers.
func (s *searchPages) exerciseSheet(w http.ResponseWriter, r *http.Request) error {
	x, err := NewExercise(r.Context(), r.URL.Query())
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
		return site.ErrNowhere
	case x.Sheet == "":
		return mistake.Errorf("%v; /search/exercise says what helps", gametree.ErrSheet)
	case kind == "sheet":
		drawing = x.Task.Sheet(false)
	default:
		drawing, flags = x.Task.Sheet(true), " --answers"
	}
	format := paper.Format{Dark: r.URL.Query().Get("dark") != "", Made: x.Made(flags)}
	return s.Paint(w, r, name, drawing, format)
}
