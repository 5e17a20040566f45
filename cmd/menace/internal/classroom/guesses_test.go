package classroom

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// guessing simulates a guesser, a new client for each guess unless it keeps a cookie or an address.
type guessing struct {
	browsers, addresses int  // how many of each
	forgets             bool // drops its cookies, and gets new ones for each guess
}

// TestGuessers lets guessers of several kinds guess as fast as they can for an hour of a clock in the test. However many
// browsers and addresses they have, the codes that are looked up must leave the chance to find one of sixty open classes
// below one in a hundred.
func TestGuessers(t *testing.T) {
	const classes, space = 60, 100_000_000
	for _, c := range []struct {
		name  string
		who   guessing
		most  int // codes that are looked up in an hour
		least int
	}{
		{"a browser", guessing{browsers: 1, addresses: 1}, 126, 120},
		{"31 browsers", guessing{browsers: 31, addresses: 1}, 31 * 126, 31 * 120},
		{"no cookie", guessing{addresses: 1}, 20 + 361, 360},
		{"a new cookie each time", guessing{addresses: 1, forgets: true}, 200 + 61 + 20 + 361, 600},
		{"twelve addresses", guessing{addresses: 12, forgets: true}, 12 * (200 + 61 + 20 + 361), 0},
		{"a thousand addresses", guessing{addresses: 1000, forgets: true}, 13_800 + 2, 13_000},
		{"ten thousand browsers", guessing{browsers: 10_000, addresses: 1000}, 13_800 + 2, 13_000},
	} {
		g, now, looked, n := newGuesses(), time.Now(), 0, 0
		for range 3600 * 8 { // so fast that every limit is reached
			now = now.Add(time.Second / 8)
			for range 1 + c.who.addresses/500 {
				n++
				who := Guesser{Address: fmt.Sprint(n % c.who.addresses)}
				if c.who.browsers > 0 {
					who.Browser = fmt.Sprint("browser ", n%c.who.browsers)
				} else if c.who.forgets {
					who.Browser = fmt.Sprint("browser ", n)
				}
				g.try(who, now, func() bool { looked++; return false })
			}
		}
		if looked > c.most || looked < c.least {
			t.Errorf("%s: %d codes are looked up in an hour, want %d to %d", c.name, looked, c.least, c.most)
		}
		if chance := float64(looked) * classes / space; chance >= 0.01 {
			t.Errorf("%s finds one of %d classes with a chance of %.4f", c.name, classes, chance)
		}
	}
}

// TestNobodyIsShutOut checks that pupils who type the right code, some at the second attempt, come in at once, whoever
// guesses beside them, and that what they read does not accuse them of anything.
func TestNobodyIsShutOut(t *testing.T) {
	for name, guess := range map[string]func(n int) Guesser{
		"31 browsers at their address":          func(n int) Guesser { return Guesser{fmt.Sprint("guesser ", n%31), "school"} },
		"clients without cookies at it":         func(int) Guesser { return Guesser{"", "school"} },
		"twelve other addresses":                func(n int) Guesser { return Guesser{"", fmt.Sprint("address ", n%12)} },
		"twelve others with new cookies always": func(n int) Guesser { return Guesser{fmt.Sprint(n), fmt.Sprint("address ", n%12)} },
	} {
		g, now := newGuesses(), time.Now()
		for n := range 20_000 {
			g.try(guess(n), now, func() bool { return false })
		}
		for n := range 200 {
			pupil := Guesser{fmt.Sprint("pupil ", n), "school"}
			if n%10 == 0 {
				if err := g.try(pupil, now, func() bool { return false }); err != errWrongCode {
					t.Errorf("%s: a pupil who mistypes reads %q", name, err)
				}
			}
			if n%10 == 0 && strings.HasPrefix(name, "twelve others with") {
				now = now.Add(10 * time.Second) // the second mistake of a browser would not come from the same budget
			}
			if err := g.try(pupil, now, func() bool { return true }); err != nil {
				t.Errorf("%s: pupil %d reads %q", name, n, err)
			}
		}
	}
}

// TestMessagesToGuessers checks that only clients that have made mistakes are told about their own.
func TestMessagesToGuessers(t *testing.T) {
	g, now := newGuesses(), time.Now()
	wrong := func() bool { return false }
	for n := range 6 {
		err := g.try(Guesser{"one", "school"}, now, wrong)
		if own := strings.HasPrefix(err.Error(), "you have tried too many wrong codes: try again in 30 seconds"); own != (n == 5) {
			t.Errorf("mistake %d: got %q", n, err)
		}
	}
	for range 20 {
		g.try(Guesser{Address: "school"}, now, wrong)
	}
	if err := g.try(Guesser{Address: "school"}, now, wrong); !strings.HasPrefix(err.Error(), "many wrong codes are being tried just now") {
		t.Errorf("without a cookie: got %q", err)
	}
}

// TestGuessed checks that teachers see guesses for ten minutes, but not the slips of a few pupils.
func TestGuessed(t *testing.T) {
	c := newClass(t)
	now := time.Now()
	c.classes.now = func() time.Time { return now }
	for n := range 100 {
		c.classes.EnterByCode("0", Guesser{Address: "guesser"})
		if want := n + 1; want >= 30 && c.Standing(false).Guessed != want || want < 30 && c.Standing(false).Guessed != 0 {
			t.Fatalf("after %d wrong codes the teacher sees %d", want, c.Standing(false).Guessed)
		}
	}
	for _, step := range []struct {
		after time.Duration
		want  int
	}{{8 * time.Minute, 100}, {3 * time.Minute, 0}} {
		if now = now.Add(step.after); c.classes.Guessed() != step.want {
			t.Errorf("%v later the teacher sees %d, want %d", step.after, c.classes.Guessed(), step.want)
		}
	}
}

// TestAway checks that the teacher sees who has no page open.
func TestAway(t *testing.T) {
	c := newClass(t)
	now := time.Now()
	c.classes.now = func() time.Time { return now }
	c.join(t, "Ann")
	away := func() bool { return c.Standing(false).Pupils[0].Away }
	if !away() {
		t.Error("a pupil who has never asked for a page is there")
	}
	c.notice(1)
	end := c.watch(1)
	for _, step := range []struct {
		do    func()
		after time.Duration
		want  bool
	}{
		{func() {}, time.Hour, false}, {end, 0, false}, {func() {}, 19 * time.Second, false}, {func() {}, time.Second, true},
		{func() { c.notice(1) }, 0, false},
	} {
		step.do()
		if now = now.Add(step.after); away() != step.want {
			t.Errorf("away: %t, want %t", away(), step.want)
		}
	}
}

// TestSwitchedOff checks that pupils get no hints and take nothing back while these are switched off.
func TestSwitchedOff(t *testing.T) {
	c, ctx := newClass(t), t.Context()
	c.join(t, "Ann")
	move(t, c, 1)
	m := c.Machine().Match(1)
	for _, off := range []bool{true, false} {
		c.must(t, c.Set(ctx, "no-hints", off))
		c.must(t, c.Set(ctx, "no-undo", off))
		c.must(t, m.AskHint(ctx))
		if hint := m.View(ctx).Hint; (hint == nil) != off {
			t.Errorf("switched off: %t, and the hint is %v", off, hint)
		}
		before := len(m.View(ctx).Game.Moves())
		c.must(t, m.TakeBack(ctx))
		if after := len(m.View(ctx).Game.Moves()); (after == before) != off {
			t.Errorf("switched off: %t, and %d moves are %d", off, before, after)
		}
	}
}
