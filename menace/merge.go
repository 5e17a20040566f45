package menace

import (
	"errors"
	"fmt"
)

// Merged combines machines that learned separately under the same rules. For each colour it adds the changes of all
// machines to the beads of a fresh box, and stops at none. So a box that one machine emptied holds only what other
// machines added to it.
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
