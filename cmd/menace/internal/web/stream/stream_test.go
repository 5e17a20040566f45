package stream

import (
	"cmp"
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
	"testing"
	"time"

	"menace/board"
)

// frameOf returns a frame with one part and one box.
func frameOf(n int) *Frame {
	return &Frame{
		Parts: map[string]string{"same": "s", "part": fmt.Sprint(n)},
		Boxes: map[board.Code]Box{1: {"same", fmt.Sprint(n / 7), fmt.Sprint("box ", n)}, 2: {Title: "same"}},
	}
}

// applied applies events to what a reader has seen.
func applied(t *testing.T, before *Frame, events []byte) *Frame {
	t.Helper()
	for line := range strings.SplitSeq(string(events), "\n") {
		text, ok := strings.CutPrefix(line, "data: ")
		if !ok {
			continue
		}
		var now Frame
		if err := json.Unmarshal([]byte(text), &now); err != nil {
			t.Fatal(err)
		}
		maps.Copy(before.Parts, now.Parts)
		for code, b := range now.Boxes {
			was := before.Boxes[code]
			before.Boxes[code] = Box{cmp.Or(b.Class, was.Class), cmp.Or(b.Squares, was.Squares),
				cmp.Or(b.Title, was.Title)}
		}
	}
	return before
}

// TestAfter: whoever saw an earlier frame, however early, or none, sees the last.
func TestAfter(t *testing.T) {
	const frames = 20
	var all []*Frame
	for n := range frames {
		f := frameOf(n)
		if n == 0 {
			f.follow(nil)
		} else {
			f.follow(all[n-1])
		}
		all = append(all, f)
	}
	last := all[frames-1]
	for n := range frames {
		got := applied(t, applied(t, &Frame{Parts: map[string]string{}, Boxes: map[board.Code]Box{}},
			all[n].after(0)), last.after(all[n].number))
		if fmt.Sprint(got.Parts, got.Boxes) != fmt.Sprint(last.Parts, last.Boxes) {
			t.Errorf("after frame %d: %v, %v", n, got.Parts, got.Boxes)
		}
	}
	if text := string(last.after(last.number - 1)); strings.Contains(text, "same") {
		t.Errorf("what has not changed is sent: %s", text)
	}
	same := frameOf(frames - 1)
	if same.follow(last); same.number != last.number || !strings.HasPrefix(string(same.after(last.number)), ":") {
		t.Error("a frame like the one before is a new one")
	}
}

// serving serves a view and returns its address, its signal, and what ends it.
func serving(t *testing.T, s *Streams, view Source) (address string, changed, done chan struct{}) {
	t.Helper()
	changed, done = make(chan struct{}, 1), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.Serve(w, r, view, changed, done); err != nil {
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

// TestLimits: nobody has more streams than they may, and a place is free again when one ends.
func TestLimits(t *testing.T) {
	var s Streams
	drawn := errors.New("cannot be drawn now")
	address, _, done := serving(t, &s, Source{"who", 2, func(context.Context) (*Frame, error) { return nil, drawn }})
	one, two := connect(t, address), connect(t, address)
	if one.StatusCode != http.StatusOK || two.StatusCode != http.StatusOK {
		t.Fatal(one.Status, two.Status)
	}
	if three := connect(t, address); three.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a third stream: %s", three.Status)
	}
	close(done)
	for left := false; !left; time.Sleep(time.Millisecond) { // until both have ended
		s.mutex.Lock()
		left = s.all == 0 && len(s.each) == 0
		s.mutex.Unlock()
	}
}

// TestGone: a stream ends when there is nothing more to see.
func TestGone(t *testing.T) {
	var s Streams
	address, _, _ := serving(t, &s, Source{"who", 2, func(context.Context) (*Frame, error) { return nil, ErrGone }})
	reply := connect(t, address)
	said, err := io.ReadAll(reply.Body)
	if kind := reply.Header.Get("Content-Type"); err != nil || kind != "text/event-stream" ||
		string(said) != "event: gone\ndata:\n\n" {
		t.Errorf("it says %q as %s, %v", said, kind, err)
	}
}

// TestSlowReader: a reader who does not read is cut off, and holds nobody up.
func TestSlowReader(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	t.Parallel() // it waits most of the time
	var s Streams
	n := 0
	address, changed, _ := serving(t, &s, Source{"who", 2, func(context.Context) (*Frame, error) {
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
		s.mutex.Lock()
		entered = entered || s.all == 1
		left = entered && s.all == 0
		s.mutex.Unlock()
	}
}
