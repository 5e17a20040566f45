package pages_test

import (
	"database/sql"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/site/sitetest"
	"menace/data"
)

// TestStop stops a training half-way. The games played must be saved, no game can be played during training, and no
// second training can begin.
func TestStop(t *testing.T) {
	t.Parallel()
	s := machinestest.New(t)
	for _, pace := range []string{"fast", "games", "moves"} {
		before := s.Games("a")
		s.Post("/agents/a/train", url.Values{"opponent": {"perfect"}, "games": {"100,000,000"}, "pace": {pace}})
		s.Post("/agents/a/move", url.Values{"move": {"1"}})
		if said := machinestest.Messages(s.Get("/agents/a")); !strings.Contains(said, "The machine is training. Stop the training if you want to play.") &&
			pace == "fast" {
			t.Errorf("got %s", said)
		}
		w := s.Ask("POST", "/agents/a/train", url.Values{"opponent": {"random"}, "games": {"1"}})
		if w.Code != http.StatusUnprocessableEntity ||
			!strings.Contains(w.Body.String(), `content="8; url=/agents/a"`) {
			t.Errorf("a second training: status %d: %s", w.Code, w.Body)
		}
		if pace == "fast" {
			s.WaitForTraining()
		}
		s.Post("/agents/a/stop", nil)
		page := s.Wait("a", "Stopped after ")
		if pace == "fast" && s.Games("a") == before {
			t.Errorf("nothing was trained: %s", page)
		}
	}
}

// TestTrainMistakes checks that errors are shown beside their fields.
func TestTrainMistakes(t *testing.T) {
	s := machinestest.New(t)
	for _, c := range []struct{ opponent, games, told string }{
		{"nobody", "10", "Unknown opponent"}, {"random", "0", "is not a whole number from 1 to 1,000,000,000."},
		{"machine:a", "10", "the opponent must play second"}, {"machine:ghost", "10", "not found"},
		{"random", "x", "is not a whole number"},
		{"random", "10,00", "is not a whole number"}, {"random", "1,000,", "is not a whole number"},
	} {
		w := s.Ask("POST", "/agents/a/train", url.Values{"opponent": {c.opponent}, "games": {c.games}})
		if page := w.Body.String(); w.Code != http.StatusUnprocessableEntity || !strings.Contains(page, c.told) {
			t.Errorf("%v: status %d", c, w.Code)
		}
	}
	w := s.Ask("POST", "/agents/a/train", url.Values{"opponent": {"random"}, "games": {"10"}, "both-learn": {"on"}})
	if page := w.Body.String(); w.Code != http.StatusUnprocessableEntity ||
		!strings.Contains(page, `id="wrong-both-learn">Both can learn only if`) {
		t.Errorf("both learn although the opponent cannot: status %d", w.Code)
	}
	w = s.Ask("POST", "/agents/a/train", url.Values{"opponent": {"random"}, "games": {"10"}, "pace": {"zz"}})
	if page := w.Body.String(); w.Code != http.StatusUnprocessableEntity ||
		!strings.Contains(page, "Unknown pace &#34;zz&#34;; choose from fast, slowly, moves, unseen, games.") {
		t.Errorf("an unknown pace: status %d", w.Code)
	}
	if s.Games("a") != 100 {
		t.Error("the machine has been trained")
	}
}

// TestTrainBusy checks that the form does not blame a field for an error that concerns the whole database.
func TestTrainBusy(t *testing.T) {
	s := machinestest.New(t)
	other, err := sql.Open(sql.Drivers()[0], s.DB.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	other.SetMaxOpenConns(1)
	if _, err := other.Exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	w := s.Ask("POST", "/agents/a/train", url.Values{"opponent": {"random"}, "games": {"10"}, "pace": {"moves"}},
		func(r *http.Request) { *r = *r.WithContext(data.WithoutWaiting(r.Context())) })
	if w.Code != http.StatusServiceUnavailable {
		t.Errorf("status %d, want %d", w.Code, http.StatusServiceUnavailable)
	}
}

// TestDeleteWhileTraining checks that the question says how much would be lost.
func TestDeleteWhileTraining(t *testing.T) {
	s := machinestest.New(t)
	s.Post("/agents/a/train", url.Values{"opponent": {"random"}, "games": {"1000000000"}})
	s.WaitForTraining()
	if page := s.Get("/agents/a/delete"); !strings.Contains(page, "It is training, and has played ") ||
		!strings.Contains(page, `<a href="/agents/a">Keep it</a>`) {
		t.Errorf("got the question %s", page)
	}
}

// TestEvents checks that two viewers get everything at first, and then the changes.
func TestEvents(t *testing.T) {
	t.Parallel()
	s := machinestest.New(t)
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	t.Cleanup(s.Close) // must run first, so that the streams end
	streams := []<-chan site.Frame{sitetest.Listen(t, server.URL+"/agents/a/events"), sitetest.Listen(t, server.URL+"/agents/a/events")}
	for i, frames := range streams {
		if first := <-frames; len(first.Values) != 304 || len(first.Parts) != 13 {
			t.Errorf("reader %d: got %d boxes and %d parts at first", i, len(first.Values), len(first.Parts))
		}
	}
	s.Post("/agents/a/hint", nil)
	for i, frames := range streams {
		if f := <-frames; len(f.Values) != 0 || !strings.Contains(f.Parts["messages"], "The perfect player plays") {
			t.Errorf("reader %d: got %v", i, f)
		}
	}
	s.Post("/agents/a/train", url.Values{"opponent": {"random"}, "games": {"1000000000"}, "pace": {"games"}})
	for range 8 {
		for i, frames := range streams {
			if f := <-frames; len(f.Parts) == 0 {
				t.Errorf("reader %d: got %v", i, f)
			}
		}
	}
	s.Post("/agents/a/stop", nil)
}
