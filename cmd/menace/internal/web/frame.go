package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"

	"menace/board"
	"menace/cmd/menace/internal/live"
	"menace/data"
)

// The parts of pages that are updated while they are open, and their templates.
var (
	parts = []string{
		"tiles", "exact-strength", "bankrupt", "board", "buttons", "opposite", "told", "score", "opened",
		"train-buttons",
		"progress", "curve",
	}
	classParts = []string{"standing", "roster", "switches", "invite"}
	pupilParts = []string{"board", "say", "told", "score", "buttons", "opened", "notice"}
)

// drawing renders what changes on a page of a machine for a viewer.
type drawing func(context.Context, *live.Owner, viewer) (*frame, error)

// events returns the handler that streams updates of a page, until the machine is deleted or the pupil removed. Pages
// of different names share no frames.
func (s *Server) events(page string, draw drawing) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		v, owner, err := s.viewer(r)
		if err != nil {
			return err
		}
		at := stream{machine: owner.ID(), player: page + v.player, most: v.streams()}
		inClass := s.plays(owner)
		at.draw = func(ctx context.Context) (f *frame, err error) {
			v, err := s.identify(r) // who may have been paused or removed
			if err == nil && inClass && !s.plays(owner) {
				err = errNowhere // another machine has taken over
			}
			if err == nil {
				f, err = draw(ctx, owner, v)
			}
			if errors.Is(err, data.ErrNotFound) || errors.Is(err, errNowhere) {
				s.streams.forget(at)
				err = errGone
			}
			return f, err
		}
		changed, cancel := owner.Subscribe(v.player)
		defer cancel()
		err = s.streams.serve(w, r, at, changed, s.registry.Done())
		if errors.Is(err, errFull) {
			return fmt.Errorf("%w: %w", err, data.ErrBusy)
		}
		return err
	}
}

// draw renders the parts of a viewer's pages that are updated.
func (s *Server) draw(ctx context.Context, owner *live.Owner, v viewer) (*frame, error) {
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
			f.Boxes[l.Code] = boxLook{Class: "board" + l.Class, Squares: string(l.Squares), Title: l.Title()}
		}
	}
	return f, nil
}

// drawParts renders parts of a page.
func (s *Server) drawParts(parts []string, page any) (*frame, error) {
	f := &frame{Parts: map[string]string{}, Boxes: map[board.Code]boxLook{}}
	for _, part := range parts {
		var text bytes.Buffer
		if err := s.pages.ExecuteTemplate(&text, part, page); err != nil {
			return nil, err
		}
		f.Parts[part] = text.String()
	}
	return f, nil
}

// frame is the content of a page at one time. After it is sent it never changes, and all viewers share it.
type frame struct {
	Parts map[string]string      `json:"parts"` // HTML, by the part of the page
	Boxes map[board.Code]boxLook `json:"boxes"`

	number int           // 1 for the first frame of a stream
	whole  func() []byte // returns the whole frame as an event
	news   [][]byte      // the latest changes as events; the last leads from the previous frame to this one
}

// boxLook is the look of a box in the cabinet. In a change, empty fields have not changed.
type boxLook struct {
	Class   string `json:"class,omitempty"`
	Squares string `json:"squares,omitempty"`
	Title   string `json:"title,omitempty"`
}

// since returns the changes since an earlier look.
func (b boxLook) since(before boxLook) boxLook {
	for now, was := range map[*string]string{&b.Class: before.Class, &b.Squares: before.Squares,
		&b.Title: before.Title} {
		if *now == was {
			*now = ""
		}
	}
	return b
}

// since returns the changes since an earlier frame, and reports whether there are any.
func (f *frame) since(before *frame) (changed frame, any bool) {
	changed = frame{Parts: maps.Clone(f.Parts), Boxes: map[board.Code]boxLook{}}
	maps.DeleteFunc(changed.Parts, func(part, html string) bool { return before.Parts[part] == html })
	for code, now := range f.Boxes {
		if was := before.Boxes[code]; now != was {
			changed.Boxes[code] = now.since(was)
		}
	}
	return changed, len(changed.Parts)+len(changed.Boxes) > 0
}

// event encodes a frame as a server-sent event.
func (f *frame) event() []byte {
	text, _ := json.Marshal(f)
	return slices.Concat([]byte("data: "), text, []byte("\n\n"))
}

// follow makes the frame the successor of another, or the first if before is nil.
func (f *frame) follow(before *frame) {
	f.number, f.whole = 1, sync.OnceValue(f.event)
	if before == nil {
		return
	}
	f.number, f.news = before.number, before.news
	if changed, any := f.since(before); any {
		const kept = 8
		f.number++
		f.news = append(slices.Clone(before.news[max(0, len(before.news)+1-kept):]), changed.event())
	}
}

// after returns the events that lead from the frame with a number to this one. Number 0 stands for no frame.
func (f *frame) after(number int) []byte {
	switch behind := f.number - number; {
	case number == 0, behind < 0, behind > len(f.news):
		return f.whole()
	case behind == 0:
		return []byte(": still here\n\n")
	case behind == 1:
		return f.news[len(f.news)-1]
	default:
		return slices.Concat(f.news[len(f.news)-behind:]...)
	}
}
