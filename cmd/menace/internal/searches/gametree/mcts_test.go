package gametree

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"menace/board"
	"menace/minimax"
	"menace/minimax/games"
	"menace/plots/chart"
	"menace/plots/paper"
)

// measure asks for the figures of Monte-Carlo tree search in docs/SEARCH.md, which take minutes.
var measure = flag.Bool("measure", false, "measure how well Monte-Carlo tree search plays, and draw the figures")

// share is a number of successes in a number of trials.
type share struct{ successes, trials float64 }

// point returns the share with its 95 % interval, after Wilson.
func (s share) point(x float64) chart.Point {
	const z = 1.96
	p, n := s.successes/s.trials, s.trials
	centre, half := (p+z*z/(2*n))/(1+z*z/n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))/(1+z*z/n)
	return chart.Point{X: x, Y: p, Low: max(0, centre-half), High: min(1, centre+half)}
}

// draw writes a figure into docs, and prints its numbers.
func draw(t *testing.T, name string, f chart.Figure) {
	t.Helper()
	for _, c := range f.Panels[0][0].Curves {
		for _, p := range c.Points {
			t.Logf("%s, %s: %v: %.1f %% (%.1f to %.1f)", name, c.Name, p.X, 100*p.Y, 100*p.Low, 100*p.High)
		}
	}
	file, err := os.Create("../../../../../docs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := paper.Encode(file, ".svg", f, paper.Format{}); err != nil {
		t.Error(err)
	}
}

// falls returns how often Monte-Carlo tree search plays a losing move in a position where X threatens nothing yet: O may
// play 3 or 9. After 1, which threatens 7, only one of five replies refutes it, and four of five lose for X.
func falls(t *testing.T, playouts, runs int, exploration float64) (s share) {
	t.Helper()
	p, err := board.Parse(".X./O.X/...")
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(runs) {
		u, err := minimax.NewUCT(games.TicTacToe{}, p, exploration, rand.NewPCG(seed, 0))
		if err != nil {
			t.Fatal(err)
		}
		if err := u.Run(t.Context(), playouts); err != nil {
			t.Fatal(err)
		}
		if m := u.Root.MostVisited().Move; m != 2 && m != 8 {
			s.successes++
		}
		s.trials++
	}
	return s
}

// TestTrap checks that few playouts fall into a trap in tic-tac-toe and many do not.
func TestTrap(t *testing.T) {
	if got := falls(t, 300, 50, math.Sqrt2); got.successes < 45 {
		t.Errorf("after 300 playouts, %v of %v fall into the trap", got.successes, got.trials)
	}
	if got := falls(t, 10_000, 10, math.Sqrt2); got.successes > 0 {
		t.Errorf("after 10,000 playouts, %v of %v fall into the trap", got.successes, got.trials)
	}
	if !*measure {
		return
	}
	panel := chart.Panel{
		X: chart.Axis{Label: "playouts", Min: 10, Max: 10_000, Log: true},
		Y: chart.Axis{Label: "moves that lose", Max: 1, Percent: true},
	}
	for i, exploration := range []float64{math.Sqrt2, 0.5, 0.2} {
		c := chart.Curve{Name: fmt.Sprintf("C = %.2g", exploration), Hue: i, Dash: i, Marked: true}
		for _, n := range []int{10, 30, 100, 300, 1000, 1500, 2000, 3000, 5000, 10_000} {
			c.Points = append(c.Points, falls(t, n, 200, exploration).point(float64(n)))
		}
		panel.Curves = append(panel.Curves, c)
	}
	draw(t, "search-trap.svg", chart.Figure{
		Title: "Monte-Carlo tree search in the trap .X./O.X/...", Panels: [][]chart.Panel{{panel}},
		Subtitle: "200 seeds each", Bands: "bands: 95 % intervals",
	})
}

// budget is a context that ends after so many polls, one for every 4,096 positions of a search.
type budget struct {
	context.Context
	polls int
}

func (b *budget) Err() error {
	if b.polls--; b.polls <= 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// blind is connect four without estimates.
type blind struct{ rules *games.InARow }

func (b blind) Moves(p games.Discs, moves []games.Column) []games.Column {
	return b.rules.Moves(p, moves)
}
func (b blind) Apply(p games.Discs, c games.Column) games.Discs { return b.rules.Apply(p, c) }
func (b blind) Finished(p games.Discs) bool                     { return b.rules.Finished(p) }
func (b blind) Payoff(p games.Discs) int                        { return b.rules.Payoff(p) }
func (b blind) Bound() int                                      { return 1 }
func (b blind) Key(p games.Discs) uint64                        { return b.rules.Key(p) }

// match plays connect four from each position after two moves, with one or both colours, and counts the points of
// Monte-Carlo tree search against iterative deepening: 1 for a win, 1/2 for a draw. Both may visit as many positions for
// a move: polls times 4,096.
func match(t *testing.T, deepening minimax.Game[games.Discs, games.Column], polls int, exploration float64,
	colours int) (s share) {
	t.Helper()
	rules, err := games.NewConnectFour(7, 6)
	if err != nil {
		t.Fatal(err)
	}
	for game := range 49 * colours {
		opening := game % 49
		p := rules.Apply(rules.Apply(games.Discs{}, games.Column(opening/7)), games.Column(opening%7))
		first := (game/49 + game%49) % 2 // who is the player with X
		ply := 0
		for ; !rules.Finished(p); ply++ {
			if ply%2 == first {
				u, err := minimax.NewUCT(rules, p, exploration, rand.NewPCG(uint64(game), uint64(ply)))
				if err != nil {
					t.Fatal(err)
				}
				for u.Nodes < int64(polls)*4096 {
					u.Run(t.Context(), 10)
				}
				p = rules.Apply(p, u.Root.MostVisited().Move)
				continue
			}
			// The line of best play is not needed, so its search has only one poll.
			r, _ := minimax.Search(&budget{t.Context(), polls}, deepening, p,
				minimax.Options{Algorithm: minimax.Deepening, Prefer: minimax.Fast})
			best := append(r.Best, rules.Moves(p, nil)...) // a search that ends at once has none
			p = rules.Apply(p, best[0])
		}
		if s.trials++; rules.Payoff(p) == 0 {
			s.successes += 0.5
		} else if (ply-1)%2 == first {
			s.successes++
		}
	}
	return s
}

// TestMatch draws how Monte-Carlo tree search does in connect four against iterative deepening at equal effort.
func TestMatch(t *testing.T) {
	if !*measure {
		t.Skip("takes minutes; runs only with -measure")
	}
	rules, err := games.NewConnectFour(7, 6)
	if err != nil {
		t.Fatal(err)
	}
	panel := chart.Panel{
		X: chart.Axis{Label: "positions for each move", Min: 4096, Max: 4096 * 64, Log: true},
		Y: chart.Axis{Label: "points of mcts", Max: 1, Percent: true},
	}
	for i, m := range []struct {
		name        string
		rules       minimax.Game[games.Discs, games.Column]
		exploration float64
	}{
		{"no estimates, C = √2", blind{rules}, math.Sqrt2},
		{"no estimates, C = 0.5", blind{rules}, 0.5},
		{"estimates, C = √2", rules, math.Sqrt2},
		{"estimates, C = 0.5", rules, 0.5},
	} {
		c := chart.Curve{Name: m.name, Hue: i, Dash: i, Marked: true}
		for _, polls := range []int{1, 4, 16, 64} {
			colours := 2
			if polls >= 16 {
				colours = 1
			}
			if polls == 64 && m.exploration > 1 {
				break
			}
			s := match(t, m.rules, polls, m.exploration, colours)
			c.Points = append(c.Points, s.point(float64(polls)*4096))
		}
		panel.Curves = append(panel.Curves, c)
	}
	draw(t, "search-match.svg", chart.Figure{
		Title:    "Connect four: Monte-Carlo tree search against iterative deepening",
		Subtitle: "49 openings, below 50,000 positions with both colours; a draw is half a point",
		Bands:    "bands: 95 % intervals", Panels: [][]chart.Panel{{panel}},
	})
}
