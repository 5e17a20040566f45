package minimax

import (
	"math/rand/v2"
	"testing"
)

// TestTableKeepsTheDearest checks that, if all entries that may hold a position are taken, the one that is cheapest to
// compute again is replaced, wherever it is: one of an earlier root, or else the one farthest from the root. The same
// holds in searches to the end, whose root has depth 0.
func TestTableKeepsTheDearest(t *testing.T) {
	for cheapest := range reach {
		for _, c := range []struct{ root, cheapRoot, cheapPly uint8 }{{9, 9, 40}, {9, 8, 1}, {0, 0, 40}} {
			table := newTable(reach)
			for i := range reach {
				e := entry{key: uint64(i) + 1, ply: uint8(5 + i), root: c.root, bound: exact}
				if i == cheapest {
					e.ply, e.root = c.cheapPly, c.cheapRoot
				}
				table.put(e)
			}
			table.put(entry{key: 99, ply: 7, root: c.root, bound: exact})
			for i := range reach {
				if kept := table.find(uint64(i)+1).bound != unknown; kept != (i != cheapest) {
					t.Errorf("%+v: the cheapest is entry %d; entry %d kept: %t", c, cheapest, i, kept)
				}
			}
			if table.find(99).ply != 7 || table.used != reach || table.lost != 1 {
				t.Errorf("%+v: the new entry is missing, or the counts are wrong: %d used, %d lost",
					c, table.used, table.lost)
			}
		}
	}
}

// TestTableLosesNothingBeforeItIsFull checks that a table with room keeps every entry.
func TestTableLosesNothingBeforeItIsFull(t *testing.T) {
	table, random := newTable(0), rand.New(rand.NewPCG(1, 2))
	var keys []uint64
	for range 300_000 {
		key := random.Uint64()
		keys = append(keys, key)
		table.put(entry{key: key, bound: exact})
	}
	for _, key := range keys {
		if table.find(key).bound == unknown {
			t.Fatalf("the entry of %d is lost", key)
		}
	}
	if table.used != len(keys) || table.lost != 0 {
		t.Errorf("%d used, %d lost", table.used, table.lost)
	}
}
