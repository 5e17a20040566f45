package kits

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"

	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
	"menace/plots/kit"
	"menace/plots/paper"
)

// kitPages holds the page of
type kitPages struct {
	*site.Server
	lab *data.DB
}

//go:embed pages
var files embed.FS

// Pages returns the pages of kits, for fresh machines and for those of a laboratory.
func Pages(server *site.Server, l *data.DB) site.Pages {
	s := &kitPages{server, l}
	templates, err := fs.Sub(files, "pages")
	if err != nil {
		panic(err) // the name of the folder is wrong
	}
	return site.Pages{
		Name: "kits", Templates: templates,
		Routes: map[string]site.Handler{
			"GET /kit": s.kit, "GET /kit/kit.pdf": s.kit, "GET /kit/worksheet.html": s.kit,
		},
	}
}

// kit shows the form of a kit, or answers with the kit as a PDF, or with the texts of its lessons as HTML.
func (s *kitPages) kit(w http.ResponseWriter, r *http.Request) error {
	o, filled, extension := UsualKit, r.URL.Query(), path.Ext(r.URL.Path)
	machine := cmp.Or(filled.Get("machine"), "new:her")
	page := struct {
		Fields  []site.Field // first the machine: new:her, agent:default, or fresh:default for its initial state
		Parts   []site.Field // Switch is set if the part is chosen
		Presets []words.Choice
		Agents  []string
	}{Presets: sentences.Presets,
		Fields: append([]site.Field{{Name: "machine", Value: machine}}, site.ReadForm(KitTable, &o, filled)...)}
	for _, name := range kit.Parts {
		part := site.Field{Name: name, Meaning: kit.Meaning(name), Switch: slices.Contains(o.Parts, name)}
		page.Parts = append(page.Parts, part)
	}
	var err error
	page.Agents, err = s.lab.Names(r.Context())
	if err != nil {
		return err
	}
	if extension == ".html" {
		o.Parts = slices.DeleteFunc(slices.Clone(o.Parts),
			func(part string) bool { return !slices.Contains(kit.Texts, part) })
		if len(o.Parts) == 0 {
			o.Parts = []string{kit.Sheet}
		}
	}
	if extension == "" {
		return s.Show(w, http.StatusOK, "kit.html", page)
	}
	var k kit.Kit
	if site.Valid(page.Fields) {
		k, err = s.kitOf(r.Context(), machine, o)
		site.ShowError(err, page.Fields)
	}
	if !site.Valid(page.Fields) {
		return s.Show(w, http.StatusUnprocessableEntity, "kit.html", page)
	}
	if err != nil {
		return err
	}
	var written bytes.Buffer
	_, name, _ := strings.Cut(machine, ":")
	kind := "application/pdf"
	if extension == ".html" {
		kind, err = "text/html; charset=utf-8", k.WriteHTML(&written)
	} else {
		_, err = paper.Bind(&written, k.Pages(), k.Made)
	}
	if err != nil {
		return err
	}
	site.Download(w, kind, o.File(name)+extension)
	written.WriteTo(w)
	return nil
}

func (s *kitPages) kitOf(ctx context.Context, machine string, o KitOptions) (kit.Kit, error) {
	kind, name, _ := strings.Cut(machine, ":")
	if kind == "new" {
		rules, err := menace.Preset(name)
		if err != nil {
			return kit.Kit{}, option.Wrong("machine", err)
		}
		return NewKit(rules, o)
	}
	a, err := s.lab.Load(ctx, name)
	switch {
	case err != nil:
		return kit.Kit{}, err
	case kind == "fresh":
		return NewKit(a.Machine.Rules(), o)
	}
	return AgentKit(a, o)
}
