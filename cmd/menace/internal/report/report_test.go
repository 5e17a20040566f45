package report

import (
	"encoding/json"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"menace/arena"
	"menace/arena/experiment"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// planned opens a new laboratory with an experiment of two cells, a first and a second player, without replicates.
func planned(t *testing.T, runs int64) (*lab.Lab, *data.Experiment) {
	t.Helper()
	return plannedIn(t, filepath.Join(t.TempDir(), "menace.db"), menace.Michie(), runs)
}

// plannedIn is like planned, but in a given file and with other rules of the first player.
func plannedIn(t *testing.T, path string, first menace.Rules, runs int64) (*lab.Lab, *data.Experiment) {
	t.Helper()
	second := first
	second.Plays = symmetry.Second
	l, e, err := lab.OpenPlan(t.Context(), path, &data.Experiment{
		Name: "one", Design: experiment.Design{
			Seed: 1, Runs: runs, Games: 12, Checkpoints: []int64{0, 5, 12},
			Cells: []experiment.Cell{{Rules: first, Opponent: "random"}, {Rules: second, Opponent: "perfect"}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l, e
}

// summarize reports on an experiment at one checkpoint.
func summarize(t *testing.T, l *lab.Lab, e *data.Experiment, s Selection) (Experiment, error) {
	t.Helper()
	list, err := Summarize(t.Context(), l, e, s)
	if err != nil {
		return Experiment{}, err
	}
	return list[0], nil
}

// run runs the missing replicates.
func run(t *testing.T, l *lab.Lab, e *data.Experiment) {
	t.Helper()
	if _, err := l.RunExperiment(t.Context(), e, experiment.Whole, 2, func(int64) {}); err != nil {
		t.Fatal(err)
	}
}

// TestFreshMachines compares machines before their first game with the exact fractions.
func TestFreshMachines(t *testing.T) {
	l, e := planned(t, 3)
	run(t, l, e)
	r, err := summarize(t, l, e, Selection{At: []int64{0}, Compare: []int{1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		cell          int
		against, name string
		want          float64
	}{
		{1, "random", "win", 391477.0 / 645120}, {1, "random", "draw", 36667.0 / 290304},
		{1, "random", "loss", 1549447.0 / 5806080},
		{1, "perfect", "win", 0}, {1, "perfect", "draw", 42793.0 / 181440}, {1, "perfect", "loss", 138647.0 / 181440},
		{2, "random", "win", 16843.0 / 56700}, {2, "random", "draw", 212.0 / 1575},
		{2, "random", "loss", 1289.0 / 2268},
	} {
		m, cell := measure(r, c.against, c.name), r.Cells[c.cell-1]
		same := func(got, want float64) {
			t.Helper()
			if math.Abs(got-want) > 1e-12 {
				t.Errorf("cell %d, %s against %s: got %v, want %v", c.cell, c.name, c.against, got, want)
			}
		}
		s := cell.All.Of(m)
		for _, got := range []float64{s.Mean, s.Interval.Low, s.Interval.High, s.P5, s.P95} {
			same(got, c.want)
		}
		same(s.SD, 0)
		same(r.Compare.All.Of(m).Mean, r.Cells[0].All.Of(m).Mean-r.Cells[1].All.Of(m).Mean)
	}
	if c := r.Cells[0]; c.All.N != 3 || c.Bankrupt.Part != 0 || c.Alive.N != 3 || c.Sound.Part != 0 ||
		c.Unbeatable.Part != 0 || !math.IsNaN(c.UnbeatableFrom) {
		t.Errorf("got %+v", c)
	}
}

// TestFreshPawns compares machines for hexapawn before their first game with the exact fractions. The game has no
// measures against a blocker.
func TestFreshPawns(t *testing.T) {
	him, err := menace.Preset("him")
	if err != nil {
		t.Fatal(err)
	}
	l, e := plannedIn(t, filepath.Join(t.TempDir(), "menace.db"), him, 3)
	run(t, l, e)
	r, err := summarize(t, l, e, Selection{At: []int64{0}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		cell          int
		against, name string
		want          float64
	}{
		{1, "random", "win", 173.0 / 288}, {1, "perfect", "loss", 1}, {1, "worst", "value", -1},
		{2, "random", "win", 173.0 / 432}, {2, "perfect", "win", 1571.0 / 5184},
		{2, "worst", "value", -3.0 / 4}, {2, "random", "draw", 0},
	} {
		if got := r.Cells[c.cell-1].All.Of(measure(r, c.against, c.name)).Mean; math.Abs(got-c.want) > 1e-12 {
			t.Errorf("cell %d, %s against %s: got %v, want %v", c.cell, c.name, c.against, got, c.want)
		}
	}
	for _, m := range r.Measures {
		if m.Against == "blocker" {
			t.Errorf("got an unexpected measure %v", m)
		}
	}
}

// measure returns one of the measures of a report.
func measure(r Experiment, against, name string) experiment.Measure {
	for _, m := range r.Measures {
		if m.Against == against && m.Name == name {
			return m
		}
	}
	panic("no such measure")
}

// TestNothingStored checks that unknown numbers are null in JSON.
func TestNothingStored(t *testing.T) {
	l, e := planned(t, 1)
	r, err := summarize(t, l, e, Selection{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r.Cells[0])
	want := `"bankrupt_share":null,"bankrupt_interval":[null,null],"holds_90_draws_share":null,` +
		`"holds_90_draws_interval":[null,null],"unbeatable_share":null,"unbeatable_interval":[null,null],` +
		`"unbeatable_from":null,` +
		`"mean":null,"interval":null,"sd":null,"quantiles":null,` +
		`"alive":0,"alive_mean":null,"alive_interval":null,` +
		`"alive_sd":null,"alive_quantiles":null}`
	if err != nil || !strings.HasSuffix(string(text), want) {
		t.Errorf("got %s, %v", text, err)
	}
	var unknown *lab.UnknownError
	_, err = summarize(t, l, e, Selection{Compare: []int{2, 1}})
	if !errors.As(err, &unknown) || unknown.Kind != "replicate" || unknown.Name != "one" {
		t.Errorf("comparing nothing: got %v", err)
	}
	var mistake lab.Mistake
	for what, err := range map[string]error{
		"checkpoint 4": second(summarize(t, l, e, Selection{At: []int64{4}})),
		"cell 0":       second(summarize(t, l, e, Selection{Compare: []int{0, 1}})),
		"cell 3":       second(summarize(t, l, e, Selection{Compare: []int{1, 3}})),
	} {
		if !errors.As(err, &mistake) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// TestTwoKindsOfMachine counts the machines that are not bankrupt at a checkpoint, and those that do not lose, and
// computes the means of both, independently of the report. They must be the same whatever other checkpoints there are.
func TestTwoKindsOfMachine(t *testing.T) {
	l, err := lab.Open(t.Context(), filepath.Join(t.TempDir(), "menace.db"), data.Create)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	plan := func(name string, checkpoints ...int64) *data.Experiment {
		e := &data.Experiment{Name: name, Design: experiment.Design{
			Seed: 1, Runs: 40, Games: 120, Checkpoints: experiment.Checkpoints(120, checkpoints),
			Cells: []experiment.Cell{
				{Rules: menace.Michie(), Opponent: "perfect"}, {Rules: menace.Michie(), Opponent: "blocker"},
			},
		}}
		if err := l.Plan(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		run(t, l, e)
		return e
	}
	few, many := plan("few", 30), plan("many", 3, 10, 30, 50, 90)
	for _, at := range []int64{30, 120} {
		list, err := l.At(t.Context(), few, 1, at)
		if err != nil {
			t.Fatal(err)
		}
		alive, sum, holds, bankrupt := 0, 0.0, 0, 0
		var living []float64 // draws of the living machines
		for _, r := range list {
			draws := r.Curve[0].Perfect.Draw
			if r.Bankrupt > 0 && r.Bankrupt <= at {
				bankrupt++
				if draws != 0 {
					t.Errorf("run %d is bankrupt but draws %g", r.Run, draws)
				}
				continue
			}
			if alive++; draws >= 0.9 {
				holds++
			}
			sum += draws
			living = append(living, draws)
		}
		if bankrupt == 0 || alive == 0 {
			t.Fatalf("%d bankrupt, %d alive: the test proves nothing", bankrupt, alive)
		}
		for _, e := range []*data.Experiment{few, many} {
			r, err := summarize(t, l, e, Selection{At: []int64{at}})
			if err != nil {
				t.Fatal(err)
			}
			c, m := r.Cells[0], measure(r, "perfect", "draw")
			if got := c.Alive.Of(m).Interval; got != experiment.BCa(living) {
				t.Errorf("%s at %d: the interval of living machines is %v, want %v",
					e.Name, at, got, experiment.BCa(living))
			}
			if c.Alive.N != alive || c.Bankrupt.Part != bankrupt || c.Sound.Part != holds ||
				math.Abs(c.Alive.Of(m).Mean-sum/float64(alive)) > 1e-12 || math.Abs(c.All.Of(m).Mean-sum/40) > 1e-12 {
				t.Errorf("%s at %d: got %d alive, mean %v, %d sound; want %d, %g, %d",
					e.Name, at, c.Alive.N, c.Alive.Of(m).Mean, c.Sound.Part, alive, sum/float64(alive), holds)
			}
		}
	}
	one, _ := summarize(t, l, few, Selection{Compare: []int{1, 2}})
	for _, m := range one.Measures {
		want := one.Cells[0].Alive.Of(m).Mean - one.Cells[1].Alive.Of(m).Mean
		d := one.Compare.Alive.Of(m)
		if i := d.Interval; math.Abs(d.Mean-want) > 1e-12 || !(i.Low <= d.Mean && d.Mean <= i.High) {
			t.Errorf("%s against %s: living machines differ by %v (%v), want %v", m.Name, m.Against, d.Mean, i, want)
		}
	}
}

// TestReachedAndKept checks that a replicate is unbeatable from the checkpoint after the last one at which it could be
// beaten, however often it was unbeatable before, and that one that can be beaten at the end never is. The median of an
// even number is the lower of the two in the middle.
func TestReachedAndKept(t *testing.T) {
	l, err := lab.Open(t.Context(), filepath.Join(t.TempDir(), "menace.db"), data.Create)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	her, err := menace.Preset("her")
	him, err2 := menace.Preset("him")
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	e := &data.Experiment{Name: "pawns", Design: experiment.Design{
		Seed: 1, Runs: 40, Games: 400, Checkpoints: experiment.Ladder(400),
		Cells: []experiment.Cell{
			{Rules: her, Opponent: "random"}, {Rules: her, Opponent: "random", Learner: "sarsa:alpha=0.9,epsilon=0.5"},
			{Rules: him, Opponent: "random"}, // White loses to perfect play
		},
	}}
	if err := l.Plan(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	run(t, l, e)
	lost, censored := 0, 0
	want := [][]float64{{}, {}, {}} // by cell and run
	for r, err := range l.Replicates(t.Context(), e, 0) {
		if err != nil {
			t.Fatal(err)
		}
		first, kept := math.Inf(1), math.Inf(1)
		for _, p := range slices.Backward(r.Curve) {
			if p.MostLosses.Loss > 0 {
				break
			}
			kept = float64(p.Games)
		}
		for _, p := range slices.Backward(r.Curve) {
			if p.MostLosses.Loss == 0 {
				first = float64(p.Games)
			}
		}
		if first < kept {
			lost++
		}
		if math.IsInf(kept, 1) {
			censored++
		}
		want[r.Cell-1] = append(want[r.Cell-1], kept)
	}
	if lost == 0 || censored == 0 || censored == 120 {
		t.Fatalf("%d machines were unbeatable only for a time, %d are beatable at the end: the test proves nothing",
			lost, censored)
	}
	r, err := summarize(t, l, e, Selection{})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range r.Cells {
		slices.Sort(want[i])
		unbeatable := slices.Index(append(want[i], math.Inf(1)), math.Inf(1))
		median, share := want[i][19], float64(unbeatable)/40
		if c.UnbeatableFrom != median || c.Unbeatable.Part != unbeatable || c.Unbeatable.Value != share {
			t.Errorf("cell %d: %+v unbeatable, half from %v; want %d, %v",
				c.Number, c.Unbeatable, c.UnbeatableFrom, unbeatable, median)
		}
		if s := c.Unbeatable; !(s.Interval.Low <= s.Value && s.Value <= s.Interval.High) {
			t.Errorf("cell %d: %v lies beyond its interval %v", c.Number, s.Value, s.Interval)
		}
	}
	if median := r.Cells[0].UnbeatableFrom; math.IsInf(median, 1) || r.Cells[2].Unbeatable.Part > 0 {
		t.Errorf("half of the hexapawn machines are unbeatable from %v, and %d for White are",
			median, r.Cells[2].Unbeatable.Part)
	}
	early, err := summarize(t, l, e, Selection{At: []int64{300}})
	if err != nil || !math.IsNaN(early.Cells[0].UnbeatableFrom) {
		t.Errorf("before the end: got %+v, %v", early.Cells[0].UnbeatableFrom, err)
	}
}

// TestFamilies checks that p values are corrected by Holm's method for all tests, for those of a pair of cells, or for
// those of a measure. Shares and times are tested too. No game against a perfect player is won, so draws, losses and the
// value are one test, unless they belong to different families.
func TestFamilies(t *testing.T) {
	l, e := plannedIn(t, filepath.Join(t.TempDir(), "menace.db"), menace.Michie(), 40)
	run(t, l, e)
	const until = "draws:0.3"
	for _, family := range Families {
		r, err := summarize(t, l, e, Selection{
			Against: []string{"perfect"}, Compare: []int{1, 2, 2, 1}, Family: family, Until: until,
		})
		if err != nil || len(r.Comparisons) != 2 || len(r.Comparisons[0].Tests) != 5 {
			t.Fatalf("%s: %+v, %v", family, r.Comparisons, err)
		}
		var groups [][]float64 // p values of each family, before and after correction
		for i, c := range r.Comparisons {
			for j, test := range c.Tests {
				if family != "measure" && (j == 1 || j == 2) {
					if test.Holm != c.Tests[0].Holm {
						t.Errorf("%s: %s became %v, draws %v", family, test.Title, test.Holm, c.Tests[0].Holm)
					}
					continue
				}
				nth := map[string]int{"all": 0, "pair": i, "measure": j}[family]
				for len(groups) < 2*nth+2 {
					groups = append(groups, nil)
				}
				groups[2*nth] = append(groups[2*nth], test.P)
				groups[2*nth+1] = append(groups[2*nth+1], test.Holm)
			}
		}
		for nth := 0; nth < len(groups); nth += 2 {
			if want := experiment.Holm(groups[nth]); !slices.Equal(groups[nth+1], want) {
				t.Errorf("%s: %v became %v, want %v", family, groups[nth], groups[nth+1], want)
			}
		}
		there, back := r.Comparisons[0].Tests, r.Comparisons[1].Tests
		for i := range there {
			if math.Abs(there[i].P-back[i].P) > 1e-9 || there[i].Values[0] != back[i].Values[1] {
				t.Errorf("%s: got %+v, and with the cells swapped %+v", family, there[i], back[i])
			}
		}
		last, share := there[len(there)-1], there[len(there)-2]
		if last.Title != "games until "+until || last.P != r.Until.P && len(r.Cells) == 2 ||
			share.Values[0] != r.Cells[0].Censored().Value {
			t.Errorf("%s: got %+v and %+v; the log-rank test has %+v", family, share, last, r.Until)
		}
	}
}

// TestUntilCheckpoints checks that the intervals of times begin at the checkpoint before the one at which an event is
// first seen, but not those of bankruptcies, whose exact game is known.
func TestUntilCheckpoints(t *testing.T) {
	l, e := plannedIn(t, filepath.Join(t.TempDir(), "menace.db"), menace.Michie(), 40)
	run(t, l, e)
	for _, event := range []string{"draws:0.28", "bankrupt"} {
		cells, err := Cells(t.Context(), l, e, Selection{Until: event})
		if err != nil {
			t.Fatal(err)
		}
		moved := 0
		for _, c := range cells {
			if got := c.Since(12); (got == 12) != (event == "bankrupt") {
				t.Errorf("%s: first seen at 12 games, it happened after %v", event, got)
			}
			for _, p := range quartiles {
				games, want := c.Times.Quantile(p)
				if at := slices.Index(e.Checkpoints, int64(want.Low)); event != "bankrupt" && at > 0 {
					moved++
					want.Low = float64(e.Checkpoints[at-1])
				}
				if got, interval := c.quantile(p); got != games || interval != want {
					t.Errorf("%s: cell %d, %v: got %v %v, want %v %v", event, c.Number, p, got, interval, games, want)
				}
			}
		}
		if moved == 0 && event != "bankrupt" {
			t.Errorf("%s: no interval begins at a checkpoint", event)
		}
	}
	c := Cell{checkpoints: []int64{0, 50, 100, 200}}
	for games, want := range map[float64]float64{0: 0, 50: 0, 100: 50, 200: 100, math.Inf(1): math.Inf(1)} {
		if got := c.Since(games); got != want {
			t.Errorf("first seen at %v games: got %v, want %v", games, got, want)
		}
	}
}

// TestPossibleIntervals checks that the intervals of values end at the value of the game: a machine cannot beat perfect
// play in tic-tac-toe, and White cannot in hexapawn, where Black can always win.
func TestPossibleIntervals(t *testing.T) {
	her, _ := menace.Preset("her")
	him, _ := menace.Preset("him")
	_, e := planned(t, 3)
	for _, c := range []struct {
		rules menace.Rules
		best  float64
	}{{menace.Michie(), 0}, {her, 1}, {him, -1}} {
		e.Cells[0].Rules = c.rules
		best, worse := arena.WDL{Win: c.best}, arena.WDL{Win: c.best, Loss: 0.2}
		g := newGroup(e, 1, []arena.Point{{Perfect: best, Worst: best}, {Perfect: worse, Worst: worse}}, false)
		for _, against := range []string{"perfect", "worst"} {
			m := experiment.Measure{Against: against, Name: "value"}
			if got := e.Best(1, m); got != c.best || g.Of(m).Interval.High != got {
				t.Errorf("%s, %v: at most %v, want %v; interval %v", c.rules.Game, m, got, c.best, g.Of(m).Interval)
			}
		}
		if m := (experiment.Measure{Against: "random", Name: "value"}); !math.IsInf(e.Best(1, m), 1) {
			t.Errorf("%s, %v: at most %v", c.rules.Game, m, e.Best(1, m))
		}
	}
}

// TestBankruptNote checks that results say how bankrupt machines count where a cell that is shown has any.
func TestBankruptNote(t *testing.T) {
	bankrupt, alive := Cell{Number: 1, Bankrupt: NewShare(1, 3)}, Cell{Number: 2, Bankrupt: NewShare(0, 3)}
	for _, c := range []struct {
		r    Experiment
		want bool
	}{
		{Experiment{Cells: []Cell{bankrupt, alive}}, true}, {Experiment{Cells: []Cell{alive}}, false},
		{Experiment{Cells: []Cell{bankrupt, alive}, pairs: []*Comparison{{}}, selection: Selection{Compare: []int{2, 3}}},
			false},
		{Experiment{Cells: []Cell{bankrupt, alive}, pairs: []*Comparison{{}}, selection: Selection{Compare: []int{2, 1}}},
			true},
	} {
		if got := c.r.Statistics(); strings.Contains(got, words.Bankrupt) != c.want {
			t.Errorf("cells %v, compared %v: %q", c.r.Cells, c.r.selection.Compare, got)
		}
	}
}
