package web

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"

	"menace/board"
	"menace/cmd/menace/internal/live"
)

// The parts of pages that are updated while they are open, and their templates.
var (
	parts = []string{
		"tiles", "exact-strength", "bankrupt", "board", "buttons", "opposite", "told", "score", "opened",
		"train-buttons", "progress", "curve",
	}
	classParts = []string{"standing", "roster", "switches", "invite"}
	pupilParts = []string{"board", "say", "told", "score", "buttons", "opened", "notice"}
)

// events returns the handler that streams updates of a page, until the machine is deleted or the pupil removed.
func (s *Server) events(draw func(context.Context, *live.Owner, viewer) (*frame, error)) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		v, owner, err := s.viewer(r)
		if err != nil {
			return err
		}
		at := source{key: fmt.Sprint(owner.ID(), r.Pattern, v.pupil.ID), most: mostStreams}
		if v.pupil.ID != live.Host {
			at.most = mostPupilStreams
		}
		inClass := s.plays(owner)
		at.draw = func(ctx context.Context) (*frame, error) {
			v := s.visitor(r)
			if v.role < live.Player || inClass && !s.plays(owner) { // removed, or another machine has taken over
				return nil, errNowhere
			}
			return draw(ctx, owner, v)
		}
		changed, cancel := owner.Subscribe(v.pupil.ID)
		defer cancel()
		return s.streams.serve(w, r, at, changed, s.registry.Done())
	}
}

// drawPupil renders the parts of a pupil's page that are updated.
func (s *Server) drawPupil(ctx context.Context, owner *live.Owner, v viewer) (*frame, error) {
	page, err := s.matchPage(ctx, owner, v)
	if err != nil {
		return nil, err
	}
	return s.drawParts(pupilParts, page)
}

// drawAgent renders the parts of a machine's page that are updated.
func (s *Server) drawAgent(ctx context.Context, owner *live.Owner, v viewer) (*frame, error) {
	page, err := s.ownerPage(ctx, owner, v)
	if err != nil {
		return nil, err
	}
	names := parts
	if page.Class != nil {
		names = slices.Concat(parts, classParts)
	}
	f, err := s.drawParts(names, page)
	if err != nil {
		return nil, err
	}
	for _, bucket := range page.Cabinet.Buckets {
		for _, l := range bucket.Boxes {
			f.Boxes[l.Code] = boxLooks{"board" + l.Class, string(l.Squares), l.Title()}
		}
	}
	return f, nil
}

// drawParts renders parts of a page.
func (s *Server) drawParts(parts []string, page any) (*frame, error) {
	f := &frame{Parts: map[string]string{}, Boxes: map[board.Code]boxLooks{}}
	for _, part := range parts {
		var text bytes.Buffer
		if err := s.pages.ExecuteTemplate(&text, part, page); err != nil {
			return nil, err
		}
		f.Parts[part] = text.String()
	}
	return f, nil
}
