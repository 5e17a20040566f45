package kit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg/draw"

	"menace/menace"
	"menace/symmetry"
)

// paintColumns writes the rules in two columns and returns the canvas below.
func (k Kit) paintColumns(c draw.Canvas) draw.Canvas {
	const gutter = 8 * mm
	half := (c.Size().X - gutter) / 2
	playing := paint(draw.Crop(c, 0, -half-gutter, 0, 0), k.blocks(k.text("playing", false)))
	learning := paint(draw.Crop(c, half+gutter, 0, 0, 0), k.blocks(k.text("learning", false)))
	return below(c, c.Max.Y-min(playing.Max.Y, learning.Max.Y)+mm/2)
}

// forced reports whether the machine makes moves without a box.
func (k Kit) forced() bool {
	g := k.Machine.Graph()
	return slices.ContainsFunc(slices.Collect(g.All()), func(o symmetry.Orbit) bool {
		return g.Turn(o) == k.Machine.Rules().Plays && g.Forced(o) != symmetry.None
	})
}

// losses returns a question about when, or whether, the machine stops losing, and the answer for machines that the
// computer tried.
func (k Kit) losses() string {
	early := math.Round(tenGames * k.Scores.Lost(0, tenGames))
	late := math.Round(tenGames * k.Scores.Lost(Games-tenGames, Games))
	asks := "When does it stop losing?"
	if late >= early {
		asks = "Does it ever stop losing?"
	}
	return fmt.Sprintf("%s The computer tried many machines like this one: of the first ten games they lost "+
		"about %.0f, of games %d to %d about %.0f.", asks, early, Games-tenGames+1, Games, late)
}

// deal describes what to do with the drawn beads for a reward.
func (k Kit) deal(beads int64) string {
	each, last := "put each bead back into its box", ""
	if k.Machine.Rules().Credit == menace.CreditLast {
		each, last = "put the beads back", " into the last box only"
	}
	switch {
	case beads == 0:
		return each
	case beads > 0:
		return fmt.Sprintf("%s, and add %s more of its colour%s", each, number(beads), last)
	case beads == -1 && last != "":
		return "put the last bead that was drawn into its bowl, and the others back"
	case beads == -1:
		return "put the beads that were drawn into their bowls"
	case last != "":
		return fmt.Sprintf("put the last bead that was drawn into its bowl, with %s more of its colour from that "+
			"box, and the other beads back", number(-beads-1))
	}
	return fmt.Sprintf("put the beads that were drawn into their bowls, with %s more of the colour from each box, as "+
		"far as there are any", number(-beads-1))
}

// number formats a small number in words.
func number(n int64) string {
	words := strings.Fields("no one two three four five six seven eight nine ten")
	if n < int64(len(words)) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// firstBoxes returns the numbers of the boxes that the machine opens first.
func (k Kit) firstBoxes() (numbers []string) {
	for _, o := range k.Machine.Bucket(k.Machine.Buckets()[0]) {
		numbers = append(numbers, strconv.Itoa(k.Machine.Number(o)))
	}
	return numbers
}
