package minimax

import "testing"

// TestTableKeepsTheDearest checks that in a full bucket the entry that is cheapest to compute again is replaced: one of
// an earlier root, or else the one farthest from the root. It may be at any place in the bucket. The same holds in
// searches to the end, whose root has depth 0.
func TestTableKeepsTheDearest(t *testing.T) {
	for cheapest := range bucket {
		for _, c := range []struct{ root, cheapRoot, cheapPly uint8 }{{9, 9, 20}, {9, 8, 1}, {0, 0, 20}} {
			table := newTable(bucket)
			for i := range bucket {
				e := entry{key: uint64(i) + 1, ply: uint8(5 + i), root: c.root, bound: exact}
				if i == cheapest {
					e.ply, e.root = c.cheapPly, c.cheapRoot
				}
				table.put(e)
			}
			table.put(entry{key: 99, ply: 7, root: c.root, bound: exact})
			for i := range bucket {
				if kept := table.find(uint64(i)+1).bound != unknown; kept != (i != cheapest) {
					t.Errorf("%+v: the cheapest is entry %d; entry %d kept: %t", c, cheapest, i, kept)
				}
			}
			if table.find(99).ply != 7 || table.used != bucket || table.lost != 1 {
				t.Errorf("%+v: the new entry is missing, or the counts are wrong: %d used, %d lost",
					c, table.used, table.lost)
			}
		}
	}
}
