// Package documents is the feature that shows the documents of the folder docs on the page, under their file names, so
// that their links to each other work. cmd/pages has already converted them to HTML, because a Markdown library would
// take a millisecond at every start of the program.
package documents

import (
	"embed"
	"html"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/app"
	"menace/cmd/menace/internal/site"
	"menace/docs"
)

//go:embed pages static text
var files embed.FS

//go:embed language
var messages embed.FS

func init() { language.Add(messages) }

// Feature describes the feature.
func Feature() app.Feature { return app.Feature{Name: "documents", Pages: Pages} }

// Pages returns the pages of the documents.
func Pages(server *site.Server) site.Pages {
	p := &feature{server}
	return site.Pages{
		Name: "documents", Templates: site.Folder(files, "pages"), Static: site.Folder(files, "static"),
		Routes: map[string]site.Handler{"GET /docs": p.list, "GET /docs/{name}": p.show},
		Foot:   []site.Entry{{Name: language.NewMessage("Documents"), Address: "/docs"}},
	}
}

type feature struct{ *site.Server }

// document is a document as HTML.
type document struct {
	Name  string // of its file
	Title string
	About template.HTML // its first paragraph, without links
	Text  template.HTML // all of it, below the title
}

// order lists the documents in the order in which readers need them.
var order = []string{"START", "TEACHING", "EXHIBIT", "MANUAL", "GAMES", "SEARCH", "RESULTS", "LAWS", "COLUMNS",
	"ANALYSIS-R", "HOSTING", "SITE", "SCALING", "GLOSSARY"}

// all returns the documents in order, followed by those that are missing from order.
var all = sync.OnceValue(func() []document {
	names, _ := fs.Glob(files, "text/*.html")
	place := func(name string) int {
		if at := slices.Index(order, strings.TrimSuffix(path.Base(name), ".html")); at >= 0 {
			return at
		}
		return len(order)
	}
	slices.SortStableFunc(names, func(a, b string) int { return place(a) - place(b) })
	var list []document
	for _, name := range names {
		list = append(list, read(name))
	}
	return list
})

var link = regexp.MustCompile(`</?a[^>]*>`)

// read returns a document, which must exist.
func read(file string) document {
	content, _ := files.ReadFile(file)
	heading, text, _ := strings.Cut(string(content), "</h1>")
	_, title, _ := strings.Cut(heading, ">")
	_, about, _ := strings.Cut(text, "<p>")
	about, _, _ = strings.Cut(about, "</p>")
	return document{
		Name:  strings.TrimSuffix(path.Base(file), ".html") + ".md",
		Title: html.UnescapeString(title),
		About: template.HTML(link.ReplaceAllString(about, "")),
		Text:  template.HTML(text),
	}
}

// list shows the list of documents.
func (p *feature) list(w http.ResponseWriter, r *http.Request) error {
	return p.Show(w, http.StatusOK, "documents.html", all())
}

// show shows a document, or answers with one of its pictures.
func (p *feature) show(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	for _, one := range all() {
		if one.Name == name {
			return p.Show(w, http.StatusOK, "document.html", one)
		}
	}
	picture, err := docs.Pictures.ReadFile(name)
	if err != nil {
		return site.ErrNoPage
	}
	w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	_, err = w.Write(picture)
	return err
}
