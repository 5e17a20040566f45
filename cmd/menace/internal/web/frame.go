package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"menace/board"
	"menace/cmd/menace/internal/live"
	"menace/cmd/menace/internal/web/stream"
	"menace/data"
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

// maxPupilStreams is the number of streams that a pupil may have open.
const maxPupilStreams = 4

// streamKey returns the key of the streams of a player's page of a machine.
func streamKey(owner *live.Owner, player string) string { return fmt.Sprint(owner.ID(), " ", player) }

// events returns the handler that streams updates of a page, until the machine is deleted or the pupil removed. Pages
// of different names share no frames.
func (s *Server) events(page string, draw func(context.Context, *live.Owner, viewer) (*stream.Frame, error)) func(
	http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		v, owner, err := s.viewer(r)
		if err != nil {
			return err
		}
		at := stream.Source{Key: streamKey(owner, page+v.player), Most: stream.Most}
		if v.player != live.Host {
			at.Most = maxPupilStreams
		}
		inClass := s.plays(owner)
		at.Draw = func(ctx context.Context) (f *stream.Frame, err error) {
			v, err := s.identify(r) // who may have been paused or removed
			if err == nil && inClass && !s.plays(owner) {
				err = errNowhere // another machine has taken over
			}
			if err == nil {
				f, err = draw(ctx, owner, v)
			}
			if errors.Is(err, data.ErrNotFound) || errors.Is(err, errNowhere) {
				s.streams.Forget(at.Key)
				err = stream.ErrGone
			}
			return f, err
		}
		changed, cancel := owner.Subscribe(v.player)
		defer cancel()
		err = s.streams.Serve(w, r, at, changed, s.registry.Done())
		if errors.Is(err, stream.ErrFull) {
			return fmt.Errorf("%w: %w", err, data.ErrBusy)
		}
		return err
	}
}

// draw renders the parts of a viewer's pages that are updated.
func (s *Server) draw(ctx context.Context, owner *live.Owner, v viewer) (*stream.Frame, error) {
	if v.player != live.Host {
		page, err := s.matchPage(ctx, owner, v)
		if err != nil {
			return nil, err
		}
		return s.drawParts(pupilParts, page)
	}
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
			f.Boxes[l.Code] = stream.Box{Class: "board" + l.Class, Squares: string(l.Squares), Title: l.Title()}
		}
	}
	return f, nil
}

// drawParts renders parts of a page.
func (s *Server) drawParts(parts []string, page any) (*stream.Frame, error) {
	f := &stream.Frame{Parts: map[string]string{}, Boxes: map[board.Code]stream.Box{}}
	for _, part := range parts {
		var text bytes.Buffer
		if err := s.pages.ExecuteTemplate(&text, part, page); err != nil {
			return nil, err
		}
		f.Parts[part] = text.String()
	}
	return f, nil
}
