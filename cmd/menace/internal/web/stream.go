package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"menace/board"
	"menace/cmd/menace/internal/classroom"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/web/view"
	"menace/data"
)

// Limits of streams, which update open pages.
const (
	mostStreams      = 512 // open at the same time
	mostPupilStreams = 4   // of one pupil
	writeTimeout     = 5 * time.Second
	pollInterval     = 2 * time.Second       // for detecting changes by other processes
	freshness        = 80 * time.Millisecond // time for which a frame is reused
	jitter           = 80 * time.Millisecond // random delay, so that pages do not redraw in lockstep
)

var errFull = fmt.Errorf("too many pages are open already: %w", data.ErrBusy)

// frame is the content of a page at one time, which all viewers share. It never changes.
type frame struct {
	Parts map[string]string          `json:"parts"` // HTML, by the part of the page
	Boxes map[board.Code]view.Little `json:"boxes"`

	began  time.Time // when drawing it began
	events *sync.Map // functions that return an event, by the start time of the earlier frame
}

// event returns the changes since an earlier or an empty frame, encoded once for all viewers of the earlier one.
func (f *frame) event(before *frame) []byte {
	once, _ := f.events.LoadOrStore(before.began, sync.OnceValue(func() []byte {
		changed := frame{Parts: maps.Clone(f.Parts), Boxes: maps.Clone(f.Boxes)}
		maps.DeleteFunc(changed.Parts, func(part, html string) bool {
			was, ok := before.Parts[part]
			return ok && was == html
		})
		maps.DeleteFunc(changed.Boxes, func(code board.Code, now view.Little) bool { return before.Boxes[code] == now })
		if len(changed.Parts)+len(changed.Boxes) == 0 {
			return []byte(": still here\n\n")
		}
		text, _ := json.Marshal(&changed)
		return slices.Concat([]byte("data: "), text, []byte("\n\n"))
	}))
	return once.(func() []byte)()
}

// source is the source of a page's updates. Sources with the same key share frames.
type source struct {
	key  string
	most int64 // number of streams with this key that may be open
	draw func(context.Context) (*frame, error)
}

// streams manages all open streams. A client that does not read is disconnected and never delays others.
type streams struct {
	frames  sync.Map // the last *frame of each key
	drawing singleflight.Group

	all  *semaphore.Weighted // limits all streams
	each sync.Map            // a *semaphore.Weighted for each key
}

// look returns the current frame. Concurrent calls for the same key share one drawing.
func (s *streams) look(ctx context.Context, at source) (*frame, error) {
	now, err, _ := s.drawing.Do(at.key, func() (any, error) {
		if last, ok := s.frames.Load(at.key); ok && time.Since(last.(*frame).began) < freshness {
			return last, nil
		}
		began := time.Now()
		f, err := at.draw(context.WithoutCancel(ctx))
		if err == nil {
			f.began, f.events = began, &sync.Map{}
			s.frames.Store(at.key, f)
		}
		return f, err
	})
	f, _ := now.(*frame)
	return f, err
}

// serve sends the changes after each notification, until the client disconnects or reads too slowly, the page is gone,
// or done is closed. The first event is a whole frame, so that a client that reconnects is up to date. An error other
// than a busy database ends the stream.
func (s *streams) serve(w http.ResponseWriter, r *http.Request, at source, changed, done <-chan struct{}) error {
	found, _ := s.each.LoadOrStore(at.key, semaphore.NewWeighted(at.most))
	for _, limit := range []*semaphore.Weighted{s.all, found.(*semaphore.Weighted)} {
		if !limit.TryAcquire(1) {
			return errFull
		}
		defer limit.Release(1)
	}
	w.Header().Set("Content-Type", "text/event-stream")
	control := http.NewResponseController(w)
	for seen := new(frame); ; {
		now, err := s.look(r.Context(), at)
		gone, event := errors.Is(err, data.ErrNotFound) || errors.Is(err, errNowhere), []byte(": busy\n\n")
		switch {
		case gone:
			s.frames.Delete(at.key)
			event = []byte("event: gone\ndata:\n\n")
		case err == nil:
			event, seen = now.event(seen), now
		case !errors.Is(err, data.ErrBusy):
			return err
		}
		control.SetWriteDeadline(time.Now().Add(writeTimeout))
		if _, err := w.Write(event); err != nil || control.Flush() != nil || gone || !wait(r.Context(), changed, done) {
			return nil
		}
	}
}

// wait waits for a notification or the poll interval. It reports whether the stream continues.
func wait(ctx context.Context, changed, done <-chan struct{}) bool {
	select {
	case <-ctx.Done():
		return false
	case <-done:
		return false
	case <-time.After(pollInterval):
	case <-changed:
		select { // combines changes in quick succession into one frame
		case <-ctx.Done():
		case <-time.After(freshness + rand.N(jitter)):
		}
	}
	return true
}

// The parts of pages that are updated while they are open, and their templates.
var (
	agentParts = []string{
		"tiles", "exact-strength", "bankrupt", "board", "buttons", "opposite", "messages", "score", "opened",
		"train-buttons", "progress", "curve", "standing", "roster", "switches", "animals", "invite",
	}
	pupilParts  = []string{"board", "prompt", "messages", "score", "buttons", "opened", "notice"}
	screenParts = []string{"screen-board", "screen-story", "screen-box", "screen-score", "screen-line", "screen-foot"}
)

// pageOf returns the handler of a page of a machine with this template and content.
func pageOf[C any](s *Server, template string, of func(context.Context, viewer) (C, error)) handler {
	return s.viewed(func(w http.ResponseWriter, r *http.Request, v viewer) error {
		shown, err := of(r.Context(), v)
		if err != nil {
			return err
		}
		return s.show(w, http.StatusOK, template, shown)
	})
}

// boxed is the content of a page that may show the boxes of a machine, whose beads change.
type boxed interface {
	boxes() map[board.Code]view.Little
}

// events returns the handler that streams updates of such a page, until the machine is deleted or the pupil removed.
func events[C boxed](s *Server, parts []string, of func(context.Context, viewer) (C, error)) handler {
	return s.viewed(func(w http.ResponseWriter, r *http.Request, v viewer) error {
		owner, inClass := v.owner, s.plays(v.owner)
		at := source{key: fmt.Sprint(owner.ID(), r.Pattern, v.pupil.ID), most: mostStreams}
		if v.pupil.ID != live.Host {
			at.most = mostPupilStreams
		}
		at.draw = func(ctx context.Context) (*frame, error) {
			now := s.visitor(r)
			if now.role < classroom.Player || inClass && !s.plays(owner) { // removed, or another machine has taken over
				return nil, errNowhere
			}
			now.owner = owner
			shown, err := of(ctx, now)
			if err != nil {
				return nil, err
			}
			f := &frame{Parts: map[string]string{}, Boxes: shown.boxes()}
			for _, part := range parts {
				var text strings.Builder
				if err := s.pages.ExecuteTemplate(&text, part, shown); err != nil {
					return nil, err
				}
				f.Parts[part] = text.String()
			}
			return f, nil
		}
		changed, cancel := owner.Subscribe(v.pupil.ID)
		defer cancel()
		return s.streams.serve(w, r, at, changed, s.ending.Done())
	})
}
