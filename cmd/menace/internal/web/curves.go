package web

import (
	"net/http"
	"slices"

	"menace/cmd/menace/internal/gametree"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/web/view"
	"menace/plots/paper"
)

// searchFigure is the name of the figure of the cost of searches.
const searchFigure = "search"

// figureNames lists all figures.
var figureNames = append(slices.Clone(report.FigureNames), searchFigure)

// searchFigure shows the figure of the cost of searches. It searches again for each file, and draws one file at a time,
// so that visitors neither slow down the computer nor affect each other's measurements.
func (s *Server) searchFigure(w http.ResponseWriter, r *http.Request, extension string) error {
	f, err := view.NewSearch(r.URL.Query(), true)
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
		Form    *view.Search
		Picture *view.Picture
	}{"Figures", figureNames, gametree.Games, f, nil}
	if !f.Answered {
		return s.show(w, http.StatusUnprocessableEntity, "curves.html", page)
	}
	none := gametree.CourseFigure(f.Problem, f.Share(), nil)
	own := view.PictureOf(none, paper.Format{}, none.Title+": nodes and time over depth",
		"/figures/"+searchFigure, f.Asked())
	page.Picture = &own
	return s.show(w, http.StatusOK, "curves.html", page)
}

// drawSearches searches, and answers with the figure.
func (s *Server) drawSearches(w http.ResponseWriter, r *http.Request, f *view.Search, extension string) error {
	if !f.Answered {
		return lab.Mistakef("this figure cannot be drawn; /figures/%s says why", searchFigure)
	}
	done, err := s.searching.acquire(r.Context())
	if err != nil {
		return err
	}
	courses, err := f.Courses(r.Context())
	if done(); err != nil {
		return err
	}
	figure := gametree.CourseFigure(f.Problem, f.Share(), courses)
	return s.paint(w, r, searchFigure+extension, figure, paper.Format{Dark: r.URL.Query().Get("dark") != ""})
}
