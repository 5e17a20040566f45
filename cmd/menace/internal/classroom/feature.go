package classroom

import (
	_ "embed"

	"menace/cmd/menace/internal/app"
	"menace/cmd/menace/internal/machines"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/store"
	"menace/cmd/menace/internal/term"
)

//go:embed help.txt
var helpText string

// feature is the command and the pages of a class.
type feature struct {
	machines *machines.Machines
	store    *store.Store

	class   *Class // the class to which the site is restricted, or nil
	address string // where pupils find the site, such as http://10.0.0.2:1961
}

// Feature describes the feature, which builds on that of machines.
func Feature(m *machines.Machines, db *store.Store) app.Feature {
	f := &feature{machines: m, store: db}
	return app.Feature{
		Name: "classroom",
		Commands: func(con *term.IO) []*term.Command {
			list := []*term.Command{f.command(con)}
			term.NewHelp(helpText, nil).Describe("", list)
			return list
		},
		Pages: func(s *site.Server) site.Pages {
			shown := Site{Class: f.class, Address: f.address, Program: s.Program}
			return Pages(m.Pages(), db.Opened(), m.Registry(), shown)
		},
	}
}
