package threshold

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/option"
	"menace/symmetry"
)

func preset(t *testing.T, change func(*menace.Rules)) menace.Rules {
	t.Helper()
	rules, _ := menace.Preset("restock")
	if change != nil {
		change(&rules)
	}
	return rules
}

// tables holds tables of earlier tests, which nothing changes.
var tables = map[menace.Rules]*Table{}

func table(t *testing.T, rules menace.Rules) *Table {
	t.Helper()
	if tables[rules] == nil {
		table, err := New(t.Context(), rules)
		if err != nil {
			t.Fatal(err)
		}
		tables[rules] = table
	}
	return tables[rules]
}

// forBothSides runs a test for both sides of a machine that restocks.
func forBothSides(t *testing.T, test func(*testing.T, menace.Rules)) {
	for _, side := range []symmetry.Side{symmetry.First, symmetry.Second} {
		t.Run(string(side), func(t *testing.T) {
			test(t, preset(t, func(r *menace.Rules) { r.Plays = side }))
		})
	}
}

// TestThresholds compares thresholds with an independent computation: the first player's polynomial, the degrees, 15
// digits, and how many boxes lie behind the decisive beads. Both polynomials are irreducible, so the thresholds are
// irrational.
func TestThresholds(t *testing.T) {
	for side, want := range map[symmetry.Side]struct {
		digits, polynomial, beads string
		boxes, degree             int
	}{
		symmetry.First: {"0.164502579823377", "450P⁷ − 3066P⁶ + 7839P⁵ − 9578P⁴ + 5945P³ − 1910P² + 300P − 18",
			".../..O/.X. 7, .../..O/X.. 8", 5, 7},
		symmetry.Second: {"0.166430497393044", "", ".../.../.X. 1", 15, 22},
	} {
		all := table(t, preset(t, func(r *menace.Rules) { r.Plays = side })).Beads
		var decisive []string
		for _, b := range all {
			if b.Threshold == nil || b.Threshold.Digits != want.digits {
				continue
			}
			decisive = append(decisive, b.Position+" "+b.Move)
			if b.Boxes != want.boxes || b.Threshold.Degree != want.degree || !irreducible(b.Threshold.polynomial) ||
				want.polynomial != "" && b.Threshold.Polynomial != want.polynomial {
				t.Errorf("%s: %d boxes; a root of %s", side, b.Boxes, b.Threshold.Polynomial)
			}
		}
		if got := strings.Join(decisive, ", "); got != want.beads || all[0].Threshold.Digits != want.digits {
			t.Errorf("%s: decisive are %s, with %+v; want %s", side, got, all[0], want.beads)
		}
	}
}

// TestRewards compares the least thresholds of other rewards with an independent computation, and checks that only
// ratios of beads within a box count. For some rules it asks the table too, which takes longer.
func TestRewards(t *testing.T) {
	for _, tt := range []struct {
		win, draw     int64
		beads         [4]int64
		moves         string
		first, second float64
		table         bool
	}{
		{3, 0, [4]int64{4, 3, 2, 1}, menace.Distinct, 0.164503, 0.171506, true},
		{4, 1, [4]int64{4, 3, 2, 1}, menace.Distinct, 0.129393, 0.132721, false},
		{1, 0, [4]int64{4, 3, 2, 1}, menace.Distinct, 0.363317, 0.364798, false},
		{3, 1, [4]int64{8, 4, 2, 1}, menace.Distinct, 0.164503, 0.166430, false},
		{3, 1, [4]int64{1, 1, 1, 1}, menace.All, 0.164503, 0.166430, true},
	} {
		for side, want := range map[symmetry.Side]float64{symmetry.First: tt.first, symmetry.Second: tt.second} {
			rules := preset(t, func(r *menace.Rules) {
				r.Plays, r.Win, r.Draw, r.Beads, r.Moves = side, tt.win, tt.draw, tt.beads, tt.moves
			})
			if least, err := Least(rules); err != nil || least == nil || math.Abs(least.Value-want) > 0.5e-6 {
				t.Errorf("%+d/%+d, %v, %s: the least is %+v, error %v", tt.win, tt.draw, tt.beads, side, least, err)
			}
			if !tt.table {
				continue
			}
			if b := table(t, rules).Beads[0]; b.Threshold == nil || math.Abs(b.Threshold.Value-want) > 0.5e-6 {
				t.Errorf("%+d/%+d, %v %s, %s: %+v, want %f", tt.win, tt.draw, tt.beads, tt.moves, side, b.Threshold, want)
			}
		}
	}
	for _, b := range table(t, preset(t, func(r *menace.Rules) { r.Win, r.Draw = 0, 0 })).Beads {
		if b.Threshold != nil || b.Between != nil {
			t.Errorf("without rewards %s %s gains", b.Position, b.Move)
		}
	}
}

// TestProofOnBoards verifies the proof in rational arithmetic on boards, which share no code with it: the spans cover
// all noises up to the threshold and from a little above it; in each span below, weights add up to 0 in a fresh box and
// every unsafe bead loses; in each span above, the decisive bead gains.
func TestProofOnBoards(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	forBothSides(t, func(t *testing.T, rules menace.Rules) {
		all := table(t, rules)
		proof, err := all.Prove(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		root := all.Beads[0].Threshold
		noises := []span{}
		for _, p := range proof.losing {
			noises = append(noises, p.noise)
		}
		covers(t, noises, new(big.Rat), root.span.high)
		covers(t, proof.gains, root.around.high, big.NewRat(1, 1))
		v := verifier{t: t, boards: newBoards(rules), decisive: toBoard(all.Beads[0])}
		for i, p := range proof.losing {
			v.verify(p, i == len(proof.losing)-1)
		}
		for _, noise := range proof.gains {
			if v.gain(v.decisive, noise, map[string]*big.Rat{}).Sign() <= 0 {
				t.Errorf("from %s to %s the decisive bead may lose", noise.low.FloatString(4), noise.high.FloatString(4))
			}
		}
		v.verifyPolynomial(root)
	})
}

// covers checks that spans cover all numbers between two.
func covers(t *testing.T, spans []span, low, high *big.Rat) {
	at := low
	for _, s := range slices.SortedFunc(slices.Values(spans), func(a, b span) int { return a.low.Cmp(b.low) }) {
		if s.low.Cmp(at) > 0 {
			t.Errorf("a gap from %s to %s", at.FloatString(6), s.low.FloatString(6))
		}
		at = maximum(at, s.high)
	}
	if at.Cmp(high) < 0 {
		t.Errorf("nothing from %s to %s", at.FloatString(6), high.FloatString(6))
	}
}

// toBoard returns the board after the move of a bead.
func toBoard(b Bead) string {
	return play(strings.ReplaceAll(b.Position, "/", ""), int(b.Move[0]-'1'))
}

// verifier verifies a proof on boards.
type verifier struct {
	t *testing.T
	*boards
	decisive string
}

// verify verifies a part of the proof. In the last one, below the threshold, the decisive bead is left out.
func (v *verifier) verify(p part, last bool) {
	v.weights, v.own = map[string]map[int]span{}, map[string]map[int]span{}
	graph := menace.New(v.rules).Graph()
	for draw, w := range p.weights {
		board := strings.ReplaceAll(graph.Format(graph.Code(draw.Orbit)), "/", "")
		if v.weights[board] == nil {
			v.weights[board] = map[int]span{}
		}
		v.weights[board][int(graph.Moves(draw.Orbit)[draw.Move].String()[0]-'1')] = w
	}
	memo, below := map[string]*big.Rat{}, map[string]bool{}
	name := fmt.Sprintf("noise %s to %s", p.noise.low.FloatString(6), p.noise.high.FloatString(6))
	for board, weights := range v.weights {
		low, high := new(big.Rat), new(big.Rat)
		for square, w := range weights {
			low.Add(low, w.low)
			high.Add(high, w.high)
			if loses := v.most(play(board, square), p.noise, memo); loses.Sign() >= 0 {
				v.t.Errorf("%s: a bead with a weight, %s %d, may gain", name, board, square+1)
			}
		}
		if exact := low.Sign() == 0 && high.Sign() == 0; !exact && !(last && low.Sign() < 0 && high.Sign() > 0) {
			v.t.Errorf("%s: weights of %s add up to %v", name, board, low)
		}
	}
	found, one := 0, point(big.NewRat(1, 1))
	met := map[string]bool{}
	var follow func(board string)
	follow = func(board string) { // in safe positions
		if met[board] || winner(board) != '.' {
			return
		}
		met[board] = true
		for _, s := range moves(board) {
			next := play(board, s)
			if v.safe(next) {
				follow(next)
				continue
			}
			if mover(board) != v.me {
				v.t.Fatalf("%s is safe, but the teacher can move to %s", board, next)
			}
			if met[next] {
				continue
			}
			met[next] = true
			found++
			isFirst := len(moves(board)) >= 7 // before: one piece, or two
			same := false
			symmetries(next, func(image string, _ [9]int) { same = same || image == v.decisive })
			switch {
			case isFirst && last && same:
			case isFirst:
				if drift := v.weighted(next, p.noise, one, memo, below); drift.Sign() >= 0 {
					v.t.Errorf("%s: %s may drift by %s", name, next, drift.FloatString(6))
				}
			case v.most(next, p.noise, memo).Sign() >= 0:
				v.t.Errorf("%s: %s may gain", name, next)
			}
		}
	}
	if follow("........."); found < 500 {
		v.t.Errorf("only %d unsafe moves", found)
	}
}

// verifyPolynomial verifies that the sign of the polynomial is that of the gain of the decisive bead near the threshold.
func (v *verifier) verifyPolynomial(root *Root) {
	for k := int64(0); k <= 12; k++ {
		p := root.around.width()
		p.Mul(p, big.NewRat(k, 12)).Add(p, root.around.low)
		if gain := v.gain(v.decisive, point(p), map[string]*big.Rat{}); gain.Sign() != root.polynomial.at(p).Sign() {
			v.t.Errorf("at %s the gain is %s, but the polynomial %s", p.FloatString(6), gain.FloatString(6),
				root.polynomial.at(p).FloatString(6))
		}
	}
	if n := root.polynomial.roots(root.around.low, root.around.high); n != 1 {
		v.t.Errorf("%d roots near the threshold", n)
	}
}

// TestGainsAsInTheLongRun lets machines play on from the decisive bead. Their boxes of lost positions are restocked
// again and again, so on average the bead gains what the harmonic means say, within five standard errors. Some noises
// are below the threshold, and some above it.
func TestGainsAsInTheLongRun(t *testing.T) {
	forBothSides(t, func(t *testing.T, rules menace.Rules) {
		decisive := table(t, rules).Beads[0]
		for _, noise := range []*big.Rat{big.NewRat(14, 100), big.NewRat(16, 100), big.NewRat(17, 100), big.NewRat(19, 100)} {
			g := newGame(rules)
			want, _ := g.bounds(point(noise), average).value(decisive.after).middle().Float64()
			p, _ := noise.Float64()
			mean, deviation := g.playOn(t, decisive.after, p, 200_000)
			t.Logf("noise %s: the decisive bead gains %.4f, in simulations %.4f ± %.4f", noise.FloatString(2), want, mean,
				deviation)
			if math.Abs(mean-want) > 5*deviation {
				t.Errorf("noise %s: a gain of %.4f ± %.4f, want %.4f", noise.FloatString(4), mean, deviation, want)
			}
		}
	})
}

// playOn lets a machine play games from an orbit on. In safe positions it makes the best moves, and learns only in lost
// ones. It returns the mean reward and its standard error, from blocks of games.
func (g *game) playOn(t *testing.T, from symmetry.Orbit, noise float64, games int) (mean, deviation float64) {
	m, random := menace.New(g.Rules()), rand.NewPCG(59, 1)
	x := g.exactNear(point(new(big.Rat).SetFloat64(noise)))
	teacher := arena.Noisy(arena.Perfect(g.Graph()), noise)
	const blocks = 200
	var sum, squares float64
	for range blocks {
		block := 0.0
		for range games / blocks {
			o := from
			for g.kind(o) != over {
				switch g.kind(o) {
				case forced:
					o = g.Graph().Forced(o)
				case teaching:
					o = teacher.Move(o, random)
				case choosing:
					o = x.best(o, true)
				case lost:
					o = m.Move(o, random)
				}
			}
			m.Learn(g.Graph().Outcome(o))
			block += float64(g.reward(o)) / float64(games/blocks)
		}
		sum, squares = sum+block, squares+block*block
	}
	mean = sum / blocks
	return mean, math.Sqrt((squares/blocks - mean*mean) / blocks)
}

// TestCheck names the rule that has no threshold.
func TestCheck(t *testing.T) {
	for name, change := range map[string]func(*menace.Rules){
		"on-empty": func(r *menace.Rules) { r.OnEmpty = menace.Resign },
		"loss":     func(r *menace.Rules) { r.Loss = -2 },
		"draw":     func(r *menace.Rules) { r.Draw = -1 },
		"win":      func(r *menace.Rules) { r.Win = 0 },
		"credit":   func(r *menace.Rules) { r.Credit = menace.CreditLast },
		"plays":    func(r *menace.Rules) { r.Game = "hexapawn" },
	} {
		var wrong *option.Error
		if _, err := New(t.Context(), preset(t, change)); !errors.As(err, &wrong) || wrong.Name != name {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
