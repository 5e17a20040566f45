package live

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"menace/data"
	"menace/data/datatest"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/match"
	"menace/symmetry"
)

// train trains an agent with Michie's rules and seed 1.
func train(t *testing.T, db *data.DB, name string, games int64) *Run {
	t.Helper()
	return NewMachines(db).trained(t, TrainOptions{Agent: name, Games: games, Seed: 1, Rules: menace.Michie()})
}

// TestTrainingInPieces interrupts training again and again, each time in a new laboratory on the same database. In the
// end the machine, its record and its generator must equal those of a single run.
func TestTrainingInPieces(t *testing.T) {
	const games = 12 * blockSize
	path := filepath.Join(t.TempDir(), "menace.db")
	pieces := 0
	for played := int64(0); played < games; pieces++ {
		db := datatest.Open(t, path)
		run, err := NewMachines(db).NewRun(t.Context(),
			TrainOptions{Agent: "a", Games: games - played, Seed: 1, Rules: menace.Michie()})
		if err != nil {
			t.Fatal(err)
		}
		if run.Created != (pieces == 0) {
			t.Errorf("piece %d: created %t", pieces, run.Created)
		}
		ctx, interrupt := context.WithCancel(t.Context())
		err = run.Do(ctx, &testObserver{played: func(now int64) {
			if now >= int64(pieces+1)*blockSize {
				interrupt()
			}
		}})
		interrupt()
		if err != nil || run.Session.Games == 0 {
			t.Fatalf("piece %d: got %d games, %v", pieces, run.Session.Games, err)
		}
		played += run.Session.Games
		db.Close()
	}
	if pieces < 3 {
		t.Fatalf("only %d pieces: the test proves nothing", pieces)
	}

	whole := menace.New(menace.Michie())
	training := arena.Training{Learner: arena.NewCareer(whole, symmetry.First), Opponent: arena.Random(whole.Graph()),
		Random: arena.NewRandom(1)}
	if _, err := training.Run(t.Context(), games); err != nil {
		t.Fatal(err)
	}
	db := datatest.Open(t, path)
	a := load(t, db, "a")
	curve, err := db.Curve(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	for i := range training.Learner.Curve {
		training.Learner.Curve[i].Blocker = arena.WDL{} // not stored
	}
	for what, same := range map[string]bool{
		"beads":     slices.Equal(whole.Counts(), a.Machine.Counts()),
		"tally":     training.Learner.Tally == a.Career.Tally,
		"curve":     reflect.DeepEqual(training.Learner.Curve, curve),
		"generator": *training.Random == *a.Random,
	} {
		if !same {
			t.Errorf("after %d pieces the %s differs from that of a single run", pieces, what)
		}
	}
}

// TestTrainingTwice trains one agent in two laboratories. The second to save must get an error and save nothing.
func TestTrainingTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "menace.db")
	first, second := datatest.Open(t, path), datatest.Open(t, path)
	train(t, first, "a", 10)
	late := NewMachines(second).newRun(t, TrainOptions{Agent: "a", Games: 10, Seed: arena.NoSeed})
	train(t, first, "a", 10)
	if err := late.Do(t.Context(), Unobserved{}); !errors.Is(err, data.ErrConflict) {
		t.Errorf("got %v, want %v", err, data.ErrConflict)
	}
	if a, err := first.Load(t.Context(), "a"); err != nil || a.Career.Tally.Games() != 20 {
		t.Errorf("got %d stored games, %v, want 20", a.Career.Tally.Games(), err)
	}
}

// TestWithoutLearning checks that a run in which no machine learns can be watched, plays no game at once, and stores
// nothing.
func TestWithoutLearning(t *testing.T) {
	db := datatest.Open(t, "")
	train(t, db, "a", 10)
	run := watch(t, db, TrainOptions{Agent: "a", Games: 5, Seed: 2, NoLearn: true})
	if err := run.Do(t.Context(), Unobserved{}); err == nil {
		t.Error("the games are played at once")
	}
	if a, err := db.Load(t.Context(), "a"); err != nil || a.Career.Tally.Games() != 10 || run.Agent.Career.Tally.Games() != 10 {
		t.Errorf("the machine has learned from %d games, %v", a.Career.Tally.Games(), err)
	}
}

// TestNewMachineOnce asks for a new machine while a run stores it for the first time. Both must get the same [Machine].
func TestNewMachineOnce(t *testing.T) {
	machines, found := NewMachines(datatest.Open(t, "")), make(chan *Machine, 1)
	run := machines.newRun(t, TrainOptions{Agent: "a", Seed: 1, Rules: menace.Michie()})
	store := run.store
	run.store = saveFunc(func(ctx context.Context, all ...*data.Agent) error {
		err := store.Save(ctx, all...)
		go func() {
			machine, _ := machines.ByName(t.Context(), "a")
			found <- machine
		}()
		time.Sleep(20 * time.Millisecond)
		run.store = store
		return err
	})
	must(t, run.Do(t.Context(), Unobserved{}))
	if machine := <-found; machine != run.machines[0] || machine != machines.mustFind(t, "a") {
		t.Error("there are two copies of the machine")
	}
}

// TestTrainingRefuses tries impossible options.
func TestTrainingRefuses(t *testing.T) {
	db := datatest.Open(t, "")
	train(t, db, "a", 1)
	scroggs, _ := menace.Preset("scroggs")
	for name, c := range map[string]struct {
		o    TrainOptions
		want string
	}{
		"other rules": {TrainOptions{Agent: "a", Seed: arena.NoSeed, Rules: scroggs, Given: []string{"preset"}},
			`machine "a" has beads 4,3,2,1, not 8,4,2,1: a machine keeps its rules; another name makes a new machine`},
		"too many games": {TrainOptions{Agent: "a", Seed: arena.NoSeed, Games: menace.MaxGames},
			`machine "a" has played 1 games; of the 1000000000000 that a machine can play, 999999999999 are left`},
		"nobody to learn": {TrainOptions{Agent: "a", Seed: arena.NoSeed, Opponent: "random", BothLearn: true},
			"both can learn only if the opponent is machine:NAME; random does not learn"},
		"itself": {TrainOptions{Agent: "a", Seed: arena.NoSeed, Opponent: "machine:a"},
			`machine "a" plays first too: the opponent must play second`},
		"an unknown opponent": {TrainOptions{Agent: "a", Seed: arena.NoSeed, Opponent: "machine:b"},
			`opponent of "a": machine "b" not found`},
	} {
		if _, err := NewMachines(db).NewRun(t.Context(), c.o); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
	var unknown *data.NotFoundError
	if _, err := db.Load(t.Context(), "b"); !errors.As(err, &unknown) || !slices.Equal(unknown.Names, []string{"a"}) ||
		!errors.Is(err, data.ErrNotFound) {
		t.Errorf("got %v", err)
	}
}

// TestScheduleInPieces checks that a schedule continues across consecutive runs that use it, at any pace, and that it
// starts again after a run against another opponent.
func TestScheduleInPieces(t *testing.T) {
	const schedule = "perfect*30,random*20,noisy:0.5"
	db := datatest.Open(t, "")
	of := func(agent, opponent string, games int64) *Run {
		t.Helper()
		return NewMachines(db).trained(t, TrainOptions{Agent: agent, Games: games, Opponent: opponent, Seed: 1,
			Rules: menace.Michie()})
	}
	whole := of("whole", schedule, 80)
	of("pieces", schedule, 17)
	of("pieces", "", 0) // as before
	watch(t, db, TrainOptions{Agent: "pieces", Games: 15, Seed: arena.NoSeed})
	of("pieces", "noisy:.50", 0) // without games, this does not interrupt the schedule
	pieces := of("pieces", "perfect*030,random*20,noisy:.5", 48)
	if !slices.Equal(pieces.Agent.Machine.Counts(), whole.Agent.Machine.Counts()) ||
		pieces.Agent.Career.Tally != whole.Agent.Career.Tally {
		t.Errorf("got %+v in pieces, %+v in a single run", pieces.Agent.Career.Tally, whole.Agent.Career.Tally)
	}
	if got := pieces.nextOpponent(); got != "noisy:0.5" {
		t.Errorf("after 80 games of %s the next opponent is %s", schedule, got)
	}
	of("whole", "random", 5)
	if again := of("whole", schedule, 0); again.training.ScheduleGames != 0 || again.nextOpponent() != "perfect" {
		t.Errorf("after another opponent the schedule continues at %d, against %s",
			again.training.ScheduleGames, again.nextOpponent())
	}
}

// watch trains move by move.
func watch(t *testing.T, db *data.DB, o TrainOptions) *Run {
	t.Helper()
	run := NewMachines(db).newRun(t, o)
	for range o.Games {
		if _, err := run.watch(t.Context(), func(*match.Game) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	return run
}
