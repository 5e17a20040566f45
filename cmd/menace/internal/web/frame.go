package web

import (
	"bytes"
	"context"
	"fmt"
	"net/http"

	"menace/board"
	"menace/cmd/menace/internal/live"
	"menace/cmd/menace/internal/web/view"
)

// The parts of pages that are updated while they are open, and their templates.
var (
	agentParts = []string{
		"tiles", "exact-strength", "bankrupt", "board", "buttons", "opposite", "told", "score", "opened",
		"train-buttons", "progress", "curve", "standing", "roster", "switches", "invite",
	}
	pupilParts  = []string{"board", "say", "told", "score", "buttons", "opened", "notice"}
	screenParts = []string{"screen-board", "screen-say", "screen-box", "screen-score", "screen-line", "screen-foot"}
)

// pageOf returns the handler of a page of a machine with this template and content.
func pageOf[C any](s *Server, template string, of func(context.Context, viewer) (C, error)) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		v, err := s.viewer(r)
		if err != nil {
			return err
		}
		shown, err := of(r.Context(), v)
		if err != nil {
			return err
		}
		return s.show(w, http.StatusOK, template, shown)
	}
}

// events returns the handler that streams updates of parts of such a page, until the machine is deleted or the pupil
// removed.
func events[C any](s *Server, parts []string, of func(context.Context, viewer) (C, error)) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		viewer, err := s.viewer(r)
		if err != nil {
			return err
		}
		owner, inClass := viewer.owner, s.plays(viewer.owner)
		at := source{key: fmt.Sprint(owner.ID(), r.Pattern, viewer.pupil.ID), most: mostStreams}
		if viewer.pupil.ID != live.Host {
			at.most = mostPupilStreams
		}
		at.draw = func(ctx context.Context) (*frame, error) {
			v := s.visitor(r)
			if v.role < live.Player || inClass && !s.plays(owner) { // removed, or another machine has taken over
				return nil, errNowhere
			}
			v.owner = owner
			shown, err := of(ctx, v)
			if err != nil {
				return nil, err
			}
			return s.draw(parts, shown)
		}
		changed, cancel := owner.Subscribe(viewer.pupil.ID)
		defer cancel()
		return s.streams.serve(w, r, at, changed, s.registry.Done())
	}
}

// draw renders parts of a page, and adds the boxes of its cabinet, if it has one.
func (s *Server) draw(parts []string, shown any) (*frame, error) {
	f := &frame{Parts: map[string]string{}, Boxes: map[board.Code]view.Little{}}
	if page, ok := shown.(*agentPage); ok {
		for _, bucket := range page.Cabinet.Buckets {
			for _, l := range bucket.Boxes {
				f.Boxes[l.Code] = l
			}
		}
	}
	for _, part := range parts {
		var text bytes.Buffer
		if err := s.pages.ExecuteTemplate(&text, part, shown); err != nil {
			return nil, err
		}
		f.Parts[part] = text.String()
	}
	return f, nil
}
