package learners

import (
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"menace/menace/arena"
	"menace/symmetry"
)

// value returns the minimax value of an orbit to the first player, by plain recursion.
func value(g *symmetry.Graph, o symmetry.Orbit) int {
	switch g.Outcome(o) {
	case symmetry.FirstWins:
		return 1
	case symmetry.SecondWins:
		return -1
	case symmetry.Drawn:
		return 0
	}
	best := -2
	sign := 1
	if g.Turn(o) == symmetry.Second {
		sign = -1
	}
	for i := range g.Moves(o) {
		best = max(best, sign*value(g, g.Next(o, i)))
	}
	return sign * best
}

// remembered returns the orbits that a learner remembers.
func remembered(l *ttt) map[symmetry.Orbit]bool {
	all := map[symmetry.Orbit]bool{}
	for e, v := range l.values {
		if v < 0 {
			all[l.graph.Edges()[e]] = true
		}
	}
	return all
}

// TestTtt checks what is known about the program of 1973. There are 254 classes in which the first player, who is to
// move, wins: 7, 85, 139 and 23 by number of pieces. It remembers only such classes; it never makes the same mistake
// twice, so each defeat, and nothing else, adds at least one; and in the end nobody can beat it.
func TestTtt(t *testing.T) {
	lost, byPieces := map[symmetry.Orbit]bool{}, [10]int{}
	for o := range ticTacToe.All() {
		if n := ticTacToe.Level(o); n > 0 && n%2 == 0 && ticTacToe.Outcome(o) == symmetry.Ongoing &&
			value(ticTacToe, o) == 1 {
			lost[o] = true
			byPieces[n]++
		}
	}
	if len(lost) != 254 || byPieces != [10]int{2: 7, 4: 85, 6: 139, 8: 23} {
		t.Errorf("got %d lost classes, by pieces %v", len(lost), byPieces)
	}
	for seed := range int64(5) {
		l, random := learner("ttt", ticTacToe, symmetry.Second).(*ttt), arena.NewRandom(seed)
		losses, known := 0, remembered(l)
		for n := 0; n%1000 > 0 || arena.MostLosses(l, symmetry.Second).Loss > 0; n++ {
			end, _ := arena.Play(ticTacToe, arena.Random(ticTacToe), l, random)
			moves := append([]step(nil), l.trail[:l.steps]...)
			for _, s := range moves {
				if best, _ := l.best(s.at); l.values[s.edge] < best {
					t.Fatalf("it moved to orbit %d, which it remembers", ticTacToe.Edges()[s.edge])
				}
			}
			if l.Learn(end); end != symmetry.FirstWins {
				continue
			}
			losses++
			now := remembered(l)
			if last := ticTacToe.Edges()[moves[len(moves)-1].edge]; !now[last] || len(now) <= len(known) {
				t.Fatal("it does not remember its mistake")
			}
			known = now
		}
		if now := remembered(l); len(now) != len(known) || losses > len(known) {
			t.Errorf("it remembers %d positions after %d defeats, %d after the last", len(now), losses, len(known))
		}
		for o := range known {
			if !lost[o] {
				t.Errorf("it remembers orbit %d, which is not lost", o)
			}
		}
	}
}

// TestTttRemembers compares the number of positions that it remembers with the 134 in the file of 1973, with -v for
// docs/RESULTS.md. Each defeat adds at least one, so after 80 there are at least 80, and in the end there are no more
// than the 254 classes that are lost.
func TestTttRemembers(t *testing.T) {
	const machines, games, defeats = 40, 50_000, 80
	for _, teacher := range []arena.Player{arena.Perfect(ticTacToe), arena.Random(ticTacToe)} {
		var early, late, lost []float64
		for seed := range int64(machines) {
			l, random := learner("ttt", ticTacToe, symmetry.Second).(*ttt), arena.NewRandom(seed)
			losses := 0
			for range games {
				end, _ := arena.Play(ticTacToe, teacher, l, random)
				if l.Learn(end); end != symmetry.FirstWins {
					continue
				}
				if losses++; losses == defeats {
					early = append(early, float64(len(remembered(l))))
				}
			}
			late, lost = append(late, float64(len(remembered(l)))), append(lost, float64(losses))
			if known := len(remembered(l)); known < losses || known > 254 {
				t.Errorf("it remembers %d positions after %d defeats", known, losses)
			}
		}
		for _, n := range early {
			if n < defeats {
				t.Errorf("it remembers %v positions after %d defeats", n, defeats)
			}
		}
		t.Logf("positions remembered: %.0f after %d defeats (%d machines), %.0f (%.0f to %.0f) after %d games, %.0f of "+
			"them lost", stat.Mean(early, nil), defeats, len(early), stat.Mean(late, nil), floats.Min(late),
			floats.Max(late), games, stat.Mean(lost, nil))
	}
}
