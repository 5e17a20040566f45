package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"time"

	"menace/board"
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
var parts = []string{"tiles", "board", "buttons", "told", "score", "opened", "drive", "progress", "curve"}

// Limits of streams.
const (
	maxStreams = 512
	patience   = 5 * time.Second        // with a reader who does not read
	lookAgain  = 2 * time.Second        // at what other processes have done
	stillFresh = 100 * time.Millisecond // a frame that was made so short a time ago
)

// notify tells those who look at a table that something has changed there. It waits for nobody.
func (t *table) notify() {
	t.lookers.Range(func(bell, _ any) bool {
		select {
		case bell.(chan struct{}) <- struct{}{}:
		default: // it has been told already
		}
		return true
	})
}

// frame returns what the page of a machine shows now. It is made once for all who look at the same time.
func (s *Server) frame(ctx context.Context, t *table, name string) (*frame, error) {
	t.making.Lock()
	defer t.making.Unlock()
	if t.frame != nil && time.Since(t.framed) < stillFresh {
		return t.frame, nil
	}
	began := time.Now()
	page, err := s.about(ctx, name)
	if err != nil {
		return nil, err
	}
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
	t.frame, t.framed = f, began
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
	t, bell := s.tables.at(name), make(chan struct{}, 1)
	t.lookers.Store(bell, true)
	defer t.lookers.Delete(bell)
	w.Header().Set("Content-Type", "text/event-stream")
	s.stream(w, r, t, name, bell)
	return nil
}

// stream sends frames until the reader goes, reads too slowly, or the program ends.
func (s *Server) stream(w http.ResponseWriter, r *http.Request, t *table, name string, bell <-chan struct{}) {
	var before *frame
	for {
		now, err := s.frame(r.Context(), t, name)
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
	case <-s.context.Done():
		return false
	case <-time.After(lookAgain):
	case <-bell:
		rest(ctx, stillFresh) // several changes at once are one frame
	}
	return true
}
