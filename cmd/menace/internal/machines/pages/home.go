package pages

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/machines/pages/view"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/michie"
	"menace/menace/option"
	"menace/minimax/games"
)

// homePage is the content of the start page: a board, a film of a machine's first games, and all machines.
type homePage struct {
	view.Shipped
	NotImported field  // the file that could not be imported
	Machine     string // the machine to play against, or ""
	Home        string // its address, or ""
	Cards       []view.Card
	Page, Pages int   // of the cards, counted from 1
	Seed        int64 // seed of the machine that Play creates if there is none
	Play        view.Play
}

// cardsOnPage is the number of machines on a page, so that the page stays small with thousands of them.
const cardsOnPage = 12

// showHome shows how to begin, all machines, and the form for importing one, with an error message.
func (m *Machines) showHome(w http.ResponseWriter, r *http.Request, notImported error) error {
	ctx, in := r.Context(), inLanguageOf(r)
	shipped, err := view.ShippedFilm(in)
	if err != nil {
		return err
	}
	page := homePage{Shipped: shipped, NotImported: field{Name: "file"}}
	page.NotImported.ShowError(notImported)
	if page.Machine, err = m.lastPlayable(ctx); err != nil {
		return err
	}
	if page.Machine == "" {
		page.Seed = arena.OrNewSeed(arena.NoSeed)
		page.Play = view.FirstGame(in, firstRules, page.Seed)
	} else if err := m.showMatch(r, &page); err != nil {
		return err
	}
	count, err := m.db.Count(ctx)
	if err != nil {
		return err
	}
	page.Pages = max(1, (count+cardsOnPage-1)/cardsOnPage)
	page.Page, _ = strconv.Atoi(r.URL.Query().Get("page"))
	page.Page = min(max(page.Page, 1), page.Pages)
	latest, err := m.db.Latest(ctx, (page.Page-1)*cardsOnPage, cardsOnPage, false)
	if err != nil {
		return err
	}
	page.Cards = view.CardsOf(in, latest)
	return m.Show(w, site.FormStatus(notImported == nil), "home.html", page)
}

// showMatch shows the host's game with a machine on the start page.
func (m *Machines) showMatch(r *http.Request, page *homePage) error {
	machine, err := m.live.ByName(r.Context(), page.Machine)
	if err != nil {
		return err
	}
	match, err := m.MatchPage(r.Context(), Viewer{Machine: machine, Language: site.LanguageOf(r)})
	if err == nil {
		page.Home, page.Play = match.Home, match.Play
	}
	return err
}

// Next and Back return the numbers of the adjacent pages of cards, or 0.
func (p homePage) Next() int {
	if p.Page == p.Pages {
		return 0
	}
	return p.Page + 1
}

func (p homePage) Back() int { return p.Page - 1 }

// shippedFilm answers with the film of the start page.
func (m *Machines) shippedFilm(w http.ResponseWriter, r *http.Request) error {
	shipped, err := view.ShippedFilm(inLanguageOf(r))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Cache-Control", "no-cache")
	w.Write(shipped.File)
	return nil
}

// print answers with a small picture of all boxes of a machine as it was last saved.
func (m *Machines) print(w http.ResponseWriter, r *http.Request) error {
	machine, err := m.db.Machine(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	m.ShowSVG(w, view.Print(machine))
	return nil
}

// printNew answers with the picture of an untrained machine.
func (m *Machines) printNew(w http.ResponseWriter, _ *http.Request) error {
	m.ShowSVG(w, view.Print(menace.New(firstRules)))
	return nil
}

// lastPlayable returns the name of the playable machine that played or trained last, or "".
func (m *Machines) lastPlayable(ctx context.Context) (string, error) {
	latest, err := m.db.Latest(ctx, 0, cardsOnPage, true)
	for _, s := range latest {
		_, damaged := m.db.Load(ctx, s.Name)
		if damaged == nil {
			return s.Name, nil
		}
		if !errors.Is(damaged, data.ErrCorrupt) && !errors.Is(damaged, data.ErrNotFound) {
			return "", damaged
		}
	}
	return "", err
}

// firstRules are the rules of a machine that is created without a form: Michie's, as in `train`.
var firstRules = menace.Michie()

// start redirects to a machine to play against, and creates one if there is none. The start page sends the seed, which
// determines the first move shown there, and the player's reply, if any.
func (m *Machines) start(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	name, err := m.lastPlayable(ctx)
	if err != nil {
		return err
	}
	if name == "" {
		name, err = agents.FreeName(ctx, m.db, "menace")
		if err != nil {
			return err
		}
		r.ParseForm() // a malformed form counts as empty
		o := live.TrainOptions{Seed: arena.NoSeed}
		site.ReadForm(option.Only(o.Options(), "seed"), r.PostForm)
		_, err = agents.Make(ctx, m.db, name, firstRules, o.Seed)
		if err == nil && r.PostForm.Has("move") {
			var machine *live.Machine
			machine, err = m.live.ByName(ctx, name)
			if err == nil {
				err = actions["move"](ctx, machine.Match(live.Host), r.PostForm, Viewer{})
			}
		}
		if err != nil && !errors.Is(err, data.ErrExists) { // the first of two quick clicks created it
			return err
		}
	}
	return m.Redirect(w, r, "/agents/%s", url.PathEscape(name))
}

// showNew shows the form of a new machine, with error messages.
func (m *Machines) showNew(w http.ResponseWriter, r *http.Request, f form) error {
	return m.showForms(w, r, f, newRestoredForm(nil))
}

// showForms shows the forms for a new machine and for Michie's, with error messages.
func (m *Machines) showForms(w http.ResponseWriter, r *http.Request, f form, restored restoredForm) error {
	in := inLanguageOf(r)
	return m.Show(w, site.FormStatus(f.valid() && restored.valid()), "new.html", struct {
		Form           form
		Presets, Empty []words.Choice
		Restored       restoredForm
	}{f, in.Presets(), in.WhenEmpty(), restored})
}

// restoredForm is the form of Michie's own machine.
type restoredForm struct {
	Name, Game field
	Games      int      // the last game that can be selected
	Totals     []string // the points of his curve, in the coordinates of the picture
}

// newRestoredForm reads the form. Without values it is in its initial state.
func newRestoredForm(filled url.Values) restoredForm {
	f := restoredForm{Name: field{Name: "restored-name", Value: strings.TrimSpace(filled.Get("name"))},
		Game: field{Name: "restored", Value: filled.Get("restored")}, Games: michie.Games}
	if filled == nil {
		f.Name.Value, f.Game.Value = "michie-1961", strconv.Itoa(michie.Games)
	}
	for _, g := range arena.Tournament() {
		f.Totals = append(f.Totals, fmt.Sprintf("%d %d", g.Game, 150-g.Total))
	}
	return f
}

func (f restoredForm) valid() bool { return site.Valid([]field{f.Name, f.Game}) }

// makeRestored stores Michie's machine in its likely state after a game.
func (m *Machines) makeRestored(w http.ResponseWriter, r *http.Request) error {
	f := newRestoredForm(r.PostForm)
	f.Name.ShowError(data.CheckName(f.Name.Value))
	i, _, err := agents.Restored("1961:"+f.Game.Value, f.Name.Value, nil)
	if f.Name.Wrong == "" {
		f.Game.ShowError(err)
	}
	if f.valid() {
		_, err := i.Store(r.Context(), m.db, f.Name.Value)
		if err == nil {
			return m.Redirect(w, r, "/agents/%s", url.PathEscape(f.Name.Value))
		}
		if !errors.Is(err, data.ErrExists) {
			return err
		}
		f.Name.ShowError(err)
	}
	return m.showForms(w, r, newForm(nil), f)
}

// form is the form for a new machine.
type form struct {
	Name, Preset, Seed field
	Own                field   // the file of a game of one's own, or ""
	Rules              []field // in the order of their options; an empty field follows the preset
	Changed            bool    // a field in a collapsed part of the form is filled in
	options            live.TrainOptions
}

type field = site.Field

// newForm reads the form. The name and the preset may be missing.
func newForm(filled url.Values) form {
	get := func(name string) field { return field{Name: name, Value: strings.TrimSpace(filled.Get(name))} }
	f := form{Name: get("name"), Preset: get("preset"), options: live.TrainOptions{Seed: arena.NoSeed}}
	if f.Name.Value != "" {
		f.Name.ShowError(data.CheckName(f.Name.Value))
	}
	f.Preset.Value = cmp.Or(f.Preset.Value, menace.Presets[0])
	f.Own = get("own")
	var err error
	if f.Own.Value == "" {
		f.options.Rules, err = menace.Preset(f.Preset.Value)
		f.Preset.ShowError(err)
	} else {
		var game string
		if game, err = games.ReadOwn([]byte(f.Own.Value)); err == nil {
			f.options.Rules, err = menace.Usual(game)
		}
		f.Own.ShowError(err)
	}
	f.Rules = site.Labelled(site.ReadForm(f.options.Rules.Settings(err == nil)[1:], filled), view.RuleLabels)
	for i := range f.Rules {
		f.Rules[i].Value = strings.TrimSpace(filled.Get(f.Rules[i].Name)) // empty to follow the preset
		f.Changed = f.Changed || f.Rules[i].Value != "" && f.Rules[i].Name != "on-empty"
	}
	f.Seed = site.ReadForm(option.Only(f.options.Options(), "seed"), filled)[0]
	f.Changed = f.Changed || f.Seed.Value != ""
	return f
}

func (f form) fields() []field {
	return append([]field{f.Name, f.Preset, f.Own, f.Seed}, f.Rules...)
}

func (f form) valid() bool { return site.Valid(f.fields()) }

func (m *Machines) make(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return mistake.Wrap(err)
	}
	if r.PostForm.Has("restored") {
		return m.makeRestored(w, r)
	}
	f := newForm(r.PostForm)
	f.Name.ShowError(data.CheckName(f.Name.Value))
	if f.valid() {
		_, err := agents.Make(r.Context(), m.db, f.Name.Value, f.options.Rules, f.options.Seed)
		if err == nil {
			return m.Redirect(w, r, "/agents/%s", url.PathEscape(f.Name.Value))
		}
		if !errors.Is(err, data.ErrExists) {
			return err
		}
		f.Name.ShowError(err)
	}
	return m.showNew(w, r, f)
}

// inLanguageOf returns the sentences in a visitor's language.
func inLanguageOf(r *http.Request) sentences.In { return sentences.In{Language: site.LanguageOf(r)} }
