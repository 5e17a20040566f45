package arena_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/minimax"
	"menace/symmetry"
)

// tolerance covers the rounding of a sum of a few thousand float64 values of at most 1.
const tolerance = 1e-13

// fraction parses a fraction such as "3/4".
func fraction(t *testing.T, text string) float64 {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%q is not a fraction", text)
	}
	f, _ := r.Float64()
	return f
}

// fresh returns an untrained machine.
func fresh(g *symmetry.Graph, side symmetry.Side, change func(*menace.Rules)) *menace.Machine {
	rules := michie(g, side)
	change(&rules)
	return menace.New(rules)
}

func asItIs(*menace.Rules) {}

// TestPublishedProbabilities compares with exact fractions that were computed independently of this project.
func TestPublishedProbabilities(t *testing.T) {
	allMoves := func(r *menace.Rules) { r.Moves, r.Beads = menace.All, [4]int64{9, 2, 5, 1} }
	random, perfect, blocker := arena.Random(ticTacToe), arena.Perfect(ticTacToe), arena.Blocker(ticTacToe)
	distinct, all := fresh(ticTacToe, symmetry.First, asItIs), fresh(ticTacToe, symmetry.First, allMoves)
	pawns, sound := arena.Random(hexapawn), arena.Perfect(hexapawn)
	for _, c := range []struct {
		name            string
		x, o            arena.Policy
		win, draw, loss string // for the first player
	}{
		{"random – random", random, random, "737/1260", "8/63", "121/420"},
		{"random – perfect", random, perfect, "0", "757/3402", "2645/3402"},
		{"perfect – random", perfect, random, "75257/77760", "2503/77760", "0"},
		{"fresh – random", distinct, random, "391477/645120", "36667/290304", "1549447/5806080"},
		{"fresh – perfect", distinct, perfect, "0", "42793/181440", "138647/181440"},
		{"random – fresh", random, fresh(ticTacToe, symmetry.Second, asItIs), "1289/2268", "212/1575", "16843/56700"},
		{"blocker – random", blocker, random, "20311/22680", "37/405", "11/840"},
		{"fresh with all moves – random", all, random, "737/1260", "8/63", "121/420"},
		{"fresh with all moves – perfect", all, perfect, "0", "757/3402", "2645/3402"},
		{"perfect – perfect", perfect, perfect, "0", "1", "0"},
		{"hexapawn, random – random", pawns, pawns, "259/432", "0", "173/432"},
		{"hexapawn, random – perfect", pawns, sound, "0", "0", "1"},
		{"hexapawn, perfect – perfect", sound, sound, "0", "0", "1"},
		{"hexapawn, fresh with all moves – random", fresh(hexapawn, symmetry.First, allMoves), pawns, "259/432", "0",
			"173/432"},
		{"hexapawn, random – fresh with all moves", pawns, fresh(hexapawn, symmetry.Second, allMoves), "259/432", "0",
			"173/432"},
	} {
		got := arena.Evaluate(c.x, symmetry.First, c.o)
		want := arena.WDL{Win: fraction(t, c.win), Draw: fraction(t, c.draw), Loss: fraction(t, c.loss)}
		if !near(got, want) {
			t.Errorf("%s: got %v, want %v", c.name, got, want)
		}
		got = arena.Evaluate(c.o, symmetry.Second, c.x)
		if want.Win, want.Loss = want.Loss, want.Win; !near(got, want) || (got.Loss == 0) != (want.Loss == 0) {
			t.Errorf("%s: got %v for the second player, want %v", c.name, got, want)
		}
	}
}

func near(a, b arena.WDL) bool {
	return math.Abs(a.Win-b.Win) < tolerance && math.Abs(a.Draw-b.Draw) < tolerance &&
		math.Abs(a.Loss-b.Loss) < tolerance
}

// TestBoxesMetInSoundPlay counts the boxes that a first player can reach against arbitrary play if it only makes moves
// that keep the value.
func TestBoxesMetInSoundPlay(t *testing.T) {
	g, perfect := ticTacToe, minimax.Solve(ticTacToe, symmetry.MaxLength)
	met := map[symmetry.Orbit]bool{}
	var walk func(o symmetry.Orbit)
	walk = func(o symmetry.Orbit) {
		own := g.Turn(o) == symmetry.First
		if own && g.Outcome(o) == symmetry.Ongoing && g.Forced(o) == symmetry.None {
			met[o] = true
		}
		for i := range g.Moves(o) {
			if !own || perfect.Best(o).Has(i) {
				walk(g.Next(o, i))
			}
		}
	}
	walk(symmetry.Start)
	if len(met) != 257 {
		t.Errorf("got %d boxes, want 257", len(met))
	}
}

// uneven plays what another policy plays, with chances that are no round numbers.
type uneven struct{ arena.Policy }

func (u uneven) Chances(chances []float64) {
	u.Policy.Chances(chances)
	random, g := rand.New(rand.NewPCG(7, 7)), u.Graph()
	for o := range g.All() {
		star, sum := g.OrbitEdges(o), 0.0
		for e := star.First; e < star.End; e++ {
			chances[e] *= random.Float64()
			sum += chances[e]
		}
		for e := star.First; e < star.End && sum > 0; e++ {
			chances[e] /= sum
		}
	}
}

// TestSureResultsAreExact checks that a result that solving proves to be certain has a probability of exactly 1: that
// of perfect play on both sides, and a win of perfect play against anybody.
func TestSureResultsAreExact(t *testing.T) {
	for _, g := range all {
		for _, side := range sides {
			want := ended(solved[g.Name()], side)
			perfect := uneven{arena.Perfect(g)}
			measured := arena.Measure(perfect, side, arena.Tally{})
			got := map[string]arena.WDL{"perfect": arena.Evaluate(perfect, side, perfect),
				"measured": measured.Perfect, "worst": measured.Worst}
			if want.Win == 1 {
				got["random"], got["most losses"] = measured.Random, arena.MostLosses(perfect, side)
			}
			for against, wdl := range got {
				if wdl != want {
					t.Errorf("%s, %s, %s: got %v, want %v", g.Name(), side, against, wdl, want)
				}
			}
		}
	}
}

// TestSamplesFollowTheProbabilities plays the pairings and checks that each rate is within five standard errors.
func TestSamplesFollowTheProbabilities(t *testing.T) {
	const games = 100_000
	for _, g := range all {
		random, noisy := arena.Random(g), arena.Noisy(arena.Perfect(g), 0.5)
		machine := fresh(g, symmetry.First, func(r *menace.Rules) { r.OnEmpty = menace.Restock }).Frozen()
		resigning := subjects[2].machine(t, g, symmetry.First, 2).Frozen()
		pairs := map[string][2]arena.Opponent{
			"random – random": {random, random}, "machine – random": {machine, random},
			"machine – noisy": {machine, noisy}, "resigning – random": {resigning, random},
		}
		if blocker := arena.Blocker(g); blocker != nil {
			pairs["blocker – random"] = [2]arena.Opponent{blocker, random}
		}
		for name, pair := range pairs {
			var tally arena.Tally
			random := arena.NewRandom(5)
			for range games {
				end, resigned := arena.Play(g, pair[0], pair[1], random)
				tally.Add(symmetry.First, end, resigned, 1)
			}
			wdl := arena.Evaluate(pair[0], symmetry.First, pair[1])
			for i, n := range []int64{tally.Win, tally.Draw, tally.Loss} {
				p := []float64{wdl.Win, wdl.Draw, wdl.Loss}[i]
				if limit := 5 * math.Sqrt(p*(1-p)/games); math.Abs(float64(n)/games-p) > limit {
					t.Errorf("%s, %s: rate %d is %v in %d games, want %v",
						g.Name(), name, i, float64(n)/games, games, p)
				}
			}
			if (tally.Resigned > 0) != (pair[0] == arena.Opponent(resigning)) {
				t.Errorf("%s, %s: %d games resigned", g.Name(), name, tally.Resigned)
			}
		}
	}
}

func ExampleEvaluate() {
	m := menace.New(menace.Michie())
	wdl := arena.Evaluate(m, symmetry.First, arena.Perfect(m.Graph()))
	fmt.Printf("win %.4f draw %.4f loss %.4f\n", wdl.Win, wdl.Draw, wdl.Loss)
	// Output: win 0.0000 draw 0.2359 loss 0.7641
}
