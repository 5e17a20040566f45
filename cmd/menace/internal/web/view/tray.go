package view

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"menace/symmetry"
)

// Tray holds the beads in a drawing of a box, 650 by 300, and one above it that leaves the box.
type Tray struct {
	Lying   []TrayBead // in the box, by colour
	Leaving *TrayBead  // the bead that leaves, or nil
}

// TrayBead is a bead in a drawing: its colour, its label, its centre and its radius.
type TrayBead struct {
	Colour  int
	Label   string
	X, Y, R int
}

// Sizes in drawings of boxes. A bead of the smallest size has room for a move in letters of size 24.
const (
	maxBeads              = 60
	trayLeft, trayTop     = 30, 98 // corner of the area in which beads lie
	trayRight, trayBottom = 620, 256
	maxRadius             = 34
)

// Tray draws the box. Of more than 60 beads it draws 60, in proportion. The same box with the same beads is always
// drawn in the same way.
func (b Box) Tray() (t Tray) {
	for i, n := range b.drawn() {
		c := b.Colours[i]
		bead := TrayBead{c.Colour, MoveLabel(c.Move), (trayLeft + trayRight) / 2, maxRadius + 6, maxRadius}
		if c.Drawn && n > 0 {
			n--
			t.Leaving = &bead
		}
		t.Lying = append(t.Lying, slices.Repeat([]TrayBead{bead}, n)...)
	}
	beads := t.Lying
	random := rand.New(rand.NewPCG(uint64(b.Code), 0))
	random.Shuffle(len(beads), func(i, j int) { beads[i], beads[j] = beads[j], beads[i] })

	// The beads lie in a grid whose cells are as large as possible, each somewhere in its cell.
	columns, rows, size := 1, 1, 0.0
	for r := 1; r <= 4; r++ {
		c := max(1, (len(beads)+r-1)/r)
		if s := min(float64(trayRight-trayLeft)/float64(c), float64(trayBottom-trayTop)/float64(r)); s > size {
			columns, rows, size = c, r, s
		}
	}
	radius := min(size/2, maxRadius)
	place := func(from, to, n, of int) int {
		side := float64(to-from) / float64(of)
		return from + int(side*(float64(n)+0.5)+(random.Float64()-0.5)*(side-2*radius))
	}
	for i := range beads {
		cell := i * columns * rows / len(beads)
		beads[i].X = place(trayLeft, trayRight, cell%columns, columns)
		beads[i].Y = place(trayTop, trayBottom, cell/columns, rows)
		beads[i].R = int(radius)
	}
	slices.SortStableFunc(beads, func(a, b TrayBead) int { return a.Colour - b.Colour })
	return t
}

// drawn returns how many beads of each colour to draw: all, or maxBeads in proportion by largest remainders. The colour
// drawn from the box gets at least one.
func (b Box) drawn() []int {
	colours, size := b.Colours, min(b.Total, maxBeads)
	counts, rests, left := make([]int, len(colours)), make([]float64, len(colours)), int(size)
	for i, c := range colours {
		whole, rest := math.Modf(float64(c.Beads) * float64(size) / float64(max(b.Total, 1)))
		counts[i], rests[i] = int(whole), rest
		left -= counts[i]
	}
	for range left {
		i := slices.Index(rests, slices.Max(rests))
		counts[i], rests[i] = counts[i]+1, 0
	}
	for i, c := range colours {
		if c.Drawn && counts[i] == 0 {
			most := slices.Index(counts, slices.Max(counts))
			counts[most], counts[i] = counts[most]-1, 1
		}
	}
	return counts
}

// MoveLabel formats a move for a bead: "5", or "7›4" for a move from square to square.
func MoveLabel(m symmetry.Move) string { return strings.ReplaceAll(m.String(), "-", "›") }
