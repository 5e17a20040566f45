package menace

import (
	"errors"
	"fmt"
)

// Merged returns a machine that has learned what machines with the same rules have learned apart. For each colour the
// changes of all machines since the first beads add up, and where more beads were taken away than there were, none are
// left. So a box that one machine has emptied gives up its first beads, and has beads again where others added more.
//
// The changes of machines that share games, such as a machine and its copy, would count twice.
func Merged(machines ...*Machine) (*Machine, error) {
	if len(machines) == 0 {
		return nil, errors.New("no machines to merge")
	}
	merged := New(machines[0].rules)
	first := merged.Counts()
	sum := merged.Counts()
	for _, m := range machines {
		if m.rules != merged.rules {
			return nil, errors.New("the machines have different rules")
		}
		for i, n := range m.Counts() {
			if sum[i] += n - first[i]; max(sum[i], -sum[i]) > maxTotal { // before it can overflow
				return nil, fmt.Errorf("more than %d beads of one colour", int64(maxTotal))
			}
		}
	}
	for i := range sum {
		sum[i] = max(sum[i], 0)
	}
	return merged, merged.SetCounts(sum)
}
