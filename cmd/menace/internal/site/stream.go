package site

import (
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"menace/cmd/internal/language"
)

// Limits of streams, which update open pages.
const (
	fewestStreams, mostStreams = 256, 16_384 // open at the same time, depending on the system's limit

	writeTimeout = 15 * time.Second
	pollInterval = 2 * time.Second       // for detecting changes by other processes
	guestPoll    = 30 * time.Second      // the same for guests: they are many, and each has separate frames
	freshness    = 80 * time.Millisecond // how long a frame is reused
	jitter       = 80 * time.Millisecond // random delay, so that pages do not redraw in lockstep
)

// Frame is the content of a page at one time, shared by all its viewers. It never changes once it has been rendered.
type Frame struct {
	Parts  map[string]string `json:"parts"`  // HTML, by the name of the part of the page
	Values map[string]any    `json:"values"` // other comparable values that the page's script shows, by key
}

// NewFrame renders the templates named by parts. Values may be nil.
func (s *Server) NewFrame(parts []string, content any, values map[string]any) (Frame, error) {
	f := Frame{Parts: map[string]string{}, Values: values}
	for _, part := range parts {
		var text strings.Builder
		if err := s.render(&text, part, content, language.English); err != nil {
			return f, err
		}
		f.Parts[part] = text.String()
	}
	return f, nil
}

// drawn is a rendered frame with its events.
type drawn struct {
	Frame
	began  time.Time // when rendering began
	events *sync.Map // functions that return an event, by the start time of the earlier frame
}

// event returns the changes since an earlier frame, which may be none. They are encoded once for all viewers of that
// frame.
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
	Quotas  []Quota         // limits that apply to a guest's stream; the host's streams have none
	Changed <-chan struct{} // receives a value when the page may have changed
	Draw    func(context.Context) (Frame, error)
}

// Quota limits the streams of a group of guests, such as one person or one class.
type Quota struct {
	Group string
	Most  int
}

// streams manages all open streams. A client that does not read is disconnected and never delays others.
type streams struct {
	frames  sync.Map // the last *drawn of each key, while a stream with the key is open
	drawing singleflight.Group

	most   int // maximum number of open streams; an eighth of them is reserved for the host
	mutex  sync.Mutex
	open   int            // open streams
	guests int            // open streams of guests
	keys   map[string]int // open streams with each key
	groups map[string]int // open streams of each group

	status func(error) (status int, known bool)
}

// newStreams returns streams limited to half the system's descriptors, because each visitor has another connection
// besides the stream.
func newStreams(status func(error) (int, bool)) *streams {
	return &streams{
		most: min(max(descriptors()/2, fewestStreams), mostStreams),
		keys: map[string]int{}, groups: map[string]int{}, status: status,
	}
}

// enter counts a stream unless a limit is reached. The caller must call leave when the stream ends.
func (s *streams) enter(from Source) (leave func(), ok bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	guest := len(from.Quotas) > 0
	if s.open >= s.most || guest && s.guests >= s.most-s.most/8 {
		return nil, false
	}
	for _, q := range from.Quotas {
		if s.groups[q.Group] >= q.Most {
			return nil, false
		}
	}
	s.count(from, guest, 1)
	return func() {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		s.count(from, guest, -1)
		if s.keys[from.Key] == 0 {
			s.frames.Delete(from.Key)
		}
	}, true
}

// count adds n to all counts of a stream. The caller holds the mutex.
func (s *streams) count(from Source, guest bool, n int) {
	add := func(counts map[string]int, key string) {
		if counts[key] += n; counts[key] == 0 {
			delete(counts, key)
		}
	}
	s.open += n
	add(s.keys, from.Key)
	if guest {
		s.guests += n
	}
	for _, q := range from.Quotas {
		add(s.groups, q.Group)
	}
}

// Stream sends updates of a page until the client disconnects or reads too slowly, or the page is gone.
func (s *Server) Stream(w http.ResponseWriter, r *http.Request, from Source) error {
	return s.streams.serve(w, r, from, s.streaming.Done())
}

// currentFrame returns the current frame. Concurrent calls for the same key share one rendering.
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

// serve sends the changes after each notification, until the client disconnects or reads too slowly, rendering fails
// with status 404, or done is closed. The first event is a whole frame, so that a client that reconnects is up to date.
// Any error except status 503 ends the stream.
func (s *streams) serve(w http.ResponseWriter, r *http.Request, from Source, done <-chan struct{}) error {
	leave, ok := s.enter(from)
	if !ok {
		return errTooManyStreams
	}
	defer leave()
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
			!wait(r.Context(), from, done) {
			return nil
		}
	}
}

// wait waits for a notification or the poll interval. It reports whether the stream continues.
func wait(ctx context.Context, from Source, done <-chan struct{}) bool {
	poll := pollInterval
	if len(from.Quotas) > 0 {
		poll = guestPoll
	}
	select {
	case <-ctx.Done():
		return false
	case <-done:
		return false
	case <-time.After(poll):
	case <-from.Changed:
		select { // combines changes in quick succession into one frame
		case <-ctx.Done():
		case <-time.After(freshness + rand.N(jitter)):
		}
	}
	return true
}
