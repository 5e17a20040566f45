package experiment

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"menace/menace"
)

// TestSeeds holds the seeds fast: sums by sha256sum of the text that [Design.SeedOf] describes. They may
// never change, since stored experiments go on with them.
func TestSeeds(t *testing.T) {
	const text = "menace replicate\n%d\n" +
		`{"plays":"first","beads":[4,3,2,1],"win":3,"draw":1,"loss":-1,"moves":"distinct","on_empty":"resign","floor":0,"credit":"all"}` +
		"\nperfect\n%d\n"
	sha256sum, err := exec.LookPath("sha256sum")
	if err != nil {
		t.Skip("there is no sha256sum here")
	}
	d := &Design{Cells: []Cell{{menace.Michie(), "perfect"}}}
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
				t.Errorf("seed %d, run %d: got %d, want %d", of, run, got, want>>3)
			}
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
					t.Fatalf("shard %d/%d begins at %d, the one before ended at %d", part+1, of, from, end)
				}
				end, least, most = to, min(least, to-from), max(most, to-from)
			}
			if end != d.Replicates() || most > least+1 {
				t.Errorf("%d shards end at %d of %d, with %d to %d each", of, end, d.Replicates(), least, most)
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
