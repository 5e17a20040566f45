package experiment

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"menace/arena"
	"menace/menace"
)

// small returns a design that is done in a moment: machines that go bankrupt, that do not, and of
// both sides.
func small() *Design {
	d := &Design{Seed: 1, Runs: 9, Games: 60, Checkpoints: Checkpoints(60, []int64{1, 20})}
	for _, preset := range menace.Presets {
		rules, _ := menace.Preset(preset)
		d.Cells = append(d.Cells, Cell{rules, "perfect"})
		rules.Plays = menace.Second
		d.Cells = append(d.Cells, Cell{rules, "noisy:0.5"})
	}
	return d
}

// in returns the tasks of an order without errors.
func in(tasks iter.Seq[Task]) iter.Seq2[Task, error] {
	return func(yield func(Task, error) bool) {
		for t := range tasks {
			if !yield(t, nil) {
				return
			}
		}
	}
}

// results runs tasks and returns what came of them, in the order of the design.
func results(t *testing.T, d *Design, workers int, tasks iter.Seq[Task]) (all []Replicate) {
	t.Helper()
	var saving atomic.Bool
	err := d.Run(context.Background(), workers, in(tasks), func(batch []Replicate) error {
		if !saving.CompareAndSwap(false, true) {
			t.Error("two batches are saved at a time")
		}
		defer saving.Store(false)
		time.Sleep(time.Millisecond) // longer than the training
		all = append(all, batch...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(all, func(a, b Replicate) int {
		return int(a.Run-b.Run)*len(d.Cells) + a.Cell - b.Cell
	})
	return all
}

func TestResultsDoNotDependOnWorkersOrOrder(t *testing.T) {
	d := small()
	want := results(t, d, 1, d.Tasks(0, d.Replicates()))
	if len(want) != 54 {
		t.Fatalf("%d replicates, want 54", len(want))
	}
	shuffled := slices.Collect(d.Tasks(0, d.Replicates()))
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(shuffled), func(i, j int) {
		shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
	})
	for _, workers := range []int{1, 2, 7} {
		if got := results(t, d, workers, slices.Values(shuffled)); !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers have other results", workers)
		}
	}
}

func TestResultsDoNotDependOnOtherCells(t *testing.T) {
	d := small()
	alone := *d
	alone.Cells = d.Cells[3:4]
	of := func(d *Design, cell int) (curves [][]arena.Point) {
		for _, r := range results(t, d, 2, d.Tasks(0, d.Replicates())) {
			if r.Cell == cell {
				curves = append(curves, r.Curve)
			}
		}
		return curves
	}
	if !reflect.DeepEqual(of(d, 4), of(&alone, 1)) {
		t.Error("a cell has other results when it stands alone")
	}
}

// TestReplicateIsTraining trains replicates again as agents are trained.
func TestReplicateIsTraining(t *testing.T) {
	d := small()
	for _, r := range results(t, d, 2, d.Tasks(0, d.Replicates())) {
		cell := d.Cells[r.Cell-1]
		opponent, err := arena.ParseOpponent(cell.Opponent)
		if err != nil {
			t.Fatal(err)
		}
		m := menace.New(cell.Rules)
		training := &arena.Training{
			Learner: arena.NewCareer(m, cell.Rules.Plays.Mark()), Opponent: opponent, Random: arena.NewRandom(r.Seed),
		}
		if _, err := training.Run(context.Background(), d.Games); err != nil {
			t.Fatal(err)
		}
		last := r.Curve[len(r.Curve)-1]
		if training.Learner.Tally != r.Tally || last.Perfect != arena.Evaluate(m, cell.Rules.Plays.Mark(), arena.Perfect) {
			t.Errorf("replicate %v: %v, trained as an agent %v", r.Task, r.Tally, training.Learner.Tally)
		}
		if bankrupt := r.Bankrupt != 0; bankrupt != m.Bankrupt() || bankrupt && r.Bankrupt != r.Tally.Games() {
			t.Errorf("replicate %v: bankrupt at %d, %d games played", r.Task, r.Bankrupt, r.Tally.Games())
		}
		for i, p := range r.Curve {
			if p.Games != d.Checkpoints[i] || p.Tally.Games() != min(p.Games, r.Tally.Games()) {
				t.Errorf("replicate %v, checkpoint %d: %d games played", r.Task, p.Games, p.Tally.Games())
			}
			if r.UnbeatenFrom <= p.Games && p.Tally.Loss != r.Tally.Loss {
				t.Errorf("replicate %v lost after game %d, unbeaten from %d", r.Task, p.Games, r.UnbeatenFrom)
			}
		}
	}
}

func TestErrorsEndARun(t *testing.T) {
	d := small()
	full := errors.New("no space left")
	saves := 0
	fail := func([]Replicate) error { saves++; return full }
	if err := d.Run(context.Background(), 3, in(d.Tasks(0, d.Replicates())), fail); err != full || saves != 1 {
		t.Errorf("saving fails: got %v, saved %d times", err, saves)
	}
	saved := 0
	count := func(batch []Replicate) error { saved += len(batch); return nil }
	err := d.Run(context.Background(), 2, failing(d, 20, full, func() {}), count)
	if err != full || saved < 18 { // two workers may have one in hand each
		t.Errorf("reading fails after 20: got %v, %d saved", err, saved)
	}
}

// failing returns the first n tasks of a design and then an error, after a call.
func failing(d *Design, n int64, err error, then func()) iter.Seq2[Task, error] {
	return func(yield func(Task, error) bool) {
		for task := range d.Tasks(0, n) {
			if !yield(task, nil) {
				return
			}
		}
		then()
		yield(Task{}, err)
	}
}

func TestInterruptionSavesWhatIsFinished(t *testing.T) {
	d := small()
	for _, want := range []error{nil, errors.New("no space left")} {
		ctx, stop := context.WithCancel(context.Background())
		saved, saves := 0, 0
		save := func(batch []Replicate) error {
			saves++
			saved += len(batch)
			return want
		}
		err := d.Run(ctx, 2, failing(d, 20, context.Canceled, stop), save)
		if want == nil && (!errors.Is(err, context.Canceled) || saved < 18) {
			t.Errorf("got %v, %d saved", err, saved)
		}
		if want != nil && (err != want || saves != 1) {
			t.Errorf("saving fails: got %v, saved %d times", err, saves)
		}
	}
}

// TestSavedWhileTheNextOneTrains has a worker train one replicate and then one that never ends.
func TestSavedWhileTheNextOneTrains(t *testing.T) {
	d := small()
	d.Runs, d.Games, d.Checkpoints = 1, menace.MaxGames, []int64{0, menace.MaxGames}
	d.Cells[0].Rules = menace.Michie() // which bankrupts itself
	d.Cells[0].Opponent = "perfect"
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	var first []Task
	err := d.Run(ctx, 1, in(slices.Values([]Task{{1, 1}, {5, 1}})), func(batch []Replicate) error {
		for _, r := range batch {
			first = append(first, r.Task)
		}
		stop()
		return nil
	})
	if !errors.Is(err, context.Canceled) || !slices.Equal(first, []Task{{1, 1}}) {
		t.Errorf("got %v, saved %v", err, first)
	}
}

func TestLadder(t *testing.T) {
	for games, want := range map[int64][]int64{
		1:  {0, 1},
		13: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13},
	} {
		if got := Ladder(games); !slices.Equal(got, want) {
			t.Errorf("%d games: got %v, want %v", games, got, want)
		}
	}
	long := Ladder(menace.MaxGames)
	for _, n := range []int64{20, 100, 150, 1000, menace.MaxGames} {
		if !slices.Contains(long, n) {
			t.Errorf("%d is not a checkpoint", n)
		}
	}
}

func TestNewCellNamesOpponentsInOneWay(t *testing.T) {
	for name, want := range map[string]string{
		"random": "random", "noisy:.10": "noisy:0.1", "noisy:1e-1": "noisy:0.1", "noisy:-0": "noisy:0", "search:05": "search:5",
	} {
		if c, err := NewCell(menace.Michie(), name); err != nil || c.Opponent != want {
			t.Errorf("%s: got %q, %v", name, c.Opponent, err)
		}
	}
	for _, name := range []string{"", "agent:a", "noisy:2", "noisy:x", "search:2.5"} {
		if _, err := NewCell(menace.Michie(), name); err == nil {
			t.Errorf("%q is an opponent", name)
		}
	}
}

func TestValidate(t *testing.T) {
	if err := small().Validate(); err != nil {
		t.Error(err)
	}
	for name, spoil := range map[string]func(*Design){
		"negative":      func(d *Design) { d.Seed = -1 },
		"runs":          func(d *Design) { d.Runs = 0 },
		"games":         func(d *Design) { d.Games = 0 },
		"0 cells":       func(d *Design) { d.Cells = nil },
		"are the same":  func(d *Design) { d.Cells[1] = d.Cells[0] },
		"cell 2":        func(d *Design) { d.Cells[1].Opponent = "agent:x" },
		"to the last":   func(d *Design) { d.Checkpoints = d.Checkpoints[1:] },
		"do not ascend": func(d *Design) { d.Checkpoints[1] = 0 },
	} {
		d := small()
		spoil(d)
		if err := d.Validate(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestDifferences(t *testing.T) {
	a, b := small(), small()
	if found := a.Differences(b); len(found) > 0 {
		t.Errorf("one design differs from itself: %q", found)
	}
	b.Seed, b.Checkpoints = 2, Ladder(60)
	b.Cells[1].Opponent = "random"
	b.Cells[0].Rules.Win = 5
	if found := a.Differences(b); len(found) != 4 || found[0] != "seed 1, not 2" {
		t.Errorf("got %q", found)
	}
}
