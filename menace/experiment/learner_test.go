package experiment

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/learners"
	"menace/symmetry"
)

// learned returns a design with every method on both sides, as well as beads.
func learned() *Design {
	d := &Design{Seed: 3, Runs: 4, Games: 200, Checkpoints: Checkpoints(200, []int64{50}),
		Cells: []Cell{{Rules: menace.Michie(), Opponent: "random"}}}
	for i, name := range learners.Names() {
		rules := menace.Michie()
		if i%2 == 1 {
			rules.Plays = symmetry.Second
		}
		d.Cells = append(d.Cells, Cell{Rules: rules, Opponent: "random", Learner: name})
	}
	return d
}

// TestOtherLearners checks that replicates of other learners start like fresh machines, do not depend on the number of
// workers, pass the checks for stored replicates, and learn.
func TestOtherLearners(t *testing.T) {
	d := learned()
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	var results [2][]Replicate
	for i, workers := range []int{1, 4} {
		if err := d.Run(t.Context(), workers, in(d.Tasks(0, d.Replicates())), func(list []Replicate) error {
			results[i] = append(results[i], list...)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(results[i], func(a, b Replicate) int { return 1000*(a.Cell-b.Cell) + int(a.Run-b.Run) })
	}
	if !reflect.DeepEqual(results[0], results[1]) {
		t.Error("replicates depend on the number of workers")
	}
	for _, r := range results[0] {
		if err := d.Check(&r, d.Checkpoints); err != nil {
			t.Error(err)
		}
		fresh := 391477.0 / 645120 // probability that a fresh machine wins against random play
		if d.Cells[r.Cell-1].Rules.Plays == symmetry.Second {
			fresh = 16843.0 / 56700
		}
		first, last := r.Curve[0].Random, r.Curve[len(r.Curve)-1].Random
		if math.Abs(first.Win-fresh) > 1e-12 || last.Value() <= first.Value() || r.Bankrupt != 0 ||
			r.Tally.Games() != d.Games {
			t.Errorf("%+v: got %+v before and %+v after, with the tally %+v", d.Cells[r.Cell-1], first, last, r.Tally)
		}
	}
}

// TestLearnerOfCell checks that other learners ignore the rules about beads.
func TestLearnerOfCell(t *testing.T) {
	rules := menace.Michie()
	rules.Win, rules.Plays = 5, symmetry.Second
	cell, err := NewCell(rules, "random")
	if err != nil {
		t.Fatal(err)
	}
	q, err := cell.WithLearner("q:epsilon=.2,alpha=0.1")
	if err != nil || q.Learner != "q:epsilon=0.2" || q.LearnerName() != q.Learner || q.Rules.Win != 3 ||
		q.Rules.Plays != symmetry.Second || q.Opponent != "random" {
		t.Errorf("got %+v, %v", q, err)
	}
	if same, err := cell.WithLearner(Beads); err != nil || same != cell || same.LearnerName() != "beads" {
		t.Errorf("got %+v, %v", same, err)
	}
	if _, err := cell.WithLearner("q:alpha=2"); err == nil {
		t.Error("an unknown learner is accepted")
	}
	for want, wrong := range map[string]Cell{
		"cell 1: learner q has the rule win, which is only for beads": {Rules: rules, Opponent: "random", Learner: "q"},
		`cell 1: learner "q:alpha=0.1" must be written "q"`: {Rules: menace.Michie(), Opponent: "random",
			Learner: "q:alpha=0.1"},
		`cell 1: unknown learner "qq"`: {Rules: menace.Michie(), Opponent: "random",
			Learner: "qq"},
	} {
		d := small()
		if d.Cells = []Cell{wrong}; d.Validate() == nil || d.Validate().Error() != want {
			t.Errorf("got %v, want %s", d.Validate(), want)
		}
	}
	a, b := small(), small()
	a.Cells, b.Cells = []Cell{cell}, []Cell{q}
	if got, want := strings.Join(a.Differences(b), "; "),
		"in cell 1 learner beads, not q:epsilon=0.2; in cell 1 win 5, not 3"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestTrainingIsTheLearners checks that a replicate equals a learner trained with the replicate's seed.
func TestTrainingIsTheLearners(t *testing.T) {
	d := learned()
	for nth, cell := range d.Cells[1:] {
		task := Task{nth + 2, 1}
		var got []Replicate
		if err := d.Run(t.Context(), 1, in(slices.Values([]Task{task})),
			func(list []Replicate) error { got = append(got, list...); return nil }); err != nil {
			t.Fatal(err)
		}
		spec, err := learners.Parse(cell.Learner)
		if err != nil {
			t.Fatal(err)
		}
		graph, _ := d.Graph()
		career := &arena.Career{Learner: spec.New(graph, cell.Rules.Plays), Side: cell.Rules.Plays}
		training := &arena.Training{Learner: career, Opponent: arena.Random(graph),
			Random: arena.NewRandom(d.SeedOf(task))}
		training.Play(d.Games)
		want := arena.Measure(career.Learner, career.Side, career.Tally)
		if last := got[0].Curve[len(got[0].Curve)-1]; !last.Same(want) {
			t.Errorf("%s: got %+v, want %+v", cell.Learner, last, want)
		}
	}
}

// TestRivalOfALearner checks that a rival without a preset is a learner of the same kind on the other side, which
// learns from the same games.
func TestRivalOfALearner(t *testing.T) {
	d := learned()
	d.Cells = []Cell{{Rules: menace.Michie(), Opponent: "rival", Learner: "q"},
		{Rules: menace.Michie(), Opponent: "rival:restock", Learner: "q"}}
	spec, err := learners.Parse("q")
	if err != nil {
		t.Fatal(err)
	}
	restock, _ := menace.Preset("restock")
	restock.Plays = symmetry.Second
	graph, _ := d.Graph()
	for _, r := range results(t, d, 2, d.Tasks(0, d.Replicates())) {
		own, rival := spec.New(graph, symmetry.First), spec.New(graph, symmetry.Second)
		if r.Cell == 2 {
			rival = menace.New(restock)
		}
		random, tally := arena.NewRandom(r.Seed), arena.Tally{}
		for range d.Games {
			end, resigned := arena.Play(graph, own, rival, random)
			own.Learn(end)
			rival.Learn(end)
			tally.Add(symmetry.First, end, resigned, 1)
		}
		if tally != r.Tally {
			t.Errorf("%v: %+v, want %+v", r.Task, r.Tally, tally)
		}
	}
}

// TestAgain checks that a learner trained again is the one that was measured: at every checkpoint it has the same
// probabilities and tally. It covers all learners, and opponents that change, learn and go bankrupt.
func TestAgain(t *testing.T) {
	d := learned()
	for _, opponent := range []string{"perfect*30,random", "rival", "rival:michie"} {
		d.Cells = append(d.Cells, Cell{Rules: menace.Michie(), Opponent: opponent},
			Cell{Rules: menace.Michie(), Opponent: opponent, Learner: "q"})
	}
	for _, r := range results(t, d, 2, d.Tasks(0, d.Replicates())) {
		for _, want := range r.Curve {
			training, err := d.Retrain(t.Context(), r.Task, want.Games)
			if err != nil {
				t.Fatal(err)
			}
			career := training.Learner
			got := arena.Measure(career.Learner, career.Side, career.Tally)
			want.Rival = arena.Rival{}
			if got.Games = want.Games; !got.Same(want) {
				t.Errorf("%+v after %d games: got %+v, want %+v", r.Task, want.Games, got, want)
			}
		}
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.Retrain(canceled, Task{1, 1}, 10); err == nil {
		t.Error("training continues after its context is done")
	}
}
