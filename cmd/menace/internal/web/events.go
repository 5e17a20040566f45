package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"

	"menace/board"
	"menace/cmd/menace/internal/hall"
	"menace/cmd/menace/internal/live"
	"menace/data"
)

// parts are the templates of those parts of the page of a machine that change while one looks.
var parts = []string{"tiles", "board", "buttons", "opposite", "told", "score", "opened", "drive", "progress", "curve"}

// draw draws the parts of the page of a machine that change.
func (s *Server) draw(page *about) (*live.Frame, error) {
	names := map[string]string{"strength": "wall-strength"}
	for _, part := range parts {
		names[part] = part
	}
	if page.Class != nil {
		names["standing"], names["roster"] = "standing", "roster"
	}
	f, err := s.drawParts(names, page)
	if err != nil {
		return nil, err
	}
	for _, bucket := range page.Cabinet.Buckets {
		for _, l := range bucket.Boxes {
			f.Boxes[l.Code] = live.Box{Class: "board" + l.Class, Squares: string(l.Squares), Title: l.Says()}
		}
	}
	return f, nil
}

// drawParts draws parts of a page, by name with the template of each.
func (s *Server) drawParts(templates map[string]string, page any) (*live.Frame, error) {
	f := &live.Frame{Parts: map[string]string{}, Boxes: map[board.Code]live.Box{}}
	for part, template := range templates {
		var text bytes.Buffer
		if err := s.pages.ExecuteTemplate(&text, template, page); err != nil {
			return nil, err
		}
		f.Parts[part] = text.String()
	}
	return f, nil
}

// events streams what changes on the page of a machine.
func (s *Server) events(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	if _, err := s.lab.Agent(r.Context(), name); err != nil {
		return err
	}
	return s.follow(w, r, live.View{What: name, Who: hall.Host, Streams: live.MaxStreams, Draw: func(ctx context.Context) (*live.Frame, error) {
		page, err := s.about(ctx, name)
		if err != nil {
			return nil, err
		}
		page.Class = s.standing(name)
		return s.draw(page)
	}})
}

// follow streams what changes at a table, until it is no more.
func (s *Server) follow(w http.ResponseWriter, r *http.Request, at live.View) error {
	draw := at.Draw
	at.Draw = func(ctx context.Context) (*live.Frame, error) {
		f, err := draw(ctx)
		if errors.Is(err, data.ErrNotFound) || errors.Is(err, errNowhere) {
			err = live.ErrGone
		}
		return f, err
	}
	bell, leave := s.hall.At(at.What).Bell(at.Who)
	defer leave()
	err := s.streams.Serve(w, r, at, bell, s.hall.Done())
	if errors.Is(err, live.ErrFull) {
		return fmt.Errorf("%w: %w", err, data.ErrBusy)
	}
	return err
}
