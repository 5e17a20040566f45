// Package unavailable provides the page about classes on the site of static files, which cannot have any. It is
// separate because importing the pages of classes would enlarge the program that browsers have to load.
package unavailable

import (
	"embed"
	"net/http"

	"menace/cmd/internal/language"
	"menace/cmd/menace/internal/site"
)

//go:embed templates
var files embed.FS

// Pages returns the page. program is the address where visitors find the program, or "".
func Pages(s *site.Server, program string) site.Pages {
	return site.Pages{
		Name: "classroom", Templates: site.Folder(files, "templates"),
		Routes: map[string]site.Handler{"GET /class": func(w http.ResponseWriter, _ *http.Request) error {
			return s.Show(w, http.StatusOK, "no_class.html", program)
		}},
		Navigation: []site.Entry{{Name: language.NewMessage("Class"), Address: "/class"}},
	}
}
