package minimax

import "math/bits"

// DefaultTable is the default maximum of entries in a transposition table, which take 64 MiB. A table starts
// small and grows as it fills.
const DefaultTable = 1 << 22

// MaxTable is the largest number of entries in a transposition table, which take 4 GiB.
const MaxTable = 1 << 28

const (
	bucket     = 4        // adjacent entries that may hold a position
	smallTable = 1 << 10  // entries of a new table
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

// newTable returns an empty table that may grow to most entries, rounded up to a power of 2 and to at least one
// bucket.
func newTable(most int) *table {
	if most <= 0 {
		most = DefaultTable
	}
	most = 1 << bits.Len(uint(max(most, bucket)-1))
	return &table{entries: make([]entry, min(most, smallTable)), most: most}
}

// bucket returns the entries that may hold the key.
func (t *table) bucket(key uint64) []entry {
	at := int(key) & (len(t.entries) - 1) &^ (bucket - 1)
	return t.entries[at : at+bucket : at+bucket]
}

// find returns the entry of the key, or an empty one.
func (t *table) find(key uint64) entry {
	for _, e := range t.bucket(key) {
		if e.key == key {
			return e
		}
	}
	return entry{}
}

// put stores an entry in its bucket, replacing the entry with the same key, an empty one, or else the cheapest. If the
// table is half full, it first grows, up to its maximum size.
func (t *table) put(e entry) {
	if 2*t.used >= len(t.entries) && len(t.entries) < t.most {
		t.grow()
	}
	candidates := t.bucket(e.key)
	at := &candidates[0]
	for i := range candidates {
		c := &candidates[i]
		if c.key == e.key || c.bound == unknown {
			at = c
			break
		}
		if c.cheaper(*at) {
			at = c
		}
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

// grow doubles the table. Each bucket is split in two, so there is room for all entries.
func (t *table) grow() {
	old := t.entries
	t.entries, t.used = make([]entry, 2*len(old)), 0
	for _, e := range old {
		if e.bound != unknown {
			t.put(e)
		}
	}
}
