package web

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// serveAt serves a handler at an address, until the result is closed, which cuts all connections.
func serveAt(t *testing.T, address string, handler http.Handler) (*http.Server, string) {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: handler}
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	return server, listener.Addr().String()
}

// phone opens a phone's browser on a classroom.
func phone(l *classroom, address, path string) classWindow {
	w := windowOn(l.site, address, path)
	w.do(emulation.SetDeviceMetricsOverride(390, 844, 2, true), emulation.SetTouchEmulationEnabled(true))
	return classWindow{w, l}
}

// tap touches a square.
func (w classWindow) tap(square string) { w.touch(`[data-square="` + square + `"]`) }

// touch touches an element.
func (w classWindow) touch(selector string) {
	w.Helper()
	at := ask[[]float64](w.window, fmt.Sprintf(`(() => {
		const one = document.querySelector(%q);
		one.scrollIntoView({ block: "center" });
		const box = one.getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2];
	})()`, selector))
	w.do(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: at[0], Y: at[1]}}),
		input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
}

// TestBrowserLesson: three pupils play hexapawn by touch, and the screen never shows their nicknames. The laboratory
// ends without a word and begins again; each phone goes on with the same game and score by itself. Who gives up one
// game after the other is slowed down, and reads why.
func TestBrowserLesson(t *testing.T) {
	t.Parallel()
	path := browserPath(t)
	s := newSite(t).withHer()
	l := classroomOf(s, "her")
	server, address := serveAt(t, "127.0.0.1:0", l)
	t.Cleanup(s.server.Close)
	at := "http://" + address
	screen := classWindow{windowOn(s, at, path), l}
	screen.become(l.teacher())
	screen.visit("/agents/her/projector")
	names := []string{"Ulrike", "Benedikt", "Cassandra"}
	hidden := func() {
		t.Helper()
		for _, name := range names {
			if page := ask[string](screen.window, "document.documentElement.outerHTML"); strings.Contains(page, name) {
				t.Errorf("the screen shows %s: %s", name, page)
			}
		}
	}
	const score = `document.querySelector('[data-part="score"]').textContent`
	phones, boards, scores := []classWindow{}, []string{}, []string{}
	for _, name := range names {
		w := phone(l, at, path)
		w.comeIn(name)
		w.playOut(w.tap)
		w.until(score + ` != ""`)
		w.press("New game")
		w.until("!(" + over + ")")
		w.move(w.tap)
		phones = append(phones, w)
		boards = append(boards, ask[string](w.window, pieces))
		scores = append(scores, ask[string](w.window, score))
		hidden()
	}
	for stored := 0; stored < len(names); time.Sleep(time.Millisecond) {
		stored = 0
		now, err := s.lab.Class(t.Context(), l.class.Owner().ID())
		if err != nil {
			t.Fatal(err)
		}
		for _, playing := range now.Playing {
			if playing.Moves != "" {
				stored++
			}
		}
	}

	s.cut.Store(true)
	server.Close()
	for _, w := range phones {
		w.until(`!!document.querySelector(".silence")`)
	}
	again := New(s.lab, "laboratory")
	t.Cleanup(again.Close)
	c, err := again.Hold(t.Context(), "her", false, "http://10.0.0.2:1961")
	if err != nil {
		t.Fatal(err)
	}
	serveAt(t, address, outside(again.Handler()))
	for i, w := range phones {
		w.until(`!document.querySelector(".silence")`)
		if board, now := ask[string](w.window, pieces), ask[string](w.window, score); board != boards[i] ||
			now != scores[i] {
			t.Errorf("%s goes on from %s, %s; not from %s, %s", names[i], board, now, boards[i], scores[i])
		}
		w.playOut(w.tap)
		w.until(score + fmt.Sprintf(` != %q`, scores[i]))
	}
	if s := c.Standing(); s.Total.Games() != 6 || len(s.Pupils) != 3 || s.Pupils[0].Score.Games() != 2 {
		t.Errorf("the class stands at %+v", s)
	}
	screen.until(`!document.querySelector(".silence")`)
	hidden()

	const told = `document.querySelector('[role="status"]').textContent.includes("You have given up many games")`
	for range 4 {
		phones[0].press("New game")
		phones[0].until("!(" + over + ")")
		phones[0].do(chromedp.Click(`[formaction$="/resign"]`, chromedp.ByQuery))
		phones[0].until(over + " || " + told)
	}
	phones[0].until(told)
	if games := c.Standing().Total.Games(); games != 9 {
		t.Errorf("with those given up the class has played %d games", games)
	}
}
