package games

import (
	"slices"
	"strings"
	"testing"

	"menace/board"
	"menace/symmetry"
)

// TestGraph checks that every name has its own graph, with the right name and players, and that other names have
// none.
func TestGraph(t *testing.T) {
	players := map[string][2]string{"tic-tac-toe": {"X", "O"}, "hexapawn": {"White", "Black"},
		"nim": {"Player 1", "Player 2"}, "notakto": {"Player 1", "Player 2"}, "misere": {"X", "O"}}
	for _, name := range Names() {
		g, again := must(Graph(name)), must(Graph(name))
		if g != again || g.Name() != name {
			t.Errorf("%s: got the graph of %s; a different one the second time: %t", name, g.Name(), g != again)
		}
		if got := [2]string{g.Player(symmetry.First), g.Player(symmetry.Second)}; got != players[name] {
			t.Errorf("%s: got the players %v, want %v", name, got, players[name])
		}
	}
	want := `unknown game "chess"; choose from ` + strings.Join(Names(), ", ")
	if _, err := Graph("chess"); len(Names()) != len(players) || err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestGraphsFollowTheRules checks that the data of an orbit follow from the rules for its canonical position, and
// that its moves are in the order of the rules.
func TestGraphsFollowTheRules(t *testing.T) {
	followed := []string{follows(t, TicTacToe{}), follows(t, Hexapawn{}), follows(t, Sticks{Sticks: 8, Most: 3}),
		follows(t, Notakto{}), follows(t, Misere{})}
	if !slices.Equal(followed, Names()) {
		t.Errorf("compared %v, want %v", followed, Names())
	}
}

func follows[P comparable, M any](t *testing.T, g symmetry.Rules[P, M]) (name string) {
	t.Helper()
	graph := must(Graph(g.Game()))
	if graph.Weight() != g.Weight() {
		t.Errorf("%s: got the weight %d, want %d", g.Game(), graph.Weight(), g.Weight())
	}
	for o := range graph.All() {
		p := g.FromCode(graph.Code(o))
		if g.Code(p) != graph.Code(o) || g.Finished(p) != (graph.Outcome(o) != symmetry.Ongoing) {
			t.Errorf("%s: got code %d, finished %t; the graph has %d, %v",
				g.Format(p), g.Code(p), g.Finished(p), graph.Code(o), graph.Outcome(o))
		}
		if g.Finished(p) {
			payoffs := map[symmetry.Outcome]int{
				symmetry.Drawn: 0, symmetry.Win(graph.Turn(o)): 1, symmetry.Win(graph.Turn(o).Other()): -1,
			}
			if got, ok := payoffs[graph.Outcome(o)]; !ok || got != g.Payoff(p) {
				t.Errorf("%s: the payoff is %d, but the graph has %v", g.Format(p), g.Payoff(p), graph.Outcome(o))
			}
			continue
		}
		var numbers []symmetry.Move
		for i, m := range g.Moves(p, nil) {
			numbers = append(numbers, g.Number(m))
			if next, _ := graph.Find(g.Code(g.Apply(p, m))); next != graph.Next(o, i) {
				t.Errorf("%s: %v leads to orbit %d, but in the graph to %d",
					g.Format(p), g.Number(m), next, graph.Next(o, i))
			}
			if named, ok := g.(interface{ Name(M) string }); ok && g.Number(m).String() != named.Name(m) {
				t.Errorf("%s: the move %s has the number %v", g.Format(p), named.Name(m), g.Number(m))
			}
		}
		if !slices.Equal(numbers, graph.Moves(o)) || !slices.IsSorted(numbers) {
			t.Errorf("%s: got the moves %v, want %v", g.Format(p), graph.Moves(o), numbers)
		}
		if graph.Estimate(o) != g.Estimate(p) || graph.Estimate(o) <= -g.Weight() || graph.Estimate(o) >= g.Weight() {
			t.Errorf("%s: got the estimate %d, want %d", g.Format(p), graph.Estimate(o), g.Estimate(p))
		}
		if g.Forced(p) != (graph.Forced(o) != symmetry.None) {
			t.Errorf("%s: the move is forced: %t; the graph has %d", g.Format(p), g.Forced(p), graph.Forced(o))
		}
	}
	return g.Game()
}

// TestBlocks compares Blocks with its definition in every position of tic-tac-toe: the moves that win at once, or else
// those that take one of the opponent's winning squares, or else all. In hexapawn there is no such player.
func TestBlocks(t *testing.T) {
	var g TicTacToe
	for c := range board.Code(board.Codes) {
		b := c.Board()
		if b.Check() != nil {
			continue // cannot arise in a game
		}
		if b.Over() {
			continue
		}
		var wins, stops, all []board.Square
		for s := range b.Empty().All() {
			all = append(all, s)
			if b.Play(s).Winner() == b.Turn() {
				wins = append(wins, s)
			}
			other := board.Board{X: b.X | 1<<s, O: b.O}
			if b.Turn() == board.X {
				other = board.Board{X: b.X, O: b.O | 1<<s}
			}
			if other.Winner() == b.Turn().Other() {
				stops = append(stops, s)
			}
		}
		want := all
		switch {
		case wins != nil:
			want = wins
		case stops != nil:
			want = stops
		}
		if got := g.Blocks(b); !slices.Equal(got, want) {
			t.Errorf("%v: got %v, want %v", b, got, want)
		}
	}
	for _, name := range Names() {
		graph := must(Graph(name))
		for o := range graph.All() {
			blocks := 0
			if name == "tic-tac-toe" && graph.Outcome(o) == symmetry.Ongoing {
				blocks = len(g.Blocks(g.FromCode(graph.Code(o))))
			}
			if got := graph.Blocks(o).Count(); got != blocks {
				t.Errorf("%s: %s: got %d moves that block, want %d", name, graph.Format(graph.Code(o)), got, blocks)
			}
		}
	}
}
