package view

import (
	"cmp"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"menace/symmetry"
)

// Tray is the beads in a drawing of a box, 650 by 300, and one above it that leaves it.
type Tray struct {
	Lying   []TrayBeads // in the box
	Leaving *TrayBeads  // one bead, or nil
}

// TrayBeads is beads of one colour.
type TrayBeads struct {
	Colour int
	Beads  []TrayBead
}

// TrayBead is a bead in a drawing: its centre, its radius, and what is written on it.
type TrayBead struct {
	X, Y, R int
	Label   string
}

// Sizes of drawings of boxes. A bead of the smallest size has room for a move in letters of 24.
const (
	maxBeads              = 60
	trayLeft, trayTop     = 30, 98 // of the area in which beads lie
	trayRight, trayBottom = 620, 256
	maxRadius             = 34
)

// Tray draws the box. Of more than 60 beads it draws 60, in proportion. The same box with as many beads is always drawn
// alike.
func (b Box) Tray() (t Tray) {
	var colours []int // of the beads in the box, by their index in t.Lying
	for i, n := range drawn(b.Colours) {
		c := b.Colours[i]
		if c.Drawn && n > 0 {
			n--
			bead := TrayBead{(trayLeft + trayRight) / 2, maxRadius + 6, maxRadius, MoveLabel(c.Move)}
			t.Leaving = &TrayBeads{c.Colour, []TrayBead{bead}}
		}
		t.Lying = append(t.Lying, TrayBeads{Colour: c.Colour})
		colours = append(colours, slices.Repeat([]int{i}, n)...)
	}
	random := rand.New(rand.NewPCG(uint64(b.Code), 0))
	random.Shuffle(len(colours), func(i, j int) { colours[i], colours[j] = colours[j], colours[i] })

	// The beads lie in a grid with as large cells as possible, each somewhere in its cell.
	columns, rows, size := 1, 1, 0.0
	for r := 1; r <= 4; r++ {
		c := max(1, (len(colours)+r-1)/r)
		if s := min(float64(trayRight-trayLeft)/float64(c), float64(trayBottom-trayTop)/float64(r)); s > size {
			columns, rows, size = c, r, s
		}
	}
	radius := min(size/2, maxRadius)
	place := func(from, to, n, of int) int {
		side := float64(to-from) / float64(of)
		return from + int(side*(float64(n)+0.5)+(random.Float64()-0.5)*(side-2*radius))
	}
	for i, colour := range colours {
		cell := i * columns * rows / len(colours)
		x, y := place(trayLeft, trayRight, cell%columns, columns), place(trayTop, trayBottom, cell/columns, rows)
		bead := TrayBead{x, y, int(radius), MoveLabel(b.Colours[colour].Move)}
		t.Lying[colour].Beads = append(t.Lying[colour].Beads, bead)
	}
	return t
}

// drawn returns how many beads of each colour are drawn: all, or maxBeads in proportion by largest remainders. The
// colour of the bead that was drawn from the box has at least one.
func drawn(colours []Colour) []int {
	counts, rests, total := make([]int, len(colours)), make([]uint64, len(colours)), uint64(0)
	for _, c := range colours {
		total += uint64(c.Beads)
	}
	if total == 0 {
		return counts
	}
	left, order := int(min(total, maxBeads)), make([]int, len(colours))
	high := uint64(left)
	for i, c := range colours {
		over, under := bits.Mul64(uint64(c.Beads), high)
		whole, rest := bits.Div64(over, under, total)
		counts[i], rests[i], order[i] = int(whole), rest, i
		left -= int(whole)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(rests[j], rests[i]) })
	for _, i := range order[:left] {
		counts[i]++
	}
	for i, c := range colours {
		if c.Drawn && counts[i] == 0 {
			most := slices.Index(counts, slices.Max(counts))
			counts[most], counts[i] = counts[most]-1, 1
		}
	}
	return counts
}

// MoveLabel writes a move on a bead: "5", or "7›4" for a step.
func MoveLabel(m symmetry.Move) string { return strings.ReplaceAll(m.String(), "-", "›") }
