package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/live"
	"menace/cmd/menace/internal/web/view"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
)

// cards describes all agents by name.
func (s *Server) cards(ctx context.Context) (all []view.Card, err error) {
	names, err := s.lab.Names(ctx)
	for _, name := range names {
		a, err := s.lab.Agent(ctx, name)
		switch {
		case errors.Is(err, data.ErrNotFound): // deleted since Names
		case errors.Is(err, data.ErrCorrupt):
			all = append(all, view.Card{Name: name, Damaged: words.Wrong(err)})
		case err != nil:
			return nil, err
		default:
			all = append(all, view.CardOf(a.Name, a.Machine, a.Career.Tally))
		}
	}
	return all, err
}

// home shows all machines.
func (s *Server) home(w http.ResponseWriter, r *http.Request) error {
	return s.showHome(w, r, http.StatusOK, "")
}

// showHome shows how to begin, all machines, and the form that imports one, with an error message.
func (s *Server) showHome(w http.ResponseWriter, r *http.Request, status int, notImported string) error {
	cards, err := s.cards(r.Context())
	if err != nil {
		return err
	}
	play := ""
	for _, c := range slices.Backward(cards) {
		if c.Damaged == "" && !c.Bankrupt {
			play = c.Name
		}
	}
	return s.show(w, status, "home.html", struct {
		Title, NotImported string
		Play               string // the machine to play against, or ""
		Cards              []view.Card
	}{"Machines", notImported, play, cards})
}

// askForNew shows the form of a new machine, filled in by a link.
func (s *Server) askForNew(w http.ResponseWriter, r *http.Request) error {
	return s.showNew(w, http.StatusOK, newForm(r.URL.Query()))
}

// showNew shows the form of a new machine, with error messages, and a link to its settings if there are any.
func (s *Server) showNew(w http.ResponseWriter, status int, f form) error {
	link := ""
	if !f.right() {
		status = http.StatusUnprocessableEntity
	} else if f.Filled {
		fields := append([]field{f.Name, f.Preset, f.Seed, f.Games, f.Opponent.Field}, f.Rules...)
		link = "/new?" + view.Query(fields).Encode()
	}
	return s.show(w, status, "new.html", struct {
		Title, Link    string
		Form           form
		Presets, Empty []words.Choice
	}{"New machine", link, f, words.Presets, words.Empty})
}

// preset is a named set of rules.
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

// form is the form of a new machine.
type form struct {
	Name, Preset, Seed, Games field
	Opponent                  view.Menu // that its page suggests for training
	Rules                     []field   // by menace.Table; an empty one follows the preset
	Changed                   bool      // something is filled in that the form shows one step later
	Filled                    bool      // anything is filled in
	rules                     menace.Rules
	seed                      int64
}

// field is a field of a form.
type field = view.Field

// newForm reads the form. A name and a preset may be missing.
func newForm(filled url.Values) form {
	get := func(name string) field { return field{Name: name, Value: strings.TrimSpace(filled.Get(name))} }
	f := form{Name: get("name"), Preset: get("preset"), Filled: len(filled) > 0}
	if f.Name.Value != "" {
		f.Name.Blame(data.CheckName(f.Name.Value))
	}
	f.Preset.Value = cmp.Or(f.Preset.Value, menace.Presets[0])
	var err error
	f.rules, err = menace.Preset(f.Preset.Value)
	f.Preset.Blame(err)
	f.Rules = view.Read(menace.Settings(err == nil)[1:], &f.rules, filled)
	for i := range f.Rules {
		f.Rules[i].Value = strings.TrimSpace(filled.Get(f.Rules[i].Name)) // empty where it follows the preset
		f.Changed = f.Changed || f.Rules[i].Value != "" && f.Rules[i].Name != "on-empty"
	}
	o := live.TrainOptions{Seed: lab.NoSeed}
	training := view.Read(option.Only(live.TrainTable, "games", "opponent", "seed"), &o, view.Typed(filled, "opponent"))
	f.Games, f.Seed, f.seed = training[0], training[2], o.Seed
	f.Opponent = view.MenuOf(training[1], append([]words.Choice{{Label: "later"}}, words.Opponents...))
	f.Changed = f.Changed || f.Seed.Value+f.Games.Value+f.Opponent.Typed != ""
	return f
}

// right reports whether nothing is wrong.
func (f form) right() bool {
	return view.Right([]field{f.Name, f.Preset, f.Seed, f.Games, f.Opponent.Field}, f.Rules)
}

// make makes the machine of the form.
func (s *Server) make(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return lab.AsMistake(err)
	}
	f := newForm(r.PostForm)
	f.Name.Blame(data.CheckName(f.Name.Value))
	if f.right() {
		_, err := s.lab.Make(r.Context(), f.Name.Value, f.rules, f.seed)
		if err == nil {
			training := view.Query([]field{f.Opponent.Field, f.Games}).Encode()
			return to(w, r, "%s", strings.TrimSuffix("/agents/"+url.PathEscape(f.Name.Value)+"?"+training, "?"))
		}
		if !errors.Is(err, data.ErrExists) {
			return err
		}
		f.Name.Blame(err)
	}
	return s.showNew(w, http.StatusUnprocessableEntity, f)
}
