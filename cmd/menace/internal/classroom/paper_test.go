package classroom

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"menace/data/datatest"
	"menace/menace"
	"menace/menace/arena"

	"menace/cmd/menace/internal/machines/agents"
)

// TestPaper checks that groups report games on paper only while their teacher wants it, that a second tap on an older
// page changes nothing, and that the results are stored.
func TestPaper(t *testing.T) {
	ctx, db := t.Context(), datatest.Open(t, "")
	if _, err := agents.Make(ctx, db, "a", mustPreset(t, "her"), 1); err != nil {
		t.Fatal(err)
	}
	c := classOf(t, db)
	c.join(t, "Ann")
	report := func(c *Class, result string, known int, want string) {
		t.Helper()
		c.must(t, c.Report(ctx, 1, result, known))
		if got := c.State().Pupils[0].Paper; got != want {
			t.Errorf("%s after %d results: got %q, want %q", result, known, got, want)
		}
	}
	report(c, "W", 0, "")
	c.must(t, c.Set(ctx, "paper", true))
	report(c, "back", 0, "")
	report(c, "W", 0, "W")
	report(c, "W", 0, "W")
	report(c, "L", 1, "WL")
	report(c, "D", 2, "WLD")
	report(c, "WW", 3, "WLD")
	report(c, "x", 3, "WLD")
	report(c, "back", 3, "WL")
	c.must(t, c.Set(ctx, "paused", true))
	report(c, "W", 2, "WL")
	c.must(t, c.Set(ctx, "paused", false))
	for n := 2; n < MaxPaper; n++ {
		report(c, "L", n, "W"+strings.Repeat("L", n))
	}
	full := "W" + strings.Repeat("L", MaxPaper-1)
	report(c, "L", MaxPaper, full)
	c.classes.live.Close()
	c.classes.End()
	again := classOf(t, db)
	if s := again.Standing(false); again.State().Pupils[0].Paper != full ||
		s.Pupils[0].Score != (arena.Tally{Win: 1, Loss: MaxPaper - 1}) {
		t.Errorf("after opening it again: got the standing %+v", s)
	}
	again.stored.State = strings.Replace(again.State().encode(), full, "W?", 1)
	if _, err := decode(&again.stored); err == nil {
		t.Error("unreadable results are read")
	}
}

// TestBand compares the band of machines that never learn with the binomial distribution of their wins, given their
// exact chance of winning.
func TestBand(t *testing.T) {
	rules := mustPreset(t, "her")
	rules.Loss = 0
	b, err := bandOf(rules)
	if err != nil {
		t.Fatal(err)
	}
	machine := menace.New(rules)
	opponent, err := arena.ParseOpponent(machine.Graph(), bandOpponent)
	if err != nil {
		t.Fatal(err)
	}
	wins := arena.Evaluate(machine, rules.Plays, opponent).Win
	for _, games := range []int{1, 10, MaxPaper} {
		likely := distuv.Binomial{N: float64(games), P: wins}
		for got, want := range map[float64]float64{b.low[games]: 0.05, b.middle[games]: 0.5, b.high[games]: 0.95} {
			won := (got + float64(games)) / 4 // each is worth 4 points more than a loss
			// A share of 1,000 machines differs by less than five standard errors, which are 0.079.
			if below, upTo := likely.CDF(won-1), likely.CDF(won); below > want+0.079 || upTo < want-0.079 {
				t.Errorf("after %d games: %.0f wins have shares from %.3f to %.3f of the machines up to them, want %.2f",
					games, won, below, upTo, want)
			}
		}
	}
}
