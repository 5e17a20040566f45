package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
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
			all = append(all, view.Card{Name: name, Damaged: words.Sentence(err.Error())})
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
	return s.showHome(w, r, http.StatusOK, newForm(nil), "")
}

// showHome shows all machines and the forms, with error messages.
func (s *Server) showHome(w http.ResponseWriter, r *http.Request, status int, f form, notImported string) error {
	cards, err := s.cards(r.Context())
	if err != nil {
		return err
	}
	return s.show(w, status, "home.html", struct {
		Title, NotImported string
		Cards              []view.Card
		Form               form
		Presets            []preset
	}{"Machines", notImported, cards, f, presets()})
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
	Name, Preset, Seed field
	Rules              []field // by menace.Table; an empty one follows the preset
	Changed            bool    // a rule differs from the preset
	rules              menace.Rules
	seed               int64
}

// field is a field of a form.
type field = view.Field

// newForm reads the form, and checks it unless filled is nil.
func newForm(filled url.Values) form {
	get := func(name string) field { return field{Name: name, Value: strings.TrimSpace(filled.Get(name))} }
	f := form{Name: get("name"), Preset: get("preset")}
	if filled == nil {
		f.Preset.Value = menace.Presets[0]
	} else {
		f.Name.Blame(data.CheckName(f.Name.Value))
	}
	var err error
	f.rules, err = menace.Preset(f.Preset.Value)
	f.Preset.Blame(err)
	f.Rules = view.Read(menace.Settings(err == nil)[1:], &f.rules, filled)
	for i := range f.Rules {
		f.Rules[i].Value = strings.TrimSpace(filled.Get(f.Rules[i].Name)) // empty where it follows the preset
		f.Changed = f.Changed || f.Rules[i].Value != ""
	}
	o := live.TrainOptions{Seed: lab.NoSeed}
	f.Seed = view.Read(option.Only(live.TrainTable, "seed"), &o, filled)[0]
	f.seed = o.Seed
	return f
}

// right reports whether nothing is wrong.
func (f form) right() bool { return view.Right([]field{f.Name, f.Preset, f.Seed}, f.Rules) }

// make makes the machine of the form.
func (s *Server) make(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return lab.AsMistake(err)
	}
	f := newForm(r.PostForm)
	if f.right() {
		_, err := s.lab.Make(r.Context(), f.Name.Value, f.rules, f.seed)
		if err == nil {
			return to(w, r, "/agents/%s", url.PathEscape(f.Name.Value))
		}
		if !errors.Is(err, data.ErrExists) {
			return err
		}
		f.Name.Blame(err)
	}
	return s.showHome(w, r, http.StatusUnprocessableEntity, f, "")
}
