package experiments

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"menace/arena/experiment"
)

// elements are the variables in which schedulers say which element of an array or of an indexed job a process is,
// and what they call the first.
var elements = []struct {
	name  string
	first int64
}{
	{"JOB_COMPLETION_INDEX", 0}, // Kubernetes
	{"SLURM_ARRAY_TASK_ID", 1},  // by the recipe's --array=1-64
	{"PBS_ARRAY_INDEX", 1},      // PBS, by -J 1-64
	{"SGE_TASK_ID", 1},          // Grid Engine, "undefined" outside an array
	{"LSB_JOBINDEX", 1},         // LSF, 0 outside an array
}

// parseShard reads a shard: 3/16, or env/16 for the part that a scheduler names.
func parseShard(text string) (experiment.Shard, error) {
	if of, ok := strings.CutPrefix(text, "env/"); ok {
		part, err := element()
		if err != nil {
			return experiment.Shard{}, fmt.Errorf("%s: %w", text, err)
		}
		text = fmt.Sprintf("%d/%s", part, of)
	}
	return experiment.ParseShard(text)
}

// element returns which element, counted from 1, the scheduler says that this is.
func element() (part int64, err error) {
	var names, set []string
	for _, e := range elements {
		names = append(names, e.name)
		value := os.Getenv(e.name)
		if value == "" || e.name == "SGE_TASK_ID" && value == "undefined" || e.name == "LSB_JOBINDEX" && value == "0" {
			continue
		}
		set = append(set, e.name)
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < e.first {
			return 0, fmt.Errorf("%s is %q, and not a number from %d on", e.name, value, e.first)
		}
		part = n - e.first + 1
	}
	switch {
	case len(set) == 0:
		return 0, fmt.Errorf("no scheduler has set %s", strings.Join(names, ", "))
	case len(set) > 1:
		return 0, fmt.Errorf("which part? %s are all set", strings.Join(slices.Sorted(slices.Values(set)), " and "))
	}
	return part, nil
}
