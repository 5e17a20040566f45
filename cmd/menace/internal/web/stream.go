package web

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
)

// Limits of streams.
const (
	maxStreams      = 512
	maxPupilStreams = 4                     // of one pupil
	patience        = 5 * time.Second       // write timeout
	interval        = 2 * time.Second       // poll interval for changes by other processes
	freshness       = 80 * time.Millisecond // time for which a frame is not drawn again
	jitter          = 80 * time.Millisecond // random delay, so that pages do not redraw in lockstep
)

var (
	errGone = errors.New("there is nothing to be seen any more") // ends a stream
	errFull = errors.New("too many pages are looking already")
)

// stream is the source of a page's updates by server-sent events. Streams with the same machine and player share
// frames, each of which is drawn and encoded once. A client that does not read is disconnected and never delays others.
type stream struct {
	machine int64 // ID of the machine
	player  string
	most    int // number of streams that the player may have open
	draw    func(context.Context) (*frame, error)
}

// key identifies the frames of the stream.
func (s stream) key() string { return fmt.Sprint(s.machine, " ", s.player) }

// streams manages all open streams. The zero value is ready to use.
type streams struct {
	frames  sync.Map // the last frame of each key, a *drawnFrame
	drawing singleflight.Group

	mutex sync.Mutex
	all   int
	each  map[string]int // by key
}

// drawnFrame is a frame with the time when drawing it began.
type drawnFrame struct {
	frame *frame
	began time.Time
}

// look returns the current frame. Concurrent calls for the same key share one drawing.
func (s *streams) look(ctx context.Context, at stream) (*frame, error) {
	key := at.key()
	if last, fresh := s.last(key); fresh {
		return last, nil
	}
	now, err, _ := s.drawing.Do(key, func() (any, error) {
		before, fresh := s.last(key)
		if fresh {
			return before, nil
		}
		began := time.Now()
		f, err := at.draw(context.WithoutCancel(ctx))
		if err == nil {
			f.follow(before)
			s.frames.Store(key, &drawnFrame{f, began})
		}
		return f, err
	})
	f, _ := now.(*frame)
	return f, err
}

// last returns the last frame drawn, or nil, and reports whether it is fresh.
func (s *streams) last(key string) (f *frame, fresh bool) {
	found, ok := s.frames.Load(key)
	if !ok {
		return nil, false
	}
	seen := found.(*drawnFrame)
	return seen.frame, time.Since(seen.began) < freshness
}

// forget removes the last frame.
func (s *streams) forget(at stream) { s.frames.Delete(at.key()) }

// serve sends a frame after each notification, until the client disconnects or reads too slowly, drawing returns
// errGone, or done is closed. The first event is a whole frame, so that a client that reconnects is up to date.
func (s *streams) serve(w http.ResponseWriter, r *http.Request, at stream, changed, done <-chan struct{}) error {
	if !s.enter(at) {
		return errFull
	}
	defer s.leave(at)
	w.Header().Set("Content-Type", "text/event-stream")
	control, seen := http.NewResponseController(w), 0
	for {
		now, err := s.look(r.Context(), at)
		gone, event := errors.Is(err, errGone), []byte(": busy\n\n")
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
func (s *streams) enter(at stream) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.all == maxStreams || s.each[at.key()] >= at.most {
		return false
	}
	if s.each == nil {
		s.each = map[string]int{}
	}
	s.all++
	s.each[at.key()]++
	return true
}

// leave closes a stream.
func (s *streams) leave(at stream) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.all--
	if s.each[at.key()]--; s.each[at.key()] == 0 {
		delete(s.each, at.key())
	}
}
