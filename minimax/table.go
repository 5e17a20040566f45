package minimax

import "math/bits"

// DefaultTable is the default maximum of entries in a transposition table, which take 64 MiB. A table starts small and
// grows as it fills. Until it reaches that size, it replaces no entry.
const DefaultTable = 1 << 22

// MaxTable is the largest number of entries in a transposition table, which take 4 GiB.
const MaxTable = 1 << 28

const (
	bucketSize   = 8        // adjacent entries that may hold a position
	smallTable   = 1 << 6   // entries of a new table
	maxStoredPly = 1<<8 - 1 // maximum ply of an entry, used for all later plies
	noMove       = 1<<8 - 1
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
	entries    []entry
	maxEntries int // number of entries
	replace    Replacement
	used       int
	replaced   int64 // entries that were replaced by another position
}

// Replacement is the replacement scheme of a full transposition table.
//
// D. M. Breuker, J. W. H. M. Uiterwijk and H. J. van den Herik, Replacement schemes for transposition tables, ICCA
// Journal 17 (1994).
type Replacement uint8

// With Bucket a position may use one of eight adjacent entries, and the one that is cheapest to recompute is replaced.
// With New and Deep it has a single entry: New always replaces what is there, Deep only if the new entry is at least as
// expensive. New and Deep take effect when the table has reached its full size.
const (
	Bucket Replacement = iota
	New
	Deep
)

// newTable returns an empty table that may grow to most entries.
func newTable(most int, replace Replacement) *table {
	if most <= 0 {
		most = DefaultTable
	}
	return &table{entries: make([]entry, min(most, smallTable)), maxEntries: most, replace: replace}
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
	high, _ := bits.Mul64(key, uint64(len(t.entries)))
	home, choices := int(high), min(bucketSize, len(t.entries))
	if t.replace != Bucket && len(t.entries) == t.maxEntries {
		choices = 1
	}
	cheapest := &t.entries[home]
	for i := range choices {
		e := &t.entries[(home+i)%len(t.entries)]
		if e.key == key || e.bound == unknown {
			return e
		}
		if e.cheaper(*cheapest) {
			cheapest = e
		}
	}
	return cheapest
}

// put stores an entry over the one with the same key, or in an empty slot. If the table is half full or no slot is
// free, it grows; at its maximum size it replaces an entry by its replacement scheme.
func (t *table) put(e entry) {
	at := t.at(e.key)
	for len(t.entries) < t.maxEntries && (2*t.used >= len(t.entries) || at.bound != unknown && at.key != e.key) {
		t.grow()
		at = t.at(e.key)
	}
	switch {
	case at.bound == unknown:
		t.used++
	case at.key != e.key:
		if t.replaced++; t.replace == Deep && e.cheaper(*at) {
			return
		}
	}
	*at = e
}

// cheaper reports whether an entry is cheaper to recompute than another: it belongs to an earlier root, or it is
// farther from the root, with less of the game below.
func (e entry) cheaper(than entry) bool {
	return e.root < than.root || e.root == than.root && e.ply > than.ply
}

// matches reports whether the entry was searched as deep as a node at a ply below a root. All searches to the
// end of the game are equally deep.
func (e entry) matches(root, ply uint8) bool { return e.root == root && (root == 0 || e.ply == ply) }

// grow doubles the table, or makes it as large as it may be.
func (t *table) grow() {
	old := t.entries
	t.entries, t.used = make([]entry, min(2*len(old), t.maxEntries)), 0
	for _, e := range old {
		if e.bound != unknown {
			t.put(e)
		}
	}
}
