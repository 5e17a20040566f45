package report

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"menace/cmd/menace/internal/experiments/wording"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/version"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/data/datatest"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/experiment"
	"menace/symmetry"
)

// planned opens a new database with an experiment of two cells, a first and a second player, without replicates.
func planned(t *testing.T, runs int64) (*data.DB, *data.Experiment) {
	t.Helper()
	return plannedIn(t, filepath.Join(t.TempDir(), "menace.db"), menace.Michie(), runs)
}

// plannedIn is like planned, but in a given file and with other rules of the first player.
func plannedIn(t *testing.T, path string, first menace.Rules, runs int64) (*data.DB, *data.Experiment) {
	t.Helper()
	second := first
	second.Plays = symmetry.Second
	e := &data.Experiment{
		Name: "one", Design: experiment.Design{
			Seed: 1, Runs: runs, Games: 12, Checkpoints: []int64{0, 5, 12},
			Cells: []experiment.Cell{{Rules: first, Opponent: "random"}, {Rules: second, Opponent: "perfect"}},
		},
	}
	return stored(t, path, e), e
}

// stored opens a new database in a given file, with an experiment without replicates.
func stored(t *testing.T, path string, e *data.Experiment) *data.DB {
	t.Helper()
	db := datatest.Open(t, path)
	if err := db.Plan(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	return db
}

// summarize reports on an experiment at one checkpoint.
func summarize(t *testing.T, db *data.DB, e *data.Experiment, s Selection) (Experiment, error) {
	t.Helper()
	list, err := Summarize(t.Context(), db, e, s)
	if err != nil {
		return Experiment{}, err
	}
	return list[0], nil
}

// run trains the missing replicates of a shard.
func run(t *testing.T, db *data.DB, e *data.Experiment, shard experiment.Shard) {
	t.Helper()
	from, to := shard.Range(&e.Design)
	save := func(batch []experiment.Replicate) error {
		for i := range batch {
			batch[i].Version = version.String()
		}
		return db.SaveReplicates(t.Context(), e, batch)
	}
	if err := e.Run(t.Context(), 2, db.MissingTasks(t.Context(), e, from, to), save); err != nil {
		t.Fatal(err)
	}
}

// TestConfidence checks that a level of confidence reaches every interval of a cell. The quantiles of Student's t with
// four degrees of freedom, 2.776 and 7.173, are from a printed table; none of five has the limit 1 − ⁵√((1−c)/2).
func TestConfidence(t *testing.T) {
	db, e := planned(t, 5)
	run(t, db, e, experiment.Whole)
	cell := func(confidence float64) Cell {
		cells, err := Cells(t.Context(), db, e, Selection{Cells: []int{1}, Confidence: confidence})
		if err != nil {
			t.Fatal(err)
		}
		return cells[0]
	}
	usual, wide := cell(0), cell(0.998)
	half := func(g Group) float64 {
		s := g.Summaries[e.Measures()[0]]
		return (s.Interval.High - s.Interval.Low) / 2 * math.Sqrt(5) / s.SD
	}
	for name, got := range map[string][2]float64{
		"mean, 95 %": {half(usual.All), 2.776}, "mean, 99.8 %": {half(wide.All), 7.173},
		"alive, 99.8 %":      {half(wide.Alive), 7.173},
		"bankrupt, 95 %":     {usual.Bankrupt.Interval.High, 1 - math.Pow(0.025, 0.2)},
		"bankrupt, 99.8 %":   {wide.Bankrupt.Interval.High, 1 - math.Pow(0.001, 0.2)},
		"unbeatable, 99.8 %": {wide.Unbeatable.Interval.High, 1 - math.Pow(0.001, 0.2)},
		"sound, 99.8 %":      {wide.Sound.Interval.High, 1 - math.Pow(0.001, 0.2)},
	} {
		if math.Abs(got[0]-got[1]) > 5e-4 {
			t.Errorf("%s: got %.4f, want %.4f", name, got[0], got[1])
		}
	}
}

// TestBestCells checks that the best cells are those with the highest means, which the test sorts by itself. The cells
// differ in their opponents, so that none is the best by every measure.
func TestBestCells(t *testing.T) {
	second := menace.Michie()
	second.Plays = symmetry.Second
	e := &data.Experiment{Name: "one", Design: experiment.Design{Seed: 1, Runs: 4, Games: 60, Checkpoints: []int64{0, 60}}}
	for _, opponent := range []string{"random", "perfect", "blocker"} {
		e.Cells = append(e.Cells, experiment.Cell{Rules: menace.Michie(), Opponent: opponent},
			experiment.Cell{Rules: second, Opponent: opponent})
	}
	db := stored(t, filepath.Join(t.TempDir(), "menace.db"), e)
	run(t, db, e, experiment.Whole)
	cells, err := Cells(t.Context(), db, e, Selection{})
	if err != nil {
		t.Fatal(err)
	}
	orders := map[string]bool{}
	for _, against := range []string{"", "random", "perfect", "most_losses", "played"} {
		m, selection := experiment.Measure{Against: cmp.Or(against, "random"), Name: "value"}, Selection{Best: len(cells)}
		if against != "" {
			selection.Against = []string{against}
		}
		higher := func(c Cell) float64 { return c.All.Summaries[m].Mean }
		switch against {
		case "most_losses":
			m.Name = "loss"
			higher = func(c Cell) float64 { return -c.All.Summaries[m].Mean }
		case "played":
			m.Name = "score"
		}
		want := slices.Clone(cells)
		slices.SortStableFunc(want, func(a, b Cell) int { return cmp.Compare(higher(b), higher(a)) })
		var order []int
		for _, c := range want {
			order = append(order, c.Number)
		}
		orders[fmt.Sprint(order)] = true
		for selection.Best = 1; selection.Best <= len(cells)+1; selection.Best++ {
			best, err := Cells(t.Context(), db, e, selection)
			if err != nil || len(best) != min(selection.Best, len(cells)) {
				t.Fatalf("%s: got %d cells, %v", against, len(best), err)
			}
			for i := range best {
				if best[i].Number != order[i] {
					t.Errorf("%s: cell %d of the %d best is %d, want %d", against, i+1, len(best), best[i].Number, order[i])
				}
			}
		}
	}
	if len(orders) < 4 {
		t.Errorf("measures that order the cells alike show nothing: %v", orders)
	}
	if err := (Selection{Best: 1, Compare: []int{1, 2}}).Check(e); err == nil {
		t.Error("the best cells of a comparison are chosen")
	}
}

// TestFreshMachines compares machines before their first game with the exact fractions.
func TestFreshMachines(t *testing.T) {
	db, e := planned(t, 3)
	run(t, db, e, experiment.Whole)
	r, err := summarize(t, db, e, Selection{At: []int64{0}, Compare: []int{1, 2}})
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
	}
	for _, d := range r.Compare.Differences {
		if d.measure != share && math.Abs(d.Mean-(r.Cells[0].All.Of(d.measure).Mean-r.Cells[1].All.Of(d.measure).Mean)) > 1e-12 {
			t.Errorf("%s: got a difference of %v", d.Title, d.Mean)
		}
	}
	if c := r.Cells[0]; c.All.N != 3 || c.Bankrupt.Part != 0 || c.Alive.N != 3 || c.Sound.Part != 0 ||
		c.Unbeatable.Part != 0 || !math.IsNaN(c.UnbeatableFrom) {
		t.Errorf("got %+v", c)
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
	db, e := planned(t, 1)
	r, err := summarize(t, db, e, Selection{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r.Cells[0])
	want := `"bankrupt_share":null,"bankrupt_interval":[null,null],"holds_90_draws_share":null,` +
		`"holds_90_draws_interval":[null,null],"unbeatable_share":null,"unbeatable_interval":[null,null],` +
		`"unbeatable_from":null,` +
		`"mean":null,"sd":null,"quantiles":null,"median_interval":null,"interval":null,` +
		`"alive":0,"alive_mean":null,"alive_sd":null,"alive_quantiles":null,"alive_median_interval":null}`
	if err != nil || !strings.HasSuffix(string(text), want) {
		t.Errorf("got %s, %v", text, err)
	}
	var none *NoReplicatesError
	_, err = summarize(t, db, e, Selection{Compare: []int{2, 1}})
	if !errors.As(err, &none) || none.Experiment != "one" {
		t.Errorf("comparing nothing: got %v", err)
	}
	var mistake mistake.Error
	for what, err := range map[string]error{
		"checkpoint 4": second(summarize(t, db, e, Selection{At: []int64{4}})),
		"cell 0":       second(summarize(t, db, e, Selection{Compare: []int{0, 1}})),
		"cell 3":       second(summarize(t, db, e, Selection{Compare: []int{1, 3}})),
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
	db := datatest.Open(t, "")
	plan := func(name string, checkpoints ...int64) *data.Experiment {
		e := &data.Experiment{Name: name, Design: experiment.Design{
			Seed: 1, Runs: 40, Games: 120, Checkpoints: experiment.Checkpoints(120, checkpoints),
			Cells: []experiment.Cell{
				{Rules: menace.Michie(), Opponent: "perfect"}, {Rules: menace.Michie(), Opponent: "blocker"},
			},
		}}
		if err := db.Plan(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		run(t, db, e, experiment.Whole)
		return e
	}
	few, many := plan("few", 30), plan("many", 3, 10, 30, 50, 90)
	for _, at := range []int64{30, 120} {
		list, err := db.ReplicatesAt(t.Context(), few, 1, at)
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
			r, err := summarize(t, db, e, Selection{At: []int64{at}})
			if err != nil {
				t.Fatal(err)
			}
			c, m := r.Cells[0], measure(r, "perfect", "draw")
			slices.Sort(living)
			if got, want := c.Alive.Of(m).MedianInterval, experiment.QuantileInterval(0.5, living, 0.95); got != want {
				t.Errorf("%s at %d: the interval of the living machines' median is %v, want %v", e.Name, at, got, want)
			}
			if c.Alive.N != alive || c.Bankrupt.Part != bankrupt || c.Sound.Part != holds ||
				math.Abs(c.Alive.Of(m).Mean-sum/float64(alive)) > 1e-12 || math.Abs(c.All.Of(m).Mean-sum/40) > 1e-12 {
				t.Errorf("%s at %d: got %d alive, mean %v, %d sound; want %d, %g, %d",
					e.Name, at, c.Alive.N, c.Alive.Of(m).Mean, c.Sound.Part, alive, sum/float64(alive), holds)
			}
		}
	}
}

// TestReachedAndKept checks that a replicate is unbeatable from the checkpoint after the last one at which it could be
// beaten, however often it was unbeatable before, and that a replicate that can be beaten at the end never is. The
// median of an even number of values is the lower of the two in the middle.
func TestReachedAndKept(t *testing.T) {
	db := datatest.Open(t, "")
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
	if err := db.Plan(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	run(t, db, e, experiment.Whole)
	lost, never := 0, 0
	want := [][]float64{{}, {}, {}} // by cell and run
	for r, err := range db.Replicates(t.Context(), e, 0) {
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
			never++
		}
		want[r.Cell-1] = append(want[r.Cell-1], kept)
	}
	if lost == 0 || never == 0 || never == 120 {
		t.Fatalf("%d machines were unbeatable only for a time, %d are beatable at the end: the test proves nothing",
			lost, never)
	}
	r, err := summarize(t, db, e, Selection{Until: "unbeatable", Compare: []int{1, 2}})
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
		reached := c.Reached
		if q := reached.Quartiles; reached.Share != c.Unbeatable ||
			q[0].Games != want[i][9] || q[1].Games != want[i][19] || q[2].Games != want[i][29] {
			t.Errorf("cell %d: got %+v; the machines took %v", c.Number, reached, want[i])
		}
		// By the binomial distribution, of 40 machines the 14th and the 27th are the ends for the median.
		if got := reached.Quartiles[1].Interval; got != (experiment.Interval{Low: want[i][13], High: want[i][26]}) {
			t.Errorf("cell %d: half by %v; the machines took %v", c.Number, got, want[i])
		}
		if s := c.Unbeatable; !(s.Interval.Low <= s.Value && s.Value <= s.Interval.High) {
			t.Errorf("cell %d: %v lies beyond its interval %v", c.Number, s.Value, s.Interval)
		}
	}
	last := r.Compare.Differences[len(r.Compare.Differences)-1]
	if want := r.Cells[0].Unbeatable.Value - r.Cells[1].Unbeatable.Value; last.Title != "reached unbeatable" ||
		math.Abs(last.Mean-want) > 1e-12 {
		t.Errorf("got %+v, want a difference of %v", last, want)
	}
	if median := r.Cells[0].UnbeatableFrom; math.IsInf(median, 1) || r.Cells[2].Unbeatable.Part > 0 {
		t.Errorf("half of the hexapawn machines are unbeatable from %v, and %d for White are",
			median, r.Cells[2].Unbeatable.Part)
	}
	early, err := summarize(t, db, e, Selection{At: []int64{300}})
	if err != nil || !math.IsNaN(early.Cells[0].UnbeatableFrom) {
		t.Errorf("before the end: got %+v, %v", early.Cells[0].UnbeatableFrom, err)
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
		g := newGroup(e, 1, []arena.Point{{Perfect: best, Worst: best}, {Perfect: worse, Worst: worse}}, 0.95)
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
	bankrupt, alive := Cell{Number: 1, Bankrupt: NewShare(1, 3, 0.95)}, Cell{Number: 2, Bankrupt: NewShare(0, 3, 0.95)}
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
		if got := c.r.Statistics(); strings.Contains(got, words.Sentence(wording.Bankrupt)) != c.want {
			t.Errorf("cells %v, compared %v: %q", c.r.Cells, c.r.selection.Compare, got)
		}
	}
}

// TestShare formats shares as text.
func TestShare(t *testing.T) {
	for part, want := range map[int]string{
		2: "0.5, 50.0 %, 50.0 (6.8–93.2)",
		0: "0, 0.0 %, 0.0 (0.0–60.2)", // 60.2 % = 1 − ⁴√0.025
	} {
		s := NewShare(part, 4, 0.95)
		if got := fmt.Sprintf("%v, %v, %s", s.Value, s, s.WithInterval()); got != want {
			t.Errorf("%d of 4: got %q, want %q", part, got, want)
		}
	}
}
