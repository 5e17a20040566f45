package pagetest

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/site"
	"menace/data"
	"menace/menace"
)

// games returns the number of games that a stored machine has played.
func (s *testSite) games(name string) int64 {
	s.Helper()
	a, err := s.db.Load(s.Context(), name)
	if err != nil {
		s.Fatal(err)
	}
	return a.Career.Tally.Games()
}

// subscribe returns a channel that receives a signal after each change of a machine.
func (s *testSite) subscribe(name string) <-chan struct{} {
	s.Helper()
	owner, err := s.server.registry.Owner(s.Context(), name)
	if err != nil {
		s.Fatal(err)
	}
	changed, cancel := owner.Subscribe(live.Host)
	s.Cleanup(cancel)
	return changed
}

// wait waits until the page of a machine contains a text.
func (s *testSite) wait(name, text string) string {
	s.Helper()
	changed, late := s.subscribe(name), time.After(patience)
	for {
		page := s.get("/agents/" + name)
		if strings.Contains(page, text) {
			return page
		}
		select {
		case <-changed:
		case <-late:
			s.Fatalf("%q does not appear: %s", text, page)
		}
	}
}

// playedAt returns the number of games that a machine has played in the current training run.
func playedAt(tb testing.TB, s *Server, name string) (played int64) {
	tb.Helper()
	owner, err := s.registry.Owner(tb.Context(), name)
	if err != nil {
		tb.Fatal(err)
	}
	return owner.Progress().Played
}

// trained waits until the machine a, which is training, has played.
func (s *testSite) trained() {
	for playedAt(s, s.server, "a") == 0 {
		time.Sleep(time.Millisecond)
	}
}

// TestTrain trains on the page, and compares the machine with the command's.
func TestTrain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, pace := range []string{"fast", "moves"} {
		if _, err := agents.Make(t.Context(), s.db, pace, menace.Michie(), 1); err != nil {
			t.Fatal(err)
		}
	}
	s.post("/agents/fast/train", url.Values{"opponent": {"random"}, "games": {"100"}, "pace": {"fast"}})
	s.wait("fast", "Trained 100 games against somebody who moves at random")
	trained, err := s.db.Load(t.Context(), "fast")
	if err != nil {
		t.Fatal(err)
	}
	same, err := s.db.Load(t.Context(), "a")
	if err != nil || !slices.Equal(trained.Machine.Counts(), same.Machine.Counts()) {
		t.Errorf("the machine differs from the command's, %v", err)
	}
	if page := s.get("/agents/fast"); !strings.Contains(page, "<polyline") {
		t.Error("no curve")
	}
}

// TestStop stops a training half-way. The games played must be saved, no game can be played during training, and no
// second training can begin.
func TestStop(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, pace := range []string{"fast", "games", "moves"} {
		before := s.games("a")
		s.post("/agents/a/train", url.Values{"opponent": {"perfect"}, "games": {"100,000,000"}, "pace": {pace}})
		s.post("/agents/a/move", url.Values{"move": {"1"}})
		if said := messages(s.get("/agents/a")); !strings.Contains(said, "The machine is training. Stop the training if you want to play.") &&
			pace == "fast" {
			t.Errorf("got %s", said)
		}
		w := s.ask("POST", "/agents/a/train", url.Values{"opponent": {"random"}, "games": {"1"}})
		if w.Code != http.StatusUnprocessableEntity ||
			!strings.Contains(w.Body.String(), `content="8; url=/agents/a"`) {
			t.Errorf("a second training: status %d: %s", w.Code, w.Body)
		}
		if pace == "fast" {
			s.trained()
		}
		s.post("/agents/a/stop", nil)
		page := s.wait("a", "Stopped after ")
		if pace == "fast" && s.games("a") == before {
			t.Errorf("nothing was trained: %s", page)
		}
	}
}

// TestTrainMistakes checks that errors are shown beside their fields.
func TestTrainMistakes(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct{ opponent, games, told string }{
		{"nobody", "10", "Unknown opponent"}, {"random", "0", "is not between 1 and 1,000,000,000."},
		{"agent:a", "10", "the opponent must play second"}, {"agent:ghost", "10", "not found"},
		{"random", "x", "is not a whole number"},
		{"random", "10,00", "is not a whole number"}, {"random", "1,000,", "is not a whole number"},
	} {
		w := s.ask("POST", "/agents/a/train", url.Values{"opponent": {c.opponent}, "games": {c.games}})
		if page := w.Body.String(); w.Code != http.StatusUnprocessableEntity || !strings.Contains(page, c.told) {
			t.Errorf("%v: status %d", c, w.Code)
		}
	}
	w := s.ask("POST", "/agents/a/train", url.Values{"opponent": {"random"}, "games": {"10"}, "both-learn": {"on"}})
	if page := w.Body.String(); w.Code != http.StatusUnprocessableEntity ||
		!strings.Contains(page, `id="wrong-both-learn">Both can learn only if`) {
		t.Errorf("both learn although the opponent cannot: status %d", w.Code)
	}
	w = s.ask("POST", "/agents/a/train", url.Values{"opponent": {"random"}, "games": {"10"}, "pace": {"zz"}})
	if page := w.Body.String(); w.Code != http.StatusUnprocessableEntity ||
		!strings.Contains(page, "Unknown pace &#34;zz&#34;; choose from fast, games, moves.") {
		t.Errorf("an unknown pace: status %d", w.Code)
	}
	if s.games("a") != 100 {
		t.Error("the machine has been trained")
	}
}

// TestTrainBusy checks that the form does not blame a field for an error that concerns the whole database.
func TestTrainBusy(t *testing.T) {
	s := newSite(t)
	other, err := sql.Open(sql.Drivers()[0], s.db.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	other.SetMaxOpenConns(1)
	if _, err := other.Exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	w := s.ask("POST", "/agents/a/train", url.Values{"opponent": {"random"}, "games": {"10"}, "pace": {"moves"}},
		func(r *http.Request) { *r = *r.WithContext(data.Hurried(r.Context())) })
	if w.Code != http.StatusServiceUnavailable {
		t.Errorf("status %d, want %d", w.Code, http.StatusServiceUnavailable)
	}
}

// TestDeleteWhileTraining checks that the question says how much would be lost, and that a new machine of the same name
// starts afresh.
func TestDeleteWhileTraining(t *testing.T) {
	s := newSite(t)
	s.post("/agents/a/train", url.Values{"opponent": {"random"}, "games": {"1000000000"}})
	s.trained()
	if page := s.get("/agents/a/delete"); !strings.Contains(page, "It is training, and has played ") ||
		!strings.Contains(page, `<a href="/agents/a">Keep it</a>`) {
		t.Errorf("got the question %s", page)
	}
	s.post("/agents/a/delete", nil)
	s.post("/agents", url.Values{"name": {"a"}, "preset": {"michie"}})
	if page := s.get("/agents/a"); strings.Contains(page, "deleted in the meantime") ||
		strings.Contains(page, "<progress") || s.games("a") != 0 {
		t.Errorf("the new machine: %s", page)
	}
}

// TestClose checks that a training is ended and saved when the program ends.
func TestClose(t *testing.T) {
	s := newSite(t)
	s.post("/agents/a/train", url.Values{"opponent": {"random"}, "games": {"1000000000"}})
	s.trained()
	s.server.Close()
	if s.games("a") <= 100 {
		t.Error("nothing is saved")
	}
}

// listen opens a stream and returns its frames.
func listen(t testing.TB, address string, change ...func(*http.Request)) <-chan site.Frame {
	t.Helper()
	ctx, gone := context.WithCancel(t.Context())
	r, _ := http.NewRequestWithContext(ctx, "GET", address, nil)
	for _, c := range change {
		c(r)
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { gone(); reply.Body.Close() })
	frames := make(chan site.Frame, 1000)
	go func() {
		lines := bufio.NewScanner(reply.Body)
		for lines.Buffer(nil, 1<<20); lines.Scan(); {
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				var f site.Frame
				if json.Unmarshal([]byte(text), &f) == nil {
					if f.Values == nil {
						t.Error("values are null, which the script cannot read")
					}
					select {
					case frames <- f:
					default: // drop the frame if nobody reads it
					}
				}
			}
		}
		close(frames)
	}()
	return frames
}

// TestEvents checks that two viewers get everything at first, and then the changes.
func TestEvents(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	t.Cleanup(s.server.Close) // must run first, so that the streams end
	streams := []<-chan site.Frame{listen(t, server.URL+"/agents/a/events"), listen(t, server.URL+"/agents/a/events")}
	for i, frames := range streams {
		if first := <-frames; len(first.Values) != 304 || len(first.Parts) != 12 {
			t.Errorf("reader %d: got %d boxes and %d parts at first", i, len(first.Values), len(first.Parts))
		}
	}
	s.post("/agents/a/hint", nil)
	for i, frames := range streams {
		if f := <-frames; len(f.Values) != 0 || !strings.Contains(f.Parts["messages"], "The perfect player plays") {
			t.Errorf("reader %d: got %v", i, f)
		}
	}
	s.post("/agents/a/train", url.Values{"opponent": {"random"}, "games": {"1000000000"}, "pace": {"games"}})
	for range 8 {
		for i, frames := range streams {
			if f := <-frames; len(f.Parts) == 0 {
				t.Errorf("reader %d: got %v", i, f)
			}
		}
	}
	s.post("/agents/a/stop", nil)
}
