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
	of := func(d *Design, cell int) (curves [][]Point) {
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

func TestErrorsAndInterruptionsEndARun(t *testing.T) {
	d := small()
	all := in(d.Tasks(0, d.Replicates()))
	full := errors.New("no space left")
	if err := d.Run(context.Background(), 2, all, func([]Replicate) error { return full }); err != full {
		t.Errorf("saving fails: got %v", err)
	}
	broken := func(yield func(Task, error) bool) {
		if yield(Task{1, 1}, nil) {
			yield(Task{}, full)
		}
	}
	saved := 0
	count := func(batch []Replicate) error { saved += len(batch); return nil }
	if err := d.Run(context.Background(), 2, broken, count); err != full || saved > 1 {
		t.Errorf("reading fails: got %v, %d saved", err, saved)
	}
	d.Runs, d.Games, d.Checkpoints = 1, 1_000_000_000_000, []int64{0, 1_000_000_000_000}
	ctx, stop := context.WithCancel(context.Background())
	broken = func(yield func(Task, error) bool) {
		yield(Task{5, 1}, nil) // restocking, so that it plays on
		stop()
	}
	if err := d.Run(ctx, 1, broken, count); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: got %v", err)
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
