package pages_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"menace/cmd/menace/internal/machines/machinestest"
	"menace/menace"
)

// newcomer serves a laboratory without machines.
func newcomer(s *machinestest.Site) *machinestest.Site {
	s.Helper()
	s.Post("/agents/a/delete", nil)
	return s
}

var (
	seedSent  = regexp.MustCompile(`name="seed" value="(\d+)"`)
	firstMove = regexp.MustCompile(`data-square="(\d)" class="x last"`)
	freeMove  = regexp.MustCompile(`name="move" value="(\d)"[^>]*, empty">`)
)

// TestStart checks that, without machines, the start page shows the first move of one, which Play creates, that a
// square on that board answers the move, and that pressing twice does nothing more.
func TestStart(t *testing.T) {
	s := newcomer(machinestest.New(t))
	opened := map[string]bool{}
	for range 15 {
		page := s.Get("/")
		seed, square := seedSent.FindStringSubmatch(page), firstMove.FindStringSubmatch(page)
		if seed == nil || square == nil {
			t.Fatalf("got no seed or no first move: %s", page)
		}
		if at := s.Post("/", url.Values{"seed": {seed[1]}}); at != "/agents/menace" {
			t.Fatalf("redirected to %s", at)
		}
		if now := firstMove.FindStringSubmatch(s.Get("/agents/menace")); now == nil || now[1] != square[1] {
			t.Errorf("seed %s: the machine moved to %v, want %s", seed[1], now, square[1])
		}
		opened[square[1]] = true
		s.Post("/agents/menace/delete", nil)
	}
	if len(opened) < 2 { // fails by chance once in 4.8 million (3^14): each of three moves has a third of the beads
		t.Errorf("the machine always opens with %v", opened)
	}

	page := s.Get("/")
	answer := url.Values{"seed": seedSent.FindStringSubmatch(page)[1:], "move": freeMove.FindStringSubmatch(page)[1:]}
	for range 2 {
		if at := s.Post("/", answer); at != "/agents/menace" {
			t.Errorf("redirected to %s", at)
		}
	}
	page = s.Get("/agents/menace")
	if left := len(freeMove.FindAllString(page, -1)); left != 6 || !strings.Contains(page, `"`+answer.Get("move")+`, O"`) {
		t.Errorf("after the answer %s, %d squares are free: %s", answer.Get("move"), left, page)
	}
	if names, err := s.DB.Names(t.Context()); len(names) != 1 || err != nil {
		t.Errorf("got the machines %v, %v", names, err)
	}
}

// TestStartAnew checks that Play creates another machine if the existing ones cannot play.
func TestStartAnew(t *testing.T) {
	s := newcomer(machinestest.New(t))
	poor := menace.Michie()
	poor.Beads, poor.Loss = [4]int64{1, 1, 1, 1}, -1000
	s.Train("menace", poor, 1000)
	if page := s.Get("/"); !strings.Contains(page, "Bankrupt") || !strings.Contains(page, `name="seed"`) {
		t.Error("the start page ignores an existing machine, or does not offer another one")
	}
	if at := s.Post("/", url.Values{"seed": {"x"}}); at != "/agents/menace-2" {
		t.Errorf("redirected to %s", at)
	}
	if page := s.Get("/"); !strings.Contains(page, `<a class="button main" href="/agents/menace-2">Play</a>`) {
		t.Error("Play does not lead to the machine that can play")
	}
}

// TestStartLast checks that Play leads to the machine that trained last, not to the first by name.
func TestStartLast(t *testing.T) {
	s := machinestest.New(t)
	s.Train("b", menace.Michie(), 1)
	if page := s.Get("/"); !strings.Contains(page, `<a class="button main" href="/agents/b">Play</a>`) {
		t.Error("Play does not lead to the machine b")
	}
}
