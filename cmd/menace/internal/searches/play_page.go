package searches

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/site"
	"menace/plots/paper"
)

// thinkTime is the time that a search has for its move.
const thinkTime = 2 * time.Second

// games to play begin at these positions, and with searches that answer at once.
var beginnings = map[string]url.Values{
	"tictactoe":   {"position": {""}},
	"nim":         {"position": {"3,4,5"}},
	"domineering": {"size": {"4x4"}, "depth": {""}},
	"connect4":    {"size": {"7x6"}, "depth": {"6"}},
	"hexapawn":    {"depth": {""}},
	"mnk":         {"size": {"3x3"}, "depth": {""}},
}

// playPage is the content of the page where a visitor plays against a search. Its address contains all moves.
type playPage struct {
	Games []listed
	*Form
	Begun    bool // the form is valid
	Over     string
	Played   []string // moves so far; the last one is the search's if it has answered
	Answer   string   // the latest move of the search, or ""
	Thinking gametree.Report
	Line     string // the line that the search expects
	Turn     string // the player to move
	Board    [][]field
	Choices  []site.Link // in games without a board
	Again    []site.Link
	Picture  site.Picture
}

// field is a cell of a board, with links for the moves that can be made there.
type field struct {
	Sign  string
	Moves []site.Link
}

// shapes replaces signs of a board by their shapes on the page.
var shapes = strings.NewReplacer("X", "×", "O", "○", "W", "♙", "B", "♟", "#", "■", "|", "❙")

// readPlay reads the form of a game against a search, and replays its moves.
func readPlay(l *language.Language, filled url.Values) (f *Form, at gametree.Problem, played []string, err error) {
	values := url.Values{}
	maps.Copy(values, beginnings[filled.Get("game")])
	maps.Copy(values, filled)
	f, err = readForm(l, values, func(o *Options) list {
		return slices.Concat(treeText(o, ""), setup(o), position(o, o.Game.Position), algorithm(o, o.Game.Algorithms()),
			depth(o))
	}, func(o *Options) list { return slices.Concat(playouts(o), players(o), win(o)) })
	if err != nil {
		return nil, nil, nil, err
	}
	if f.setUp(); f.Problem == nil || !f.Valid() {
		return f, nil, nil, nil
	}
	at, played = f.Problem, strings.Fields(filled.Get("moves"))
	for _, move := range played {
		if at, err = at.Play(move); err != nil {
			return nil, nil, nil, mistake.Wrap(err)
		}
	}
	return f, at, played, nil
}

// showPlay shows a game against a search. If the search is to move, it answers.
func (s *pages) showPlay(w http.ResponseWriter, r *http.Request) error {
	filled := r.URL.Query()
	f, at, played, err := readPlay(site.LanguageOf(r), filled)
	if err != nil {
		return err
	}
	page := playPage{Games: gamesInOrder, Form: f}
	if at == nil {
		return s.Show(w, site.FormStatus(false), "play.html", page)
	}
	second := filled.Get("second") != ""
	if (len(played)%2 == 0) == second && at.Ending() == "" {
		if at, err = page.answer(r.Context(), at); err != nil {
			return err
		}
		played = append(played, page.Answer)
	}
	page.Begun, page.Over, page.Played = true, at.Ending(), played
	query := f.Query()
	if second {
		query.Set("second", "on")
	}
	to := func(moves []string) url.Values { return site.WithValue(query, "moves", strings.Join(moves, " ")) }
	links := func(moves []string) (all []site.Link) {
		for _, move := range moves {
			link := "/search/play?" + to(append(slices.Clone(played), move)).Encode()
			all = append(all, site.Link{Name: move, Address: link})
		}
		return all
	}
	for _, row := range at.Board() {
		fields := []field{}
		for _, c := range row {
			fields = append(fields, field{shapes.Replace(c.Sign), links(c.Moves)})
		}
		page.Board = append(page.Board, fields)
	}
	if page.Turn = at.Look().Subtitle; page.Board == nil {
		page.Choices = links(at.Moves())
	}
	for _, side := range []string{"", "on"} {
		again := site.WithValue(site.WithValue(query, "moves", ""), "second", side)
		page.Again = append(page.Again, site.Link{Address: "/search/play?" + again.Encode()})
	}
	page.Picture = site.NewPicture(at.Look(), paper.Format{}, at.Position(), "/search/play/position", to(played))
	return s.Show(w, http.StatusOK, "play.html", page)
}

// answer lets the search move, and records its thoughts.
func (p *playPage) answer(ctx context.Context, at gametree.Problem) (gametree.Problem, error) {
	o := p.Form.Options
	o.Timeout = thinkTime
	var err error
	if p.Thinking, p.Answer, err = think(ctx, at, o, time.Now); err != nil {
		return nil, mistake.Wrap(err)
	}
	p.Line = strings.Join(p.Thinking.PV, " ")
	return at.Play(p.Answer)
}

// drawPlay answers with the position of a game.
func (s *pages) drawPlay(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("file")
	_, at, _, err := readPlay(site.LanguageOf(r), r.URL.Query())
	switch {
	case err != nil:
		return err
	case at == nil || strings.TrimSuffix(name, path.Ext(name)) != "position":
		return site.ErrNoPage
	}
	return s.ServeDrawing(w, r, name, at.Look(), paper.Format{Dark: r.URL.Query().Get("dark") != ""})
}

// Value returns the value that the search found, or "" if it ran out of time.
func (p playPage) Value() string {
	if p.Thinking.Value == nil {
		return ""
	}
	return p.Thinking.Text
}

// Moves returns the moves so far.
func (p playPage) Moves() string { return strings.Join(p.Played, " ") }
