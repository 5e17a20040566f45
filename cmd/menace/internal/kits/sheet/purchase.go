package sheet

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"menace/menace"
)

// Estimates for building: the minutes for cutting out and gluing the two labels of a box, the seconds for counting out
// a bead, and the share of boxes that are spoilt.
const (
	minutesABox  = 1.5
	secondsABead = 2
	spoilt       = 0.05
)

// supply is the number of beads of one colour that a kit needs.
type supply struct {
	colour         int
	moves          []string // moves of this colour
	first, reserve int64    // beads to fill the boxes at first, and beads to spare
}

// supplies returns the beads that a kit needs, by colour. The reserve is one bead in ten, rounded up.
func (k Kit) supplies() (all []supply) {
	for colour := range menace.Colours {
		s := supply{colour: colour}
		for bead := range k.Machine.Beads() {
			if menace.Colour(bead.Move) == colour {
				s.first += bead.Count
				s.moves = append(s.moves, bead.Move.String())
			}
		}
		slices.Sort(s.moves)
		if s.moves = slices.Compact(s.moves); len(s.moves) > 0 {
			s.reserve = (s.first + 9) / 10
			all = append(all, s)
		}
	}
	return all
}

// hours returns the time that one person needs to build a machine, rounded up.
func (k Kit) hours() float64 {
	return math.Ceil(float64(k.Machine.Boxes())*minutesABox/60 + float64(k.Machine.Total())*secondsABead/3600)
}

// Sizes in the table of beads: the left edge of the moves and their width, the right edge of the first column of
// numbers, the width of the other columns of numbers, and the height of a row.
const (
	movesColumn = 38 * mm
	movesWidth  = 24 * mm
	firstNumber = 96 * mm
	numberWidth = 27 * mm
	rowHeight   = 7.5 * mm
)

// paintSupplies draws the table of beads by colour and returns the canvas below.
func (k Kit) paintSupplies(c draw.Canvas) draw.Canvas {
	l := k.Language
	meaning := l.Text("for square")
	if k.lists() {
		meaning = l.Text("for moves")
	}
	names := []string{l.Text("in the boxes"), l.Text("reserve"), l.Text("to buy")}
	if k.Groups > 1 {
		names[2] = l.Text("one group")
		names = append(names, l.Text("{n} groups", "n", k.Groups))
	}
	c = row(c, muted, 0, l.Text("colour"), meaning, names...)
	numbers := func(s supply) (texts []string) {
		one := s.first + s.reserve
		for _, n := range []int64{s.first, s.reserve, one, k.Groups * one}[:len(names)] {
			texts = append(texts, k.number(n))
		}
		return texts
	}
	var all supply
	for _, s := range k.supplies() {
		k.dot(c, vg.Point{X: c.Min.X + rowHeight/2, Y: c.Max.Y - rowHeight/2}, 0.85*rowHeight, s.colour)
		c = row(c, ink, rowHeight+mm, k.colour(s.colour), strings.Join(s.moves, ", "), numbers(s)...)
		all.first, all.reserve = all.first+s.first, all.reserve+s.reserve
	}
	return below(row(c, ink, 0, l.Text("all colours"), "", numbers(all)...), mm/2)
}

// row writes a row of the table of beads with a line below it, and returns the canvas below. The indent leaves space
// for a bead before the name of its colour.
func row(c draw.Canvas, colour color.Color, indent vg.Length, name, moves string, numbers ...string) draw.Canvas {
	y, l := c.Max.Y-rowHeight/2, letter{10, colour}
	l.within(movesColumn-indent-mm, name).put(c, vg.Point{X: c.Min.X + indent, Y: y}, left, name)
	l.put(c, vg.Point{X: c.Min.X + movesColumn, Y: y}, left, moves)
	for i, number := range numbers {
		at := vg.Point{X: c.Min.X + firstNumber + vg.Length(i)*numberWidth, Y: y}
		room := numberWidth
		if i == 0 {
			room = firstNumber - movesColumn - movesWidth
		}
		l.within(room-2*mm, number).put(c, at, right, number)
	}
	c = below(c, rowHeight)
	c.StrokeLine2(draw.LineStyle{Color: faint, Width: 0.4}, c.Min.X, c.Max.Y,
		c.Min.X+firstNumber+vg.Length(len(numbers)-1)*numberWidth, c.Max.Y)
	return c
}

// Assumptions about beads in a matchbox. The cardboard reduces each dimension. Beads may fill half of the remaining
// volume, so that they can be shaken. Poured beads have gaps: they are only a little more than half of the volume that
// they take up. Beads smaller than the smallest cannot be drawn one at a time with fingers.
const (
	cardboard    = 3 * mm
	filled       = 0.5
	poured       = 0.55
	smallestBead = 1.5 // mm
	usualBead    = 8   // mm, large enough for anyone
)

// largestBead returns the largest diameter, in millimetres, of this many beads that fit into the drawer of a box.
func (b Box) largestBead(beads int64) float64 {
	room := float64((b.Width - cardboard) / mm * (b.Height - cardboard) / mm * (b.Depth - cardboard) / mm)
	return math.Cbrt(6 / math.Pi * room * filled * poured / float64(beads))
}

// mostAdded returns the largest number of beads that one game adds to a box, not counting the refill of an empty box.
func (k Kit) mostAdded() int64 {
	rules := k.Machine.Rules()
	return max(rules.Win, rules.Draw, rules.Loss, 0)
}

// gains reports whether games can add beads to boxes.
func (k Kit) gains() bool { return k.mostAdded() > 0 || k.Machine.Rules().OnEmpty == menace.Restock }

// fullest returns an upper bound of the number of beads in a box during the games of one score sheet. A game opens a
// box at most once.
func (k Kit) fullest() (beads int64) {
	machines := []*menace.Machine{k.Machine}
	if rules := k.Machine.Rules(); rules.OnEmpty == menace.Restock {
		machines = append(machines, menace.New(rules))
	}
	for _, m := range machines {
		for _, o := range k.boxes() {
			box, _ := m.Box(o)
			beads = max(beads, box.Total())
		}
	}
	return beads + int64(k.sheetGames())*k.mostAdded()
}

// beadSize returns the largest size of beads, in millimetres, that fit into the boxes, or 0 if that is too small.
func (k Kit) beadSize() float64 {
	size := math.Floor(2*min(usualBead, k.Box.largestBead(max(k.fullest(), 1)))) / 2
	if size < smallestBead {
		return 0
	}
	return size
}
