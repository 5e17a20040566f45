// Package unavailable is the page about classes on the site of static files, where there can be none. It is a package
// of its own because importing the pages of classes would enlarge the program that a browser has to load.
package unavailable

import (
	"embed"
	"io/fs"
	"net/http"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/site"
)

//go:embed templates
var files embed.FS

// Pages returns the page. program is the address where visitors find the program, or "".
func Pages(s *site.Server, program string) site.Pages {
	templates, _ := fs.Sub(files, "templates")
	return site.Pages{
		Name: "classroom", Templates: templates,
		Routes: map[string]site.Handler{"GET /class": func(w http.ResponseWriter, _ *http.Request) error {
			return s.Show(w, http.StatusOK, "no_class.html", program)
		}},
		Navigation: []site.Entry{{Name: language.NewMessage("Class"), Address: "/class"}},
	}
}
