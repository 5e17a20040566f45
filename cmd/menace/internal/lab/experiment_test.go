package lab

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"menace/arena/experiment"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// planned opens a new laboratory with an experiment of two cells, a first and a second player, with nothing done.
func planned(t *testing.T, runs int64) (*Lab, *data.Experiment) {
	t.Helper()
	return plannedIn(t, menace.Michie(), runs)
}

// plannedIn does what planned does, by other rules of a first player.
func plannedIn(t *testing.T, first menace.Rules, runs int64) (*Lab, *data.Experiment) {
	t.Helper()
	second := first
	second.Plays = symmetry.Second
	l, e, err := OpenPlan(t.Context(), filepath.Join(t.TempDir(), "menace.db"), &data.Experiment{
		Name: "one", Design: experiment.Design{Seed: 1, Runs: runs, Games: 12, Checkpoints: []int64{0, 5, 12}, Cells: []experiment.Cell{
			{Rules: first, Opponent: "random"}, {Rules: second, Opponent: "perfect"},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l, e
}

// run runs what is missing of a shard.
func run(t *testing.T, l *Lab, e *data.Experiment, shard experiment.Shard) RunReport {
	t.Helper()
	r, err := l.RunExperiment(t.Context(), e, shard, 2, func(int64) {})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// report returns what came of the experiment at the end, as JSON.
func report(t *testing.T, l *Lab, e *data.Experiment) string {
	t.Helper()
	r, err := l.ReportExperiment(t.Context(), e, AtEnd, []int{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestFreshMachines compares machines before their first game with the exact fractions.
func TestFreshMachines(t *testing.T) {
	l, e := planned(t, 3)
	run(t, l, e, experiment.Whole)
	r, err := l.ReportExperiment(t.Context(), e, 0, []int{1, 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		cell          int
		against, name string
		want          float64
	}{
		{1, "random", "win", 391477.0 / 645120}, {1, "random", "draw", 36667.0 / 290304}, {1, "random", "loss", 1549447.0 / 5806080},
		{1, "perfect", "win", 0}, {1, "perfect", "draw", 42793.0 / 181440}, {1, "perfect", "loss", 138647.0 / 181440},
		{2, "random", "win", 16843.0 / 56700}, {2, "random", "draw", 212.0 / 1575}, {2, "random", "loss", 1289.0 / 2268},
	} {
		m, cell := measure(r, c.against, c.name), r.Cells[c.cell-1]
		same := func(got Number, want float64) {
			t.Helper()
			if math.Abs(float64(got)-want) > 1e-12 {
				t.Errorf("cell %d, %s against %s: got %v, want %v", c.cell, c.name, c.against, got, want)
			}
		}
		for _, got := range []Number{cell.Mean.Of(m), cell.Interval.Of(m)[0], cell.Interval.Of(m)[1], cell.Quantiles.Of(m).P5, cell.Quantiles.Of(m).P95} {
			same(got, c.want)
		}
		same(cell.SD.Of(m), 0)
		same(r.Compare.Difference.Of(m), float64(r.Cells[0].Mean.Of(m)-r.Cells[1].Mean.Of(m)))
	}
	if c := r.Cells[0]; c.Runs != 3 || c.Bankrupt != 0 || c.Alive != 3 || c.Sound != 0 || c.Unbeatable != 0 || !math.IsNaN(float64(c.UnbeatenFrom)) {
		t.Errorf("got %+v", c)
	}
}

// TestFreshPawns compares machines for hexapawn before their first game with the exact fractions. They are not measured
// against a player who blocks.
func TestFreshPawns(t *testing.T) {
	him, err := menace.Preset("him")
	if err != nil {
		t.Fatal(err)
	}
	l, e := plannedIn(t, him, 3)
	run(t, l, e, experiment.Whole)
	r, err := l.ReportExperiment(t.Context(), e, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		cell          int
		against, name string
		want          float64
	}{
		{1, "random", "win", 173.0 / 288}, {1, "perfect", "loss", 1}, {1, "worst", "value", -1},
		{2, "random", "win", 173.0 / 432}, {2, "perfect", "win", 1571.0 / 5184}, {2, "worst", "value", -3.0 / 4}, {2, "random", "draw", 0},
	} {
		if got := r.Cells[c.cell-1].Mean.Of(measure(r, c.against, c.name)); math.Abs(float64(got)-c.want) > 1e-12 {
			t.Errorf("cell %d, %s against %s: got %v, want %v", c.cell, c.name, c.against, got, c.want)
		}
	}
	for _, m := range r.Measures {
		if m.Against == "blocker" {
			t.Errorf("there is a measure %v", m)
		}
	}
}

// measure returns one of the measures of a report.
func measure(r ExperimentReport, against, name string) experiment.Measure {
	for _, m := range r.Measures {
		if m.Against == against && m.Name == name {
			return m
		}
	}
	panic("no such measure")
}

// TestShardsMakeTheWhole runs an experiment in one, in shards that are merged, and in pieces.
func TestShardsMakeTheWhole(t *testing.T) {
	whole, e := planned(t, 50)
	if r := run(t, whole, e, experiment.Whole); r.Trained != 100 || r.Stored != 100 || r.Replicates != 100 {
		t.Errorf("got %+v", r)
	}
	want := report(t, whole, e)
	folder := t.TempDir()
	var parts []string
	for part := range int64(3) {
		parts = append(parts, filepath.Join(folder, string(rune('a'+part))))
		plan := *e
		l, e, err := OpenPlan(t.Context(), parts[part], &plan)
		if err != nil {
			t.Fatal(err)
		}
		run(t, l, e, experiment.Shard{Part: part + 1, Of: 3})
		l.Close()
	}
	joined := filepath.Join(folder, "joined")
	for _, c := range []struct {
		others []string
		want   data.Merged
	}{{append(parts, parts[0]), data.Merged{Name: "one", Added: 100, Stored: 100, Replicates: 100}}, {parts[:1], data.Merged{Name: "one", Stored: 100, Replicates: 100}}} {
		if got, err := MergeInto(t.Context(), joined, c.others, false); err != nil || !reflect.DeepEqual(got, []data.Merged{c.want}) {
			t.Errorf("got %+v, %v, want %+v", got, err, c.want)
		}
	}
	l, e, err := OpenExperiment(t.Context(), joined, "one", data.Read)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if got := report(t, l, e); got != want {
		t.Errorf("merged shards: got %s, want %s", got, want)
	}
}

// TestBrokenOffAndResumed ends the context at the first replicates that are stored.
func TestBrokenOffAndResumed(t *testing.T) {
	l, e := planned(t, 600)
	ctx, cancel := context.WithCancel(t.Context())
	r, err := l.RunExperiment(ctx, e, experiment.Whole, 1, func(int64) { cancel() })
	if err != nil || r.Trained == 0 || r.Stored != r.Trained || r.Stored >= r.Replicates {
		t.Fatalf("got %+v, %v", r, err)
	}
	rest := run(t, l, e, experiment.Whole)
	if rest.Trained != 1200-r.Trained || rest.Stored != 1200 {
		t.Errorf("after %d: got %+v", r.Trained, rest)
	}
	whole, same := planned(t, 600)
	run(t, whole, same, experiment.Whole)
	if got, want := report(t, l, e), report(t, whole, same); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestNothingStored: numbers that are not known are null in JSON.
func TestNothingStored(t *testing.T) {
	l, e := planned(t, 1)
	r, err := l.ReportExperiment(t.Context(), e, AtEnd, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r.Cells[0])
	if want := `"bankrupt_share":null,"bankrupt_interval":[null,null],"holds_90_draws_share":null,"unbeatable_share":null,` +
		`"unbeaten_from":null,"mean":null,"interval":null,"sd":null,"quantiles":null,"alive":0,"alive_mean":null,"alive_interval":null}`; err != nil || !strings.HasSuffix(string(text), want) {
		t.Errorf("got %s, %v", text, err)
	}
	var unknown *UnknownError
	if _, err := l.ReportExperiment(t.Context(), e, AtEnd, []int{2, 1}); !errors.As(err, &unknown) || unknown.Kind != "replicate" || unknown.Name != "one" {
		t.Errorf("comparing nothing: %v", err)
	}
	var mistake Mistake
	for what, err := range map[string]error{
		"checkpoint 4": second(l.ReportExperiment(t.Context(), e, 4, nil)),
		"cell 0":       second(l.ReportExperiment(t.Context(), e, AtEnd, []int{0, 1})),
		"cell 3":       second(l.ReportExperiment(t.Context(), e, AtEnd, []int{1, 3})),
	} {
		if !errors.As(err, &mistake) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// TestUnknownExperiment: the error says what there is, or that there is nothing.
func TestUnknownExperiment(t *testing.T) {
	l, _ := planned(t, 1)
	_, err := l.Experiment(t.Context(), "two")
	var unknown *UnknownError
	if !errors.As(err, &unknown) || unknown.Kind != "experiment" || !reflect.DeepEqual(unknown.Names, []string{"one"}) || !errors.Is(err, data.ErrNotFound) {
		t.Errorf("got %v", err)
	}
	none := filepath.Join(t.TempDir(), "none.db")
	_, _, err = OpenExperiment(t.Context(), none, "two", data.Write)
	if !errors.As(err, &unknown) || unknown.Kind != "experiment" || unknown.Names != nil || !errors.Is(err, data.ErrNoDatabase) {
		t.Errorf("without a database: %v", err)
	}
	if _, _, err = OpenPlan(t.Context(), none, &data.Experiment{Name: "two"}); !errors.Is(err, data.ErrNoDatabase) {
		t.Errorf("going on without a database: %v", err)
	}
}

// TestTwoKindsOfMachine: beside the mean of all stands that of the machines that are not bankrupt at the checkpoint; how many
// hold, and cannot be beaten, is counted at the checkpoint alone; the game from which on none was lost knows no checkpoints.
func TestTwoKindsOfMachine(t *testing.T) {
	l := open(t, "")
	plan := func(name string, checkpoints ...int64) *data.Experiment {
		e := &data.Experiment{Name: name, Design: experiment.Design{
			Seed: 1, Runs: 40, Games: 120, Checkpoints: experiment.Checkpoints(120, checkpoints),
			Cells: []experiment.Cell{{Rules: menace.Michie(), Opponent: "perfect"}, {Rules: menace.Michie(), Opponent: "blocker"}},
		}}
		if err := l.Plan(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		run(t, l, e, experiment.Whole)
		return e
	}
	few, many := plan("few", 30), plan("many", 3, 10, 30, 50, 90)
	for _, at := range []int64{30, 120} {
		list, err := l.At(t.Context(), few, 1, at)
		if err != nil {
			t.Fatal(err)
		}
		alive, sum, holds, bankrupt := 0, 0.0, 0, 0
		for _, r := range list {
			draws := r.Curve[0].Perfect.Draw
			if r.Bankrupt > 0 && r.Bankrupt <= at {
				bankrupt++
				if draws != 0 {
					t.Errorf("run %d is bankrupt and draws %g", r.Run, draws)
				}
				continue
			}
			if alive++; draws >= 0.9 {
				holds++
			}
			sum += draws
		}
		if bankrupt == 0 || alive == 0 {
			t.Fatalf("%d bankrupt, %d alive: the test proves nothing", bankrupt, alive)
		}
		for _, e := range []*data.Experiment{few, many} {
			r, err := l.ReportExperiment(t.Context(), e, at, nil)
			if err != nil {
				t.Fatal(err)
			}
			c, m := r.Cells[0], measure(r, "perfect", "draw")
			if c.Alive != alive || c.Bankrupt != bankrupt || c.Sound != holds || math.Abs(float64(c.AliveMean.Of(m))-sum/float64(alive)) > 1e-12 ||
				math.Abs(float64(c.Mean.Of(m))-sum/40) > 1e-12 {
				t.Errorf("%s at %d: got %d alive, mean %v, %d hold; want %d, %g, %d", e.Name, at, c.Alive, c.AliveMean.Of(m), c.Sound, alive, sum/float64(alive), holds)
			}
		}
	}
	one, _ := l.ReportExperiment(t.Context(), few, AtEnd, []int{1, 2})
	for _, m := range one.Measures {
		want := one.Cells[0].AliveMean.Of(m) - one.Cells[1].AliveMean.Of(m)
		got, i := one.Compare.AliveDifference.Of(m), one.Compare.AliveInterval.Of(m)
		if math.Abs(float64(got-want)) > 1e-12 || !(i[0] <= got && got <= i[1]) {
			t.Errorf("%s against %s: those alive differ by %v (%v to %v), want %v", m.Name, m.Against, got, i[0], i[1], want)
		}
	}
	other, _ := l.ReportExperiment(t.Context(), many, AtEnd, nil)
	if a, b := one.Cells[0].UnbeatenFrom, other.Cells[0].UnbeatenFrom; a != b {
		t.Errorf("unbeaten from %v with few checkpoints, from %v with many", a, b)
	}
}
