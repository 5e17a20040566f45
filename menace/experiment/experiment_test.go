package experiment

import (
	"context"
	"errors"
	"iter"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"menace/menace"
	"menace/menace/arena"
	"menace/minimax/games"
)

// small returns a small design for both sides of tic-tac-toe, with machines that go bankrupt and machines that do not.
func small() *Design { return smallOf("tic-tac-toe") }

// smallOf returns a small design of a game.
func smallOf(game string) *Design {
	d := &Design{Seed: 1, Runs: 9, Games: 60, Checkpoints: Checkpoints(60, []int64{1, 20})}
	usual, _ := menace.Usual(game)
	machines := []menace.Rules{usual}
	for _, preset := range menace.Presets {
		if rules, _ := menace.Preset(preset); rules.Game == game && rules != usual {
			machines = append(machines, rules)
		}
	}
	for _, rules := range machines {
		d.Cells = append(d.Cells, Cell{Rules: rules, Opponent: "perfect"})
		rules.Plays = rules.Plays.Other()
		d.Cells = append(d.Cells, Cell{Rules: rules, Opponent: "noisy:0.5"})
	}
	return d
}

// in returns tasks as an iterator without errors.
func in(tasks iter.Seq[Task]) iter.Seq2[Task, error] {
	return func(yield func(Task, error) bool) {
		for t := range tasks {
			if !yield(t, nil) {
				return
			}
		}
	}
}

// results runs tasks and returns their replicates in the order of the design.
func results(t *testing.T, d *Design, workers int, tasks iter.Seq[Task]) (all []Replicate) {
	t.Helper()
	var saving atomic.Bool
	err := d.Run(context.Background(), workers, in(tasks), func(batch []Replicate) error {
		if !saving.CompareAndSwap(false, true) {
			t.Error("two batches are saved at the same time")
		}
		defer saving.Store(false)
		time.Sleep(time.Millisecond) // longer than the training takes
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
	for game, replicates := range map[string]int{"tic-tac-toe": 9 * 6, "hexapawn": 9 * 4} {
		d := smallOf(game)
		want := results(t, d, 1, d.Tasks(0, d.Replicates()))
		if len(want) != replicates {
			t.Fatalf("%s: %d replicates, want %d", game, len(want), replicates)
		}
		shuffled := slices.Collect(d.Tasks(0, d.Replicates()))
		rand.New(rand.NewPCG(1, 2)).Shuffle(len(shuffled), func(i, j int) {
			shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
		})
		for _, workers := range []int{1, 2, 7} {
			if got := results(t, d, workers, slices.Values(shuffled)); !reflect.DeepEqual(got, want) {
				t.Errorf("%s: the results with %d workers differ", game, workers)
			}
		}
	}
}

// TestReplicateIsTraining checks that training an agent with the seed of a replicate gives the same results.
func TestReplicateIsTraining(t *testing.T) {
	for _, game := range games.Names() {
		trainAgain(t, smallOf(game))
	}
}

func trainAgain(t *testing.T, d *Design) {
	for _, r := range results(t, d, 2, d.Tasks(0, d.Replicates())) {
		cell := d.Cells[r.Cell-1]
		m := menace.New(cell.Rules)
		opponent, err := arena.ParseOpponent(m.Graph(), cell.Opponent)
		if err != nil {
			t.Fatal(err)
		}
		training := &arena.Training{
			Learner: arena.NewCareer(m, cell.Rules.Plays), Opponent: opponent, Random: arena.NewRandom(r.Seed),
		}
		if _, err := training.Run(context.Background(), d.Games); err != nil {
			t.Fatal(err)
		}
		last := r.Curve[len(r.Curve)-1]
		if training.Learner.Tally != r.Tally ||
			last.Perfect != arena.Evaluate(m, cell.Rules.Plays, arena.Perfect(m.Graph())) {
			t.Errorf("replicate %v: got %v, but %v when trained as an agent", r.Task, r.Tally, training.Learner.Tally)
		}
		if bankrupt := r.Bankrupt != 0; bankrupt != m.Bankrupt() || bankrupt && r.Bankrupt != r.Tally.Games() {
			t.Errorf("replicate %v: bankrupt at %d, %d games played", r.Task, r.Bankrupt, r.Tally.Games())
		}
		for i, p := range r.Curve {
			if p.Games != d.Checkpoints[i] || p.Tally.Games() != min(p.Games, r.Tally.Games()) {
				t.Errorf("replicate %v, checkpoint %d: %d games played", r.Task, p.Games, p.Tally.Games())
			}
			if score := 3*p.Tally.Win + p.Tally.Draw - (p.Games - p.Tally.Win - p.Tally.Draw); // all others are lost
			(Measure{"played", "score"}).Of(p) != float64(score) {
				t.Errorf("replicate %v, checkpoint %d: the score is not %d", r.Task, p.Games, score)
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
	if err != full || saved < 18 { // each of the two workers may hold one unsaved replicate
		t.Errorf("reading fails after 20: got %v, %d saved", err, saved)
	}
}

// failing returns the first n tasks of a design, then calls then and returns an error.
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

// TestSavedWhileTheNextOneTrains checks that a finished replicate is saved while its worker trains another that never
// ends.
func TestSavedWhileTheNextOneTrains(t *testing.T) {
	d := small()
	d.Runs, d.Games, d.Checkpoints = 1, menace.MaxGames, []int64{0, menace.MaxGames}
	d.Cells[0].Rules = menace.Michie() // goes bankrupt
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
			t.Errorf("%d is missing from the ladder", n)
		}
	}
}

func TestNewCellNamesOpponentsInOneWay(t *testing.T) {
	for name, want := range map[string]string{
		"random": "random", "noisy:.10": "noisy:0.1", "noisy:1e-1": "noisy:0.1", "noisy:-0": "noisy:0",
		"search:05": "search:5",
	} {
		if c, err := NewCell(menace.Michie(), name); err != nil || c.Opponent != want {
			t.Errorf("%s: got %q, %v", name, c.Opponent, err)
		}
	}
	for _, name := range []string{"", "agent:a", "noisy:2", "noisy:x", "search:2.5"} {
		if _, err := NewCell(menace.Michie(), name); err == nil {
			t.Errorf("opponent %q is accepted", name)
		}
	}
}

// gardner returns the rules of Gardner's machine.
func gardner(t *testing.T) menace.Rules {
	t.Helper()
	rules, _ := menace.Preset("her")
	return rules
}

// TestHexapawn trains Gardner's machine for Black, who can always win. Against perfect play the last bead drawn in a
// lost game never belongs to a winning move. So the beads of winning moves stay, and every loss removes one of the
// others, of which there are 45. No game is drawn, and there is no blocker.
func TestHexapawn(t *testing.T) {
	const games, beads = 2000, 45
	d := &Design{Seed: 1, Runs: 20, Games: games, Checkpoints: []int64{0, games}}
	d.Cells = []Cell{{Rules: gardner(t), Opponent: "random"}, {Rules: gardner(t), Opponent: "perfect"}}
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, r := range results(t, d, 2, d.Tasks(0, d.Replicates())) {
		if err := d.Check(&r, d.Checkpoints); err != nil {
			t.Error(err)
		}
		start, end := r.Curve[0].Perfect, r.Curve[1].Perfect
		if r.Bankrupt != 0 || r.Tally.Loss >= beads || r.Tally.Draw != 0 || start.Loss == 0 ||
			start.Draw+end.Draw != 0 {
			t.Errorf("replicate %v: got %+v; against perfect play %+v at first and %+v at last",
				r.Task, r.Tally, start, end)
		}
		if d.Cells[r.Cell-1].Opponent == "perfect" && !near(end.Win, 1) {
			t.Errorf("replicate %v: got %+v after %d games against perfect play", r.Task, end, games)
		}
		if r.Curve[1].Blocker != (arena.WDL{}) {
			t.Errorf("replicate %v: got %+v against a blocker, which the game does not have",
				r.Task, r.Curve[1].Blocker)
		}
	}
}

func TestMeasuresOfGames(t *testing.T) {
	for game, want := range map[string][]string{"tic-tac-toe": {"random", "blocker", "perfect"},
		"hexapawn": {"random", "perfect"}} {
		d := smallOf(game)
		if got := d.Opponents(); !slices.Equal(got, want) {
			t.Errorf("%s: got opponents %q, want %q", game, got, want)
		}
		var against []string
		all := d.Measures()
		for _, m := range all {
			against = append(against, m.Against)
		}
		if got := slices.Compact(against); !slices.Equal(got, append(want, "worst", "most_losses", "played")) {
			t.Errorf("%s: got measures against %q", game, got)
		}
		if len(all) != 4*(len(want)+1)+2 { // win, draw, loss and value for each; most losses; and the score
			t.Errorf("%s: got %d measures", game, len(all))
		}
	}
}

func TestSame(t *testing.T) {
	d := small()
	r := results(t, d, 1, slices.Values([]Task{{2, 1}}))[0]
	for name, c := range map[string]struct {
		change func(*Replicate)
		want   bool
	}{
		"nothing":      {func(*Replicate) {}, true},
		"a last digit": {func(r *Replicate) { r.Curve[1].Random.Win += 1e-15 }, true},
		"some last digits": {func(r *Replicate) { r.Curve[2].Worst.Draw += 1e-11; r.Curve[0].Blocker.Loss -= 1e-11 },
			true},
		"a real difference":   {func(r *Replicate) { r.Curve[1].Perfect.Loss += 1e-6 }, false},
		"against the blocker": {func(r *Replicate) { r.Curve[1].Blocker.Win -= 1e-6 }, false},
		"no number":           {func(r *Replicate) { r.Curve[1].Perfect.Draw = math.NaN() }, false},
		"a game":              {func(r *Replicate) { r.Curve[1].Tally.Win++ }, false},
		"a checkpoint":        {func(r *Replicate) { r.Curve[1].Games++ }, false},
		"a shorter curve":     {func(r *Replicate) { r.Curve = r.Curve[:2] }, false},
		"the run":             {func(r *Replicate) { r.Run++ }, false},
		"the seed":            {func(r *Replicate) { r.Seed++ }, false},
		"the tally":           {func(r *Replicate) { r.Tally.Resigned++ }, false},
		"bankrupt":            {func(r *Replicate) { r.Bankrupt++ }, false},
		"unbeaten":            {func(r *Replicate) { r.UnbeatenFrom-- }, false},
	} {
		other := r
		other.Curve = slices.Clone(r.Curve)
		c.change(&other)
		if r.Same(other) != c.want || other.Same(r) != c.want {
			t.Errorf("change of %s: Same returns %t, want %t", name, r.Same(other), c.want)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, game := range games.Names() {
		if err := smallOf(game).Validate(); err != nil {
			t.Error(err)
		}
	}
	for name, spoil := range map[string]func(*Design){
		"negative":        func(d *Design) { d.Seed = -1 },
		"runs":            func(d *Design) { d.Runs = 0 },
		"games":           func(d *Design) { d.Games = 0 },
		"0 cells":         func(d *Design) { d.Cells = nil },
		"are the same":    func(d *Design) { d.Cells[1] = d.Cells[0] },
		"cell 2":          func(d *Design) { d.Cells[1].Opponent = "agent:x" },
		"to the last":     func(d *Design) { d.Checkpoints = d.Checkpoints[1:] },
		"must ascend":     func(d *Design) { d.Checkpoints[1] = 0 },
		"the same game":   func(d *Design) { d.Cells[1].Rules = gardner(t) },
		"game: \"chess\"": func(d *Design) { d.Cells[1].Rules.Game = "chess" },
		"cell 1: opponent \"blocker\" does not play hexapawn": func(d *Design) {
			d.Cells = []Cell{{Rules: gardner(t),
				Opponent: "blocker"}}
		},
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
		t.Errorf("a design differs from itself: %q", found)
	}
	b.Seed, b.Checkpoints = 2, Ladder(60)
	b.Cells[1].Opponent = "random"
	b.Cells[0].Rules.Win = 5
	if found := a.Differences(b); len(found) != 4 || found[0] != "seed 1, not 2" {
		t.Errorf("got %q", found)
	}
	b = smallOf("hexapawn")
	if found := a.Differences(b); !slices.Contains(found, "in cell 1 game tic-tac-toe, not hexapawn") {
		t.Errorf("got %q", found)
	}
}
