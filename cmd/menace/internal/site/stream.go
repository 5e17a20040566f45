package site

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"
)

// Limits of streams, which update open pages.
const (
	maxStreams   = 512 // open at the same time
	writeTimeout = 5 * time.Second
	pollInterval = 2 * time.Second       // for detecting changes by other processes
	freshness    = 80 * time.Millisecond // time for which a frame is reused
	jitter       = 80 * time.Millisecond // random delay, so that pages do not redraw in lockstep
)

// Frame is the content of a page at one time, which all viewers share. It never changes once it has been drawn.
type Frame struct {
	Parts  map[string]string `json:"parts"`  // HTML, by the name of the part of the page
	Values map[string]any    `json:"values"` // other comparable values that the page's script shows, by key
}

// NewFrame renders the templates that have the names of parts. Values may be nil.
func (s *Server) NewFrame(parts []string, content any, values map[string]any) (Frame, error) {
	f := Frame{Parts: map[string]string{}, Values: values}
	for _, part := range parts {
		var text strings.Builder
		if err := s.render(&text, part, content); err != nil {
			return f, err
		}
		f.Parts[part] = text.String()
	}
	return f, nil
}

// drawn is a frame with its events.
type drawn struct {
	Frame
	began  time.Time // when drawing it began
	events *sync.Map // functions that return an event, by the start time of the earlier frame
}

// event returns the changes since an earlier frame, which may be empty. They are encoded once for all viewers of that
// earlier frame.
func (f *drawn) event(before *drawn) []byte {
	once, _ := f.events.LoadOrStore(before.began, sync.OnceValue(func() []byte {
		changed := Frame{maps.Clone(f.Parts), map[string]any{}} // scripts do not expect null
		maps.DeleteFunc(changed.Parts, func(part, html string) bool {
			was, ok := before.Parts[part]
			return ok && was == html
		})
		for key, value := range f.Values {
			if before.Values[key] != value {
				changed.Values[key] = value
			}
		}
		if len(changed.Parts)+len(changed.Values) == 0 {
			return []byte(": still here\n\n")
		}
		text, _ := json.Marshal(changed)
		return slices.Concat([]byte("data: "), text, []byte("\n\n"))
	}))
	return once.(func() []byte)()
}

// Source is the source of a page's updates.
type Source struct {
	Key     string          // sources with the same key share frames
	Limit   int64           // number of streams with this key that may be open, or 0 if only the limit of all counts
	Changed <-chan struct{} // receives a value when there may be something new to draw
	Draw    func(context.Context) (Frame, error)
}

// streams manages all open streams. A client that does not read is disconnected and never delays others.
type streams struct {
	frames  sync.Map // the last *drawn of each key
	drawing singleflight.Group

	all    *semaphore.Weighted // limits all streams
	each   sync.Map            // a *semaphore.Weighted for each key
	status func(error) (status int, known bool)
}

// Stream sends updates of a page until the client disconnects or reads too slowly, or the page is gone.
func (s *Server) Stream(w http.ResponseWriter, r *http.Request, from Source) error {
	return s.streams.serve(w, r, from, s.streaming.Done())
}

// currentFrame returns the current frame. Concurrent calls for the same key share one drawing.
func (s *streams) currentFrame(ctx context.Context, from Source) (*drawn, error) {
	now, err, _ := s.drawing.Do(from.Key, func() (any, error) {
		if last, ok := s.frames.Load(from.Key); ok && time.Since(last.(*drawn).began) < freshness {
			return last, nil
		}
		began := time.Now()
		frame, err := from.Draw(context.WithoutCancel(ctx))
		if err != nil {
			return nil, err
		}
		f := &drawn{frame, began, &sync.Map{}}
		s.frames.Store(from.Key, f)
		return f, nil
	})
	f, _ := now.(*drawn)
	return f, err
}

// serve sends the changes after each notification, until the client disconnects or reads too slowly, drawing fails with
// status 404, or done is closed. The first event is a whole frame, so that a client that reconnects is up to date. An
// error other than status 503 ends the stream.
func (s *streams) serve(w http.ResponseWriter, r *http.Request, from Source, done <-chan struct{}) error {
	found, _ := s.each.LoadOrStore(from.Key, semaphore.NewWeighted(cmp.Or(from.Limit, maxStreams)))
	for _, limit := range []*semaphore.Weighted{s.all, found.(*semaphore.Weighted)} {
		if !limit.TryAcquire(1) {
			return errTooManyStreams
		}
		defer limit.Release(1)
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // nginx would keep events until its buffer is full
	control := http.NewResponseController(w)
	for seen := new(drawn); ; {
		now, err := s.currentFrame(r.Context(), from)
		gone, event := false, []byte(": busy\n\n")
		if err == nil {
			event, seen = now.event(seen), now
		} else if status, _ := s.status(err); status == http.StatusNotFound {
			s.frames.Delete(from.Key)
			gone, event = true, []byte("event: gone\ndata:\n\n")
		} else if status != http.StatusServiceUnavailable {
			return err
		}
		control.SetWriteDeadline(time.Now().Add(writeTimeout))
		if _, err := w.Write(event); err != nil || control.Flush() != nil || gone ||
			!wait(r.Context(), from.Changed, done) {
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
