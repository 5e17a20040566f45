package pages_test

import (
	"net/url"
	"testing"

	"menace/cmd/menace/internal/machines/machinestest"
)

// TestReadWhileLocked opens pages while another process writes.
func TestReadWhileLocked(t *testing.T) {
	s := machinestest.New(t)
	unlock := s.Lock(func() int { return s.Ask("POST", "/agents/a/rename", url.Values{"to": {"renamed"}}).Code })
	s.Reads([]string{"/", "/agents/a", "/agents/a/events", "/agents/a/games", "/agents/a/export", "/agents/a/projector",
		"/agents/a/projector/boxes", "/figures/learning?machine=a"})
	unlock()
}
