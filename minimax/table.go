package minimax

import "math/bits"

// DefaultTable is the default maximum of entries in a transposition table, which take 64 MiB. A table starts small and
// grows as it fills; before it has that size, it loses none.
const DefaultTable = 1 << 22

// MaxTable is the largest number of entries in a transposition table, which take 4 GiB.
const MaxTable = 1 << 28

const (
	reach      = 8        // adjacent entries that may hold a position
	smallTable = 1 << 6   // entries of a new table
	farthest   = 1<<8 - 1 // maximum ply of an entry; it stands for every ply beyond
	noMove     = 1<<8 - 1
)

// bound is the relation of an entry's score to the value of its position.
type bound uint8

const (
	unknown bound = iota
	exact
	atLeast
	atMost
)

// entry is what a table stores about a position, in 16 bytes.
type entry struct {
	key   uint64
	score int32 // relative to the node
	root  uint8 // generation: the depth of the root, 0 for the end of the game
	ply   uint8 // distance from that root
	bound bound
	move  uint8 // index of the best move; larger indices are stored as noMove
}

// table is a transposition table: a hash table that replaces entries when it is full.
type table struct {
	entries []entry // a power of 2
	most    int
	used    int
	lost    int64 // entries that were replaced by another position
}

// newTable returns an empty table that may grow to most entries, rounded up to a power of 2.
func newTable(most int) *table {
	if most <= 0 {
		most = DefaultTable
	}
	most = 1 << bits.Len(uint(most-1))
	return &table{entries: make([]entry, min(most, smallTable)), most: most}
}

// find returns the entry of the key, or an empty one.
func (t *table) find(key uint64) entry {
	if e := t.at(key); e.key == key {
		return *e
	}
	return entry{}
}

// at returns where the key is or belongs: its own entry, or the first empty one that it may use, or else the cheapest.
func (t *table) at(key uint64) *entry {
	mask := len(t.entries) - 1
	cheapest := &t.entries[int(key)&mask]
	for i := range min(reach, len(t.entries)) {
		e := &t.entries[(int(key)+i)&mask]
		if e.key == key || e.bound == unknown {
			return e
		}
		if e.cheaper(*cheapest) {
			cheapest = e
		}
	}
	return cheapest
}

// put stores an entry in place of the one with the same key, or in an empty one. If the table is half full or none is
// free, it grows; at its maximum size it replaces the cheapest entry.
func (t *table) put(e entry) {
	at := t.at(e.key)
	for len(t.entries) < t.most && (2*t.used >= len(t.entries) || at.bound != unknown && at.key != e.key) {
		t.grow()
		at = t.at(e.key)
	}
	switch {
	case at.bound == unknown:
		t.used++
	case at.key != e.key:
		t.lost++
	}
	*at = e
}

// cheaper reports whether an entry is cheaper to compute again than another: it belongs to an earlier root, or it is
// farther from the root and so has less of the game below.
func (e entry) cheaper(than entry) bool {
	return e.root < than.root || e.root == than.root && e.ply > than.ply
}

// matches reports whether the entry was searched as deep as a node at a ply below a root. All searches to the
// end of the game are equally deep.
func (e entry) matches(root, ply uint8) bool { return e.root == root && (root == 0 || e.ply == ply) }

// grow doubles the table.
func (t *table) grow() {
	old := t.entries
	t.entries, t.used = make([]entry, 2*len(old)), 0
	for _, e := range old {
		if e.bound != unknown {
			t.put(e)
		}
	}
}
