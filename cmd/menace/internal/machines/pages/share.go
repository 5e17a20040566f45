package pages

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/machines/pages/view"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/plaintext"
	"menace/cmd/menace/internal/site"
	"menace/data"
	"menace/menace"
)

const addRoute = "POST /agents/{name}/add"

// sharePage is the content of the page with a link that contains a machine.
type sharePage struct {
	view.Summary
	Home  string // address of the machine's page
	Link  string // the link, or "" if the machine is too large
	Wrong string // why there is no link, or ""
	Near  bool   // the link works on this computer only
	Code  bool   // the link fits into a QR code
	Size  int    // number of characters that the machine takes in the link
}

// maxQR is the capacity of the largest QR code, in bytes.
const maxQR = 2953

// share shows a link that contains the machine in its present state.
func (m *Machines) share(w http.ResponseWriter, r *http.Request, v Viewer) error {
	now, link, err := linkOf(r, v)
	if now == nil {
		return err
	}
	page := sharePage{
		Summary: view.Summary{In: v.In(), Machine: now.Machine, Name: now.Name, Tally: now.Tally},
		Home:    site.Join("/agents", now.Name),
	}
	if err != nil {
		page.Wrong = v.Language.Translate(err).Error()
		return m.Show(w, http.StatusOK, "share.html", page)
	}
	host := site.HostOf(r.Host)
	page.Link, page.Size = m.frontOf(r)+link, len(link)-len(agents.LinkMark)
	page.Near = host == "localhost" || strings.HasPrefix(host, "127.") || host == "::1"
	page.Code = len(page.Link) <= maxQR
	return m.Show(w, http.StatusOK, "share.html", page)
}

// linkOf returns a machine in its present state, and the link to open it, or the machine alone if it is too large for a
// link.
func linkOf(r *http.Request, v Viewer) (now *live.Snapshot, link string, err error) {
	now, err = v.Machine.Snapshot(r.Context())
	if err != nil {
		return nil, "", err
	}
	link, err = agents.Link(now.Machine, now.Tally)
	return now, link, err
}

// Colours returns the number of colours in all boxes together.
func (p sharePage) Colours() int { return len(p.Counts()) }

// frontOf returns the address of the page that opens a link, as the visitor reaches the site.
func (m *Machines) frontOf(r *http.Request) string {
	return site.Origin(r) + cmp.Or(m.Front, m.Base+"/")
}

// shareCode answers with the QR code of the link.
func (m *Machines) shareCode(w http.ResponseWriter, r *http.Request, v Viewer) error {
	_, link, err := linkOf(r, v)
	if err != nil {
		return err
	}
	picture, err := site.QR(m.frontOf(r) + link)
	if err != nil {
		return mistake.Wrap(err)
	}
	w.Header().Set("Content-Type", "image/png")
	w.Write(picture)
	return nil
}

// sharedPage is the content of the page that shows the machine in a link, which is not stored yet.
type sharedPage struct {
	view.Summary
	Link    string
	Name    field
	Buckets []view.Bucket
}

// openLink shows the machine in a link. Nothing is stored.
func (m *Machines) openLink(w http.ResponseWriter, r *http.Request) error {
	name, err := agents.FreeName(r.Context(), m.db, "shared")
	if err != nil {
		return err
	}
	return m.showShared(w, r, field{Name: "name", Value: name})
}

func (m *Machines) showShared(w http.ResponseWriter, r *http.Request, name field) error {
	link, in := strings.TrimSpace(r.PostFormValue("link")), inLanguageOf(r)
	i, err := agents.ReadLink(link, "")
	if err != nil {
		return m.showHome(w, r, in.Translate(err))
	}
	machine := i.Agent.Machine
	return m.Show(w, site.FormStatus(name.Wrong == ""), "shared.html", sharedPage{
		Summary: view.Summary{In: in, Machine: machine, Tally: i.Agent.Career.Tally}, Link: link, Name: name,
		Buckets: view.BucketsOf(in, machine, nil),
	})
}

// keepLink stores the machine in a link under the name that the visitor chose.
func (m *Machines) keepLink(w http.ResponseWriter, r *http.Request) error {
	f := field{Name: "name", Value: strings.TrimSpace(r.PostFormValue("name"))}
	i, err := agents.ReadLink(r.PostFormValue("link"), "")
	if err != nil {
		return m.showHome(w, r, inLanguageOf(r).Translate(err))
	}
	err = UseName(f.Value, func(name string) error {
		i.Agent.Name = name
		_, err := i.Store(r.Context(), m.db, name)
		return err
	})
	switch {
	case errors.As(err, new(mistake.Error)):
		f.ShowError(inLanguageOf(r).Translate(err))
		return m.showShared(w, r, f)
	case err != nil:
		return err
	}
	return m.Redirect(w, r, "/agents/%s", url.PathEscape(f.Value))
}

// addPage is the content of the page that merges machines.
type addPage struct {
	Title, Home string
	Stored      []string // machines with the same rules
	Machine     field    // the stored machine that was selected
	Link, File  field
	Name        field // of the new machine
}

func (m *Machines) askToAdd(w http.ResponseWriter, r *http.Request, v Viewer) error {
	now, err := v.Machine.Snapshot(r.Context())
	if err != nil {
		return err
	}
	name, err := agents.FreeName(r.Context(), m.db, now.Name+"-all")
	if err != nil {
		return err
	}
	return m.showAdd(w, r, now, addPage{Machine: field{Name: "machine"}, Link: field{Name: "link"},
		File: field{Name: "file"}, Name: field{Name: "name", Value: name}})
}

func (m *Machines) showAdd(w http.ResponseWriter, r *http.Request, now *live.Snapshot, page addPage) error {
	const most = 100
	all, err := m.db.Latest(r.Context(), 0, most, false)
	if err != nil {
		return err
	}
	for _, s := range all {
		if s.Err == nil && s.Name != now.Name && s.Rules == now.Machine.Rules() {
			page.Stored = append(page.Stored, s.Name)
		}
	}
	page.Title, page.Home = now.Name, site.Join("/agents", now.Name)
	valid := site.Valid([]field{page.Machine, page.Link, page.File, page.Name})
	return m.Show(w, site.FormStatus(valid), "add.html", page)
}

// add stores a machine that combines what this machine and another have learned.
func (m *Machines) add(w http.ResponseWriter, r *http.Request, v Viewer) error {
	now, err := v.Machine.Snapshot(r.Context())
	if err != nil {
		return err
	}
	value := func(name string) field { return field{Name: name, Value: strings.TrimSpace(r.FormValue(name))} }
	page := addPage{Machine: value("machine"), Link: value("link"), File: field{Name: "file"}, Name: value("name")}
	wrong := &page.Name
	err = UseName(page.Name.Value, func(name string) error {
		own, err := m.db.Export(r.Context(), now.Name)
		if err != nil {
			return err
		}
		var other *data.Document
		if other, wrong, err = m.toAdd(r, &page); err != nil {
			return err
		}
		_, err = agents.Merge(r.Context(), m.db, name, own, other)
		if errors.Is(err, data.ErrExists) {
			wrong = &page.Name
		}
		return err
	})
	switch {
	case err == nil:
		return m.Redirect(w, r, "/agents/%s", url.PathEscape(page.Name.Value))
	case isDatabaseError(err):
		return err
	}
	wrong.ShowError(v.Language.Translate(err))
	return m.showAdd(w, r, now, page)
}

// toAdd returns the machine that the form specifies, and the field that specifies it.
func (m *Machines) toAdd(r *http.Request, page *addPage) (*data.Document, *field, error) {
	read := func(text string) (*data.Document, error) {
		i, err := agents.Read(text, "", menace.Michie(), nil)
		if err != nil {
			return nil, err
		}
		return i.Document()
	}
	if file, _, err := r.FormFile("file"); err == nil {
		defer file.Close()
		text, err := plaintext.Read(r.Context(), file)
		if err != nil {
			return nil, &page.File, err
		}
		doc, err := read(text)
		return doc, &page.File, err
	}
	if page.Link.Value != "" {
		if !agents.IsLink(page.Link.Value) {
			page.Link.Value = agents.LinkMark
		}
		doc, err := read(page.Link.Value)
		return doc, &page.Link, err
	}
	if page.Machine.Value == "" {
		return nil, &page.File, language.NewMessage("choose a file, a link or a machine")
	}
	doc, err := m.db.Export(r.Context(), page.Machine.Value)
	return doc, &page.Machine, err
}
