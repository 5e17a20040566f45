// Package kits prints kits: all the sheets of paper needed to build a machine from matchboxes and to teach with it. It
// has the command print, and a page. Package sheet lays out the sheets; this package reads the options and finds the
// machine.
package kits

import (
	"menace/cmd/menace/internal/app"
	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/term"
)

// Feature describes the feature.
func Feature(db *database.Store) app.Feature {
	return app.Feature{
		Name:     "kits",
		Commands: func(con *term.IO) []*term.Command { return term.Share([]*term.Command{command(con)}) },
		Pages:    func(s *site.Server) site.Pages { return Pages(s, db.Opened()) },
		Examples: []app.Example{{Line: "print --preset her", Meaning: "print a kit for 19 boxes that learn hexapawn"}},
	}
}
