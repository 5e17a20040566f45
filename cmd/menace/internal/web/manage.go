package web

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
)

// rename renames a machine.
func (s *Server) rename(w http.ResponseWriter, r *http.Request) error {
	f, err := readName(r, "rename", func(name string) error {
		if err := s.checkFree(r.Context(), r.PathValue("name")); err != nil {
			return err
		}
		return s.lab.Rename(r.Context(), r.PathValue("name"), name)
	})
	return s.named(w, r, f, err, func(page *agentPage) { page.Rename = f })
}

// copy copies a machine.
func (s *Server) copy(w http.ResponseWriter, r *http.Request) error {
	f, err := readName(r, "copy", func(name string) error { return s.lab.Copy(r.Context(), r.PathValue("name"), name) })
	return s.named(w, r, f, err, func(page *agentPage) { page.Copy = f })
}

// again makes a new machine by the rules of another, but for empty boxes, which the new one fills again.
func (s *Server) again(w http.ResponseWriter, r *http.Request) error {
	old, err := s.lab.Agent(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	rules := old.Machine.Rules()
	rules.OnEmpty = menace.Restock
	name, err := s.lab.FreeName(r.Context(), old.Name)
	if err != nil {
		return err
	}
	if _, err := s.lab.Make(r.Context(), name, rules, lab.NoSeed); err != nil {
		return err
	}
	return to(w, r, "/agents/%s", url.PathEscape(name))
}

// readName reads a new name from a form and uses it. An error that concerns the name is returned in the field.
func readName(r *http.Request, form string, use func(name string) error) (f field, err error) {
	f.Name, f.Value = form, strings.TrimSpace(r.PostFormValue("to"))
	wrong := data.CheckName(f.Value)
	if wrong == nil {
		err = use(f.Value)
	}
	if errors.Is(err, data.ErrExists) || errors.As(err, new(lab.Mistake)) {
		wrong, err = err, nil
	}
	f.Blame(wrong)
	return f, err
}

// named redirects to a machine's page under its new name, or shows its form with the error message.
func (s *Server) named(w http.ResponseWriter, r *http.Request, f field, err error, wrong func(*agentPage)) error {
	switch {
	case err != nil:
		return err
	case f.Wrong != "":
		return s.showAgent(w, r, wrong)
	}
	return to(w, r, "/agents/%s", url.PathEscape(f.Value))
}

// askToDelete asks for confirmation before a machine, even a damaged one, is deleted.
func (s *Server) askToDelete(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	if err := s.checkFree(r.Context(), name); err != nil {
		return err
	}
	page, err := s.agentPage(r)
	played, keep := "It cannot be read.", "/"
	switch {
	case err == nil && page.Progress.Running:
		played = "It is training, and has played " + words.Plural(page.Card.Games, "game") + " so far: that ends too."
		keep = page.Home
	case err == nil:
		played = "It has played " + words.Plural(page.Card.Games, "game") + "."
		keep = page.Home
	case !errors.Is(err, data.ErrCorrupt):
		return err
	}
	return s.show(w, http.StatusOK, "delete.html",
		struct{ Title, Name, Played, Keep string }{"Delete " + name, name, played, keep})
}

// delete deletes a machine.
func (s *Server) delete(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	if err := s.checkFree(r.Context(), name); err != nil {
		return err
	}
	if err := s.registry.Delete(r.Context(), name); err != nil {
		return err
	}
	return to(w, r, "/")
}

// export answers with a machine and its history as a file.
func (s *Server) export(w http.ResponseWriter, r *http.Request) error {
	doc, err := s.lab.Export(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	download(w, "application/json", doc.Name+".json")
	return ignore(json.NewEncoder(w).Encode(doc))
}

// importAgent stores an exported machine.
func (s *Server) importAgent(w http.ResponseWriter, r *http.Request) error {
	name := strings.TrimSpace(r.FormValue("name"))
	file, _, err := r.FormFile("file")
	if errors.Is(err, http.ErrMissingFile) || errors.Is(err, http.ErrNotMultipart) {
		return s.showHome(w, r, http.StatusUnprocessableEntity, "Choose a file that menace exported.")
	}
	if err != nil {
		return lab.AsMistake(err)
	}
	defer file.Close()
	doc, err := lab.ReadDocument(file, name)
	if err == nil {
		var a *data.Agent
		if a, err = s.lab.Import(r.Context(), doc, name); err == nil {
			return to(w, r, "/agents/%s", url.PathEscape(a.Name))
		}
	}
	if failed(err) {
		return err
	}
	return s.showHome(w, r, http.StatusUnprocessableEntity, words.Wrong(err)+".")
}
