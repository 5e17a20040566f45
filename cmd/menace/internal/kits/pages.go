package kits

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"html/template"
	"net/http"
	"path"
	"slices"
	"strings"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/kits/sheet"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/michie"
	"menace/menace/option"
	"menace/plots/paper"
)

// kitPages are the pages of kits.
type kitPages struct {
	*site.Server
	db *data.DB
}

//go:embed pages static
var files embed.FS

// Pages returns the pages of kits, for fresh and for stored machines, and the guide for teachers.
func Pages(server *site.Server, db *data.DB) site.Pages {
	s := &kitPages{server, db}
	return site.Pages{
		Name: "kits", Templates: site.Folder(files, "pages"), Static: site.Folder(files, "static"),
		Routes: map[string]site.Handler{
			"GET /kit": s.showForm, "GET /kit/kit.pdf": s.print, "GET /kit/worksheet.html": s.print,
			"GET /guide": s.guide, "GET /guide/{picture}": s.picture,
		},
	}
}

// guide shows the guide for teachers, in the language of the address or of the browser.
func (s *kitPages) guide(w http.ResponseWriter, r *http.Request) error {
	l, ok := language.Find(r.URL.Query().Get("language"))
	if !ok {
		l = site.LanguageOf(r)
	}
	pictures := cmp.Or(s.Files, s.URL("/guide")+"/")
	text := strings.ReplaceAll(sheet.GuideHTML(l), `<img src="`, `<img loading="lazy" src="`+pictures)
	return s.Show(w, http.StatusOK, "guide.html", map[string]any{"Language": l.Tag, "Languages": language.All(),
		"Text": template.HTML(text)})
}

// picture answers with a picture of the guide.
func (s *kitPages) picture(w http.ResponseWriter, r *http.Request) error {
	file, err := sheet.Picture(r.PathValue("picture"))
	if err != nil {
		return site.ErrNoPage
	}
	w.Header().Set("Content-Type", "image/png")
	w.Write(file)
	return nil
}

// partLabels names the parts of a kit on its page.
var partLabels = map[string]site.Label{
	sheet.Guide:   {Name: language.NewMessage("The guide for teachers, for all machines")},
	sheet.Letter:  {Name: language.NewMessage("A letter to school and parents about data")},
	sheet.Cover:   {Name: language.NewMessage("The lesson on one side, for a substitute teacher")},
	sheet.Tickets: {Name: language.NewMessage("Half sheets for results and what was learned")},
	sheet.Beads:   {Name: language.NewMessage("What to buy")},
	sheet.Lesson:  {Name: language.NewMessage("Plans for lessons, always with the worksheet")},
	sheet.Sheet:   {Name: language.NewMessage("A worksheet for pupils, and the answers")},
	sheet.Scores:  {Name: language.NewMessage("A score sheet with a chart")},
	sheet.Rules:   {Name: language.NewMessage("How the machine plays and learns, and how to teach HER quickly")},
	sheet.Index:   {Name: language.NewMessage("How to find the box for a board")},
	sheet.Board:   {Name: language.NewMessage("A numbered board and pieces to cut out")},
	sheet.Labels:  {Name: language.NewMessage("Labels for the boxes, to cut out")},
}

// form is the form of a kit: the values filled in, and the choices.
type form struct {
	Fields    []site.Field // first the machine: new:her, stored:default, or fresh:default for its initial state
	Parts     []site.Field // Switch is set if the part is selected
	Presets   []words.Choice
	Languages []*language.Language
	Agents    []string
	Restored  []int // numbers of games after which Michie's own machine is offered

	machine string
	options Options
}

// readForm reads the form.
func (s *kitPages) readForm(r *http.Request) (f form, err error) {
	filled := r.URL.Query()
	in := sentences.In{Language: site.LanguageOf(r)}
	machine := cmp.Or(filled.Get("machine"), "new:"+lessonPreset())
	f = form{Presets: in.Presets(), machine: machine, options: usual}
	f.options.Language = in.Tag
	for _, tag := range language.Tags {
		l, _ := language.Find(tag)
		f.Languages = append(f.Languages, l)
	}
	f.Fields = append([]site.Field{{Name: "machine", Value: f.machine}}, site.ReadForm(f.options.options(), filled)...)
	for _, name := range sheet.Parts {
		part := site.Field{Name: name, Label: partLabels[name], Switch: slices.Contains(f.options.Parts, name)}
		f.Parts = append(f.Parts, part)
	}
	f.Restored = []int{17, 47, 106, 150, michie.Games} // a single bead left, the win that saved it, later
	f.Agents, err = s.db.Names(r.Context())
	return f, err
}

// showForm shows the form.
func (s *kitPages) showForm(w http.ResponseWriter, r *http.Request) error {
	f, err := s.readForm(r)
	if err != nil {
		return err
	}
	return s.Show(w, http.StatusOK, "kit.html", f)
}

// print answers with the kit as a PDF, or with its texts as a document to edit. If a field is invalid, it shows the
// form again.
func (s *kitPages) print(w http.ResponseWriter, r *http.Request) error {
	f, err := s.readForm(r)
	if err != nil {
		return err
	}
	extension := path.Ext(r.URL.Path)
	if extension == ".html" {
		f.options = f.options.texts()
	}
	var k sheet.Kit
	if site.Valid(f.Fields) {
		k, err = s.load(r.Context(), f.machine, f.options)
	}
	if site.ShowError(err, f.Fields); !site.Valid(f.Fields) {
		return s.Show(w, http.StatusUnprocessableEntity, "kit.html", f)
	}
	if err != nil {
		return err
	}
	var written bytes.Buffer
	kind := "application/pdf"
	if extension == ".html" {
		kind, err = "text/html; charset=utf-8", k.WriteHTML(&written)
	} else {
		_, err = paper.Bind(&written, k.Pages(), k.Title(), k.Language.Tag, paper.Format{Made: k.Made})
	}
	if err != nil {
		return err
	}
	name := f.machine
	if _, restored, _ := parseRestored(name); !restored {
		_, name, _ = strings.Cut(name, ":")
	}
	site.Download(w, kind, f.options.fileName(name)+extension)
	written.WriteTo(w)
	return nil
}

// load returns the kit for a machine offered by the form.
func (s *kitPages) load(ctx context.Context, machine string, o Options) (sheet.Kit, error) {
	if games, ok, err := parseRestored(machine); ok {
		if err != nil {
			return sheet.Kit{}, option.Wrong("machine", err)
		}
		return restoredKit(games, o)
	}
	kind, name, _ := strings.Cut(machine, ":")
	if kind == "new" {
		rules, err := menace.Preset(name)
		if err != nil {
			return sheet.Kit{}, option.Wrong("machine", err)
		}
		return freshKit(rules, o)
	}
	a, err := s.db.Load(ctx, name)
	switch {
	case err != nil:
		return sheet.Kit{}, err
	case kind == "fresh":
		return freshKit(a.Machine.Rules(), o)
	}
	return agentKit(a, o)
}
