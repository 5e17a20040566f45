package arena_test

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"testing"

	"menace/arena"
	"menace/board"
	"menace/menace"
	"menace/minimax"
	"menace/symmetry"
)

// tolerance is for sums of a few thousand float64 of at most 1.
const tolerance = 1e-13

// fraction returns the value of a fraction as in "3/4".
func fraction(t *testing.T, text string) float64 {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%q is not a fraction", text)
	}
	f, _ := r.Float64()
	return f
}

func fresh(change func(*menace.Rules)) *menace.Machine {
	rules := menace.Michie()
	change(&rules)
	return menace.New(rules)
}

func asSecond(r *menace.Rules) { r.Plays = menace.Second }

// TestPublishedProbabilities compares with exact fractions that were computed apart from this project.
func TestPublishedProbabilities(t *testing.T) {
	distinct := fresh(func(*menace.Rules) {})
	all := fresh(func(r *menace.Rules) { r.Moves, r.Beads = menace.All, [4]int64{9, 2, 5, 1} })
	for _, c := range []struct {
		name            string
		x, o            arena.Policy
		win, draw, loss string // of X
	}{
		{"random – random", arena.Random, arena.Random, "737/1260", "8/63", "121/420"},
		{"random – perfect", arena.Random, arena.Perfect, "0", "757/3402", "2645/3402"},
		{"perfect – random", arena.Perfect, arena.Random, "75257/77760", "2503/77760", "0"},
		{"fresh – random", distinct, arena.Random, "391477/645120", "36667/290304", "1549447/5806080"},
		{"fresh – perfect", distinct, arena.Perfect, "0", "42793/181440", "138647/181440"},
		{"random – fresh", arena.Random, fresh(asSecond), "1289/2268", "212/1575", "16843/56700"},
		{"blocker – random", arena.Blocker, arena.Random, "20311/22680", "37/405", "11/840"},
		{"fresh with all moves – random", all, arena.Random, "737/1260", "8/63", "121/420"},
		{"fresh with all moves – perfect", all, arena.Perfect, "0", "757/3402", "2645/3402"},
		{"perfect – perfect", arena.Perfect, arena.Perfect, "0", "1", "0"},
	} {
		got := arena.Evaluate(c.x, board.X, c.o)
		want := arena.WDL{Win: fraction(t, c.win), Draw: fraction(t, c.draw), Loss: fraction(t, c.loss)}
		if !near(got, want) {
			t.Errorf("%s: got %v, want %v", c.name, got, want)
		}
		if flipped := arena.Evaluate(c.o, board.O, c.x); flipped != got.Flip() {
			t.Errorf("%s: as O sees it %v, as X does %v", c.name, flipped, got)
		}
	}
}

func near(a, b arena.WDL) bool {
	return math.Abs(a.Win-b.Win) < tolerance && math.Abs(a.Draw-b.Draw) < tolerance && math.Abs(a.Loss-b.Loss) < tolerance
}

// TestBoxesMetInSoundPlay counts the boxes that a first player meets who only makes moves that
// keep the value, against any play.
func TestBoxesMetInSoundPlay(t *testing.T) {
	met := map[symmetry.Orbit]bool{}
	var walk func(o symmetry.Orbit)
	walk = func(o symmetry.Orbit) {
		if o.Outcome() != board.Ongoing {
			return
		}
		moves := o.Board().Empty()
		if o.Moves()%2 == 0 {
			if o.Moves() < 8 {
				met[o] = true
			}
			moves = minimax.Best(o.Board())
		}
		for s := range moves.All() {
			walk(o.Next(s))
		}
	}
	walk(symmetry.Start)
	if len(met) != 257 {
		t.Errorf("got %d boxes, want 257", len(met))
	}
}

// onTheBoard computes the probabilities of X on all 5,478 positions, turned as they come, without orbits
// of its own: a policy is asked through the transform that finds a position's orbit.
func onTheBoard(x, o arena.Policy) arena.WDL {
	memo := map[board.Board]arena.WDL{}
	var walk func(b board.Board) arena.WDL
	walk = func(b board.Board) arena.WDL {
		switch b.Outcome() {
		case board.XWins:
			return arena.WDL{Win: 1}
		case board.OWins:
			return arena.WDL{Loss: 1}
		case board.Drawn:
			return arena.WDL{Draw: 1}
		}
		if wdl, ok := memo[b]; ok {
			return wdl
		}
		policy, resigned := x, arena.WDL{Loss: 1}
		if b.Turn() == board.O {
			policy, resigned = o, arena.WDL{Win: 1}
		}
		orbit, to := symmetry.Find(b)
		var sum arena.WDL
		moved := false
		for s, p := range policy.Probabilities(orbit) {
			if p > 0 {
				moved = true
				next := walk(b.Play(to.Inverse().Square(board.Square(s))))
				sum = arena.WDL{Win: sum.Win + p*next.Win, Draw: sum.Draw + p*next.Draw, Loss: sum.Loss + p*next.Loss}
			}
		}
		if !moved {
			sum = resigned
		}
		memo[b] = sum
		return sum
	}
	return walk(board.Board{})
}

// trained returns a machine with n games of training.
func trained(t *testing.T, rules menace.Rules, opponent arena.Player, n int64, seed int64) *menace.Machine {
	t.Helper()
	m := menace.New(rules)
	training := arena.Training{Learner: arena.NewCareer(m, rules.Plays.Mark()), Opponent: opponent, Random: arena.NewRandom(seed)}
	if _, err := training.Run(context.Background(), n); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestProbabilitiesOnTheBoard compares games from orbit to orbit with games on the board.
func TestProbabilitiesOnTheBoard(t *testing.T) {
	for i, opponent := range []arena.Opponent{arena.Random, arena.Perfect, arena.Blocker} {
		for _, plays := range []menace.Side{menace.First, menace.Second} {
			rules := menace.Michie()
			rules.Plays = plays
			m := trained(t, rules, opponent, 500, int64(i))
			x, o := arena.Policy(m), arena.Policy(opponent)
			if plays == menace.Second {
				x, o = o, x
			}
			if got, want := arena.Evaluate(x, board.X, o), onTheBoard(x, o); !near(got, want) {
				t.Errorf("machine %d, %s: got %v, want %v", i, plays, got, want)
			}
		}
	}
}

// TestProbabilitiesAddUp tests every pairing of a few policies.
func TestProbabilitiesAddUp(t *testing.T) {
	noisy, _ := arena.Noisy(0.3)
	policies := []arena.Policy{arena.Random, arena.Perfect, arena.Blocker, noisy}
	for i, x := range policies {
		for j, o := range policies {
			got := arena.Evaluate(x, board.X, o)
			if math.Abs(got.Win+got.Draw+got.Loss-1) > tolerance {
				t.Errorf("pairing %d, %d: %v does not add up to 1", i, j, got)
			}
		}
	}
}

func TestNoisyLiesBetween(t *testing.T) {
	for slip, same := range map[float64]arena.Policy{0: arena.Perfect, 1: arena.Random} {
		noisy, err := arena.Noisy(slip)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := arena.Evaluate(arena.Random, board.X, noisy), arena.Evaluate(arena.Random, board.X, same); got != want {
			t.Errorf("noisy:%v: got %v, want %v", slip, got, want)
		}
	}
	for _, slip := range []float64{-0.1, 1.1, math.NaN(), math.Inf(1)} {
		if _, err := arena.Noisy(slip); err == nil {
			t.Errorf("noisy:%v is accepted", slip)
		}
	}
}

// TestWorstCase finds the best reply by trying every reply at every position on the board.
func TestWorstCase(t *testing.T) {
	for _, plays := range []menace.Side{menace.First, menace.Second} {
		rules := menace.Michie()
		rules.Plays = plays
		m := trained(t, rules, arena.Random, 2000, 11)
		var worst func(b board.Board) float64
		worst = func(b board.Board) float64 {
			switch end := b.Outcome(); end {
			case board.Ongoing:
			case board.Drawn:
				return 0
			case board.Win(plays.Mark()):
				return 1
			default:
				return -1
			}
			if b.Turn() != plays.Mark() {
				low := 2.0
				for s := range b.Empty().All() {
					low = min(low, worst(b.Play(s)))
				}
				return low
			}
			orbit, to := symmetry.Find(b)
			sum, moved := 0.0, false
			for s, p := range m.Probabilities(orbit) {
				if p > 0 {
					moved = true
					sum += p * worst(b.Play(to.Inverse().Square(board.Square(s))))
				}
			}
			if !moved {
				return -1
			}
			return sum
		}
		wdl := arena.WorstCase(m, plays.Mark())
		if want := worst(board.Board{}); math.Abs(wdl.Value()-want) > tolerance {
			t.Errorf("%s: got value %v, want %v", plays, wdl.Value(), want)
		}
		for _, opponent := range []arena.Policy{arena.Random, arena.Perfect, arena.Blocker} {
			if v := arena.Evaluate(m, plays.Mark(), opponent).Value(); v < wdl.Value()-tolerance {
				t.Errorf("%s: an opponent holds it to %v, less than the worst case %v", plays, v, wdl.Value())
			}
		}
	}
	if got := arena.WorstCase(arena.Perfect, board.X); got.Value() != 0 || got.Loss != 0 {
		t.Errorf("perfect play can be exploited: %v", got)
	}
}

// TestSamplesFollowTheProbabilities plays the pairings; each rate lies within five standard errors.
func TestSamplesFollowTheProbabilities(t *testing.T) {
	noisy, _ := arena.Noisy(0.5)
	machine := fresh(func(r *menace.Rules) { r.OnEmpty = menace.Random }).Frozen()
	const games = 200_000
	for name, pair := range map[string][2]arena.Opponent{
		"random – random":  {arena.Random, arena.Random},
		"machine – random": {machine, arena.Random},
		"machine – noisy":  {machine, noisy},
		"blocker – random": {arena.Blocker, arena.Random},
	} {
		tally, err := arena.Sample(context.Background(), pair[0], board.X, pair[1], games, arena.NewRandom(5))
		if err != nil {
			t.Fatal(err)
		}
		wdl := arena.Evaluate(pair[0], board.X, pair[1])
		for i, n := range []int64{tally.Win, tally.Draw, tally.Loss} {
			p := []float64{wdl.Win, wdl.Draw, wdl.Loss}[i]
			if limit := 5 * math.Sqrt(p*(1-p)/games); math.Abs(float64(n)/games-p) > limit {
				t.Errorf("%s: rate %d is %v of %d games, exactly it is %v", name, i, float64(n)/games, games, p)
			}
		}
	}
}

func ExampleEvaluate() {
	m := menace.New(menace.Michie())
	wdl := arena.Evaluate(m, board.X, arena.Perfect)
	fmt.Printf("win %.4f draw %.4f loss %.4f\n", wdl.Win, wdl.Draw, wdl.Loss)
	// Output: win 0.0000 draw 0.2359 loss 0.7641
}

// TestBestReplyRule compares with a search on exact fractions that takes, of replies of the same
// value, the one with most losses.
func TestBestReplyRule(t *testing.T) {
	for seed := range int64(5) {
		m := trained(t, menace.Michie(), arena.Random, 200*seed, seed)
		reply, wdl := arena.BestReply(m, board.X)
		if got := arena.Evaluate(m, board.X, reply); !near(got, wdl) {
			t.Errorf("seed %d: the reply gives %v, not %v", seed, got, wdl)
		}
		value, loss := worstByFractions(m, symmetry.Start)
		wantValue, _ := value.Float64()
		wantLoss, _ := loss.Float64()
		if math.Abs(wdl.Value()-wantValue) > tolerance || math.Abs(wdl.Loss-wantLoss) > tolerance {
			t.Errorf("seed %d: value %v with %v losses, want %v with %v", seed, wdl.Value(), wdl.Loss, wantValue, wantLoss)
		}
	}
}

// worstByFractions returns the value of machine X, and how often it loses, against the best reply.
func worstByFractions(m *menace.Machine, o symmetry.Orbit) (value, loss *big.Rat) {
	switch o.Outcome() {
	case board.XWins:
		return big.NewRat(1, 1), new(big.Rat)
	case board.OWins:
		return big.NewRat(-1, 1), big.NewRat(1, 1)
	case board.Drawn:
		return new(big.Rat), new(big.Rat)
	}
	value, loss = big.NewRat(2, 1), new(big.Rat)
	if o.Moves()%2 == 1 {
		for s := range o.Distinct().All() {
			v, l := worstByFractions(m, o.Next(s))
			if c := v.Cmp(value); c < 0 || c == 0 && l.Cmp(loss) > 0 {
				value, loss = v, l
			}
		}
		return value, loss
	}
	box, ok := m.Box(o)
	if !ok {
		return worstByFractions(m, o.Next(o.Board().Empty().First()))
	}
	if box.Total() == 0 {
		return big.NewRat(-1, 1), big.NewRat(1, 1)
	}
	value = new(big.Rat)
	for s := range o.Distinct().All() {
		if box.Beads(s) == 0 {
			continue
		}
		chance := big.NewRat(box.Beads(s), box.Total())
		v, l := worstByFractions(m, o.Next(s))
		value.Add(value, new(big.Rat).Mul(chance, v))
		loss.Add(loss, new(big.Rat).Mul(chance, l))
	}
	return value, loss
}
