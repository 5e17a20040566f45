package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"sync"
	"time"

	"menace/board"
	"menace/cmd/menace/internal/hall"
	"menace/data"
)

// frame is what the page of a machine shows at one time. It never changes, and all who look share it.
type frame struct {
	Parts map[string]string    `json:"parts"` // HTML, by the part of the page
	Boxes map[board.Code]shown `json:"boxes"`
}

// shown is how a box looks in the cabinet.
type shown struct {
	Class   string `json:"class"`
	Squares string `json:"squares"`
	Title   string `json:"title"`
}

// since returns what has changed since an earlier frame, and whether anything has.
func (f *frame) since(before *frame) (changed frame, any bool) {
	changed = frame{maps.Clone(f.Parts), maps.Clone(f.Boxes)}
	if before != nil {
		maps.DeleteFunc(changed.Parts, func(part, html string) bool { return before.Parts[part] == html })
		maps.DeleteFunc(changed.Boxes, func(code board.Code, s shown) bool { return before.Boxes[code] == s })
	}
	return changed, len(changed.Parts)+len(changed.Boxes) > 0
}

// parts are the templates of those parts of the page of a machine that change while one looks.
var parts = []string{"tiles", "board", "buttons", "opposite", "told", "score", "opened", "drive", "progress", "curve"}

// Limits of streams.
const (
	maxStreams = 512
	patience   = 5 * time.Second        // with a reader who does not read
	lookAgain  = 2 * time.Second        // at what other processes have done
	stillFresh = 100 * time.Millisecond // a frame that was made so short a time ago
)

// view is what is seen of a seat. The frame is made once for all who look at the same time.
type view struct {
	mutex sync.Mutex
	frame *frame // the last
	made  time.Time
}

// frame returns what is seen of somebody's seat now.
func (s *Server) frame(ctx context.Context, name, who string) (*frame, error) {
	found, _ := s.views.LoadOrStore([2]string{name, who}, &view{})
	v := found.(*view)
	v.mutex.Lock()
	defer v.mutex.Unlock()
	if v.frame != nil && time.Since(v.made) < stillFresh {
		return v.frame, nil
	}
	began := time.Now()
	a, err := s.lab.Agent(ctx, name)
	if err != nil {
		return nil, err
	}
	page, err := s.about(ctx, a, who)
	if err != nil {
		return nil, err
	}
	f, err := s.draw(page)
	if err == nil {
		v.frame, v.made = f, began
	}
	return f, err
}

// draw draws the parts of a page that change.
func (s *Server) draw(page *about) (*frame, error) {
	f := &frame{Parts: map[string]string{}, Boxes: map[board.Code]shown{}}
	for _, part := range parts {
		var text bytes.Buffer
		if err := s.pages.ExecuteTemplate(&text, part, page); err != nil {
			return nil, err
		}
		f.Parts[part] = text.String()
	}
	for _, bucket := range page.Cabinet.Buckets {
		for _, l := range bucket.Boxes {
			f.Boxes[l.Code] = shown{"board" + l.Class, string(l.Squares), l.Says()}
		}
	}
	return f, nil
}

// events streams what changes on the page of a machine. Its first event has all of it, so that whoever comes back is
// in step again.
func (s *Server) events(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	if _, err := s.lab.Agent(r.Context(), name); err != nil {
		return err
	}
	if s.streams.Add(1) > maxStreams {
		s.streams.Add(-1)
		return fmt.Errorf("%d pages are looking already: %w", maxStreams, data.ErrBusy)
	}
	defer s.streams.Add(-1)
	bell, leave := s.hall.At(name).Bell(hall.Host)
	defer leave()
	w.Header().Set("Content-Type", "text/event-stream")
	s.stream(w, r, name, bell)
	return nil
}

// stream sends frames until the reader goes, reads too slowly, or the program ends.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, name string, bell <-chan struct{}) {
	var before *frame
	for {
		now, err := s.frame(r.Context(), name, hall.Host)
		event := "event: gone\ndata:\n\n"
		if err == nil {
			changed, any := now.since(before)
			text, _ := json.Marshal(changed)
			if event = fmt.Sprintf("data: %s\n\n", text); !any {
				event = ": still here\n\n"
			}
		} else if !errors.Is(err, data.ErrNotFound) {
			event = ": busy\n\n"
		}
		control := http.NewResponseController(w)
		control.SetWriteDeadline(time.Now().Add(patience))
		if _, err := w.Write([]byte(event)); err != nil || control.Flush() != nil || errors.Is(err, data.ErrNotFound) {
			return
		}
		if err == nil {
			before = now
		} else if errors.Is(err, data.ErrNotFound) {
			return
		}
		if !s.waitFor(r.Context(), bell) {
			return
		}
	}
}

// waitFor waits until something has changed, or it is time to look again. It reports whether the stream goes on.
func (s *Server) waitFor(ctx context.Context, bell <-chan struct{}) bool {
	select {
	case <-ctx.Done():
		return false
	case <-s.hall.Done():
		return false
	case <-time.After(lookAgain):
	case <-bell:
		select { // several changes at once are one frame
		case <-ctx.Done():
		case <-time.After(stillFresh):
		}
	}
	return true
}
