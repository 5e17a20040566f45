package web

import (
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/semaphore"

	"menace/board"
	"menace/cmd/menace/internal/web/view"
	"menace/data"
)

// frameOf returns a frame with two parts and two boxes, one of each of which changes.
func frameOf(n int) *frame {
	return &frame{
		events: &sync.Map{},
		Parts:  map[string]string{"same": "s", "part": fmt.Sprint(n)},
		Boxes: map[board.Code]view.Little{
			1: {Class: "same", Squares: template.HTML(fmt.Sprint(n / 7)), Title: fmt.Sprint("box ", n)},
			2: {Title: "unchanged"},
		},
	}
}

// TestEvent checks that the changes lead from any frame, or from none, to any later one, and contain nothing else.
func TestEvent(t *testing.T) {
	for from := range 10 {
		for to := range 10 {
			seen := &frame{Parts: map[string]string{}, Boxes: map[board.Code]view.Little{}}
			for _, event := range [][]byte{frameOf(from).event(&frame{}), frameOf(to).event(frameOf(from))} {
				text, ok := strings.CutPrefix(string(event), "data: ")
				var now frame
				if err := json.Unmarshal([]byte(text), &now); ok && err != nil {
					t.Fatal(err)
				}
				maps.Copy(seen.Parts, now.Parts)
				maps.Copy(seen.Boxes, now.Boxes)
			}
			if want := frameOf(to); fmt.Sprint(seen.Parts, seen.Boxes) != fmt.Sprint(want.Parts, want.Boxes) {
				t.Errorf("from %d to %d: got %v, %v", from, to, seen.Parts, seen.Boxes)
			}
			news := string(frameOf(to).event(frameOf(from)))
			if strings.Contains(news, `"same":`) || strings.Contains(news, "unchanged") ||
				strings.HasPrefix(news, ":") != (from == to) {
				t.Errorf("from %d to %d: got %s", from, to, news)
			}
		}
	}
}

// serving serves a view and returns its address, the channel that signals changes, and the one that ends it.
func serving(t *testing.T, s *streams, view source) (address string, changed, done chan struct{}) {
	t.Helper()
	changed, done = make(chan struct{}, 1), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.serve(w, r, view, changed, done); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL, changed, done
}

// connect opens a stream.
func connect(t *testing.T, address string) *http.Response {
	t.Helper()
	ctx, gone := context.WithCancel(t.Context())
	t.Cleanup(gone)
	r, _ := http.NewRequestWithContext(ctx, "GET", address, nil)
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

// TestLimits checks that the number of streams is limited for each key, and that a stream can be opened again when one
// ends.
func TestLimits(t *testing.T) {
	s := streams{all: semaphore.NewWeighted(mostStreams)}
	address, _, done := serving(t, &s,
		source{"who", 2, func(context.Context) (*frame, error) { return nil, data.ErrBusy }})
	one, two := connect(t, address), connect(t, address)
	if one.StatusCode != http.StatusOK || two.StatusCode != http.StatusOK {
		t.Fatal(one.Status, two.Status)
	}
	if three := connect(t, address); three.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a third stream: got %s", three.Status)
	}
	one.Body.Close()
	for late := time.Now().Add(patience); connect(t, address).StatusCode != http.StatusOK; {
		if time.Now().After(late) {
			t.Fatal("a stream cannot be opened again")
		}
	}
	close(done)
	for left := false; !left; time.Sleep(time.Millisecond) { // wait until all have ended
		left = s.all.TryAcquire(mostStreams)
	}
}

// TestGone checks that a stream ends when there is nothing left to draw, and that its last frame is deleted.
func TestGone(t *testing.T) {
	s := streams{all: semaphore.NewWeighted(mostStreams)}
	s.frames.Store("who", frameOf(1))
	address, _, _ := serving(t, &s, source{"who", 2, func(context.Context) (*frame, error) { return nil, errNowhere }})
	reply := connect(t, address)
	said, err := io.ReadAll(reply.Body)
	if kind := reply.Header.Get("Content-Type"); err != nil || kind != "text/event-stream" ||
		string(said) != "event: gone\ndata:\n\n" {
		t.Errorf("got %q as %s, %v", said, kind, err)
	}
	if _, kept := s.frames.Load("who"); kept {
		t.Error("the last frame is kept")
	}
}

// TestSlowReader checks that a client that does not read is disconnected, and delays nobody.
func TestSlowReader(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel() // the test waits most of the time
	s := streams{all: semaphore.NewWeighted(mostStreams)}
	n := 0
	address, changed, _ := serving(t, &s, source{"who", 2, func(context.Context) (*frame, error) {
		n++
		f := frameOf(n)
		f.Parts["large"] = strings.Repeat(fmt.Sprint(n%10), 4<<20)
		return f, nil
	}})
	conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
	for entered, left := false, false; !left; time.Sleep(10 * time.Millisecond) {
		select {
		case changed <- struct{}{}:
		default:
		}
		free := s.all.TryAcquire(mostStreams)
		if free {
			s.all.Release(mostStreams)
		}
		entered = entered || !free
		left = entered && free
	}
}

// TestLimitedPanic checks that work that panics makes room for others.
func TestLimitedPanic(t *testing.T) {
	limit := semaphore.NewWeighted(1)
	func() {
		defer func() { recover() }()
		limited(t.Context(), limit, func(context.Context) (int, error) { panic("a bug") })
	}()
	if !limit.TryAcquire(1) {
		t.Error("nothing else can be done")
	}
}
