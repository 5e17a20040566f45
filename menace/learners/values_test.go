package learners

import (
	"math"
	"strings"
	"testing"

	"menace/menace/arena"
	"menace/symmetry"
)

// lesson records a game of three moves in the boxes of a first player.
func lesson(m *memory) (moves [3]step) {
	for i, o := range []symmetry.Orbit{symmetry.Start, m.graph.Choices(m.side)[5], m.graph.Choices(m.side)[40]} {
		at := m.graph.OrbitEdges(o)
		m.choose(at, at.First)
		moves[i] = step{at, at.First}
	}
	return moves
}

// TestOneStep compares each method after one won game with its formula, computed by hand: α = 0.5 and γ = 0.9; the
// second and third move have the values 0.2 and 0.4, and another move in the third position has 0.6. With ε = 0.3,
// Expected SARSA weights the best move by 0.7 and the mean of all moves by 0.3. For TD(0) the third move explores, so
// it learns nothing about the second.
func TestOneStep(t *testing.T) {
	boxes := ticTacToe.Choices(symmetry.First)
	second, third := ticTacToe.OrbitEdges(boxes[5]), ticTacToe.OrbitEdges(boxes[40])
	expected2 := 0.7*0.2 + 0.3*0.2/float64(second.End-second.First)
	expected3 := 0.7*0.6 + 0.3*(0.4+0.6)/float64(third.End-third.First)
	byHand := map[string]bool{ // methods with an update by hand, of which TestGradient and other files have some
		"reinforce": true, "pegasus": true, "ttt": true, "double-q": true,
	}
	for text, want := range map[string][3]float64{
		"q:alpha=0.5,gamma=0.9,epsilon=0":     {0.5 * 0.9 * 0.2, 0.2 + 0.5*(0.9*0.6-0.2), 0.4 + 0.5*(1-0.4)},
		"sarsa:alpha=0.5,gamma=0.9,epsilon=0": {0.5 * 0.9 * 0.2, 0.2 + 0.5*(0.9*0.4-0.2), 0.4 + 0.5*(1-0.4)},
		"expected-sarsa:alpha=0.5,gamma=0.9,epsilon=0.3": {0.5 * 0.9 * expected2, 0.2 + 0.5*(0.9*expected3-0.2),
			0.4 + 0.5*(1-0.4)},
		"td:alpha=0.5,gamma=0.9": {0.5 * 0.9 * 0.2, 0.2, 0.4 + 0.5*(1-0.4)},
		// The λ-returns are 1, then 0.9 (0.75·0.4 + 0.25·1) = 0.495, then 0.9 (0.75·0.2 + 0.25·0.495) = 0.246375.
		"td-lambda:alpha=0.5,gamma=0.9,lambda=0.25": {0.5 * 0.246375, 0.2 + 0.5*(0.495-0.2), 0.4 + 0.5*(1-0.4)},
		"td-lambda:alpha=0.5,gamma=0.9,lambda=1":    {0.5 * 0.81, 0.2 + 0.5*(0.9-0.2), 0.4 + 0.5*(1-0.4)}, // as mc
		"mc:alpha=0.5,gamma=0.9":                    {0.5 * 0.81, 0.2 + 0.5*(0.9-0.2), 0.4 + 0.5*(1-0.4)},
		"mc":                                        {1, 1, 1}, // mean of one game
		"softmax:alpha=0.5":                         {0.5, 0.2 + 0.5*(1-0.2), 0.4 + 0.5*(1-0.4)},
	} {
		name, _, _ := strings.Cut(text, ":")
		byHand[name] = true
		l := learner(text, ticTacToe, symmetry.First)
		m := memoryOf(l)
		moves := lesson(m)
		m.values[moves[1].edge], m.values[moves[2].edge], m.values[moves[2].edge+1] = 0.2, 0.4, 0.6
		l.Learn(symmetry.FirstWins)
		for i, s := range moves {
			if got := m.values[s.edge]; !near(got, want[i]) {
				t.Errorf("%s, move %d: value %v, want %v", text, i+1, got, want[i])
			}
		}
	}
	for _, m := range Table {
		if !byHand[m.Name] {
			t.Errorf("no update of %s is worked out by hand", m.Name)
		}
	}
}

// TestDoubleQ compares an update with its formula, computed by hand: α = 0.5, γ = 0.9. The second move teaches table 1,
// whose best next move is the second one, with 0.6 and a value of 0.3 in table 0; the others teach table 0, and so does
// the first, whose best next move is worth 0.2 in table 0 and 0.1 in table 1.
func TestDoubleQ(t *testing.T) {
	l := learner("double-q:alpha=0.5,gamma=0.9", ticTacToe, symmetry.First).(*doubleQ)
	moves := lesson(&l.memory)
	copy(l.coins[:], []uint8{0, 1, 0})
	first, second, third := moves[0].edge, moves[1].edge, moves[2].edge
	l.tables[0][second], l.tables[1][second] = 0.2, 0.1
	l.tables[0][third], l.tables[0][third+1] = 0.4, 0.3
	l.tables[1][third], l.tables[1][third+1] = 0.5, 0.6
	l.Learn(symmetry.FirstWins)
	for _, c := range []struct {
		edge         uint16
		zero, second float64
	}{
		{first, 0.5 * 0.9 * 0.1, 0},
		{second, 0.2, 0.1 + 0.5*(0.9*0.3-0.1)},
		{third, 0.4 + 0.5*(1-0.4), 0.5},
	} {
		mean := (c.zero + c.second) / 2
		if a, b := l.tables[0][c.edge], l.tables[1][c.edge]; !near(a, c.zero) || !near(b, c.second) {
			t.Errorf("edge %d: got %v and %v, want %v and %v", c.edge, a, b, c.zero, c.second)
		}
		if got := l.values[c.edge]; !near(got, mean) {
			t.Errorf("edge %d: got the mean %v, want %v", c.edge, got, mean)
		}
	}
}

// TestDoubleQLearns checks that both tables learn equally often, and that the learner plays well against random play.
func TestDoubleQLearns(t *testing.T) {
	l := learner("double-q:alpha=0.2", ticTacToe, symmetry.First).(*doubleQ)
	train(l, symmetry.First, arena.Random(ticTacToe), 50_000, 1)
	if got := arena.Evaluate(l, symmetry.First, arena.Random(ticTacToe)).Value(); got < 0.95 {
		t.Errorf("got a value of %v against random play", got)
	}
	learned := [2]int{}
	for k, table := range l.tables {
		for _, v := range table {
			if v != 0 {
				learned[k]++
			}
		}
	}
	if learned[0] < 500 || math.Abs(float64(learned[0]-learned[1])) > 0.2*float64(learned[0]) {
		t.Errorf("the tables have learned %v values", learned)
	}
}

// TestMean checks that, without a step size, a value is the mean of the values of the games.
func TestMean(t *testing.T) {
	l := learner("mc", ticTacToe, symmetry.First)
	m := memoryOf(l)
	for _, end := range []symmetry.Outcome{symmetry.FirstWins, symmetry.Drawn, symmetry.SecondWins,
		symmetry.FirstWins, symmetry.FirstWins} {
		m.choose(ticTacToe.OrbitEdges(symmetry.Start), 2)
		l.Learn(end)
	}
	if got := m.values[2]; !near(got, 2.0/5) {
		t.Errorf("value %v, want 2/5", got)
	}
}

// TestGradient compares the changes of REINFORCE with α (R − β) times the gradient of the log probability of the
// moves made, by finite differences.
func TestGradient(t *testing.T) {
	const alpha, baseline, h = 0.3, 0.25, 1e-6
	l := learner("reinforce:alpha=0.3,baseline=0.1", ticTacToe, symmetry.First).(*reinforce)
	for e := range l.values {
		l.values[e] = math.Sin(float64(e))
	}
	l.baseline = baseline
	moves := lesson(&l.memory)
	logarithm := func() (sum float64) {
		for _, s := range moves {
			sum += math.Log(chancesOf(l, s.at)[s.edge-s.at.First])
		}
		return sum
	}
	want := map[uint16]float64{}
	for _, s := range moves {
		for e := s.at.First; e < s.at.End; e++ {
			old := l.values[e]
			l.values[e] = old + h
			up := logarithm()
			l.values[e] = old - h
			want[e] = old + alpha*(-1-baseline)*(up-logarithm())/(2*h)
			l.values[e] = old
		}
	}
	before := append([]float64(nil), l.values...)
	l.Learn(symmetry.SecondWins)
	for e, v := range l.values {
		expected, changed := want[uint16(e)]
		if !changed {
			expected = before[e]
		}
		if math.Abs(v-expected) > 1e-8 {
			t.Errorf("value %d: got %v, want %v", e, v, expected)
		}
	}
	if !near(l.baseline, 0.25+0.1*(-1-0.25)) {
		t.Errorf("got the baseline %v", l.baseline)
	}
}

// TestSoftmaxPolicy checks that chances are proportional to exp(value/τ).
func TestSoftmaxPolicy(t *testing.T) {
	l := learner("softmax:temperature=0.25", ticTacToe, symmetry.First).(*softMonteCarlo)
	l.values[0], l.values[1], l.values[2] = 0.5, -0.5, 0
	sum := math.Exp(2) + math.Exp(-2) + 1
	for i, want := range []float64{math.Exp(2) / sum, math.Exp(-2) / sum, 1 / sum} {
		if got := chancesOf(l, ticTacToe.OrbitEdges(symmetry.Start))[i]; !near(got, want) {
			t.Errorf("move %d: chance %v, want %v", i, got, want)
		}
	}
}
