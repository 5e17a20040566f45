package minimax

import "math/bits"

// DefaultTable is the most entries of a transposition table, 64 MiB of them, unless the options
// say otherwise. A table starts small and grows as it fills.
const DefaultTable = 1 << 22

const (
	bucket     = 4        // neighbouring entries in which a position may stand
	smallTable = 1 << 10  // entries of a new table
	farthest   = 1<<8 - 1 // ply of an entry; those beyond count as that far
	noMove     = 1<<8 - 1
)

// bound says how the score of an entry stands to the value of its position.
type bound uint8

const (
	unknown bound = iota
	exact
	atLeast
	atMost
)

// entry is what a table knows of a position, in 16 bytes.
type entry struct {
	key   uint64
	score int32 // as seen from the node
	root  uint8 // depth of the root when it was searched, 0 for the end of the game: its generation
	ply   uint8 // moves from that root
	bound bound
	move  uint8 // the best by its place in the order of moves; one from noMove on stands for any there
}

// table is a transposition table: a hash table that forgets when it is full.
type table struct {
	entries []entry // a power of 2
	most    int
	used    int
}

// newTable returns an empty table that may grow to so many entries, rounded up to a power of 2, and at
// least to one bucket.
func newTable(most int) *table {
	if most <= 0 {
		most = DefaultTable
	}
	most = 1 << bits.Len(uint(max(most, bucket)-1))
	return &table{entries: make([]entry, min(most, smallTable)), most: most}
}

// bucket returns the entries among which the key must stand.
func (t *table) bucket(key uint64) []entry {
	at := int(key) & (len(t.entries) - 1) &^ (bucket - 1)
	return t.entries[at : at+bucket : at+bucket]
}

// find returns the entry of the key, or one that knows nothing.
func (t *table) find(key uint64) entry {
	for _, e := range t.bucket(key) {
		if e.key == key {
			return e
		}
	}
	return entry{}
}

// put writes an entry over the one with its key, or where there is room in its bucket, or over the
// cheapest there. A table that is half full grows first, as far as it may.
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
	if at.bound == unknown {
		t.used++
	}
	*at = e
}

// cheaper tells whether an entry is cheaper to find again than another: one of an earlier root, or
// one farther from it, with less of the game below.
func (e entry) cheaper(than entry) bool {
	return e.root < than.root || e.root == than.root && e.ply > than.ply
}

// matches tells whether the entry is of a search as deep as that from a ply under a root. To the end all
// searches are.
func (e entry) matches(root, ply uint8) bool { return e.root == root && (root == 0 || e.ply == ply) }

// grow doubles the table. A bucket is shared out between two, so that all entries find room.
func (t *table) grow() {
	old := t.entries
	t.entries, t.used = make([]entry, 2*len(old)), 0
	for _, e := range old {
		if e.bound != unknown {
			t.put(e)
		}
	}
}
