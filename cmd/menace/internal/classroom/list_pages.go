package classroom

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"unicode"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
)

// listPage is the content of the list of classes.
type listPage struct {
	inLanguage
	Classes []Listed
	Notice  string // reason why something was not possible, or ""
	Name    site.Field
	Machine site.Field
	Chosen  string         // tag of the language of a new class
	New     []words.Choice // presets of new machines, except the one for tic-tac-toe
	Own     []words.Choice // machines without a class
}

// list shows all classes, and the form for a new one.
func (s *classPages) list(w http.ResponseWriter, r *http.Request) error {
	return s.showList(w, r, nil, nil, nil)
}

// showList shows the list with a notice, or with errors in the form for a new class.
func (s *classPages) showList(w http.ResponseWriter, r *http.Request, notice, name, machine error) error {
	page := listPage{
		inLanguage: s.inLanguageOf(r), Name: site.Field{Name: "name", Value: r.PostFormValue("name")},
		Machine: site.Field{Name: "machine", Value: r.PostFormValue("machine")},
	}
	page.Chosen = cmp.Or(r.PostFormValue("language"), page.language.Tag)
	if notice != nil {
		page.Notice = words.Sentence(page.Translate(notice).Error()) + "."
	}
	page.Name.ShowError(page.Translate(name))
	page.Machine.ShowError(page.Translate(machine))
	for _, preset := range (sentences.In{Language: page.language}).Presets() {
		if rules, err := menace.Preset(preset.Name); err == nil && rules.Game != menace.Michie().Game {
			page.New = append(page.New, preset)
		}
	}
	var err error
	if page.Classes, err = s.classes.List(r.Context()); err != nil {
		return err
	}
	if page.Own, err = s.freeMachines(r.Context(), page.Classes); err != nil {
		return err
	}
	return s.Show(w, site.FormStatus(notice == nil && name == nil && machine == nil), "classes.html", page)
}

// freeMachines returns the machines without a class.
func (s *classPages) freeMachines(ctx context.Context, classes []Listed) (free []words.Choice, err error) {
	taken := map[string]bool{}
	for _, c := range classes {
		taken[c.Machine] = true
	}
	reports, err := agents.ReportAgents(ctx, s.db)
	for _, r := range reports {
		if id, unknown := s.db.ID(ctx, r.Agent); unknown != nil || isTwin(classes, id) {
			continue
		}
		if r.Damaged == "" && !taken[r.Agent] {
			label := r.Agent + " (" + sentences.MachineName(r.Rules) + ")"
			free = append(free, words.Choice{Name: ownMachine + r.Agent, Label: label})
		}
	}
	return free, err
}

// ownMachine is the prefix of choices that are stored machines; the others are presets of new ones.
const ownMachine = "machine:"

// makeClass makes a class with its machine, and opens it.
func (s *classPages) makeClass(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	name, wrong := className(r.PostFormValue("name"))
	chosen, ok := language.Find(r.PostFormValue("language"))
	if !ok {
		chosen = s.languageOf(r)
	}
	if wrong != nil {
		return s.showList(w, r, nil, wrong, nil)
	}
	var c *Class
	var err error
	if machine, own := strings.CutPrefix(r.PostFormValue("machine"), ownMachine); own {
		c, err = s.classes.Make(ctx, name, machine, chosen.Tag, s.Page())
	} else {
		rules, unknown := menace.Preset(machine)
		if unknown != nil {
			return s.showList(w, r, nil, nil, unknown)
		}
		c, err = s.makeWithNewMachine(ctx, name, rules, chosen.Tag)
	}
	switch {
	case errors.Is(err, data.ErrExists):
		wrong := language.NewMessage("another class has this name already, or this machine")
		return s.showList(w, r, nil, wrong, nil)
	case errors.Is(err, data.ErrNotFound):
		return s.showList(w, r, nil, nil, language.NewMessage("this machine is gone"))
	case errors.As(err, new(mistake.Error)):
		return s.showList(w, r, err, nil, nil)
	case err != nil:
		return err
	}
	return s.enterOpenedClass(w, r, c)
}

// makeWithNewMachine makes a class with a new machine, and opens it.
func (s *classPages) makeWithNewMachine(ctx context.Context, name string, rules menace.Rules, tag string) (*Class,
	error) {
	base := strings.ToLower(sentences.MachineName(rules)) + "-" + slug(name)
	free, err := agents.FreeName(ctx, s.db, base)
	if err != nil {
		return nil, err
	}
	machine, err := data.NewAgent(free, agents.RulesForClass(rules), arena.OrNewSeed(arena.NoSeed))
	if err != nil {
		return nil, err
	}
	return s.classes.MakeWith(ctx, name, machine, tag, s.Page())
}

// slug turns a text into a part of the name of a machine.
func slug(text string) string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(parts) == 0 {
		return "class"
	}
	return strings.Join(parts, "-")
}

// enterOpenedClass lets other devices reach the site, and redirects to the page of a class that was just opened.
// Whoever opens the first class becomes the teacher. From then on, only the teacher can use the pages that are not for
// pupils.
func (s *classPages) enterOpenedClass(w http.ResponseWriter, r *http.Request, c *Class) error {
	if !s.classes.Restricted() {
		s.classes.Restrict()
		key, err := s.classes.NewTeacher(r.Context())
		if err != nil {
			return err
		}
		s.setCookie(w, teacherCookie, key, "/")
	}
	if err := s.Network(r.Context()); err != nil {
		return errors.Join(s.classes.Close(r.Context(), c.ID()),
			s.showList(w, r, err, nil, nil))
	}
	return s.Redirect(w, r, "%s", c.address())
}

// idIn returns the ID of the class in the address of a request.
func idIn(r *http.Request) int64 {
	id, _ := strconv.ParseInt(r.PathValue("class"), 10, 64)
	return id
}

// openClass opens a stored class.
func (s *classPages) openClass(w http.ResponseWriter, r *http.Request) error {
	c, err := s.classes.Open(r.Context(), idIn(r), s.Page())
	switch {
	case errors.As(err, new(mistake.Error)), errors.Is(err, data.ErrCorrupt):
		return s.showList(w, r, err, nil, nil)
	case err != nil:
		return err
	}
	return s.enterOpenedClass(w, r, c)
}

// closeClass closes a class.
func (s *classPages) closeClass(w http.ResponseWriter, r *http.Request) error {
	if err := s.classes.Close(r.Context(), idIn(r)); err != nil {
		return err
	}
	return s.Redirect(w, r, "/class")
}

// askToDelete asks before a class is deleted.
func (s *classPages) askToDelete(w http.ResponseWriter, r *http.Request) error {
	all, err := s.classes.List(r.Context())
	for _, c := range all {
		if c.ID == idIn(r) {
			return s.Show(w, http.StatusOK, "class_delete.html", struct {
				inLanguage
				Listed
			}{s.inLanguageOf(r), c})
		}
	}
	if err != nil {
		return err
	}
	return s.Redirect(w, r, "/class")
}

// deleteClass deletes a class that is not open.
func (s *classPages) deleteClass(w http.ResponseWriter, r *http.Request) error {
	err := s.classes.Delete(r.Context(), idIn(r))
	if errors.As(err, new(mistake.Error)) {
		return s.showList(w, r, err, nil, nil)
	}
	if err != nil && !errors.Is(err, data.ErrNotFound) { // the first of two quick clicks deleted it
		return err
	}
	return s.Redirect(w, r, "/class")
}

// phone shows the link that lets the teacher's phone use the teacher's pages.
func (s *classPages) phone(w http.ResponseWriter, r *http.Request) error {
	if !s.classes.Restricted() {
		return s.Redirect(w, r, "/class")
	}
	return s.Show(w, http.StatusOK, "phone.html", struct {
		inLanguage
		Link string
	}{s.inLanguageOf(r), s.phoneLink()})
}

// phoneLink returns the link that gives a device the teacher's rights and shows nicknames, because phones are not
// projected.
func (s *classPages) phoneLink() string {
	return s.Address() + site.Join("/teacher", s.classes.Restrict(), "phone")
}

func (s *classPages) phoneQR(w http.ResponseWriter, r *http.Request) error {
	if !s.classes.Restricted() {
		return s.Redirect(w, r, "/class")
	}
	return showQR(w, s.phoneLink())
}
