package arena_test

import (
	"math"
	"strings"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/learners"
	"menace/menace/match"
	"menace/menace/teach"
	"menace/symmetry"
)

func her(t *testing.T) (*menace.Machine, *teach.Teacher) {
	t.Helper()
	rules, _ := menace.Preset("her")
	teacher, err := teach.NewCached(rules)
	if err != nil {
		t.Fatal(err)
	}
	return menace.New(rules), teacher
}

// TestFastestTeaches trains machines until nobody can beat them, and compares the mean number of games with the exact
// one. No machine loses more than the nine beads that every teacher must take.
func TestFastestTeaches(t *testing.T) {
	const machines, most = 20_000, 1000
	m, teacher := her(t)
	fresh, random := m.Counts(), arena.NewRandom(1)
	fastest, err := arena.Facing(arena.Fastest(m.Graph()), m)
	if err != nil {
		t.Fatal(err)
	}
	var sum, squares float64
	for range machines {
		if err := m.SetCounts(fresh); err != nil {
			t.Fatal(err)
		}
		games, lost := 0.0, 0
		for ; lost < 9; games++ {
			end, _ := arena.Play(m.Graph(), fastest, m, random)
			if m.Learn(end); end == symmetry.FirstWins {
				lost++
			}
			if games == most {
				t.Fatal("a machine cannot be taught")
			}
		}
		if arena.MostLosses(m, symmetry.Second).Loss > 0 {
			t.Fatal("a machine can be beaten that has lost nine games")
		}
		sum, squares = sum+games, squares+games*games
	}
	mean := sum / machines
	deviation := math.Sqrt((squares/machines - mean*mean) / machines)
	if math.Abs(mean-teacher.Games()) > 4*deviation {
		t.Errorf("%.3f ± %.3f games on average, want %.3f", mean, deviation, teacher.Games())
	}
}

// TestFastestFollowsTheBeads checks that the moves agree with the chances, for machines with more and more training,
// in training, in a match, and under noise.
func TestFastestFollowsTheBeads(t *testing.T) {
	m, teacher := her(t)
	g := m.Graph()
	training := arena.Training{
		Learner: &arena.Career{Learner: m, Side: symmetry.Second}, Random: arena.NewRandom(3), Opponent: arena.Fastest(g),
	}
	different := map[symmetry.Orbit]bool{} // first moves of the teacher
	for range 8 {
		bound, err := arena.Facing(arena.Fastest(g), m)
		if err != nil {
			t.Fatal(err)
		}
		if err := arena.CheckMoves(bound, symmetry.First); err != nil {
			t.Error(err)
		}
		noisy, err := arena.Facing(arena.Noisy(arena.Fastest(g), 0.3), m)
		if err != nil {
			t.Fatal(err)
		}
		if err := arena.CheckMoves(noisy, symmetry.First); err != nil {
			t.Error(err)
		}
		game := match.Seeded(m, 1)
		game.Ask(arena.Fastest(g))
		at, _ := g.Find(game.Position())
		different[at] = true
		state, _ := teacher.State(m)
		if move, ok := teacher.Replies(state)[symmetry.Start]; ok && g.Next(symmetry.Start, move) != at {
			t.Errorf("in a match it moves to orbit %d, but the best reply is %d", at, move)
		}
		training.Play(5)
	}
	if len(different) < 2 {
		t.Error("it always begins in the same way: it does not follow the beads")
	}
	if arena.MostLosses(m, symmetry.Second).Loss > 0 {
		t.Error("it has not taught the machine in 40 games")
	}
}

// TestFastestRefuses checks that it says whom it cannot teach.
func TestFastestRefuses(t *testing.T) {
	fastest := arena.Fastest(hexapawn)
	him, _ := menace.Preset("him")
	rewarded, _ := menace.Preset("her")
	rewarded.Win = 1
	q, err := learners.Parse("q")
	if err != nil {
		t.Fatal(err)
	}
	for want, learner := range map[string]arena.Learner{
		"nobody can make White unbeatable": menace.New(him),
		"infinitely many states":           menace.New(rewarded),
		"only machines with boxes":         q.New(hexapawn, symmetry.Second),
	} {
		for _, o := range []arena.Opponent{fastest, arena.Noisy(fastest, 0.1)} {
			if _, err := arena.Facing(o, learner); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("error %v, want %q", err, want)
			}
		}
		if p, err := arena.PlayerFacing(fastest, learner); p != arena.Player(fastest) || err == nil {
			t.Error("it plays in another way against somebody whom it cannot teach")
		}
	}
	if arena.Fastest(ticTacToe) != nil {
		t.Error("it plays tic-tac-toe, where machines gain beads")
	}
}
