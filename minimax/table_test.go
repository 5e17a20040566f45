package minimax

import "testing"

// TestTableKeepsTheDearest: where a bucket is full, the entry goes that is cheapest to find again,
// one of an earlier root or of the shallowest search, wherever in the bucket it stands.
func TestTableKeepsTheDearest(t *testing.T) {
	for cheapest := range bucket {
		for _, old := range []bool{false, true} {
			table := newTable(bucket)
			for i := range bucket {
				e := entry{key: uint64(i) + 1, depth: uint8(5 + i), root: 9, bound: exact}
				if i == cheapest {
					e.depth = 1
				}
				if i == cheapest && old {
					e.depth, e.root = 20, 8
				}
				table.put(e)
			}
			table.put(entry{key: 99, depth: 3, root: 9, bound: exact})
			for i := range bucket {
				if kept := table.find(uint64(i)+1).bound != unknown; kept != (i != cheapest) {
					t.Errorf("the cheapest is entry %d, of an earlier root: %t; entry %d is kept: %t", cheapest, old, i, kept)
				}
			}
			if table.find(99).depth != 3 || table.used != bucket {
				t.Errorf("the new entry is not there, or %d are counted", table.used)
			}
		}
	}
}
