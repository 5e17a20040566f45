package sheet

import (
	"slices"
	"strconv"

	"golang.org/x/net/html"
	"gonum.org/v1/plot/vg/draw"

	"menace/symmetry"
)

// paintColumns paints the first and the last element of a text side by side, and returns the canvas below both.
func (k Kit) paintColumns(c draw.Canvas, text *html.Node) draw.Canvas {
	const gutter = 8 * mm
	half := (c.Size().X - gutter) / 2
	left := paint(draw.Crop(c, 0, -half-gutter, 0, 0), k.blocks(text.FirstChild))
	right := paint(draw.Crop(c, half+gutter, 0, 0, 0), k.blocks(text.LastChild))
	return below(c, c.Max.Y-min(left.Max.Y, right.Max.Y)+mm/2)
}

// forced reports whether there are positions in which the machine moves without a box, because only one move is left.
func (k Kit) forced() bool {
	g := k.Machine.Graph()
	return slices.ContainsFunc(slices.Collect(g.All()), func(o symmetry.Orbit) bool {
		return g.Turn(o) == k.Machine.Rules().Plays && g.Forced(o) != symmetry.None
	})
}

// extraBeads returns the number of beads that a reward adds, or that a punishment removes in addition to the bead
// drawn.
func extraBeads(reward int64) int64 { return max(reward, -reward-1) }

// firstBoxes returns the numbers of the boxes that the machine opens first.
func (k Kit) firstBoxes() (numbers []string) {
	for _, o := range k.Machine.Openings() {
		numbers = append(numbers, strconv.Itoa(k.Machine.Number(o)))
	}
	return numbers
}
