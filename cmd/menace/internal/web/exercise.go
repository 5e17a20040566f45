package web

import (
	"net/http"
	"path"
	"strings"

	"menace/cmd/menace/internal/gametree"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/web/view"
	"menace/plots/paper"
)

// exercise asks questions about a search, and checks the answers, which are in the address.
func (s *Server) exercise(w http.ResponseWriter, r *http.Request) error {
	x, err := view.NewExercise(r.Context(), r.URL.Query())
	if err != nil {
		return err
	}
	return s.show(w, statusOf(x.Questions != nil), "exercise.html", struct {
		Title string
		Games []gametree.Game
		*view.Exercise
	}{"Exercise", gamesInOrder, x})
}

// exerciseSheet answers with the tree of an exercise, or with a sheet to print, with or without answers.
func (s *Server) exerciseSheet(w http.ResponseWriter, r *http.Request) error {
	x, err := view.NewExercise(r.Context(), r.URL.Query())
	if err != nil {
		return err
	}
	if x.Questions == nil {
		return lab.Mistakef("this exercise cannot be drawn; /search/exercise explains why")
	}
	var drawing paper.Drawing = x.Task.Drawing
	name, flags := r.PathValue("file"), ""
	switch strings.TrimSuffix(name, path.Ext(name)) {
	case "tree":
	case "sheet":
		drawing = x.Task.Sheet(false)
	case "answers":
		drawing, flags = x.Task.Sheet(true), " --answers"
	default:
		return errNowhere
	}
	format := paper.Format{Dark: r.URL.Query().Get("dark") != "", Made: x.Made(flags)}
	return s.paint(w, r, name, drawing, format)
}
