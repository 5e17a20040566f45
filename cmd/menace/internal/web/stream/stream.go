// Package stream sends the updates of pages by server-sent events. Everybody who looks at the same page gets the same
// frames, each of which is drawn and encoded once.
//
// It does not know what a page shows; its callers draw.
package stream

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// Limits of streams.
const (
	Most      = 512                   // open at the same time
	patience  = 5 * time.Second       // write timeout
	interval  = 2 * time.Second       // poll interval for changes by other processes
	freshness = 80 * time.Millisecond // time for which a frame is not drawn again
	jitter    = 80 * time.Millisecond // random delay, so that pages do not redraw in lockstep
)

// Errors of streams.
var (
	ErrGone = errors.New("there is nothing to be seen any more") // ends a stream
	ErrFull = errors.New("too many pages are looking already")
)

// Source is the source of a page's updates. Sources with the same key share frames.
type Source struct {
	Key  string
	Most int // number of streams with this key that may be open
	Draw func(context.Context) (*Frame, error)
}

// Streams manages all open streams. A client that does not read is disconnected and never delays others. The zero value
// is ready to use.
type Streams struct {
	frames  sync.Map // the last frame of each key, a *drawnFrame
	drawing singleflight.Group

	mutex sync.Mutex
	all   int
	each  map[string]int // by key
}

// drawnFrame is a frame with the time when drawing it began.
type drawnFrame struct {
	frame *Frame
	began time.Time
}

// look returns the current frame. Concurrent calls for the same key share one drawing.
func (s *Streams) look(ctx context.Context, at Source) (*Frame, error) {
	if last, fresh := s.last(at.Key); fresh {
		return last, nil
	}
	now, err, _ := s.drawing.Do(at.Key, func() (any, error) {
		before, fresh := s.last(at.Key)
		if fresh {
			return before, nil
		}
		began := time.Now()
		f, err := at.Draw(context.WithoutCancel(ctx))
		if err == nil {
			f.follow(before)
			s.frames.Store(at.Key, &drawnFrame{f, began})
		}
		return f, err
	})
	f, _ := now.(*Frame)
	return f, err
}

// last returns the last frame drawn, or nil, and reports whether it is fresh.
func (s *Streams) last(key string) (f *Frame, fresh bool) {
	found, ok := s.frames.Load(key)
	if !ok {
		return nil, false
	}
	seen := found.(*drawnFrame)
	return seen.frame, time.Since(seen.began) < freshness
}

// Forget removes the last frame with a key.
func (s *Streams) Forget(key string) { s.frames.Delete(key) }

// Serve sends a frame after each notification, until the client disconnects or reads too slowly, drawing returns
// [ErrGone], or done is closed. The first event is a whole frame, so that a client that reconnects is up to date.
func (s *Streams) Serve(w http.ResponseWriter, r *http.Request, at Source, changed, done <-chan struct{}) error {
	if !s.enter(at) {
		return ErrFull
	}
	defer s.leave(at)
	w.Header().Set("Content-Type", "text/event-stream")
	control, seen := http.NewResponseController(w), 0
	for {
		now, err := s.look(r.Context(), at)
		gone, event := errors.Is(err, ErrGone), []byte(": busy\n\n")
		switch {
		case gone:
			event = []byte("event: gone\ndata:\n\n")
		case err == nil:
			event, seen = now.after(seen), now.number
		}
		control.SetWriteDeadline(time.Now().Add(patience))
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
	case <-time.After(interval):
	case <-changed:
		select { // combines changes in quick succession into one frame
		case <-ctx.Done():
		case <-time.After(freshness + rand.N(jitter)):
		}
	}
	return true
}

// enter opens a stream unless there are too many.
func (s *Streams) enter(at Source) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.all == Most || s.each[at.Key] >= at.Most {
		return false
	}
	if s.each == nil {
		s.each = map[string]int{}
	}
	s.all++
	s.each[at.Key]++
	return true
}

// leave closes a stream.
func (s *Streams) leave(at Source) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.all--
	if s.each[at.Key]--; s.each[at.Key] == 0 {
		delete(s.each, at.Key)
	}
}
