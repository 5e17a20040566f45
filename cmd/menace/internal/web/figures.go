package web

import (
	"bytes"
	"cmp"
	"context"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"

	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/report/figures"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/web/view"
	"menace/plots/paper"
)

// figures shows a figure with its form, or answers with the figure as a file.
func (s *Server) figures(w http.ResponseWriter, r *http.Request) error {
	file := cmp.Or(r.PathValue("figure"), figures.Names[0])
	extension := path.Ext(file)
	name := strings.TrimSuffix(file, extension)
	f, err := view.NewFigure(r.Context(), s.lab, name, r.URL.Query())
	if err != nil {
		return err
	}
	if extension == ".csv" {
		table, err := f.Numbers(r.Context(), s.lab)
		if err != nil {
			return err
		}
		return answerTable(w, name, table)
	}
	drawing, notes := f.Draw(r.Context(), s.lab)
	switch {
	case extension != "" && drawing == nil:
		return mistake.Errorf("this figure cannot be drawn; /figures/%s explains why", name)
	case extension != "":
		return s.paint(w, r, file, drawing, f.Format)
	}
	page := struct {
		Names   []string
		Form    *view.Figure
		Notes   []string
		Picture *view.Picture
	}{Names: figures.OfMachines, Form: f, Notes: notes}
	if drawing != nil {
		numbers := view.Link{Name: "CSV", Address: "/figures/" + name + ".csv?" + f.Query().Encode()}
		page.Picture = new(view.PictureOf(drawing, f.Format, f.Title(), "/figures/"+name, f.Query()))
		page.Picture.Files = append(page.Picture.Files, numbers)
	}
	right := drawing != nil || len(f.Machines) == 0 && len(r.URL.Query()) == 0
	return s.show(w, statusOf(right), "figures.html", page)
}

func answerTable(w http.ResponseWriter, name string, table tables.Values) error {
	download(w, "text/csv; charset=utf-8", name+".csv")
	return table.CSV(w)
}

// drawn is the content security policy of a drawing opened by itself. It allows inline styles only.
const drawn = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"

const mostDots = 10e6 // in a PNG; A2 has fewer

// paint answers with a drawing in the format of the extension. A large PNG takes a hundred megabytes.
func (s *Server) paint(w http.ResponseWriter, r *http.Request, name string, d paper.Drawing, f paper.Format) error {
	if err := f.Fit(d); err != nil {
		return mistake.Wrap(err)
	}
	f.Size = f.SizeOf(d)
	extension := path.Ext(name)
	format := slices.IndexFunc(view.Formats, func(f view.FileFormat) bool { return f.Extension == extension })
	if format < 0 {
		return errNowhere
	}
	if dots := f.Dots(); extension == ".png" && dots > mostDots {
		return mistake.Errorf("%.0f million dots: the page draws at most %.0f; make it smaller", dots/1e6, mostDots/1e6)
	}
	text, err := limited(r.Context(), s.drawing, func(context.Context) (*bytes.Buffer, error) {
		var text bytes.Buffer
		_, err := paper.Encode(&text, extension, d, f)
		return &text, mistake.Wrap(err)
	})
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", view.Formats[format].Kind)
	w.Header().Set("Content-Security-Policy", drawn)
	w.Header().Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": name}))
	text.WriteTo(w)
	return nil
}
