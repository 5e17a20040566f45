package experiment

import (
	"cmp"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"menace/menace"
	"menace/menace/arena"
)

// TestSeeds pins the seeds by comparing them with sha256sum of the text described at seedText. They must never change,
// because stored experiments depend on them.
func TestSeeds(t *testing.T) {
	const text = "menace replicate\n%d\n" +
		`{"plays":"first","beads":[4,3,2,1],"win":3,"draw":1,"loss":-1,"moves":"distinct",` +
		`"on_empty":"resign","floor":0,"credit":"all"}` +
		"\nperfect\n%d\n"
	sha256sum, err := exec.LookPath("sha256sum")
	if err != nil {
		t.Skip("sha256sum is not installed")
	}
	game := strings.NewReplacer("[4,3,2,1]", "[1,1,1,1]", `{"plays":"first"`, `{"game":"hexapawn","plays":"second"`,
		`"win":3,"draw":1`, `"win":0,"draw":0`, `"credit":"all"`, `"credit":"last"`)
	for text, cell := range map[string]Cell{
		text:               {Rules: menace.Michie(), Opponent: "perfect"},
		game.Replace(text): {Rules: gardner(t), Opponent: "perfect"},
		text + "reinforce:baseline=0.5\n": {Rules: menace.Michie(), Opponent: "perfect",
			Learner: "reinforce:baseline=0.5"},
		text + "q:alpha=0.2,epsilon=0.5\n": {Rules: menace.Michie(), Opponent: "perfect",
			Learner: "q:alpha=0.2,epsilon=0.5"},
	} {
		d := &Design{Cells: []Cell{cell}}
		for of := range int64(3) {
			for run := range int64(3) {
				command := exec.Command(sha256sum)
				command.Stdin = strings.NewReader(fmt.Sprintf(text, of, run))
				out, err := command.Output()
				if err != nil {
					t.Fatal(err)
				}
				var want int64
				fmt.Sscanf(string(out[:14]), "%x", &want)
				d.Seed = of
				if got := d.SeedOf(Task{1, run}); got != want>>3 {
					t.Errorf("%+v, seed %d, run %d: got %d, want %d", cell, of, run, got, want>>3)
				}
			}
		}
	}
}

// TestSeedsKnowEveryRule checks that each rule changes the seed, so that cells that differ in only one rule have
// different machines.
func TestSeedsKnowEveryRule(t *testing.T) {
	base := menace.Michie()
	others := map[string]string{
		"game": "hexapawn", "plays": "second", "beads": "5,3,2,1", "moves": "all", "on-empty": "restock",
		"credit": "last",
	}
	seen := map[string]string{string(seedText(1, Cell{Rules: base, Opponent: "random"}, 1)): "none"}
	for i := range base.Options() {
		rules := base
		rule := rules.Options()[i]
		if rule.Set(cmp.Or(others[rule.Name], "7")) != nil {
			if err := rule.Set("0.7"); err != nil { // for a fraction
				t.Fatalf("%s: %v: this test needs a value for the new rule", rule.Name, err)
			}
		}
		text := string(seedText(1, Cell{Rules: rules, Opponent: "random"}, 1))
		if before, ok := seen[text]; ok {
			t.Errorf("the rules %s and %s give the same seeds: %q", rule.Name, before, text)
		}
		seen[text] = rule.Name
	}
}

// TestReplicatesOfOldVersions pins the first and the second run of each cell as they were when tic-tac-toe was the only
// game, so that experiments stored then can still be continued and merged.
func TestReplicatesOfOldVersions(t *testing.T) {
	old := []Replicate{
		{Task: Task{1, 1}, Seed: 1859193294529761, Tally: arena.Tally{Draw: 8, Loss: 20}, Bankrupt: 28,
			UnbeatenFrom: 29},
		{Task: Task{2, 1}, Seed: 8857829276645815, Tally: arena.Tally{Win: 8, Draw: 7, Loss: 45}, UnbeatenFrom: 61},
		{Task: Task{3, 1}, Seed: 6957234706648925, Tally: arena.Tally{Draw: 24, Loss: 36, Resigned: 2},
			UnbeatenFrom: 61},
		{Task: Task{4, 1}, Seed: 5388514468943505, Tally: arena.Tally{Win: 7, Draw: 9, Loss: 44}, UnbeatenFrom: 60},
		{Task: Task{5, 1}, Seed: 8359665884875812, Tally: arena.Tally{Draw: 39, Loss: 21}, UnbeatenFrom: 54},
		{Task: Task{6, 1}, Seed: 1668258411195966, Tally: arena.Tally{Win: 11, Draw: 7, Loss: 42}, UnbeatenFrom: 60},
		{Task: Task{1, 2}, Seed: 296120863526000, Tally: arena.Tally{Draw: 4, Loss: 16}, Bankrupt: 20,
			UnbeatenFrom: 21},
		{Task: Task{2, 2}, Seed: 7786829561446783, Tally: arena.Tally{Win: 4, Draw: 7, Loss: 49}, UnbeatenFrom: 61},
		{Task: Task{3, 2}, Seed: 8829602723281929, Tally: arena.Tally{Draw: 26, Loss: 34}, UnbeatenFrom: 48},
		{Task: Task{4, 2}, Seed: 2006183730334092, Tally: arena.Tally{Win: 7, Draw: 4, Loss: 49}, UnbeatenFrom: 61},
		{Task: Task{5, 2}, Seed: 3646226721621245, Tally: arena.Tally{Draw: 29, Loss: 31}, UnbeatenFrom: 60},
		{Task: Task{6, 2}, Seed: 3357147150581702, Tally: arena.Tally{Win: 9, Draw: 8, Loss: 43}, UnbeatenFrom: 59},
	}
	// Probabilities that the last machines draw, against perfect play and in the worst case.
	draws := map[Task][2]float64{
		{5, 1}: {0.9216931216931218, 0.2154761904761905}, {4, 1}: {0.06104999446358616, 0.010869565217391304},
	}
	d := small()
	for i, r := range results(t, d, 2, d.Tasks(0, int64(len(old)))) {
		last := r.Curve[len(r.Curve)-1]
		if want, ok := draws[r.Task]; ok && !(near(last.Perfect.Draw, want[0]) && near(last.Worst.Draw, want[1])) {
			t.Errorf("replicate %v: got %+v, want draws %v", r.Task, last, want)
		}
		if r.Curve = nil; !r.Same(old[i]) {
			t.Errorf("got %+v, want %+v", r, old[i])
		}
	}
}

func TestShardsAreEverythingOnce(t *testing.T) {
	for _, d := range []*Design{{Runs: 7, Cells: make([]Cell, 3)}, {Runs: MaxRuns, Cells: make([]Cell, MaxCells)}} {
		for _, of := range []int64{1, 2, 16, 21, 22, MaxShards} {
			end, least, most := int64(0), d.Replicates(), int64(0)
			for part := range of {
				from, to := Shard{part + 1, of}.Range(d)
				if from != end {
					t.Fatalf("shard %d/%d begins at %d, but the previous one ended at %d", part+1, of, from, end)
				}
				end, least, most = to, min(least, to-from), max(most, to-from)
			}
			if end != d.Replicates() || most > least+1 {
				t.Errorf("%d shards end at %d of %d, with sizes from %d to %d", of, end, d.Replicates(), least, most)
			}
		}
	}
}

func TestParseShard(t *testing.T) {
	if s, err := ParseShard("3/16"); err != nil || s != (Shard{3, 16}) {
		t.Errorf("3/16: got %v, %v", s, err)
	}
	for _, text := range []string{"", "3", "3/", "/3", "0/3", "4/3", "-1/3", "1/2/3", "1/ 2", "a/b", "1/1000001"} {
		if s, err := ParseShard(text); err == nil {
			t.Errorf("%q: got %v", text, s)
		}
	}
}
