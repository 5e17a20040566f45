package minimax

import (
	"math/rand/v2"
	"testing"
)

// TestTableKeepsTheDearest checks that, if all entries that may hold a position are taken, the one that is cheapest to
// recompute is replaced, wherever it is: an entry of an earlier root, or else the one farthest from the root. The same
// holds in searches to the end, whose root has depth 0.
func TestTableKeepsTheDearest(t *testing.T) {
	for cheapest := range bucketSize {
		for _, c := range []struct{ root, cheapRoot, cheapPly uint8 }{{9, 9, 40}, {9, 8, 1}, {0, 0, 40}} {
			table := newTable(bucketSize, Bucket)
			for i := range bucketSize {
				e := entry{key: uint64(i) + 1, ply: uint8(5 + i), root: c.root, bound: exact}
				if i == cheapest {
					e.ply, e.root = c.cheapPly, c.cheapRoot
				}
				table.put(e)
			}
			table.put(entry{key: 99, ply: 7, root: c.root, bound: exact})
			for i := range bucketSize {
				if kept := table.find(uint64(i)+1).bound != unknown; kept != (i != cheapest) {
					t.Errorf("%+v: the cheapest is entry %d; entry %d kept: %t", c, cheapest, i, kept)
				}
			}
			if table.find(99).ply != 7 || table.used != bucketSize || table.replaced != 1 {
				t.Errorf("%+v: the new entry is missing, or the counts are wrong: %d used, %d lost",
					c, table.used, table.replaced)
			}
		}
	}
}

// TestTableLosesNothingBeforeItIsFull checks that a table with room keeps every entry.
func TestTableLosesNothingBeforeItIsFull(t *testing.T) {
	table, random := newTable(0, Bucket), rand.New(rand.NewPCG(1, 2))
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
	if table.used != len(keys) || table.replaced != 0 {
		t.Errorf("%d used, %d lost", table.used, table.replaced)
	}
}

// TestTableHasItsSize fills tables with more positions than they have entries.
func TestTableHasItsSize(t *testing.T) {
	for _, most := range []int{1, 3, 100, 1000} {
		for _, replace := range []Replacement{Bucket, New, Deep} {
			table, random := newTable(most, replace), rand.New(rand.NewPCG(1, 2))
			for range 20 * most {
				table.put(entry{key: random.Uint64(), bound: exact})
			}
			if len(table.entries) != most || table.used > most || table.used < most*9/10 || table.replaced == 0 {
				t.Errorf("a table of %d, %v: %d entries, %d used, %d lost", most, replace, len(table.entries),
					table.used, table.replaced)
			}
		}
	}
}

// TestReplacement puts two positions into a table of one entry.
func TestReplacement(t *testing.T) {
	for _, c := range []struct {
		replace          Replacement
		ply, later, kept uint8 // plies of the entries, and of the one that stays
	}{{Bucket, 3, 5, 5}, {New, 3, 5, 5}, {Deep, 3, 5, 3}, {Deep, 5, 3, 3}, {Deep, 4, 4, 4}} {
		table := newTable(1, c.replace)
		table.put(entry{key: 1, ply: c.ply, bound: exact})
		table.put(entry{key: 2, ply: c.later, bound: exact})
		if kept := table.entries[0].ply; kept != c.kept || table.used != 1 || table.replaced != 1 {
			t.Errorf("%+v: kept ply %d, %d used, %d lost", c, kept, table.used, table.replaced)
		}
	}
}
