package pages_test

import (
	"fmt"
	"net/http/httptest"
	"testing"
	"time"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/site/sitetest"
	"menace/data"
	"menace/data/datatest"
	"menace/menace"
)

// BenchmarkWatched trains while others watch, and reports games per second.
func BenchmarkWatched(b *testing.B) {
	for _, watchers := range []int{0, 1, 10} {
		b.Run(fmt.Sprint(watchers), func(b *testing.B) {
			db := datatest.Open(b, "")
			machines := live.NewMachines(db)
			page := machinestest.Pages(b, db, machines)
			server := httptest.NewServer(page.Handler())
			defer server.Close()
			defer machines.Close()
			defer page.EndStreams() // must run first
			for b.Loop() {
				watched(b, db, machines, server.URL, watchers)
			}
		})
	}
}

// watched trains a new machine for some seconds.
func watched(b *testing.B, db *data.DB, machines *live.Machines, address string, watchers int) {
	name := fmt.Sprint("a", time.Now().UnixNano())
	if _, err := agents.Make(b.Context(), db, name, menace.Michie(), 1); err != nil {
		b.Fatal(err)
	}
	for range watchers {
		sitetest.Listen(b, address+"/agents/"+name+"/events")
	}
	const seconds = 3
	at := machinestest.StartTraining(b, machines, name)
	time.Sleep(seconds * time.Second)
	b.ReportMetric(float64(machinestest.Played(b, machines, name))/seconds, "games/s")
	at.Stop()
}
