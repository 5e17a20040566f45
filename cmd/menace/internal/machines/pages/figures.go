package pages

import (
	"cmp"
	"net/http"
	"path"
	"strings"

	"menace/cmd/menace/internal/machines/figures"
	"menace/cmd/menace/internal/machines/pages/view"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/words"
)

// figures shows a figure with its form, or answers with the figure as a file.
func (m *Machines) figures(w http.ResponseWriter, r *http.Request) error {
	file := cmp.Or(r.PathValue("figure"), figures.Names[0])
	extension := path.Ext(file)
	name := strings.TrimSuffix(file, extension)
	f, err := view.NewFigure(r.Context(), m.db, name, r.URL.Query())
	if err != nil {
		return err
	}
	if extension == ".csv" {
		table, err := f.Numbers(r.Context(), m.db)
		if err != nil {
			return err
		}
		return site.DownloadCSV(w, name, table)
	}
	drawing := f.Draw(r.Context(), m.db, site.LanguageOf(r))
	switch {
	case extension != "" && drawing == nil:
		return mistake.Errorf("this figure cannot be drawn; /figures/%s explains why", name)
	case extension != "":
		return m.ServeDrawing(w, r, file, drawing, f.Format)
	}
	page := struct {
		Names   []words.Choice
		Form    *view.Figure
		Picture *site.Picture
	}{Form: f}
	for _, name := range figures.Names {
		page.Names = append(page.Names, words.Choice{Name: name, Label: view.FigureName(site.LanguageOf(r), name)})
	}
	if drawing != nil {
		numbers := site.Link{Name: "CSV", Address: "/figures/" + name + ".csv?" + f.Query().Encode()}
		title := f.Title(site.LanguageOf(r), drawing)
		page.Picture = new(site.NewPicture(drawing, f.Format, title, "/figures/"+name, f.Query()))
		page.Picture.Files = append(page.Picture.Files, numbers)
	}
	right := drawing != nil || len(r.URL.Query()) == 0 // the form has not been filled in yet
	return m.Show(w, site.FormStatus(right), "figures.html", page)
}
