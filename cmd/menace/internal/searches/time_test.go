package searches

import (
	"bytes"
	"context"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"menace/cmd/menace/internal/searches/gametree"
	"menace/cmd/menace/internal/term"
	"menace/minimax"
)

// clock returns a clock that advances by a step whenever it is read, which is once or twice in 4,096 nodes.
func clock(step time.Duration) func() time.Time {
	var now time.Time
	return func() time.Time {
		now = now.Add(step)
		return now
	}
}

// searching runs a search of the empty board with these options, with notices on a screen.
func searching(
	ctx context.Context, screen term.Screen, now func() time.Time, o Options,
) (stdout, stderr string, err error) {
	var out, notes bytes.Buffer
	o.Game = gametree.Games[0]
	start, err := o.Game.SetUp(o.Game.Usual)
	if err != nil {
		return "", "", err
	}
	con := term.New(nil, &out, &notes)
	con.ErrScreen = screen
	t := task{Options: o, problem: start, now: now}
	if o.topic == "count" {
		err = t.printPlays(ctx, con)
	} else {
		err = t.compare(ctx, con)
	}
	return out.String(), notes.String(), err
}

// file is the screen of output that goes to a file.
var file = term.Screen{Width: 80}

// TestHint checks that a person at a terminal is told once, soon, that searches take long, unless the time was given.
func TestHint(t *testing.T) {
	hints := map[string]string{
		"":      "menace: each search takes up to 10s; --timeout 1m gives more time, --depth 6 looks less deep\n",
		"count": "menace: this takes up to 10s; --timeout 1m gives more time, --depth 6 looks less deep\n",
	}
	terminal := term.Screen{Terminal: true, Width: 100}
	for _, c := range []struct {
		screen term.Screen
		step   time.Duration
		given  []string
		want   int
	}{
		{terminal, 100 * time.Millisecond, nil, 1}, {file, 100 * time.Millisecond, nil, 0},
		{terminal, time.Microsecond, nil, 0}, {terminal, 100 * time.Millisecond, []string{"timeout"}, 0},
	} {
		o := Options{Options: gametree.Options{Timeout: 10 * time.Second}, given: c.given}
		o.Depth = 8
		for topic, hint := range hints {
			o.topic = topic
			_, notes, _ := searching(t.Context(), c.screen, clock(c.step), o) // some are stopped
			if got := strings.Count(notes, hint); got != c.want {
				t.Errorf("%+v, %s: got %d hints in %q", c, topic, got, notes)
			}
		}
	}
}

// TestEachSearchHasTheTimeout checks that searches do not share the timeout: minimax and negamax each take 134 of its
// 150 ms.
func TestEachSearchHasTheTimeout(t *testing.T) {
	stdout, stderr, err := searching(t.Context(), file, clock(time.Millisecond),
		Options{Options: gametree.Options{Timeout: 150 * time.Millisecond}})
	if err != nil || stderr != "" || strings.Count(stdout, " 549,946 ") != 2 {
		t.Errorf("got %v, %s and %s", err, stderr, stdout)
	}
}

// TestOutOfTime checks what is reported about stopped searches.
func TestOutOfTime(t *testing.T) {
	asked := []string{"timeout"}
	few := []minimax.Algorithm{minimax.Minimax, minimax.Negamax}
	for _, c := range []struct {
		name         string
		o            Options
		note, failed string // the notice and the error
	}{
		{
			name: "some, by default", o: Options{Options: gametree.Options{Timeout: 100 * time.Millisecond}},
			note: `^menace: stopped by the default --timeout 100ms in 2 of 6 searches; --timeout 1m gives more time, ` +
				`--depth 6 looks less deep\n$`,
		},
		{
			name: "all, by default", o: Options{Options: gametree.Options{Timeout: 100 * time.Millisecond,
				Algorithms: few}},
			failed: `^stopped by the default --timeout 100ms in 2 of 2 searches; --timeout 1m gives more time, ` +
				`--depth 6 looks less deep$`,
		},
		{
			name: "some, as asked", o: Options{Options: gametree.Options{Timeout: 100 * time.Millisecond},
				given: asked},
			failed: `^stopped by --timeout 100ms: minimax after [0-9,]+ nodes, with [0-8] of 9 moves searched; ` +
				`negamax after [0-9,]+ nodes, with [0-8] of 9 moves searched$`,
		},
		{
			name: "one with a value", o: Options{Options: gametree.Options{Timeout: time.Nanosecond,
				Algorithms: []minimax.Algorithm{minimax.Deepening}}, given: asked},
			note: `^menace: stopped by --timeout 1ns: deepening after 4,\d\d\d nodes, with [0-8] of 9 moves ` +
				`searched \d plies deep\n$`,
		},
		{
			name: "no time at all", o: Options{Options: gametree.Options{Timeout: time.Nanosecond,
				Algorithms: append(few, minimax.MinimaxSym, minimax.Deepening)}, given: asked},
			failed: `^stopped by --timeout 1ns: minimax after 4,\d\d\d nodes, with 0 of 9 moves searched; negamax ` +
				`after 4,\d\d\d nodes, with 0 of 9 moves searched; deepening after 4,\d\d\d nodes, with [0-8] of 9 ` +
				`moves searched \d plies deep$`,
		},
		{
			name: "a count", o: Options{Options: gametree.Options{Timeout: time.Nanosecond}, given: asked, topic: "count"},
			failed: `^stopped by --timeout 1ns after 4,\d\d\d nodes and [0-9,]+ plays to the end$`,
		},
	} {
		_, note, err := searching(t.Context(), file, clock(time.Millisecond), c.o)
		failed := ""
		if err != nil {
			failed = err.Error()
		}
		if !regexp.MustCompile(c.note).MatchString(note) || !regexp.MustCompile(c.failed).MatchString(failed) ||
			(c.note == "") != (note == "") || (c.failed == "") != (failed == "") {
			t.Errorf("%s: notice %q and error %q", c.name, note, failed)
		}
	}
}

// TestStoppedInTheLine checks the report of a search that has the value but not the whole line. The search reads the
// clock 134 times, once in 4,096 of 549,946 nodes.
func TestStoppedInTheLine(t *testing.T) {
	stdout, stderr, err := searching(t.Context(), file, clock(time.Millisecond), Options{given: []string{"timeout"},
		Options: gametree.Options{Timeout: 135 * time.Millisecond, Algorithms: []minimax.Algorithm{minimax.Minimax}}})
	if want := "minimax after 549,946 nodes, with 9 of 9 moves searched but the line of play incomplete"; err != nil ||
		!strings.Contains(stderr, want) {
		t.Errorf("got %v and %q, want a notice of %q", err, stderr, want)
	}
	for _, want := range []string{`(?m)^minimax +0 +all 9 +549,946 `, `(?m)^Best play, only its beginning: 1( \d)*$`} {
		if !regexp.MustCompile(want).MatchString(stdout) {
			t.Errorf("got %s, want %s", stdout, want)
		}
	}
}

// rehearsed is a problem in which the first search by each algorithm takes long.
type rehearsed struct {
	gametree.Problem
	searched map[minimax.Algorithm]int
}

func (p rehearsed) Search(ctx context.Context, o minimax.Options) (gametree.Report, error) {
	r, err := p.Problem.Search(ctx, o)
	r.Seconds = 0.001
	if p.searched[o.Algorithm]++; p.searched[o.Algorithm] == 1 {
		r.Seconds = 3600
	}
	return r, err
}

// TestTheFirstSearchIsNotTimed checks that every algorithm has run once before its search is timed, so that none is
// penalised for being the first.
func TestTheFirstSearchIsNotTimed(t *testing.T) {
	start, err := gametree.Games[0].SetUp(gametree.Games[0].Usual)
	if err != nil {
		t.Fatal(err)
	}
	p := rehearsed{start, map[minimax.Algorithm]int{}}
	o := Options{Game: gametree.Games[0], Options: gametree.Options{Timeout: time.Hour}}
	o.Depth = 2
	reports, err := task{Options: o, problem: p, now: clock(0)}.reports(t.Context(),
		term.New(nil, io.Discard, io.Discard))
	if err != nil || len(reports) < 6 {
		t.Fatal(reports, err)
	}
	for _, r := range reports {
		if r.Seconds != time.Millisecond.Seconds() {
			t.Errorf("%s is reported to take %v s", r.Algorithm, r.Seconds)
		}
	}
	for a, n := range p.searched {
		if n != 2 {
			t.Errorf("%v searched %d times", a, n)
		}
	}
}

// restless is a problem whose searches seem to take longer and longer, and then a millisecond.
type restless struct {
	gametree.Problem
	searched *int
}

func (p restless) Search(ctx context.Context, o minimax.Options) (gametree.Report, error) {
	r, err := p.Problem.Search(ctx, o)
	if r.Seconds = 0.004; *p.searched%4 == 3 {
		r.Seconds = 0.001
	}
	*p.searched++
	return r, err
}

// TestShortSearchesAreRepeated checks that the cost of a short search is the shortest of several measurements.
func TestShortSearchesAreRepeated(t *testing.T) {
	start, err := gametree.Games[0].SetUp(gametree.Games[0].Usual)
	if err != nil {
		t.Fatal(err)
	}
	p := restless{start, new(int)}
	o := gametree.Options{Timeout: time.Hour, Algorithms: []minimax.Algorithm{minimax.AlphaBeta}}
	o.Depth = 3
	costs, err := gametree.Costs(t.Context(), p, nil, o, clock(0), func(string) {})
	if err != nil || len(costs[0].Levels) != 3 {
		t.Fatal(costs, err)
	}
	for depth, l := range costs[0].Levels {
		if l.Seconds != 0.001 {
			t.Errorf("depth %d takes %v s", depth+1, l.Seconds)
		}
	}
}
