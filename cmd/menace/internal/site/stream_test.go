package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is the time after which a test fails that waits for something.
const patience = 20 * time.Second

// errBusy is an error with status 503.
var errBusy = errors.New("busy")

// noStreams returns streams without any open.
func noStreams() *streams {
	return New(Config{Status: func(err error) int {
		if err == errBusy {
			return http.StatusServiceUnavailable
		}
		return 0
	}}).streams
}

// isOpen reports whether any stream is open.
func (s *streams) isOpen() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.open > 0
}

// box is a value of a frame.
type box struct{ Class, Squares, Title string }

// frameOf returns a frame with two parts and two values. One part and one value change.
func frameOf(n int) Frame {
	return Frame{
		Parts: map[string]string{"same": "s", "part": fmt.Sprint(n)},
		Values: map[string]any{
			"1": box{"same", fmt.Sprint(n / 7), fmt.Sprint("box ", n)},
			"2": box{Title: "unchanged"},
		},
	}
}

// drawnFrame returns such a frame as it is after it has been drawn.
func drawnFrame(n int) *drawn { return &drawn{Frame: frameOf(n), events: &sync.Map{}} }

// TestEvent checks that the changes lead from any frame, or from none, to any later one, and contain nothing else.
func TestEvent(t *testing.T) {
	for from := range 10 {
		for to := range 10 {
			seen := Frame{map[string]string{}, map[string]any{}}
			for _, event := range [][]byte{drawnFrame(from).event(&drawn{}), drawnFrame(to).event(drawnFrame(from))} {
				text, ok := strings.CutPrefix(string(event), "data: ")
				var now struct {
					Parts  map[string]string
					Values map[string]box
				}
				if err := json.Unmarshal([]byte(text), &now); ok && err != nil {
					t.Fatal(err)
				}
				maps.Copy(seen.Parts, now.Parts)
				for key, value := range now.Values {
					seen.Values[key] = value
				}
			}
			if want := frameOf(to); fmt.Sprint(seen.Parts, seen.Values) != fmt.Sprint(want.Parts, want.Values) {
				t.Errorf("from %d to %d: got %v, %v", from, to, seen.Parts, seen.Values)
			}
			news := string(drawnFrame(to).event(drawnFrame(from)))
			if strings.Contains(news, `"same":`) || strings.Contains(news, "unchanged") ||
				strings.HasPrefix(news, ":") != (from == to) {
				t.Errorf("from %d to %d: got %s", from, to, news)
			}
		}
	}
}

// serving serves updates and returns its address, the channel that signals changes, and the one that ends it.
func serving(t *testing.T, s *streams, from Source) (address string, changed, done chan struct{}) {
	t.Helper()
	changed, done = make(chan struct{}, 1), make(chan struct{})
	from.Changed = changed
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.serve(w, r, from, done); err != nil {
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

// TestLimits checks that a guest's streams are limited, and that one can be opened again when another ends.
func TestLimits(t *testing.T) {
	s := noStreams()
	address, _, done := serving(t, s, Source{Key: "who", Quotas: []Quota{{"who", 2}},
		Draw: func(context.Context) (Frame, error) { return Frame{}, errBusy }})
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
	for s.isOpen() {
		time.Sleep(time.Millisecond)
	}
	if len(s.keys) > 0 || len(s.groups) > 0 || s.guests != 0 {
		t.Errorf("after all streams have ended, %v, %v and %d of guests are counted", s.keys, s.groups, s.guests)
	}
}

// TestReserve checks that guests of one class cannot take the streams of another, that all guests together leave room
// for the host, and that sixty classes of thirty have room where the system allows it.
func TestReserve(t *testing.T) {
	s := noStreams()
	s.most = 800
	class := func(class, pupil int) Source {
		return Source{Key: fmt.Sprint(class, " ", pupil), Quotas: []Quota{
			{fmt.Sprint("pupil ", class, pupil), 4}, {fmt.Sprint("class ", class), 200},
		}}
	}
	fill := func(n int) (entered int) {
		for pupil := range 150 {
			for range 5 {
				if _, ok := s.enter(class(n, pupil)); ok {
					entered++
				}
			}
		}
		return entered
	}
	for n, want := range []int{200, 200, 200, 100, 0} {
		if got := fill(n); got != want {
			t.Errorf("150 pupils of class %d take %d streams, want %d", n, got, want)
		}
	}
	host := 0
	for range 200 {
		if _, ok := s.enter(Source{Key: "projector"}); ok {
			host++
		}
	}
	if host != 100 {
		t.Errorf("the host gets %d streams, want 100", host)
	}
	if s = noStreams(); descriptors() >= 5000 && s.most-s.most/8 < 60*30 {
		t.Errorf("with %d descriptors, %d streams may be open", descriptors(), s.most)
	}
}

// TestGone checks that a stream ends when there is nothing left to draw, and that its last frame is deleted.
func TestGone(t *testing.T) {
	s := noStreams()
	s.frames.Store("who", drawnFrame(1))
	address, _, _ := serving(t, s, Source{Key: "who", Draw: func(context.Context) (Frame, error) { return Frame{}, ErrNoPage }})
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
	s := noStreams()
	n := 0
	address, changed, _ := serving(t, s, Source{Key: "who", Draw: func(context.Context) (Frame, error) {
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
		free := !s.isOpen()
		entered = entered || !free
		left = entered && free
	}
}
