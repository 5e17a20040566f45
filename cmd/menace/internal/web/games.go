package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/web/view"
)

const aPage = 50 // number of games on a page

// games lists the games that people played against a machine, the newest first.
func (s *Server) games(w http.ResponseWriter, r *http.Request) error {
	a, err := s.lab.Agent(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	all, err := s.lab.Games(r.Context(), a)
	if err != nil {
		return err
	}
	slices.Reverse(all)
	pages := max(1, (len(all)+aPage-1)/aPage)
	number, _ := strconv.Atoi(r.FormValue("page"))
	number = min(max(number, 1), pages)
	shown := struct {
		Title, Name  string
		Count        int
		Games        []view.Game
		Newer, Older int // numbers of the adjacent pages, or 0 for none
	}{Title: "Games of " + a.Name, Name: a.Name, Count: len(all), Newer: number - 1}
	if number < pages {
		shown.Older = number + 1
	}
	for _, g := range all[(number-1)*aPage : min(number*aPage, len(all))] {
		shown.Games = append(shown.Games, view.GameOf(a, g))
	}
	return s.show(w, http.StatusOK, "games.html", shown)
}

// replay shows a stored game after some of its moves.
func (s *Server) replay(w http.ResponseWriter, r *http.Request) error {
	a, err := s.lab.Agent(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return errNowhere
	}
	move, _ := strconv.Atoi(r.FormValue("move"))
	g, steps, err := s.lab.Replay(r.Context(), a, id)
	if errors.As(err, new(*lab.UnknownError)) {
		return fmt.Errorf("%w: %w", errNowhere, err)
	}
	if err != nil {
		return err
	}
	shown, err := view.ReplayOf(a, g, steps, move)
	if err != nil {
		return err
	}
	return s.show(w, http.StatusOK, "game.html", shown)
}
