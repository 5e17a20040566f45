package pages_test

import (
	"database/sql"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/labtest"
	"menace/data"
)

// lock lets another process write, and this one wait for it, until unlock, which fails the test if this one no longer
// waits.
func lock(s *labtest.Site) (unlock func()) {
	other, err := sql.Open(sql.Drivers()[0], s.DB.Path())
	if err != nil {
		s.Fatal(err)
	}
	other.SetMaxOpenConns(1)
	if _, err := other.Exec("BEGIN IMMEDIATE"); err != nil {
		s.Fatal(err)
	}
	waits := make(chan int, 1)
	go func() { waits <- s.Ask("POST", "/agents/a/rename", url.Values{"to": {"renamed"}}).Code }()
	for waiting := false; !waiting; {
		err := s.DB.Delete(data.Hurried(s.Context()), "none")
		waiting = err != nil && strings.Contains(err.Error(), "this process is writing")
	}
	return func() {
		s.Helper()
		select {
		case status := <-waits:
			s.Errorf("a page has waited until the writer stopped waiting, with status %d", status)
		default:
			if _, err := other.Exec("COMMIT"); err != nil {
				s.Error(err)
			}
			if status := <-waits; status != http.StatusSeeOther {
				s.Errorf("afterwards, the writer got status %d", status)
			}
		}
		other.Close()
	}
}

// TestReadWhileLocked opens pages while another process writes.
func TestReadWhileLocked(t *testing.T) {
	s := labtest.New(t)
	unlock := lock(s)
	for _, page := range []string{"/", "/agents/a", "/agents/a/events", "/agents/a/games",
		"/agents/a/export", "/agents/a/projector", "/agents/a/projector/boxes", "/figures/learning?agent=a"} {
		if w := s.Ask("GET", page, nil); w.Code != http.StatusOK || strings.Contains(w.Body.String(), "busy") {
			t.Errorf("%s: status %d", page, w.Code)
		}
	}
	unlock()
}
