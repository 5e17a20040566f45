package pages

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/pages/view"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/plaintext"
	"menace/cmd/menace/internal/site"
	"menace/data"
	"menace/menace"
)

func (m *Machines) rename(w http.ResponseWriter, r *http.Request, v Viewer) error {
	return m.useNewName(w, r, v, "rename", func(name string) error {
		return agents.Rename(r.Context(), m.db, r.PathValue("name"), name)
	})
}

func (m *Machines) copy(w http.ResponseWriter, r *http.Request, v Viewer) error {
	return m.useNewName(w, r, v, "copy", func(name string) error {
		now, err := v.Machine.Snapshot(r.Context())
		if err != nil {
			return err
		}
		_, err = agents.Copy(r.Context(), m.db, now.Name, name)
		return err
	})
}

// again creates a machine with the rules of another, except that it refills empty boxes.
func (m *Machines) again(w http.ResponseWriter, r *http.Request) error {
	old, err := m.db.Load(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	made, err := agents.MakeWithSameRules(r.Context(), m.db, old, old.Name, true)
	if err != nil {
		return err
	}
	return m.Redirect(w, r, "/agents/%s", url.PathEscape(made.Name))
}

// useNewName uses the new name in the form "rename" or "copy" of a machine's page, or shows what is wrong with it
// beside the field.
func (m *Machines) useNewName(
	w http.ResponseWriter, r *http.Request, v Viewer, form string, use func(name string) error,
) error {
	f := field{Name: form, Value: strings.TrimSpace(r.PostFormValue("to"))}
	err := UseName(f.Value, use)
	f.ShowError(v.Language.Translate(err))
	switch wrong := errors.As(err, new(mistake.Error)); {
	case wrong && form == "copy":
		return m.showAgent(w, r, v, func(page *AgentPage) { page.Copy = f })
	case wrong:
		return m.showAgent(w, r, v, func(page *AgentPage) { page.Rename = f })
	case err != nil:
		return err
	}
	return m.Redirect(w, r, "/agents/%s", url.PathEscape(f.Value))
}

// UseName uses a new name for a machine. If the name is not possible, the error is a message that explains why.
func UseName(name string, use func(name string) error) error {
	if data.CheckName(name) != nil {
		return mistake.Wrap(language.NewMessage("the name of a machine has at most {most} letters and digits, "+
			"and - _ . after the first, but no spaces", "most", data.MaxName))
	}
	err := use(name)
	if errors.Is(err, data.ErrExists) {
		return mistake.Wrap(language.NewMessage("there is already a machine {name}", "name", name))
	}
	return err
}

// askToDelete asks for confirmation before a machine, even a damaged one, is deleted.
func (m *Machines) askToDelete(w http.ResponseWriter, r *http.Request, v Viewer) error {
	name := r.PathValue("name")
	class, err := agents.HasClass(r.Context(), m.db, name)
	if err != nil {
		return err
	}
	page, err := m.AgentPage(r.Context(), v)
	if err != nil && !errors.Is(err, data.ErrCorrupt) {
		return err
	}
	return m.Show(w, http.StatusOK, "delete.html", struct {
		Name  string
		Page  *AgentPage // or nil
		Class bool       // a class is deleted too
	}{name, page, class})
}

func (m *Machines) delete(w http.ResponseWriter, r *http.Request) error {
	if err := m.live.Delete(r.Context(), r.PathValue("name")); err != nil {
		return err
	}
	return m.Redirect(w, r, "/")
}

func (m *Machines) export(w http.ResponseWriter, r *http.Request) error {
	doc, err := m.db.Export(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	site.Download(w, "application/json", doc.Name+".json")
	return json.NewEncoder(w).Encode(doc)
}

func (m *Machines) exportBeads(w http.ResponseWriter, r *http.Request) error {
	a, err := m.db.Load(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	return site.DownloadCSV(w, a.Name+"-beads", agents.Beads(r.Context(), m.db, []string{a.Name}))
}

func (m *Machines) importAgent(w http.ResponseWriter, r *http.Request) error {
	name := strings.TrimSpace(r.FormValue("name"))
	file, _, err := r.FormFile("file")
	if errors.Is(err, http.ErrMissingFile) || errors.Is(err, http.ErrNotMultipart) {
		return m.showHome(w, r, language.NewMessage("choose a file that menace exported"))
	}
	if err != nil {
		return mistake.Wrap(err)
	}
	defer file.Close()
	a, err := m.importFile(r.Context(), file, name)
	if err == nil {
		return m.Redirect(w, r, "/agents/%s", url.PathEscape(a.Name))
	}
	if isDatabaseError(err) {
		return err
	}
	return m.showHome(w, r, err)
}

// importFile stores the machine in an uploaded file, under another name unless name is empty.
func (m *Machines) importFile(ctx context.Context, file io.Reader, name string) (*data.Agent, error) {
	text, err := plaintext.Read(ctx, file)
	if errors.Is(err, plaintext.ErrDatabase) {
		return nil, language.NewMessage("this file is a whole database of machines: menace restore FILE, or Open a " +
			"copy on the page without a server, puts it in the place of yours")
	}
	if err != nil {
		return nil, err
	}
	i, err := agents.Read(text, name, menace.Michie(), nil)
	if err != nil {
		return nil, err
	}
	return i.Store(ctx, m.db, name)
}

const gamesPerPage = 50 // number of games on a page

// games lists the games that people played against a machine, the newest first.
func (m *Machines) games(w http.ResponseWriter, r *http.Request) error {
	a, err := m.db.Load(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	all, err := m.db.Games(r.Context(), a)
	if err != nil {
		return err
	}
	slices.Reverse(all)
	pages := max(1, (len(all)+gamesPerPage-1)/gamesPerPage)
	number, _ := strconv.Atoi(r.FormValue("page"))
	number = min(max(number, 1), pages)
	in := inLanguageOf(r)
	shown := struct {
		Title, Name  string
		Count        int
		Games        []view.Listed
		Newer, Older int // numbers of the adjacent pages, or 0 for none
	}{Title: in.Text("Games of {name}", "name", a.Name), Name: a.Name, Count: len(all), Newer: number - 1}
	if number < pages {
		shown.Older = number + 1
	}
	for _, g := range all[(number-1)*gamesPerPage : min(number*gamesPerPage, len(all))] {
		shown.Games = append(shown.Games, view.ListedOf(in, a, g))
	}
	return m.Show(w, http.StatusOK, "games.html", shown)
}

// replay shows a stored game after some of its moves.
func (m *Machines) replay(w http.ResponseWriter, r *http.Request) error {
	a, err := m.db.Load(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return site.ErrNoPage
	}
	move, _ := strconv.Atoi(r.FormValue("move"))
	g, steps, err := agents.Replay(r.Context(), m.db, a, id)
	if errors.As(err, new(*agents.NoGameError)) {
		return fmt.Errorf("%w: %w", site.ErrNoPage, err)
	}
	if err != nil {
		return err
	}
	shown, err := view.ReplayOf(inLanguageOf(r), a, g, steps, move)
	if err != nil {
		return err
	}
	return m.Show(w, http.StatusOK, "game.html", shown)
}
