package arena_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

func newTraining(rules menace.Rules, opponent arena.Player, seed int64) (*menace.Machine, *arena.Training) {
	m := menace.New(rules)
	return m, &arena.Training{
		Learner: arena.NewCareer(m, rules.Plays), Opponent: opponent, Random: arena.NewRandom(seed),
	}
}

func run(t *testing.T, training *arena.Training, n int64) int64 {
	t.Helper()
	played, err := training.Run(context.Background(), n)
	if err != nil {
		t.Fatal(err)
	}
	return played
}

// TestPiecesMakeTheWhole checks that a run split at arbitrary places equals the whole run.
func TestPiecesMakeTheWhole(t *testing.T) {
	for _, g := range all {
		for _, side := range sides {
			opponent, rules := arena.Noisy(arena.Perfect(g), 0.5), michie(g, side)
			if blocker := arena.Blocker(g); blocker != nil {
				opponent = blocker
			}
			one, whole := newTraining(rules, opponent, 3)
			run(t, whole, 20_000)
			other, pieces := newTraining(rules, opponent, 3)
			for _, n := range []int64{0, 1, 1, 97, 5000, 1, 8192, 6708} {
				run(t, pieces, n)
			}
			if !slices.Equal(one.Counts(), other.Counts()) {
				t.Errorf("%s: the beads differ", label(rules))
			}
			if !reflect.DeepEqual(whole.Learner.Curve, pieces.Learner.Curve) {
				t.Errorf("%s: the curves differ", label(rules))
			}
		}
	}
}

func TestCurveIsTheLadder(t *testing.T) {
	m, training := newTraining(menace.Michie(), arena.Random(ticTacToe), 1)
	run(t, training, 1000)
	var games []int64
	for _, p := range training.Learner.Curve {
		games = append(games, p.Tally.Games())
	}
	want := []int64{0}
	for arena.NextCheckpoint(want[len(want)-1]) <= 1000 {
		want = append(want, arena.NextCheckpoint(want[len(want)-1]))
	}
	if !slices.Equal(games, want) {
		t.Errorf("checkpoints at %v, want %v", games, want)
	}
	last := training.Learner.Curve[len(games)-1]
	if !slices.Equal(last.Counts, m.Counts()) ||
		last.Perfect != arena.Evaluate(m, symmetry.First, arena.Perfect(ticTacToe)) {
		t.Error("the last checkpoint does not describe the current machine")
	}
}

// TestLastLoss compares LastLoss with the same games played one by one.
func TestLastLoss(t *testing.T) {
	for _, side := range sides {
		rules := michie(ticTacToe, side)
		_, whole := newTraining(rules, arena.Random(ticTacToe), 4)
		run(t, whole, 9000)
		_, single := newTraining(rules, arena.Random(ticTacToe), 4)
		last := int64(0)
		for game := int64(1); game <= 9000; game++ {
			before := single.Learner.Tally.Loss
			run(t, single, 1)
			if single.Learner.Tally.Loss > before {
				last = game
			}
		}
		if got := [2]int64{whole.Learner.LastLoss, single.Learner.LastLoss}; got != [2]int64{last, last} || last == 0 {
			t.Errorf("%s: got %v, want %d", label(rules), got, last)
		}
	}
}

// TestSeedsMatter guards against machines that all start from the same generator state.
func TestSeedsMatter(t *testing.T) {
	one, first := newTraining(menace.Michie(), arena.Random(ticTacToe), 1)
	other, second := newTraining(menace.Michie(), arena.Random(ticTacToe), 2)
	run(t, first, 1000)
	run(t, second, 1000)
	if slices.Equal(one.Counts(), other.Counts()) {
		t.Error("two seeds gave the same machine")
	}
}

// TestBankruptcyStopsTraining checks that a machine plays only while its opening box has beads. The box starts with one
// bead for each distinct move and gets none back, unless the machine can win.
func TestBankruptcyStopsTraining(t *testing.T) {
	for _, g := range all {
		if hopeless(g, symmetry.Second) {
			continue
		}
		beads := int64(g.Distinct(symmetry.Start).Count())
		rules := michie(g, symmetry.First)
		rules.Beads = [4]int64{1, 1, 1, 1}
		rules.Draw = -1
		m, training := newTraining(rules, arena.Perfect(g), 1)
		played := run(t, training, 100_000)
		if played != beads || training.Learner.Tally.Games() != played || !m.Bankrupt() {
			t.Errorf("%s: played %d games, counted %d, bankrupt %t; want %d",
				label(rules), played, training.Learner.Tally.Games(), m.Bankrupt(), beads)
		}
		if again := run(t, training, 10); again != 0 {
			t.Errorf("%s: a bankrupt machine played %d more games", label(rules), again)
		}
		if p := training.Learner.Curve[len(training.Learner.Curve)-1]; p.Perfect.Loss != 1 || p.Random.Loss != 1 ||
			p.Worst.Value() != -1 {
			t.Errorf("%s: a bankrupt machine has the results %v", label(rules), p)
		}
	}
}

// quitter resigns instead of its first move that does not open the game.
type quitter struct{ arena.Opponent }

func (q quitter) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	if q.Graph().Level(o) > 0 {
		return symmetry.None
	}
	return q.Opponent.Move(o, random)
}

// TestResignationIsAWinOfTheOther checks that a machine is rewarded when its opponent resigns.
func TestResignationIsAWinOfTheOther(t *testing.T) {
	for _, g := range all {
		for _, side := range sides {
			m, training := newTraining(michie(g, side), quitter{arena.Random(g)}, 1)
			before := m.Total()
			run(t, training, 100)
			if got := training.Learner.Tally; got != (arena.Tally{Win: 100}) {
				t.Errorf("%s: tally %+v, want 100 wins and no resignation of the machine", label(m.Rules()), got)
			}
			if m.Total() <= before {
				t.Errorf("%s: got %d beads before and %d after 100 wins", label(m.Rules()), before, m.Total())
			}
		}
	}
}

// TestEndIsTraining checks that games played one by one and finished with End give the same record as training.
func TestEndIsTraining(t *testing.T) {
	for _, g := range all {
		rules := michie(g, symmetry.First)
		one, training := newTraining(rules, arena.Random(g), 6)
		run(t, training, 500)
		other := menace.New(rules)
		career, random := arena.NewCareer(other, symmetry.First), arena.NewRandom(6)
		for range 500 {
			career.End(arena.Play(g, other, arena.Random(g), random))
		}
		if !slices.Equal(one.Counts(), other.Counts()) || !reflect.DeepEqual(training.Learner.Curve, career.Curve) ||
			training.Learner.Tally != career.Tally || training.Learner.LastLoss != career.LastLoss {
			t.Errorf("%s: got %+v, in training %+v", g.Name(), career.Tally, training.Learner.Tally)
		}
	}
}

// TestBothLearn checks that the tallies mirror each other, that resignations are counted for the right side, and that
// each side is rewarded when the other resigns.
func TestBothLearn(t *testing.T) {
	x, training := newTraining(menace.Michie(), nil, 5)
	rules := michie(ticTacToe, symmetry.Second)
	rules.Beads = [4]int64{1, 1, 1, 1} // its boxes are soon empty, so it resigns
	o := menace.New(rules)
	training.Opponent, training.Rival = o, arena.NewCareer(o, symmetry.Second)
	run(t, training, 3000)
	a, b := training.Learner.Tally, training.Rival.Tally
	if a.Win != b.Loss || a.Draw != b.Draw || a.Loss != b.Win || a.Games() != b.Games() {
		t.Errorf("the tallies %+v and %+v do not mirror each other", a, b)
	}
	if b.Resigned == 0 {
		t.Error("the second machine never resigned: the test proves nothing")
	}
	if slices.Equal(x.Counts(), menace.New(menace.Michie()).Counts()) ||
		slices.Equal(o.Counts(), menace.New(rules).Counts()) {
		t.Error("one of them has not learned")
	}
	if len(training.Rival.Curve) < 2 {
		t.Error("the second machine has no curve")
	}
}

// TestLearningPays checks that a restocking machine improves against its training opponent, unless that opponent plays
// perfectly and the machine's side must lose.
func TestLearningPays(t *testing.T) {
	for _, g := range all {
		for name, opponent := range standard(g) {
			for _, side := range sides {
				rules := michie(g, side)
				rules.OnEmpty = menace.Restock
				before := arena.Evaluate(menace.New(rules), side, opponent).Value()
				after := arena.Evaluate(trained(t, rules, opponent, 20_000, 1), side, opponent).Value()
				hopeless := name == "perfect" && hopeless(g, side)
				if !hopeless && after <= before+0.05 || hopeless && math.Abs(after+1) > tolerance {
					t.Errorf("%s against %s: wins minus losses %v before and %v after 20,000 games",
						label(rules), name, before, after)
				}
			}
		}
	}
}

// canceller cancels the training at its first move.
type canceller struct {
	arena.Opponent
	cancel context.CancelFunc
}

func (c canceller) Move(o symmetry.Orbit, random *rand.PCG) symmetry.Orbit {
	c.cancel()
	return c.Opponent.Move(o, random)
}

func TestRunEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, training := newTraining(menace.Michie(), canceller{arena.Random(ticTacToe), cancel}, 1)
	played, err := training.Run(ctx, 1_000_000)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v", err)
	}
	if played == 0 || played == 1_000_000 || played != training.Learner.Tally.Games() {
		t.Errorf("played %d games, counted %d", played, training.Learner.Tally.Games())
	}
}

func TestTrainingAllocatesNothing(t *testing.T) {
	for _, g := range all {
		for name, opponent := range standard(g) {
			rules := michie(g, symmetry.First)
			rules.OnEmpty = menace.Restock
			m := menace.New(rules)
			random := arena.NewRandom(1)
			allocations := testing.AllocsPerRun(1000, func() {
				end, _ := arena.Play(g, m, opponent, random)
				m.Learn(end)
			})
			if allocations != 0 {
				t.Errorf("%s, against %s: %v allocations per game", g.Name(), name, allocations)
			}
		}
	}
}

func TestParseOpponent(t *testing.T) {
	for _, g := range all {
		for _, name := range []string{"random", "perfect", "noisy:0",
			"noisy:0.25", "noisy:1", "search:1", "search:9", "noisy:0.1/soonest", "noisy:0.1/noisy:.2/search:2"} {
			if o, err := arena.ParseOpponent(g, name); err != nil || o.Graph() != g {
				t.Errorf("%s, %s: %v", g.Name(), name, err)
			}
			if err := arena.CheckOpponent(name); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, name := range []string{
			"", "randomly", "noisy", "noisy:", "noisy:2", "noisy:-1", "noisy:-0.1", "noisy:1.1", "noisy:NaN", "noisy:Inf",
			"search", "search:0", "search:1.5", "search:9223372036854775808", "agent:x", "perfect:", "perfect:1",
			"reply", "reply:", "reply:middle", "reply:centre+", "reply:any/random", "reply:far/agent:x",
			"noisy:0.1/", "noisy:0.1/foo", "noisy:0.1/agent:x", "noisy:0.1/noisy:2", "noisy:/random", "search:2/random",
			"random/perfect", "noisy:0.1/noisy:0.1/noisy:0.1/noisy:0.1/noisy:0.1/random",
		} {
			if _, err := arena.ParseOpponent(g, name); err == nil {
				t.Errorf("%s: %q is accepted", g.Name(), name)
			}
			if arena.CheckOpponent(name) == nil {
				t.Errorf("%q is accepted", name)
			}
		}
		for _, name := range []string{"", "randomly", "agent:x", "perfect:1"} {
			if _, err := arena.ParseOpponent(g, name); !errors.Is(err, arena.ErrUnknownOpponent) {
				t.Errorf("%s, %q: got %v", g.Name(), name, err)
			}
		}
	}
}

// TestBlockerPlaysTicTacToe checks that tic-tac-toe has a blocker, and that hexapawn has none.
func TestBlockerPlaysTicTacToe(t *testing.T) {
	if o, err := arena.ParseOpponent(ticTacToe, "blocker"); err != nil || o == nil || o != arena.Blocker(ticTacToe) {
		t.Errorf("got %v, %v", o, err)
	}
	if arena.Blocker(hexapawn) != nil {
		t.Error("hexapawn has a blocker")
	}
	const want = `opponent "blocker" does not play hexapawn`
	if o, err := arena.ParseOpponent(hexapawn, "blocker"); err == nil || err.Error() != want || o != nil {
		t.Errorf("got %v, %v, want %s", o, err, want)
	}
	if err := arena.CheckOpponent("blocker"); err != nil {
		t.Errorf("blocker is refused for every game: %v", err)
	}
}

func TestCanonicalName(t *testing.T) {
	for name, want := range map[string]string{
		"random": "random", "noisy:.10": "noisy:0.1", "noisy:1e-1": "noisy:0.1", "noisy:1": "noisy:1",
		"noisy:-0":              "noisy:0",
		"reply:far+any/perfect": "reply:far+any", "reply:edge/noisy:.5": "reply:edge/noisy:0.5",
		"noisy:.1/perfect": "noisy:0.1", "noisy:.1/search:+2": "noisy:0.1/search:2",
		"noisy:.1/noisy:.20/perfect": "noisy:0.1/noisy:0.2",
		"search:+03":                 "search:3", "search:9": "search:9", "agent:noisy": "agent:noisy",
		"noisy:.10*020,search:+3*1,random": "noisy:0.1*20,search:3*1,random",
		"random*0,perfect":                 "random*0,perfect",
		"Random":                           "random", "NOISY:.1/Perfect": "noisy:0.1", "Reply:EDGE": "reply:edge",
		"Random*5,PERFECT": "random*5,perfect", "Machine:Ada": "machine:Ada",
	} {
		if got := arena.CanonicalName(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// TestUnbeatableSinceTheLastLoss checks after every game that, if only lost games remove beads, an unbeatable machine
// has been unbeatable exactly since its last loss.
func TestUnbeatableSinceTheLastLoss(t *testing.T) {
	found := 0
	for _, g := range all {
		for _, side := range []symmetry.Side{symmetry.First, symmetry.Second} {
			for seed := range int64(10) {
				rules, err := menace.Usual(g.Name())
				if rules.Plays = side; err != nil {
					t.Fatal(err)
				}
				m, training := newTraining(rules, arena.Random(g), seed)
				since := int64(-1)
				for game := int64(1); game <= 400 && !m.Bankrupt(); game++ {
					training.Play(1)
					switch unbeatable := arena.MostLosses(m, side).Loss == 0; {
					case unbeatable && since < 0:
						since = game
					case !unbeatable && since >= 0:
						t.Fatalf("%s, seed %d: unbeatable after game %d, but not after game %d",
							label(rules), seed, since, game)
					}
				}
				if since >= 0 {
					found++
					if since != training.Learner.LastLoss {
						t.Errorf("%s, seed %d: unbeatable since game %d, but the last loss was game %d",
							label(rules), seed, since, training.Learner.LastLoss)
					}
				}
			}
		}
	}
	if found < 5 {
		t.Errorf("only %d machines became unbeatable: the test proves nothing", found)
	}
}
