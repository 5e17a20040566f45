package pagetest

import (
	"fmt"
	"net/http/httptest"
	"testing"
	"time"

	"menace/arena"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/site"
	"menace/data"
	"menace/menace"
)

// BenchmarkWatched trains while others watch, and reports games per second.
func BenchmarkWatched(b *testing.B) {
	for _, watchers := range []int{0, 1, 10} {
		b.Run(fmt.Sprint(watchers), func(b *testing.B) {
			l, err := data.Open(b.Context(), b.TempDir()+"/menace.db", data.Create)
			if err != nil {
				b.Fatal(err)
			}
			defer l.Close()
			page := New(l, site.Config{})
			server := httptest.NewServer(page.Handler())
			defer server.Close()
			defer page.Close() // must run first, so that the streams end
			for b.Loop() {
				watched(b, l, page, server.URL, watchers)
			}
		})
	}
}

// watched trains a new machine for some seconds.
func watched(b *testing.B, l *data.DB, page *Server, address string, watchers int) {
	name := fmt.Sprint("a", time.Now().UnixNano())
	if _, err := agents.Make(b.Context(), l, name, menace.Michie(), 1); err != nil {
		b.Fatal(err)
	}
	for range watchers {
		listen(b, address+"/agents/"+name+"/events")
	}
	const seconds = 3
	at := startTraining(b, page, name)
	time.Sleep(seconds * time.Second)
	b.ReportMetric(float64(playedAt(b, page, name))/seconds, "games/s")
	at.Stop()
}

// startTraining trains a machine until it is stopped.
func startTraining(tb testing.TB, page *Server, name string) *live.Owner {
	tb.Helper()
	owner, err := page.registry.Owner(tb.Context(), name)
	if err == nil {
		err = owner.Train(tb.Context(), live.TrainOptions{Opponent: "random", Games: 1_000_000_000, Seed: arena.NoSeed},
			live.Paces[0])
	}
	if err != nil {
		tb.Fatal(err)
	}
	return owner
}
