// Package pagetest tests the pages of machines and of a class together: requests, streams of updates, and browsers.
package pagetest

import (
	"context"
	"net/http"

	"menace/cmd/menace/internal/classroom"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/machines/pages"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/store"
	"menace/data"
)

// Server serves the page of a laboratory.
type Server struct {
	*site.Server
	config   site.Config
	db       *data.DB
	registry *live.Registry
	others   []func(*site.Server) site.Pages // of other features

	Program string // where to find the program, if the page runs without it in a browser, or ""

	class   *classroom.Class // the class to which access is restricted, or nil
	address string           // the address of the page for the class
}

// New returns the page of a laboratory, with pages of other features. It sets the name of the site, and the status of
// errors.
func New(l *data.DB, config site.Config, others ...func(*site.Server) site.Pages) *Server {
	config.Name, config.Status = "menace", store.HTTPStatus
	s := &Server{config: config, db: l, registry: live.NewRegistry(l), others: others}
	s.Server = site.New(config)
	return s
}

// OpenClass restricts the page to the class of a machine. The pupils reach it at an address such as
// http://10.0.0.2:1961, the teacher at another. OpenClass must be called before Handler.
func (s *Server) OpenClass(ctx context.Context, machine, address, teacher string) (c *classroom.Class, err error) {
	s.class, err = classroom.OpenClass(ctx, s.db, s.registry, machine, teacher)
	s.address = address
	return s.class, err
}

// Handler returns the handler of all pages.
func (s *Server) Handler() http.Handler {
	s.Server = site.New(s.config)
	machines := pages.New(s.Server, s.db, s.registry)
	shown := classroom.Site{Class: s.class, Address: s.address, Program: s.Program}
	all := []site.Pages{machines.Pages(), classroom.Pages(machines, s.db, s.registry, shown)}
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
	s.registry.Close()
	if s.class != nil {
		s.class.Close()
	}
}
