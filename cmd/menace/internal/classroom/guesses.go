package classroom

import (
	"sync"
	"time"

	"menace/cmd/internal/language"
)

// Guesser identifies a client that tries a code: by a cookie, if the browser accepts one, and by an address, which many
// clients may share.
type Guesser struct{ Browser, Address string }

// guesses limits wrong codes. Pupils who share an address with a guesser must still be able to join, and so must
// everybody else while somebody guesses from many addresses. So a browser without a mistake can try a code as long as
// not too many such browsers have made their first mistake. Later mistakes are limited per browser, and mistakes of
// clients without cookies per address. Right codes are never limited.
//
// In an hour, all clients together can try 13,800 wrong codes: the bursts and rates of firstTogether and together. With
// sixty open classes, codes of eight digits, and any number of codes for lost places with ten digits each, one of these
// finds a class with a probability below 13,800 · 60 / 10⁸ = 0.83 %.
type guesses struct {
	mutex sync.Mutex // held while a code is tried

	browser       *limiter // later mistakes of a browser
	address       *limiter // mistakes of clients without a cookie, by address
	together      *limiter // all mistakes limited by browser or address
	firstHere     *limiter // first mistakes of browsers, by address
	firstTogether *limiter // all first mistakes

	minutes [10]int // mistakes in each of the last ten minutes, including refused ones
	minute  int64   // the latest minute, in Unix time
}

func newGuesses() *guesses {
	return &guesses{
		browser:       newLimiter(30*time.Second, 5),
		address:       newLimiter(10*time.Second, 20),
		together:      newLimiter(500*time.Millisecond, 1000),
		firstHere:     newLimiter(time.Minute, 200),
		firstTogether: newLimiter(time.Second, 2000),
	}
}

// cost is a limit that the guesser's next mistake counts against.
type cost struct {
	limit  *limiter
	client string
}

// costsOf returns the limits that the guesser's next mistake counts against. If wait is more than 0, one of them is
// exceeded. own reports whether that is due to the guesser's own mistakes.
func (g *guesses) costsOf(who Guesser, now time.Time) (costs []cost, wait time.Duration, own bool) {
	waitFor := func(costs []cost) (wait time.Duration) {
		for _, c := range costs {
			wait = max(wait, c.limit.left(c.client, now))
		}
		return wait
	}
	costs = []cost{{g.address, who.Address}, {g.together, ""}}
	switch {
	case who.Browser == "":
	case g.browser.has(who.Browser, now):
		costs[0] = cost{g.browser, who.Browser}
		own = g.browser.left(who.Browser, now) > 0
	default:
		first := []cost{{g.firstHere, who.Address}, {g.firstTogether, ""}}
		if waitFor(first) == 0 {
			return append(first, cost{g.browser, who.Browser}), 0, false
		}
	}
	return costs, waitFor(costs), own
}

// try calls right, which reports whether a code is right, unless the guesser has to wait. It counts a wrong code.
func (g *guesses) try(who Guesser, now time.Time, right func() bool) error {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	costs, wait, own := g.costsOf(who, now)
	switch {
	case wait > 0 && own:
		g.note(now)
		return refuse(language.NewMessage("you have tried too many wrong codes: try again in {n} seconds",
			"n", seconds(wait)))
	case wait > 0:
		g.note(now)
		return refuse(language.NewMessage("many wrong codes are being tried just now: try again in {n} seconds",
			"n", seconds(wait)))
	case right():
		return nil
	}
	g.note(now)
	for _, c := range costs {
		c.limit.wait(c.client, now)
	}
	return errWrongCode
}

// note counts a mistake.
func (g *guesses) note(now time.Time) {
	g.forget(now)
	g.minutes[g.minute%int64(len(g.minutes))]++
}

// forget forgets mistakes older than ten minutes.
func (g *guesses) forget(now time.Time) {
	for minute := now.Unix() / 60; g.minute < minute; {
		g.minute = max(g.minute+1, minute-int64(len(g.minutes))+1)
		g.minutes[g.minute%int64(len(g.minutes))] = 0
	}
}

// suspicious is the number of mistakes in ten minutes that is too high for slips.
const suspicious = 30

// lately returns the number of wrong codes in the last ten minutes, or 0 if few enough to be slips.
func (g *guesses) lately(now time.Time) (n int) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.forget(now)
	for _, mistakes := range g.minutes {
		n += mistakes
	}
	if n < suspicious {
		return 0
	}
	return n
}
