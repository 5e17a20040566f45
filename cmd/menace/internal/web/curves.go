package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"menace/cmd/menace/internal/figures"
	"menace/cmd/menace/internal/gametree"
	"menace/cmd/menace/internal/lab"
	"menace/plots/paper"
)

// searchFigure is the figure of what searches cost, which is about no machine.
const searchFigure = "search"

// figureNames are those of all figures.
var figureNames = append(slices.Clone(figures.Names), searchFigure)

// searchFigure shows the figure of what searches cost. It is searched anew for every file; one at a time, so that readers
// neither take the computer from its owner nor measure each other.
func (s *Server) searchFigure(w http.ResponseWriter, r *http.Request, extension string) error {
	f, err := newSearchForm(r.URL.Query(), true)
	if err != nil {
		return err
	}
	if extension != "" {
		return s.drawSearches(w, r, f, extension)
	}
	page := struct {
		Title   string
		Names   []string
		Games   []gametree.Game
		Form    *searchForm
		Picture *picture
	}{"Figures", figureNames, gametree.Games, f, nil}
	if !f.answered {
		return s.show(w, http.StatusUnprocessableEntity, "curves.html", page)
	}
	none := gametree.CourseFigure(f.problem, f.share(), nil)
	own := pictureOf(none, paper.Format{}, none.Title+": nodes and time over depth", "/figures/"+searchFigure, f.asked())
	page.Picture = &own
	return s.show(w, http.StatusOK, "curves.html", page)
}

// share returns the time of each algorithm.
func (f *searchForm) share() time.Duration { return f.time / time.Duration(len(f.algorithms)) }

// drawSearches searches, and answers with the figure.
func (s *Server) drawSearches(w http.ResponseWriter, r *http.Request, f *searchForm, extension string) error {
	if !f.answered {
		return lab.Mistakef("this figure cannot be drawn; /figures/%s says why", searchFigure)
	}
	done, err := s.searching.begin(r.Context())
	if err != nil {
		return err
	}
	courses, err := f.courses(r.Context())
	if done(); err != nil {
		return err
	}
	figure := gametree.CourseFigure(f.problem, f.share(), courses)
	return s.paint(w, r, searchFigure+extension, figure, paper.Format{Dark: r.URL.Query().Get("dark") != ""})
}

// courses searches by each algorithm for its share of the time.
func (f *searchForm) courses(ctx context.Context) (courses []gametree.Course, err error) {
	for _, a := range f.algorithms {
		f.options.Algorithm = a
		c, err := gametree.Deeper(ctx, f.problem, f.options.Options, f.share(), time.Now)
		switch {
		case errors.Is(err, context.Canceled):
			return nil, err
		case err != nil:
			return nil, lab.AsMistake(err)
		}
		courses = append(courses, c)
	}
	return courses, nil
}
