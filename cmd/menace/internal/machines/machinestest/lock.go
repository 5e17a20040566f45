package machinestest

import (
	"database/sql"
	"net/http"
	"strings"

	"menace/data"
)

// Lock blocks this process with another one that writes, while this one handles a request that writes and redirects.
// The function unlock fails the test if the request no longer waits, because then a page that was read meanwhile may
// have waited too.
func (s *Site) Lock(write func() (status int)) (unlock func()) {
	s.Helper()
	other, err := sql.Open(sql.Drivers()[0], s.DB.Path())
	if err != nil {
		s.Fatal(err)
	}
	other.SetMaxOpenConns(1)
	if _, err := other.Exec("BEGIN IMMEDIATE"); err != nil {
		s.Fatal(err)
	}
	waits := make(chan int, 1)
	go func() { waits <- write() }()
	for waiting := false; !waiting; {
		err := s.DB.Delete(data.WithoutWaiting(s.Context()), "none")
		waiting = err != nil && strings.Contains(err.Error(), "this process is writing")
	}
	return func() {
		s.Helper()
		defer other.Close()
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
	}
}

// Reads checks that pages answer and that none reports a busy database.
func (s *Site) Reads(pages []string, change ...func(*http.Request)) {
	s.Helper()
	for _, page := range pages {
		w := s.Ask("GET", page, nil, change...)
		if w.Code != http.StatusOK || strings.Contains(w.Body.String(), "busy") {
			s.Errorf("%s: status %d", page, w.Code)
		}
	}
}
