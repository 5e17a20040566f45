// Package live shows on pages what changes while people look at them, by server-sent events. What is to be seen is drawn
// once for all who look at the same thing, and written once; a reader who does not read is cut off, and never waited for.
//
// It does not know what is shown, nor who may see it.
package live

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
	MaxStreams = 512
	patience   = 5 * time.Second       // with a reader who does not read
	lookAgain  = 2 * time.Second       // for what no bell tells of
	stillFresh = 80 * time.Millisecond // a frame that was drawn so short a time ago
	scatter    = 80 * time.Millisecond // lest all look at the same moment
)

// ErrGone is the error of drawing what is no more, which ends a stream; ErrFull that of a stream too many.
var (
	ErrGone = errors.New("there is nothing to be seen any more")
	ErrFull = errors.New("too many pages are looking already")
)

// View is what somebody sees.
type View struct {
	What, Who string // those for whom both are the same share what is drawn
	Streams   int    // that Who may have open
	Draw      func(context.Context) (*Frame, error)
}

// Streams is the streams of a program. Its zero value is ready.
type Streams struct {
	views   sync.Map // the last that was seen, a *sight for each What and Who
	drawing singleflight.Group

	mutex sync.Mutex
	all   int
	each  map[string]int // by Who
}

// sight is what was seen of a View at a time.
type sight struct {
	frame *Frame
	drawn time.Time
}

// Look returns what is seen now. While it is drawn for somebody, others wait for the same.
func (s *Streams) Look(ctx context.Context, at View) (*Frame, error) {
	key := at.What + "\n" + at.Who
	if last, fresh := s.last(key); fresh {
		return last, nil
	}
	drawn, err, _ := s.drawing.Do(key, func() (any, error) {
		before, fresh := s.last(key)
		if fresh {
			return before, nil
		}
		began := time.Now()
		f, err := at.Draw(context.WithoutCancel(ctx))
		if err == nil {
			f.follow(before)
			s.views.Store(key, &sight{f, began})
		}
		return f, err
	})
	f, _ := drawn.(*Frame)
	return f, err
}

// last returns the last frame that was drawn, or nil, and whether it is fresh.
func (s *Streams) last(key string) (f *Frame, fresh bool) {
	found, ok := s.views.Load(key)
	if !ok {
		return nil, false
	}
	seen := found.(*sight)
	return seen.frame, time.Since(seen.drawn) < stillFresh
}

// Forget forgets what was seen of a View.
func (s *Streams) Forget(what, who string) { s.views.Delete(what + "\n" + who) }

// Serve sends what changes, looking when a bell rings, until the reader goes or reads too slowly, there is nothing more to
// see, or the program is done. The first event has everything, so that whoever comes back is in step again.
func (s *Streams) Serve(w http.ResponseWriter, r *http.Request, at View, bell, done <-chan struct{}) error {
	if !s.enter(at) {
		return ErrFull
	}
	defer s.leave(at)
	w.Header().Set("Content-Type", "text/event-stream")
	control, seen := http.NewResponseController(w), 0
	for {
		now, err := s.Look(r.Context(), at)
		gone, event := errors.Is(err, ErrGone), []byte(": busy\n\n")
		switch {
		case gone:
			event = []byte("event: gone\ndata:\n\n")
		case err == nil:
			event, seen = now.after(seen), now.number
		}
		control.SetWriteDeadline(time.Now().Add(patience))
		if _, err := w.Write(event); err != nil || control.Flush() != nil || gone || !wait(r.Context(), bell, done) {
			return nil
		}
	}
}

// wait waits until something has changed, or it is time to look again. It reports whether the stream goes on.
func wait(ctx context.Context, bell, done <-chan struct{}) bool {
	select {
	case <-ctx.Done():
		return false
	case <-done:
		return false
	case <-time.After(lookAgain):
	case <-bell:
		select { // several changes at once are one frame
		case <-ctx.Done():
		case <-time.After(stillFresh + rand.N(scatter)):
		}
	}
	return true
}

// enter opens a stream unless there are too many.
func (s *Streams) enter(at View) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.all == MaxStreams || s.each[at.Who] >= at.Streams {
		return false
	}
	if s.each == nil {
		s.each = map[string]int{}
	}
	s.all++
	s.each[at.Who]++
	return true
}

// leave closes a stream.
func (s *Streams) leave(at View) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.all--
	if s.each[at.Who]--; s.each[at.Who] == 0 {
		delete(s.each, at.Who)
	}
}
