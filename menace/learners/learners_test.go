package learners

import (
	"math"
	"slices"
	"strings"
	"testing"

	"menace/menace/arena"
	"menace/minimax/games"
	"menace/symmetry"
)

var (
	ticTacToe = graph("tic-tac-toe")
	hexapawn  = graph("hexapawn")
	sides     = []symmetry.Side{symmetry.First, symmetry.Second}
)

func graph(name string) *symmetry.Graph {
	g, err := games.Graph(name)
	if err != nil {
		panic(err)
	}
	return g
}

// learner creates the learner with a valid name.
func learner(text string, g *symmetry.Graph, side symmetry.Side) arena.Learner {
	s, err := Parse(text)
	if err != nil {
		panic(err)
	}
	return s.New(g, side)
}

// train lets a learner play n games against an opponent.
func train(l arena.Learner, side symmetry.Side, opponent arena.Player, n int64, seed int64) arena.Tally {
	career := &arena.Career{Learner: l, Side: side}
	training := &arena.Training{Learner: career, Opponent: opponent, Random: arena.NewRandom(seed)}
	training.Play(n)
	return career.Tally
}

// TestFreshLearners checks that an untrained learner chooses uniformly among the distinct moves, like a fresh machine,
// whose probabilities are known as fractions.
func TestFreshLearners(t *testing.T) {
	for _, m := range Table {
		l := learner(m.Name, ticTacToe, symmetry.First)
		if got, want := arena.Evaluate(l, symmetry.First, arena.Random(ticTacToe)).Win,
			391477.0/645120; math.Abs(got-want) > 1e-12 {
			t.Errorf("%s wins with probability %v, want %v", m.Name, got, want)
		}
		l = learner(m.Name, ticTacToe, symmetry.Second)
		if got, want := arena.Evaluate(l, symmetry.Second, arena.Random(ticTacToe)).Win,
			16843.0/56700; math.Abs(got-want) > 1e-12 {
			t.Errorf("as second player, %s wins with probability %v, want %v", m.Name, got, want)
		}
	}
}

// TestChances checks that every learner, after some games, draws its moves by its chances, apart from exploration.
func TestChances(t *testing.T) {
	for i, text := range append(Names(), "pegasus:d=0.5,set=10", "softmax:alpha=0.2", "reinforce:baseline=0.05") {
		for j, name := range games.Names() {
			g, side := graph(name), sides[(i+j)%2]
			spec, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if _, explores := spec.Value("epsilon"); explores {
				spec, _ = Parse(text + ":epsilon=0")
			}
			l := spec.New(g, side)
			train(l, side, arena.Random(g), 300, 1)
			if err := arena.CheckMoves(l, side); err != nil {
				t.Errorf("%s, %s, %s: %v", g.Name(), side, text, err)
			}
		}
	}
}

// TestExploring checks that an ε-greedy learner makes a random move at the rate ε, and the best one otherwise.
func TestExploring(t *testing.T) {
	const n, epsilon = 20_000, 0.3
	l, random := learner("q:epsilon=0.3", ticTacToe, symmetry.First).(*temporal), arena.NewRandom(5)
	l.values[1] = 1
	made := map[symmetry.Orbit]float64{}
	for range n {
		made[l.Move(symmetry.Start, random)]++
		l.end(symmetry.Drawn)
	}
	for e, next := range ticTacToe.Edges()[:3] {
		p := epsilon / 3
		if e == 1 {
			p += 1 - epsilon
		}
		if got := made[next] / n; math.Abs(got-p) > 5*math.Sqrt(p*(1-p)/n) {
			t.Errorf("move %d is made at a rate of %v, want %v", e, got, p)
		}
	}
}

// TestSameSeedSameLearner checks that a learner depends only on its seed.
func TestSameSeedSameLearner(t *testing.T) {
	for _, m := range Table {
		var curves [3][]float64
		for i, seed := range []int64{1, 1, 2} {
			l := learner(m.Name, ticTacToe, symmetry.Second)
			train(l, symmetry.Second, arena.Random(ticTacToe), 1000, seed)
			curves[i] = make([]float64, len(ticTacToe.Edges()))
			l.Chances(curves[i])
		}
		if !slices.Equal(curves[0], curves[1]) || slices.Equal(curves[0], curves[2]) {
			t.Errorf("%s: the same seed gives different chances, or different seeds the same", m.Name)
		}
	}
}

// TestNothingAllocated checks that playing does not allocate.
func TestNothingAllocated(t *testing.T) {
	for _, m := range Table {
		l, random := learner(m.Name, ticTacToe, symmetry.First), arena.NewRandom(1)
		if n := testing.AllocsPerRun(100, func() {
			end, _ := arena.Play(ticTacToe, l, arena.Perfect(ticTacToe), random)
			l.Learn(end)
		}); n != 0 {
			t.Errorf("%s: %v allocations per game", m.Name, n)
		}
	}
}

// TestLearning checks that every method improves at every game on either side. Against an opponent who errs often
// enough, methods that explore become unbeatable as Black in hexapawn, who can always win.
func TestLearning(t *testing.T) {
	for _, m := range Table {
		for _, name := range games.Names() {
			g := graph(name)
			for _, side := range sides {
				if m.Name == "ttt" && name == "hexapawn" && side == symmetry.First {
					continue // soon knows that White always loses, and plays at random
				}
				l := learner(m.Name, g, side)
				before := arena.Evaluate(l, side, arena.Random(g)).Value()
				train(l, side, arena.Random(g), 3000, 1)
				if after := arena.Evaluate(l, side, arena.Random(g)).Value(); after < before+0.2 {
					t.Errorf("%s, %s, %s: value %v before and %v after", m.Name, g.Name(), side, before, after)
				}
			}
		}
	}
	for _, text := range []string{"q:epsilon=0.3", "sarsa:epsilon=0.1", "mc:epsilon=0.2"} {
		l := learner(text, hexapawn, symmetry.Second)
		train(l, symmetry.Second, arena.Noisy(arena.Perfect(hexapawn), 0.5), 30_000, 1)
		if worst := arena.Measure(l, symmetry.Second, arena.Tally{}).Worst; worst.Win != 1 {
			t.Errorf("%s can be beaten in hexapawn: %+v", text, worst)
		}
	}
	l := learner("q:epsilon=0.5", ticTacToe, symmetry.First)
	train(l, symmetry.First, arena.Random(ticTacToe), 300_000, 1)
	if most := arena.MostLosses(l, symmetry.First); most.Loss != 0 {
		t.Errorf("Q-learning that explores can be beaten: %+v", most)
	}
}

// TestNumbers compares the functions with those of package math.
func TestNumbers(t *testing.T) {
	for x := 0.0; x > -708; x -= 0.0137 {
		if got, want := exp(x), math.Exp(x); math.Abs(got/want-1) > 1e-14 {
			t.Fatalf("exp(%v) = %v, want %v", x, got, want)
		}
	}
	if exp(0) != 1 || exp(-1e9) != 0 || exp(math.Inf(-1)) != 0 || ln(1) != 0 {
		t.Error("exp or ln is wrong at an end of its range")
	}
	for x := 1.001; x < 10; x += 0.01 {
		if got, want := ln(x), math.Log(x); math.Abs(got/want-1) > 1e-13 {
			t.Fatalf("ln(%v) = %v, want %v", x, got, want)
		}
	}
	if powerOf(2, 7) != 128 || powerOf(2, -1) != 0.5 || powerOf(3, 0) != 1 {
		t.Error("powerOf is wrong")
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"q", "q:alpha=0.3", "pegasus:a=1.5,b=1,d=.5,set=1e2", "mc:", "softmax:temperature=-0",
		"reinforce:alpha=0x1p-3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(s.String())
		if err != nil || again.String() != s.String() || !slices.Equal(again.values, s.values) {
			t.Errorf("%q is formatted as %q, which is read back as %v, %v", text, s, again, err)
		}
	})
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"q":                          "q",
		"q:alpha=0.10":               "q",
		"pegasus:set=1e2":            "pegasus",
		"q:epsilon=.5,alpha=0.3":     "q:alpha=0.3,epsilon=0.5",
		"pegasus:a=1.025,b=1":        "pegasus:b=1",
		"mc:initial=-0":              "mc",
		"pegasus:d=0.9,set=1":        "pegasus:d=0.9,set=1",
		"softmax:temperature=1":      "softmax:temperature=1",
		"reinforce:alpha=1e0":        "reinforce:alpha=1",
		"Q":                          `unknown learner "Q"`,
		"":                           `unknown learner ""`,
		"q:":                         `learner q has no parameter ""`,
		"q:alhpa=1":                  `learner q has no parameter "alhpa"`,
		"q:alpha":                    "learner q: alpha=: not a number; write one, as in alpha=0.1",
		"q:alpha=x":                  "learner q: alpha=x: not a number; write one, as in alpha=0.1",
		"q:alpha=2":                  "learner q: alpha=2 is not between 0.000001 and 1",
		"q:alpha=NaN":                "learner q: alpha=NaN is not between 0.000001 and 1",
		"q:alpha=0.1,alpha=0.2":      `learner "q:alpha=0.1,alpha=0.2": alpha is given twice`,
		"softmax:temperature=0":      "learner softmax: temperature=0 is not between 0.001 and 1000",
		"pegasus:set=1.5":            "learner pegasus: set=1.5 is not a whole number",
		"pegasus:a=0.9":              "learner pegasus: a=0.9 is not between 1 and 2",
		"reinforce:alpha=1,epsilon=": `learner reinforce has no parameter "epsilon"`,
	} {
		s, err := Parse(text)
		got := s.String()
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// memoryOf returns the memory of a learner.
func memoryOf(l arena.Learner) *memory { return l.(interface{ own() *memory }).own() }

func (m *memory) own() *memory { return m }

func TestExpand(t *testing.T) {
	if got := Expand("q:"+strings.Repeat("alpha=1/2/3/4/5/6/7/8/9,", 100), 1000); len(got) != 1001 {
		t.Errorf("got %d of very many combinations", len(got))
	}
	for text, want := range map[string]string{
		"q": "q", "q:": "q:", "": "", "beads": "beads",
		"q:alpha=0.1/0.3,epsilon=0/.1": "q:alpha=0.1,epsilon=0 q:alpha=0.1,epsilon=.1 q:alpha=0.3,epsilon=0 " +
			"q:alpha=0.3,epsilon=.1",
		"q:alpha,epsilon=1/":            "q:alpha,epsilon=1 q:alpha,epsilon=",
		"pegasus:a=1.1,b=2,d=0/0.5/0.9": "pegasus:a=1.1,b=2,d=0 pegasus:a=1.1,b=2,d=0.5 pegasus:a=1.1,b=2,d=0.9",
	} {
		if got := strings.Join(Expand(text, 4), " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
