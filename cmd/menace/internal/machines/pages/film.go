package pages

import (
	"fmt"
	"html/template"
	"math"
	"net/http"
	"strconv"

	"menace/cmd/menace/internal/machines/pages/view"
)

// FilmPage is the content of the page that shows a machine at an earlier time, and one of its boxes.
type FilmPage struct {
	*AgentPage
	Then   *view.Moment
	Number int // of the box
}

// film shows a machine after the game in the query, or after its last game.
func (m *Machines) film(w http.ResponseWriter, r *http.Request, v Viewer) error {
	game, err := strconv.ParseInt(r.URL.Query().Get("game"), 10, 64)
	if err != nil {
		game = math.MaxInt64
	}
	page, err := m.AgentPage(r.Context(), v)
	if err != nil {
		return err
	}
	_, film, err := v.Machine.Film(r.Context())
	if err != nil {
		return err
	}
	moment, err := view.MomentOf(v.In(), page.now.Machine, film.Points, game)
	if err != nil {
		return err
	}
	then := moment.Machine
	choices := then.Graph().Choices(then.Rules().Plays)
	number := min(max(v.box, 1), len(choices))
	page.Buckets = view.BucketsOf(v.In(), then, nil)
	page.Moment = template.URL(fmt.Sprintf("game=%d&", moment.Game))
	page.Box = view.FoundBoxOf(v.In(), then, then.Graph().Code(choices[number-1]), film.Points, moment.Last)
	page.Finding, page.Curve = moment.Finding, moment.Curve
	return m.Show(w, http.StatusOK, "film.html", &FilmPage{page, moment, number})
}

// filmFile answers with the film of a machine, for the script of its pages.
func (m *Machines) filmFile(w http.ResponseWriter, r *http.Request, v Viewer) error {
	now, film, err := v.Machine.Film(r.Context())
	if err != nil {
		return err
	}
	text, err := view.FilmOf(v.In(), now.Machine, film)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Write(text)
	return nil
}
