// Package pagetest tests the pages of machines and of a class together: requests, streams of updates, and browsers.
package pagetest

import (
	"context"
	"net/http"

	"menace/cmd/menace/internal/classroom"
	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/machines/pages"
	"menace/cmd/menace/internal/site"
	"menace/data"
)

// Server serves the page of a laboratory.
type Server struct {
	*site.Server
	config site.Config
	db     *data.DB
	live   *live.Machines
	others []func(*site.Server) site.Pages // of other features

	teacher string // key of a browser of the teacher, or ""
	Address string // where pupils find the page

	Program string // where to find the program, if the page runs without it in a browser, or ""

	classes *classroom.Classes
}

// New returns the page of a laboratory, with pages of other features. It sets the name of the site, and the status of
// errors.
func New(db *data.DB, config site.Config, others ...func(*site.Server) site.Pages) *Server {
	config.Name, config.Status, config.Explain = "menace", database.HTTPStatus, database.Explain
	s := &Server{config: config, db: db, live: live.NewMachines(db), others: others, Address: "http://10.0.0.2:1961"}
	s.Server = site.New(config)
	return s
}

// Classes returns the classes in the laboratory.
func (s *Server) Classes() *classroom.Classes {
	if s.classes == nil {
		s.classes = classroom.NewClasses(s.db, s.live)
	}
	return s.classes
}

// Handler returns the handler of all pages.
func (s *Server) Handler() http.Handler {
	s.Server = site.New(s.config)
	machines := pages.New(s.Server, s.db, s.live)
	shown := classroom.Site{
		Address: func() string { return s.Address }, Network: func(context.Context) error { return nil },
		Page: func() string { return "http://localhost:1961/class" },
	}
	all := []site.Pages{machines.Pages(), classroom.Pages(machines, s.db, s.Classes(), shown)}
	for _, pages := range s.others {
		all = append(all, pages(s.Server))
	}
	for _, pages := range all {
		if err := s.Add(pages); err != nil {
			panic(err) // tests find it
		}
	}
	return s.Server.Handler()
}

// Close ends all streams and training runs, and waits until their games are saved. No request may follow.
func (s *Server) Close() {
	s.EndStreams()
	s.live.Close()
	if s.classes != nil {
		s.classes.End()
	}
}
