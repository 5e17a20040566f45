package pagetest

import (
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/labtest"
	"menace/cmd/menace/internal/site"
	"menace/data"
	"menace/menace"
)

// BenchmarkClass lets thirty pupils play, each with a stream, while the machine trains and two hundred others watch. It
// reports the median and the 99th percentile of the time to answer a move, in milliseconds.
func BenchmarkClass(b *testing.B) {
	const watchers, players, lasts, thinks = 200, 30, 10 * time.Second, 250 * time.Millisecond
	db, err := data.Open(b.Context(), b.TempDir()+"/menace.db", data.Create)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	rules := menace.Michie()
	rules.OnEmpty = menace.Restock
	if _, err := agents.Make(b.Context(), db, "a", rules, 1); err != nil {
		b.Fatal(err)
	}
	page := New(db, site.Config{})
	c := openOn(b, page, "7a", "a")
	server := httptest.NewServer(page.Handler())
	defer server.Close()
	defer page.Close() // must run first, so that the streams end
	teacher := teacherOf(b, page)
	for range watchers {
		discard(b, server.URL+"/agents/a/events", teacher)
	}
	for b.Loop() {
		owner := labtest.StartTraining(b, page.registry, "a")
		var mutex sync.Mutex
		var took []time.Duration
		var all sync.WaitGroup
		until := time.Now().Add(lasts)
		for n := range players {
			pupil := joinAs(b, c, fmt.Sprint("pupil ", n))
			discard(b, server.URL+pupil.home+"/events", pupil)
			all.Go(func() {
				times := moveUntil(b, server.URL, pupil, until, thinks)
				mutex.Lock()
				defer mutex.Unlock()
				took = append(took, times...)
			})
		}
		all.Wait()
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms/move-p50")
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms/move-p99")
		b.ReportMetric(float64(len(took))/lasts.Seconds(), "moves/s")
		b.ReportMetric(float64(labtest.Played(b, page.registry, "a"))/lasts.Seconds(), "games/s")
		owner.Stop()
		for _, p := range c.Standing(false).Pupils {
			c.Manage(b.Context(), p.ID, "remove", "")
		}
	}
}

// discard reads a stream and discards it.
func discard(b testing.TB, address string, who person) {
	b.Helper()
	r, _ := http.NewRequestWithContext(b.Context(), "GET", address, nil)
	carrying(who)(r)
	reply, err := http.DefaultClient.Do(r)
	if err != nil || reply.StatusCode != http.StatusOK {
		b.Fatal(reply, err)
	}
	go func() {
		io.Copy(io.Discard, reply.Body)
		reply.Body.Close()
	}()
}

// moveUntil plays until a time, thinking for some time before each move, and returns how long the answers took.
func moveUntil(b *testing.B, at string, pupil person, until time.Time, thinks time.Duration) (took []time.Duration) {
	browser := &http.Client{Transport: &http.Transport{},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	ask := func(method, path string, form url.Values) string {
		r, _ := http.NewRequestWithContext(b.Context(), method, at+pupil.home+path, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		carrying(pupil)(r)
		reply, err := browser.Do(r)
		if err != nil {
			b.Error(err)
			return ""
		}
		defer reply.Body.Close()
		text, _ := io.ReadAll(reply.Body)
		if reply.StatusCode >= 400 {
			b.Errorf("%s: %s", path, reply.Status)
		}
		return string(text)
	}
	for time.Now().Before(until) && !b.Failed() {
		can := labtest.Moves(ask("GET", "", nil))
		if len(can) == 0 {
			ask("POST", "/new", nil)
			continue
		}
		time.Sleep(thinks)
		began := time.Now()
		ask("POST", "/move", url.Values{"move": {can[len(took)%len(can)]}})
		took = append(took, time.Since(began))
	}
	return took
}

// BenchmarkPage requests a page of a machine with everything that it loads, and reports the size.
func BenchmarkPage(b *testing.B) {
	for _, path := range []string{"/agents/a", "/agents/a/projector"} {
		b.Run(path[strings.LastIndex(path, "/")+1:], func(b *testing.B) {
			db, err := data.Open(b.Context(), b.TempDir()+"/menace.db", data.Create)
			if err != nil {
				b.Fatal(err)
			}
			defer db.Close()
			if _, err := agents.Make(b.Context(), db, "a", menace.Michie(), 1); err != nil {
				b.Fatal(err)
			}
			page := New(db, site.Config{})
			server := httptest.NewServer(page.Handler())
			defer server.Close()
			defer page.Close() // must run first, so that the streams end
			var bytes int64
			for b.Loop() {
				bytes = 0
				for _, part := range []string{path, "/static/style.css", "/static/machines.css",
					"/static/live.js", "/static/machines.js", "/static/icon.svg"} {
					reply, err := http.Get(server.URL + part)
					if err != nil {
						b.Fatal(err)
					}
					n, _ := io.Copy(io.Discard, reply.Body)
					reply.Body.Close()
					bytes += n
				}
			}
			b.ReportMetric(float64(bytes)/1000, "kB")
		})
	}
}

// reachable returns the bytes of the heap that are in use. The collector also counts what is allocated while it runs,
// which on a busy machine is megabytes of garbage, so this is the least of several collections.
func reachable() uint64 {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	least := uint64(math.MaxUint64)
	for range 5 {
		runtime.GC()
		metrics.Read(live)
		least = min(least, live[0].Value.Uint64())
	}
	return least
}

// TestMemory trains ten million games, watched and with a pupil, and checks at intervals that memory use does not grow.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	l := newClassroom(t)
	at := l.serve()
	browser := browserOf(t)
	home := l.comeIn(browser, at, "Ann")
	discard(t, at+"/agents/a/events", l.teacher())
	const million = 1_000_000
	labtest.StartTraining(t, l.server.registry, "a")
	var first, now uint64
	for games := int64(million); games <= 5*million; games += million {
		for labtest.Played(t, l.server.registry, "a") < games {
			playGame(t, browser, home, 0)
		}
		if now = reachable(); first == 0 {
			first = now
		}
		t.Logf("%d million games: %.1f MB", games/million, float64(now)/million)
	}
	// one byte per game would be 4 million; the rest is for frames being drawn and sent
	if grown := int64(now) - int64(first); grown > 3*million {
		t.Errorf("4 million games took %.1f MB", float64(grown)/million)
	}
}
