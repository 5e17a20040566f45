package web

import (
	"cmp"
	"net/http"
	"path"
	"strings"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/report"
	"menace/cmd/menace/internal/web/view"
)

// figures shows a figure, with the form of what can be chosen of it.
func (s *Server) figures(w http.ResponseWriter, r *http.Request) error {
	name := cmp.Or(r.PathValue("figure"), report.FigureNames[0])
	extension := path.Ext(name)
	if strings.TrimSuffix(name, extension) == searchFigure {
		return s.searchFigure(w, r, extension)
	}
	f, err := view.NewFigure(r.Context(), s.lab, strings.TrimSuffix(name, extension), r.URL.Query())
	if err != nil {
		return err
	}
	if extension == ".csv" {
		table, err := f.Numbers(r.Context(), s.lab)
		if err != nil {
			return err
		}
		return answerTable(w, f.Name, table)
	}
	drawing, notes := f.Draw(r.Context(), s.lab)
	if extension != "" {
		if drawing == nil {
			return lab.Mistakef("this figure cannot be drawn; /figures/%s says why", f.Name)
		}
		return s.paint(w, r, name, drawing, f.Format)
	}
	page := struct {
		Title   string
		Names   []string
		Form    *view.Figure
		Notes   []string
		Picture *view.Picture
	}{Title: "Figures", Names: figureNames, Form: f, Notes: notes}
	status := http.StatusOK
	if drawing == nil {
		status = http.StatusUnprocessableEntity
	} else {
		own := view.PictureOf(drawing, f.Format, f.Says(), "/figures/"+f.Name, f.Asked())
		own.Files = append(own.Files, view.File{Says: "CSV", At: "/figures/" + f.Name + ".csv?" + f.Asked().Encode()})
		page.Picture = &own
	}
	if len(f.Machines) == 0 && len(r.URL.Query()) == 0 {
		status = http.StatusOK // nothing was asked for yet
	}
	return s.show(w, status, "figures.html", page)
}

// answerTable answers with a table as a file.
func answerTable(w http.ResponseWriter, name string, table report.Table) error {
	download(w, "text/csv; charset=utf-8", name+".csv")
	return table.CSV(w)
}
