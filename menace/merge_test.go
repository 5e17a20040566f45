package menace

import (
	"slices"
	"testing"

	"menace/symmetry"
)

// counts returns the beads in a machine's opening box, and in the box in which the corner is taken and the centre
// answered.
func counts(m *Machine) (opening, second []int64) {
	read := func(position string) (held []int64) {
		at, _ := m.graph.Parse(position)
		for _, h := range m.Held(at) {
			held = append(held, h.Beads)
		}
		return held
	}
	return read(".../.../..."), read("X../.O./...")
}

// TestMerged merges two machines by hand. Both begin with 4 beads for a corner, an edge and the centre, and with 3 for
// each of the four different moves after the corner and the centre were taken.
//
// The first wins once from the corner (4+3), and then loses with it until it has none; its second box is emptied. The
// second wins twice with the centre (4+3+3), and once in the second box (3+3).
func TestMerged(t *testing.T) {
	put := func(opening, second []int64) *Machine {
		m := New(Michie())
		for position, held := range map[string][]int64{".../.../...": opening, "X../.O./...": second} {
			at, _ := m.graph.Parse(position)
			o, to := m.graph.Find(at)
			box := m.boxes[o]
			for i, h := range m.Held(at) {
				box.Put(slices.Index(m.graph.Moves(o), to.Move(h.Move)), held[i])
			}
			m.boxes[o] = box
		}
		return m
	}
	if opening, second := counts(New(Michie())); !slices.Equal(opening, []int64{4, 4, 4}) || len(second) != 4 {
		t.Fatalf("a fresh machine has %v and %v", opening, second)
	}
	a := put([]int64{0, 4, 5}, []int64{0, 0, 0, 0})
	b := put([]int64{2, 4, 10}, []int64{3, 6, 2, 3})
	for name, c := range map[string]struct {
		of              []*Machine
		opening, second []int64
	}{
		"both":        {[]*Machine{a, b}, []int64{0, 4, 11}, []int64{0, 3, 0, 0}}, // 4−4−2 is less than 0
		"other order": {[]*Machine{b, a}, []int64{0, 4, 11}, []int64{0, 3, 0, 0}},
		"one":         {[]*Machine{b}, []int64{2, 4, 10}, []int64{3, 6, 2, 3}},
		"fresh":       {[]*Machine{b, New(Michie())}, []int64{2, 4, 10}, []int64{3, 6, 2, 3}},
		"three":       {[]*Machine{a, b, b}, []int64{0, 4, 17}, []int64{0, 6, 0, 0}},
	} {
		m, err := Merged(c.of...)
		if err != nil {
			t.Fatal(err)
		}
		if opening, second := counts(m); !slices.Equal(opening, c.opening) || !slices.Equal(second, c.second) {
			t.Errorf("%s: got %v and %v, want %v and %v", name, opening, second, c.opening, c.second)
		}
	}
}

// TestMergedRefuses checks that machines with other rules, and more beads than a machine can have, are refused.
func TestMergedRefuses(t *testing.T) {
	restock := Michie()
	restock.OnEmpty = Restock
	if _, err := Merged(New(Michie()), New(restock)); err == nil {
		t.Error("machines with different rules were merged")
	}
	full := New(Michie())
	full.boxes[symmetry.Start].Put(0, maxTotal-8)
	if _, err := Merged(full, full); err == nil {
		t.Error("more beads than a box can hold were merged")
	}
	if _, err := Merged(); err == nil {
		t.Error("no machines were merged")
	}
}
