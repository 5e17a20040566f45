package web

import (
	"context"
	"errors"
	"net/http"

	"menace/arena"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// card is a machine as it is shown among others.
type card struct {
	Name     string
	Damaged  string // what is wrong, if it cannot be read
	Game     string
	Side     symmetry.Side
	Piece    string // what it plays with
	Rules    string
	Drawable bool // the game can be drawn
	Games    int64
	Tally    arena.Tally
	Bankrupt bool
	Opening  box
	Strength arena.Point
}

// cardOf describes a machine that has played some games.
func cardOf(name string, m *menace.Machine, tally arena.Tally) card {
	graph := m.Graph()
	side := m.Rules().Plays
	return card{
		Name: name, Game: graph.Name(), Side: side, Piece: graph.Player(side), Rules: words.Rules(m.Rules()), Drawable: graph.Drawable(),
		Games: tally.Games(), Tally: tally, Bankrupt: m.Bankrupt(),
		Opening:  look(m, graph.Code(m.Bucket(m.Buckets()[0])[0])),
		Strength: arena.Measure(m, side, tally),
	}
}

// cards describes all agents by name.
func (s *Server) cards(ctx context.Context) (all []card, err error) {
	names, err := s.lab.Names(ctx)
	for _, name := range names {
		a, err := s.lab.Agent(ctx, name)
		switch {
		case errors.Is(err, data.ErrNotFound): // deleted meanwhile
		case errors.Is(err, data.ErrCorrupt):
			all = append(all, card{Name: name, Damaged: words.Sentence(err.Error())})
		case err != nil:
			return nil, err
		default:
			all = append(all, cardOf(a.Name, a.Machine, a.Career.Tally))
		}
	}
	return all, err
}

// home shows all machines.
func (s *Server) home(w http.ResponseWriter, r *http.Request) error {
	return s.showHome(w, r, http.StatusOK, newForm(nil), "")
}

// showHome shows all machines, and the forms with what was wrong in them.
func (s *Server) showHome(w http.ResponseWriter, r *http.Request, status int, f form, notImported string) error {
	cards, err := s.cards(r.Context())
	if err != nil {
		return err
	}
	return s.show(w, status, "home.html", struct {
		Title, NotImported string
		Cards              []card
		Form               form
		Presets            []preset
	}{"Machines", notImported, cards, f, presets()})
}

// preset is a whole set of rules to choose.
type preset struct {
	Name  string
	Rules menace.Rules
}

func presets() (all []preset) {
	for _, name := range menace.Presets {
		rules, _ := menace.Preset(name)
		all = append(all, preset{name, rules})
	}
	return all
}
