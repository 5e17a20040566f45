package learners

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"menace/menace/arena"
	"menace/symmetry"
)

// near reports whether two numbers are equal up to rounding.
func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

// chancesOf returns the chances of the moves of a position.
func chancesOf(l arena.Learner, at symmetry.OrbitEdges) []float64 {
	chances := make([]float64, len(l.Graph().Edges()))
	l.Chances(chances)
	return chances[at.First:at.End]
}

// boxOf returns the first box of a side with this many distinct moves in which the game continues after move i.
func boxOf(g *symmetry.Graph, side symmetry.Side, moves int, i uint16) symmetry.OrbitEdges {
	for _, o := range g.Choices(side) {
		at := g.OrbitEdges(o)
		if int(at.End-at.First) == moves && g.Outcome(g.Edges()[at.First+i]) == symmetry.Ongoing {
			return at
		}
	}
	panic("no such box")
}

// TestPapersExample checks the example of the paper: two moves have the chances 2/5 and 3/5, and M_n = 2; a win changes
// them to 4/7 and 3/7 (Michie 1963). A defeat then reverts this.
func TestPapersExample(t *testing.T) {
	l := learner("pegasus", ticTacToe, symmetry.First).(*pegasus)
	for n := range l.stride {
		l.stride[n] = math.Log(2)
	}
	at := boxOf(ticTacToe, symmetry.First, 2, 0)
	l.values[at.First], l.values[at.First+1] = math.Log(2), math.Log(3)
	choose(l, at, at.First)
	l.Learn(symmetry.FirstWins)
	if got := chancesOf(l, at); !near(got[0], 4.0/7) || !near(got[1], 3.0/7) {
		t.Errorf("after a win: %v, want 4/7 and 3/7", got)
	}
	choose(l, at, at.First)
	l.Learn(symmetry.SecondWins)
	if got := chancesOf(l, at); !near(got[0], 2.0/5) || !near(got[1], 3.0/5) {
		t.Errorf("after a defeat: %v, want 2/5 and 3/5", got)
	}
}

// TestOddsOfMany checks that in a box with more moves the odds of the move made are multiplied, and the others keep
// their proportions.
func TestOddsOfMany(t *testing.T) {
	l, random := learner("pegasus", ticTacToe, symmetry.First).(*pegasus), rand.New(rand.NewPCG(1, 2))
	at := boxOf(ticTacToe, symmetry.First, 5, 2)
	for e := at.First; e < at.End; e++ {
		l.values[e] = random.NormFloat64()
	}
	before := chancesOf(l, at)
	choose(l, at, at.First+2)
	n := ticTacToe.Level(l.after) + 1 - ticTacToe.Level(at.Orbit) // the other player wins with one more move
	l.Learn(symmetry.SecondWins)
	after, m := chancesOf(l, at), math.Pow(1.025, math.Pow(2, float64(8-n)))
	odds := func(p float64) float64 { return p / (1 - p) }
	if !near(odds(after[2]), odds(before[2])/m) {
		t.Errorf("got odds of %v after a defeat at stage %d, want %v", odds(after[2]), n, odds(before[2])/m)
	}
	for _, i := range []int{1, 3, 4} {
		if !near(after[i]/after[0], before[i]/before[0]) {
			t.Errorf("move %d: proportion %v, was %v", i, after[i]/after[0], before[i]/before[0])
		}
	}
}

// TestStages plays a game that is won in the fifth ply, and one that is lost in the sixth.
func TestStages(t *testing.T) {
	for _, c := range []struct {
		moves string
		want  []float64 // factors of the odds, or 0 for a certain move
	}{
		{"14253", []float64{math.Pow(1.025, 8), math.Pow(1.025, 32), 0}},            // n = 5, 3, 1
		{"142596", []float64{math.Pow(1.025, -4), math.Pow(1.025, -16), 1 / 4.857}}, // n = 6, 4, 2
		{"152374689", []float64{1, 1, 1, 1}},                                        // a draw
	} {
		l := learner("pegasus", ticTacToe, symmetry.First).(*pegasus)
		boxes, end := replay(t, l, c.moves)
		l.Learn(end)
		for i, box := range boxes {
			chances := chancesOf(l, box.at)
			p := chances[box.edge-box.at.First]
			others := float64(len(chances) - 1)
			switch got := p / (1 - p) * others; { // all chances were equal before
			case c.want[i] == 0 && p != 1:
				t.Errorf("%s: the last move has chance %v, want certainty", c.moves, p)
			case c.want[i] != 0 && math.Abs(got/c.want[i]-1) > 1e-3:
				t.Errorf("%s, move %d: odds multiplied by %v, want %v", c.moves, i+1, got, c.want[i])
			}
		}
	}
}

// choose lets a learner make its only move of a game.
func choose(l *pegasus, at symmetry.OrbitEdges, edge uint16) {
	l.begin()
	l.after = l.choose(at, edge)
}

// replay makes the moves at odd positions of a game on the board for a first player.
func replay(t *testing.T, l *pegasus, squares string) (boxes []step, end symmetry.Outcome) {
	t.Helper()
	g := l.graph
	position := g.Code(symmetry.Start)
	for i, square := range squares {
		move, err := symmetry.ParseMove(string(square))
		if err != nil {
			t.Fatal(err)
		}
		from, _ := g.Find(position)
		position = g.Play(position, move)
		next, _ := g.Find(position)
		if i%2 == 0 {
			l.begin()
			l.after = next
		}
		if i%2 == 0 && g.Forced(from) == symmetry.None {
			at := g.OrbitEdges(from)
			l.choose(at, at.First+uint16(slices.Index(g.Edges()[at.First:at.End], next)))
		}
		end = g.Outcome(next)
	}
	return append(boxes, l.trail[:l.steps]...), end
}

// TestNoUnderflow checks that logarithms stay finite and chances add up to 1 after a million wins and then as many
// defeats.
func TestNoUnderflow(t *testing.T) {
	l := learner("pegasus:a=2", ticTacToe, symmetry.First).(*pegasus)
	at := boxOf(ticTacToe, symmetry.First, 5, 0)
	for _, end := range []symmetry.Outcome{symmetry.FirstWins, symmetry.SecondWins} {
		for range 1_000_000 {
			choose(l, at, at.First)
			l.Learn(end)
		}
		sum := 0.0
		for i, p := range chancesOf(l, at) {
			if sum += p; math.IsInf(l.values[at.First+uint16(i)], 0) || math.IsNaN(p) {
				t.Errorf("after a million games with outcome %v, move %d has logarithm %v and chance %v",
					end, i, l.values[at.First+uint16(i)], p)
			}
		}
		if !near(sum, 1) {
			t.Errorf("after a million games with outcome %v, the chances add up to %v", end, sum)
		}
	}
	if got := chancesOf(l, at); math.Abs(got[0]-0.2) > 1e-6 { // rounding errors of two million additions
		t.Errorf("after as many wins as defeats, got %v", got)
	}
}

// TestSlidingOrigin checks that μ is Σ Dⁱ vᵢ / Σ Dⁱ over the averages of earlier sets, and that each play is measured
// relative to it.
func TestSlidingOrigin(t *testing.T) {
	o := origin{decay: 0.5, set: 2}
	for i, c := range []struct{ value, mean float64 }{
		{1, 0}, {0, 0.5}, // the first set: 0.5
		{-1, 0.5}, {-1, (0.5*-1 + 0.25*0.5) / 0.75},
		{1, -0.5}, {1, (0.5*1 + 0.25*-1 + 0.125*0.5) / 0.875},
	} {
		if o.add(c.value); !near(o.mean, c.mean) {
			t.Errorf("after %d plays the origin is %v, want %v", i+1, o.mean, c.mean)
		}
	}
	l := learner("pegasus:d=0.5", ticTacToe, symmetry.First).(*pegasus)
	l.origin.mean = 0.25
	at := boxOf(ticTacToe, symmetry.First, 5, 0)
	for end, v := range map[symmetry.Outcome]float64{symmetry.FirstWins: 1, symmetry.Drawn: 0,
		symmetry.SecondWins: -1} {
		before := l.values[at.First]
		choose(l, at, at.First)
		n := ticTacToe.Level(l.after) + 1 - ticTacToe.Level(at.Orbit)
		l.Learn(end)
		if got, want := l.values[at.First]-before,
			(v-0.25)*math.Log(1.025)*math.Pow(2, float64(8-n)); !near(got, want) {
			t.Errorf("%v: the logarithm changes by %v, want %v", end, got, want)
		}
	}
}

// TestFigure7 compares with Michie's two runs against a random player, which won 56 and 65 of the first hundred games,
// and 86 to 98 in the last hundreds. All must lie within the range of hundreds of simulated runs, without any margin.
func TestFigure7(t *testing.T) {
	const runs = 300
	least, most := [10]int64{}, [10]int64{}
	for run := range int64(runs) {
		career := &arena.Career{Learner: learner("pegasus", ticTacToe, symmetry.First), Side: symmetry.First}
		training := &arena.Training{Learner: career, Opponent: arena.Random(ticTacToe), Random: arena.NewRandom(run)}
		for i := range least {
			before := career.Tally
			training.Play(100)
			won := career.Tally.Minus(before).Win
			if run == 0 {
				least[i] = won
			}
			least[i], most[i] = min(least[i], won), max(most[i], won)
		}
	}
	for _, published := range [][]int64{{56, 78, 88, 90, 98, 86, 93, 95, 97, 94}, {65, 89, 89, 93, 94, 94, 94, 95}} {
		for i, won := range published {
			if won < least[i] || won > most[i] {
				t.Errorf("hundred %d: Michie's program won %d, but %d simulated runs won %d to %d",
					i+1, won, runs, least[i], most[i])
			}
		}
	}
}
