package games

import (
	"testing"

	"menace/board"
	"menace/minimax"
	"menace/symmetry"
)

// must returns the value, and panics on an error.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// rules holds the methods that the games have in common beyond [minimax.Game].
type rules[P comparable, M any] interface {
	minimax.Game[P, M]
	minimax.Keyed[P]
	Parse(text string) (P, error)
	Format(p P) string
	Name(m M) string
}

// Optional features of games.
var (
	_ = []minimax.Bounded{TicTacToe{}, &InARow{}, &Domineering{}, Hexapawn{}, Grundy{}, Nim{}}

	_ minimax.Estimator[board.Board] = TicTacToe{}
	_ minimax.Estimator[Discs]       = &InARow{}
	_ minimax.Estimator[Dominoes]    = &Domineering{}
	_ minimax.Estimator[Pawns]       = Hexapawn{}
	_ minimax.Estimator[Takings]     = Stones{}

	_ minimax.Symmetric[board.Board] = TicTacToe{}
	_ minimax.Symmetric[Discs]       = &InARow{}
	_ minimax.Symmetric[Dominoes]    = &Domineering{}
	_ minimax.Symmetric[Pawns]       = Hexapawn{}
	_ minimax.Symmetric[Piles]       = Grundy{}
	_ minimax.Symmetric[Rows]        = Nim{}
)

// visit returns every position that can follow from p. It checks that each can be parsed after formatting, that
// different positions have different keys, and that different moves of a position have different names.
func visit[P comparable, M any](t *testing.T, g rules[P, M], p P) map[P]bool {
	t.Helper()
	met, byKey := map[P]bool{}, map[uint64]P{}
	var walk func(p P)
	walk = func(p P) {
		if met[p] {
			return
		}
		met[p] = true
		if got, err := g.Parse(g.Format(p)); err != nil || got != p {
			t.Fatalf("Parse(%q) = %+v, %v, want %+v", g.Format(p), got, err, p)
		}
		if other, ok := byKey[g.Key(p)]; ok {
			t.Errorf("%s and %s have the same key", g.Format(p), g.Format(other))
		}
		byKey[g.Key(p)] = p
		if f, ok := g.(interface{ Features(P) []Feature }); ok {
			checkFeatures(t, g.Format(p), f.Features(p), g.Key(p))
		}
		if g.Finished(p) {
			return
		}
		names := map[string]bool{}
		for _, m := range g.Moves(p, nil) {
			if names[g.Name(m)] {
				t.Errorf("%s: two moves have the name %s", g.Format(p), g.Name(m))
			}
			names[g.Name(m)] = true
			walk(g.Apply(p, m))
		}
		if len(names) == 0 {
			t.Errorf("%s: no moves in a game that is not over", g.Format(p))
		}
	}
	walk(p)
	return met
}

// checkFeatures checks that the exclusive or of the numbers of a position's features is its key, and that no two
// features have the same name.
func checkFeatures(t *testing.T, position string, features []Feature, key uint64) {
	t.Helper()
	names, left := map[string]bool{}, key
	for _, f := range features {
		left ^= f.Number
		names[f.Name] = true
	}
	if left != 0 || len(names) != len(features) {
		t.Errorf("%s: the key is %x, but the features are %v", position, key, features)
	}
}

func TestEveryPosition(t *testing.T) {
	stones, four := must(ParseStones("1,-2,3,-6,5,2")), must(NewConnectFour(4, 3))
	domineering, uniform := must(NewDomineering(3, 4)), must(NewUniform(3, 4, RandomLeaves, 1))
	if got := len(visit(t, TicTacToe{}, TicTacToe{}.Start())); got != 5478 {
		t.Errorf("tic-tac-toe: got %d positions, want 5478", got)
	}
	if got := len(visit(t, Grundy{}, must(Grundy{}.Parse("7")))); got != 14 {
		t.Errorf("Grundy's game with a pile of 7: got %d positions, want 14", got)
	}
	if got := len(visit(t, Nim{}, must(Nim{}.Parse("1,3,5")))); got != 2*4*6 {
		t.Errorf("nim with rows 1, 3, 5: got %d positions, want 48", got)
	}
	visit(t, stones, Takings{})
	visit(t, four, Discs{})
	visit(t, domineering, domineering.Start(false))
	visit(t, domineering, domineering.Start(true))
	if got := len(visit(t, Hexapawn{}, Hexapawn{}.Start())); got != 135 {
		t.Errorf("hexapawn: got %d positions, want 135", got)
	}
	if got := len(visit(t, uniform, Node{})); got != 1+3+9+27+81 {
		t.Errorf("a tree: got %d positions, want 121", got)
	}
}

// TestCanonicalKeys counts the canonical keys of positions: there must be one for each orbit of the graph.
func TestCanonicalKeys(t *testing.T) {
	keysAreOrbits(t, TicTacToe{}, 765)
	keysAreOrbits(t, Hexapawn{}, 71)
	four := must(NewConnectFour(5, 4))
	same(t, four, "112233", "554433")
	same(t, must(NewDomineering(2, 3)), "H:#../#..", "H:..#/..#")
	same(t, must(NewDomineering(3, 2)), "##/../..", "../../##")
	same(t, Hexapawn{}, "BBB/W../.WW", "BBB/..W/WW.")
	same(t, Nim{}, "1,3,5", "5,1,3")
	same(t, Grundy{}, "5,2,1", "5,1,1,1")
}

// charted is a game that has a graph, and canonical keys.
type charted[P comparable, M any] interface {
	rules[P, M]
	symmetry.Rules[P, M]
	minimax.Symmetric[P]
}

func keysAreOrbits[P comparable, M any](t *testing.T, g charted[P, M], orbits int) {
	t.Helper()
	graph := must(Graph(g.Game()))
	byKey, keys := map[uint64]symmetry.Orbit{}, map[symmetry.Orbit]uint64{}
	for p := range visit(t, g, g.Start()) {
		orbit, _ := graph.Find(g.Code(p))
		key := g.CanonicalKey(p)
		if other, ok := byKey[key]; ok && other != orbit {
			t.Errorf("%s has the canonical key of %s", g.Format(p), graph.Format(graph.Code(other)))
		}
		if other, ok := keys[orbit]; ok && other != key {
			t.Errorf("%s and its image %s have different canonical keys", g.Format(p), graph.Format(graph.Code(orbit)))
		}
		byKey[key], keys[orbit] = orbit, key
	}
	if len(byKey) != orbits || graph.Orbits() != orbits {
		t.Errorf("%s: got %d classes and %d orbits, want %d", g.Game(), len(byKey), graph.Orbits(), orbits)
	}
}

func same[P comparable, M any](t *testing.T, g rules[P, M], a, b string) {
	t.Helper()
	p, q := must(g.Parse(a)), must(g.Parse(b))
	key := any(g).(minimax.Symmetric[P]).CanonicalKey
	if key(p) != key(q) || g.Key(p) == g.Key(q) {
		t.Errorf("%s and %s are images of each other, but their keys differ", a, b)
	}
}

// TestEstimates checks that estimates are from the point of view of the player to move, and equal for symmetric
// positions.
func TestEstimates(t *testing.T) {
	for text, want := range map[string]int{".........": 0, "....X....": -4, "X...O....": 4 - 5, "XO.......": 6 - 5} {
		if got := (TicTacToe{}).Estimate(must(TicTacToe{}.Parse(text))); got != want {
			t.Errorf("%s: got %d, want %d", text, got, want)
		}
	}
	domineering := must(NewDomineering(2, 3))
	if got := domineering.Estimate(domineering.Start(true)); got != 4-3 {
		t.Errorf("domineering 2x3, across: got %d, want 1", got)
	}
	for text, want := range map[string]int{"BBB/.../WWW": 0, "B.B/B../.WW": 2 - 3, "B.B/WW./.W.": 2 - 3} {
		pawns := must(Hexapawn{}.Parse(text))
		if got := (Hexapawn{}).Estimate(pawns); got != want {
			t.Errorf("%s: got %d, want %d", text, got, want)
		}
	}
	four := must(NewConnectFour(4, 4))
	if got := four.Estimate(must(four.Parse("2"))); got != -2 { // a column and a row
		t.Errorf("connect four 4x4 after 2: got %d, want -2", got)
	}
}

// TestDomineeringHorizon checks that the estimate counts a player without places left as lost. So the first player wins
// in two plies on 3×3, and on 3×4 all eight moves of the player who places upright lose.
func TestDomineeringHorizon(t *testing.T) {
	for _, c := range []struct{ rows, columns, depth, value, best int }{{3, 3, 2, 1, 1}, {3, 4, 3, -1, 8}} {
		g := must(NewDomineering(c.rows, c.columns))
		for _, a := range minimax.Algorithms() {
			r, err := minimax.Search(t.Context(), g, g.Start(false),
				minimax.Options{Algorithm: a, Depth: c.depth, AllBest: true})
			if err != nil || r.Value != c.value || !r.Proved || c.best > 1 && len(r.Best) != c.best {
				t.Errorf("%dx%d by %v to %d plies: got %d by %d moves, proved: %t, %v",
					c.rows, c.columns, a, c.depth, r.Value, len(r.Best), r.Proved, err)
			}
		}
	}
}

// TestEstimateOfTheWinner searches every position in which domineering's estimate claims to know the winner, and
// compares the result.
func TestEstimateOfTheWinner(t *testing.T) {
	g, won := must(NewDomineering(3, 4)), 0
	for p := range visit(t, g, g.Start(false)) {
		if g.Finished(p) || max(g.Estimate(p), -g.Estimate(p)) < g.Weight() {
			continue
		}
		won++
		if r, err := minimax.Search(t.Context(), g, p, minimax.Options{Algorithm: minimax.AlphaBeta}); err != nil ||
			r.Value*g.Weight() != g.Estimate(p) {
			t.Errorf("%s: estimate %d, value %d, %v", g.Format(p), g.Estimate(p), r.Value, err)
		}
	}
	if won == 0 {
		t.Error("no estimate claims a win: the test proves nothing")
	}
}

// TestWeights estimates positions with weights of one's own, counted by hand.
func TestWeights(t *testing.T) {
	ours := TicTacToe{Weights: [2]int{1, 3}} // Russell and Norvig's 3·X₂ + X₁ − (3·O₂ + O₁)
	for text, want := range map[string]int{
		".........": 0, "X.......O": 0, "XX./O../...": -(3 + 2 - 1), "XX./.O./...": -(3 + 1 - 2),
		"XX./O../O..": 3 + 2 - 3,
	} {
		if got := ours.Estimate(must(ours.Parse(text))); got != want {
			t.Errorf("%s: got %d, want %d", text, got, want)
		}
	}
	same := TicTacToe{Weights: [2]int{1, 1}}
	for b := range visit(t, TicTacToe{}, TicTacToe{}.Start()) {
		if !b.Over() && same.Estimate(b) != (TicTacToe{}).Estimate(b) {
			t.Errorf("%v: weights of 1 are not the open lines", b)
		}
	}
	domineering := must(NewDomineering(3, 3))
	domineering.Weigh([2]int{1, 10})
	// V has two places on the right, of which H can spoil the upper one, and one on the left. V can spoil H's only one.
	p := must(domineering.Parse("V:#../.#./.#."))
	if got := domineering.Estimate(p); got != 3-1+10*(2-0) {
		t.Errorf("domineering: got %d, want 22", got)
	}
	four := must(NewConnectFour(4, 4))
	four.Weigh([3]int{0, 100, -1})
	if got := four.Estimate(must(four.Parse("1122"))); got != 0 {
		t.Errorf("connect four: got %d, want 0", got)
	}
	if got := four.Estimate(must(four.Parse("112"))); got != -(100) {
		t.Errorf("connect four: got %d, want -100", got)
	}
}
