package data

import (
	"encoding/binary"
	"fmt"

	"menace/menace"
)

// packCounts writes counts of beads as unsigned varints, one after another.
func packCounts(counts []int64) []byte {
	packed := make([]byte, 0, 2*len(counts))
	for _, n := range counts {
		packed = binary.AppendUvarint(packed, uint64(n))
	}
	return packed
}

// unpackCounts reads n counts that packCounts wrote.
func unpackCounts(packed []byte, n int) ([]int64, error) {
	counts := make([]int64, 0, n)
	for len(packed) > 0 {
		count, size := binary.Uvarint(packed)
		if size <= 0 || int64(count) < 0 {
			return nil, fmt.Errorf("%w: the boxes of a checkpoint cannot be read", ErrCorrupt)
		}
		counts = append(counts, int64(count))
		packed = packed[size:]
	}
	if len(counts) != n {
		return nil, fmt.Errorf("%w: the boxes of a checkpoint have %d counts of beads, want %d", ErrCorrupt, len(counts), n)
	}
	return counts, nil
}

// openings returns the beads of the opening boxes by canonical position and square number, from
// counts in the order of the machine's beads.
func openings(m *menace.Machine, counts []int64) map[string]map[int]int64 {
	found := map[string]map[int]int64{}
	first, i := m.Buckets()[0], 0
	for bead := range m.Beads() {
		if bead.Moves != first {
			break
		}
		position := bead.Code.Board().String()
		if found[position] == nil {
			found[position] = map[int]int64{}
		}
		found[position][bead.Square.Number()] = counts[i]
		i++
	}
	return found
}
