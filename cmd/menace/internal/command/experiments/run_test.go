package experiments

import (
	"strings"
	"testing"

	"menace/arena/experiment"
)

// TestShardOfAScheduler checks that the numbers of schedulers, which count from 0 or 1, become shards, which count from
// 1.
func TestShardOfAScheduler(t *testing.T) {
	for _, c := range []struct {
		set  string
		want experiment.Shard
	}{
		{"JOB_COMPLETION_INDEX=0", experiment.Shard{Part: 1, Of: 64}},
		{"JOB_COMPLETION_INDEX=63", experiment.Shard{Part: 64, Of: 64}},
		{"SLURM_ARRAY_TASK_ID=1 SGE_TASK_ID=undefined LSB_JOBINDEX=0", experiment.Shard{Part: 1, Of: 64}},
		{"PBS_ARRAY_INDEX=64", experiment.Shard{Part: 64, Of: 64}},
		{"SGE_TASK_ID=7", experiment.Shard{Part: 7, Of: 64}},
		{"LSB_JOBINDEX=7", experiment.Shard{Part: 7, Of: 64}},
		{"", experiment.Shard{}},
		{"SLURM_ARRAY_TASK_ID=0", experiment.Shard{}},
		{"SLURM_ARRAY_TASK_ID=65", experiment.Shard{}},
		{"JOB_COMPLETION_INDEX=64", experiment.Shard{}},
		{"JOB_COMPLETION_INDEX=-1", experiment.Shard{}},
		{"JOB_COMPLETION_INDEX=x", experiment.Shard{}},
		{"JOB_COMPLETION_INDEX=3 SLURM_ARRAY_TASK_ID=3", experiment.Shard{}},
	} {
		t.Run(c.set, func(t *testing.T) {
			for _, e := range jobVariables {
				t.Setenv(e.name, "")
			}
			for _, variable := range strings.Fields(c.set) {
				name, value, _ := strings.Cut(variable, "=")
				t.Setenv(name, value)
			}
			got, err := parseShard("env/64")
			if got != c.want || (err == nil) != (c.want != experiment.Shard{}) {
				t.Errorf("got %v, %v, want %v", got, err, c.want)
			}
		})
	}
}
