package pages

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/pages/view"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/site"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// taughtPage is the content of the page about who taught a machine.
type taughtPage struct {
	Name, Home string
	Box        view.Box
	Games      []taughtGame // that changed the box, newest first
	More       int          // number of older games, which are not shown
	Pupils     []int        // IDs of the pupils who have taught the machine
	Wrong      string       // why there is no answer, or ""

	// The comparison with the machine without some games.
	Game, Pupil int // that was left out, or 0
	Nothing     bool
	With        arena.Point
	Without     arena.Point
	Lines       []string
}

type taughtGame struct {
	view.Listed
	Move   symmetry.Move
	After  int64 // beads
	Colour int
	Change string
}

// taught shows the games that changed a box, and the machine that would have resulted without a game or a pupil.
func (m *Machines) taught(w http.ResponseWriter, r *http.Request, v Viewer) error {
	const most = 100
	ctx, in := r.Context(), v.In()
	a, err := m.db.Load(ctx, r.PathValue("name"))
	if err != nil {
		return err
	}
	choices := a.Machine.Graph().Choices(a.Machine.Rules().Plays)
	orbit := choices[min(max(v.box, 1), len(choices))-1]
	page := taughtPage{Name: a.Name, Home: site.Join("/agents", a.Name),
		Box: view.BoxOf(in, a.Machine, a.Machine.Graph().Code(orbit))}
	l, err := agents.NewLineage(ctx, m.db, a)
	if errors.As(err, new(mistake.Error)) {
		page.Wrong = in.Translate(err).Error()
		return m.Show(w, http.StatusOK, "taught.html", page)
	}
	if err != nil {
		return err
	}
	all := slices.Clone(l.Teachers(orbit))
	slices.Reverse(all)
	for _, c := range all[:min(most, len(all))] {
		page.Games = append(page.Games, taughtGame{view.ListedOf(in, a, c.PlayedGame), c.Move, c.After,
			menace.Colour(c.Move), in.Gain(c.After - c.Before)})
	}
	page.More = len(all) - len(page.Games)
	page.Pupils = l.Pupils()
	page.Game, page.Pupil = number(r.URL.Query(), "game"), number(r.URL.Query(), "pupil")
	if page.Game == 0 && page.Pupil == 0 {
		return m.Show(w, http.StatusOK, "taught.html", page)
	}
	without, err := l.Without(ctx, func(g data.PlayedGame) bool {
		return g.ID == int64(page.Game) || page.Pupil != 0 && g.Pupil == page.Pupil
	})
	if err != nil {
		return err
	}
	side := a.Machine.Rules().Plays
	page.Nothing, page.Lines = without.Left == 0, without.Describe(in)
	page.With = arena.Measure(a.Machine, side, a.Career.Tally)
	page.Without = arena.Measure(without.Machine, side, arena.Tally{})
	return m.Show(w, http.StatusOK, "taught.html", page)
}

// number returns a positive number in a query, or 0.
func number(query url.Values, name string) int {
	n, _ := strconv.Atoi(query.Get(name))
	return max(n, 0)
}
