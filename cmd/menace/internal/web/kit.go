package web

import (
	"bytes"
	"mime"
	"net/http"
	"slices"
	"strings"

	"menace/cmd/menace/internal/figures"
	"menace/cmd/menace/internal/lab"
	"menace/plots/kit"
	"menace/plots/paper"
)

// kit answers with all that it takes to build a machine from matchboxes, as a file to print.
func (s *Server) kit(w http.ResponseWriter, r *http.Request) error {
	o, err := kitOptions(r)
	if err != nil {
		return err
	}
	a, err := s.lab.Agent(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	k, err := figures.AgentKit(a, o)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if _, err := paper.Bind(&file, k.Pages()); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/pdf")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": "kit-" + a.Name + ".pdf"}))
	_, err = file.WriteTo(w)
	return ignore(err)
}

// kitOptions reads the form of a kit, in which nothing need be filled in.
func kitOptions(r *http.Request) (o figures.KitOptions, err error) {
	o = figures.UsualKit
	if box := strings.TrimSpace(r.FormValue("box")); box != "" {
		if o.Box, err = kit.ParseBox(box); err != nil {
			return o, lab.AsMistake(err)
		}
	}
	if chosen := r.FormValue("paper"); chosen != "" {
		if o.Paper = chosen; !slices.Contains(kit.PaperNames, chosen) {
			return o, lab.Mistakef("paper %q: there are %s", chosen, strings.Join(kit.PaperNames, ", "))
		}
	}
	return o, nil
}
