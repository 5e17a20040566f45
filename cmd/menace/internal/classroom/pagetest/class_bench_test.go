package pagetest

import (
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"runtime"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"menace/cmd/menace/internal/classroom"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/machines/machinestest"
	"menace/cmd/menace/internal/site"
	"menace/data"
	"menace/menace"
)

// BenchmarkClass lets thirty pupils play, each with a stream, while the machine trains and two hundred others watch. It
// reports the median and the 99th percentile of the time to answer a move, in milliseconds.
func BenchmarkClass(b *testing.B) {
	const watchers, players, lasts, thinks = 200, 30, 10 * time.Second, 250 * time.Millisecond
	page, c, server := serveClass(b)
	teacher := teacherOf(b, page)
	for range watchers {
		discard(b, server.URL+"/agents/a/events", teacher)
	}
	for b.Loop() {
		machine := machinestest.StartTraining(b, page.live, "a")
		var pupils []person
		for n := range players {
			pupils = append(pupils, joinAs(b, c, fmt.Sprint("pupil ", n)))
			discard(b, server.URL+pupils[n].home+"/events", pupils[n])
		}
		letPlay(b, server.URL, pupils, lasts, thinks)
		b.ReportMetric(float64(machinestest.Played(b, page.live, "a"))/lasts.Seconds(), "games/s")
		machine.Stop()
		for _, p := range c.Standing(false).Pupils {
			c.Manage(b.Context(), p.ID, "remove", "")
		}
	}
}

// BenchmarkPupils lets a full class play, each pupil with a stream, and reports what BenchmarkClass does. Pupils and
// server share the computer.
func BenchmarkPupils(b *testing.B) {
	const lasts, thinks = 15 * time.Second, 3 * time.Second
	page, c, server := serveClass(b)
	discard(b, fmt.Sprint(server.URL, "/class/", c.ID(), "/events"), teacherOf(b, page))
	var pupils []person
	for n := range classroom.MaxPupils {
		pupils = append(pupils, joinAs(b, c, fmt.Sprint("pupil ", n)))
		discard(b, server.URL+pupils[n].home+"/events", pupils[n])
	}
	for b.Loop() {
		before := busy(b)
		letPlay(b, server.URL, pupils, lasts, thinks)
		b.ReportMetric((busy(b)-before).Seconds()/lasts.Seconds(), "cores")
	}
}

// serveClass serves a class whose machine is restocked, until the benchmark ends.
func serveClass(b *testing.B) (page *Server, c *classroom.Class, server *httptest.Server) {
	db, err := data.Open(b.Context(), b.TempDir()+"/menace.db", data.Create)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	rules := menace.Michie()
	rules.OnEmpty = menace.Restock
	if _, err := agents.Make(b.Context(), db, "a", rules, 1); err != nil {
		b.Fatal(err)
	}
	page = New(db, site.Config{})
	c = openOn(b, page, "7a", "a")
	server = httptest.NewServer(page.Handler())
	b.Cleanup(server.Close)
	b.Cleanup(func() { page.Close() }) // must run first, so that the streams end
	return page, c, server
}

// letPlay lets pupils play for some time, thinking before each move, and reports how long the answers took.
func letPlay(b *testing.B, at string, pupils []person, lasts, thinks time.Duration) {
	var mutex sync.Mutex
	var took []time.Duration
	var all sync.WaitGroup
	until := time.Now().Add(lasts)
	for n, pupil := range pupils {
		all.Go(func() {
			time.Sleep(thinks * time.Duration(n) / time.Duration(len(pupils))) // nobody begins at the same moment
			times := moveUntil(b, at, pupil, until, thinks)
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
}

// BenchmarkClasses has sixty classes of thirty pupils open on one server. Each pupil has a stream, and each class a
// panel and a projector. In each class one pupil plays. It reports the streams that were opened, the time to answer a
// move, in milliseconds, the memory of a stream with both of its ends, and how many cores are busy.
func BenchmarkClasses(b *testing.B) {
	const classes, pupils, lasts, thinks = 60, 30, 10 * time.Second, time.Second
	db, err := data.Open(b.Context(), b.TempDir()+"/menace.db", data.Create)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	rules := menace.Michie()
	rules.OnEmpty = menace.Restock
	page := New(db, site.Config{})
	server := httptest.NewServer(page.Handler())
	defer server.Close()
	defer page.Close() // must run first, so that the streams end
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var playing []person
	streams := 0
	for n := range classes {
		name := fmt.Sprint("m", n)
		if _, err := agents.Make(b.Context(), db, name, rules, 1); err != nil {
			b.Fatal(err)
		}
		c := openOn(b, page, name, name)
		teacher := teacherOf(b, page)
		discard(b, fmt.Sprint(server.URL, "/class/", c.ID(), "/events"), teacher)
		discard(b, fmt.Sprint(server.URL, "/class/", c.ID(), "/projector/events"), teacher)
		for n := range pupils {
			pupil := joinAs(b, c, fmt.Sprint("pupil ", n))
			discard(b, server.URL+pupil.home+"/events", pupil)
			if n == 0 {
				playing = append(playing, pupil)
			}
		}
		streams += pupils + 2
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	for b.Loop() { // which forgets earlier metrics
		b.ReportMetric(float64(streams), "streams")
		b.ReportMetric(float64(after.Sys-before.Sys)/float64(streams)/1000, "kB/stream")
		var mutex sync.Mutex
		var took []time.Duration
		var all sync.WaitGroup
		began, cpu := time.Now(), busy(b)
		for _, pupil := range playing {
			all.Go(func() {
				times := moveUntil(b, server.URL, pupil, began.Add(lasts), thinks)
				mutex.Lock()
				defer mutex.Unlock()
				took = append(took, times...)
			})
		}
		all.Wait()
		b.ReportMetric((busy(b)-cpu).Seconds()/time.Since(began).Seconds(), "cores")
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms/move-p50")
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms/move-p99")
	}
}

// busy returns the time for which this process has kept cores busy.
func busy(b *testing.B) time.Duration {
	text, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		b.Skip(err) // elsewhere than on Linux
	}
	fields := strings.Fields(string(text[strings.LastIndex(string(text), ")"):]))
	user, _ := strconv.Atoi(fields[12])
	system, _ := strconv.Atoi(fields[13])
	return time.Duration(user+system) * 10 * time.Millisecond // USER_HZ is 100
}

// discard reads a stream and discards it.
func discard(b testing.TB, address string, who person) {
	b.Helper()
	if status := tryToDiscard(b, address, who); status != http.StatusOK {
		b.Fatal(address, status)
	}
}

// tryToDiscard requests a stream, and discards it if there is one.
func tryToDiscard(b testing.TB, address string, who person) (status int) {
	b.Helper()
	r, _ := http.NewRequestWithContext(b.Context(), "GET", address, nil)
	carrying(who)(r)
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	go func() {
		io.Copy(io.Discard, reply.Body)
		reply.Body.Close()
	}()
	return reply.StatusCode
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
		can := machinestest.Moves(ask("GET", "", nil))
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
	machinestest.StartTraining(t, l.server.live, "a")
	var first, now uint64
	for games := int64(million); games <= 5*million; games += million {
		for machinestest.Played(t, l.server.live, "a") < games {
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
