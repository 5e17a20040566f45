package words

import (
	"fmt"

	"menace/arena/match"
	"menace/board"
	"menace/menace"
)

// You is the name of the person who reads; any other opponent of MENACE has a name of its own.
const You = "You"

// Does returns a name with a verb.
func Does(name, verb string) string {
	if name == You {
		return name + " " + verb
	}
	return name + " " + verb + "s"
}

// Turn says what MENACE did and why.
func Turn(t match.Turn) string {
	switch t.Reason {
	case match.LastOne:
		return fmt.Sprintf("MENACE takes %d, the last square, for which it needs no box.", t.Square.Number())
	case match.AnySquare:
		return fmt.Sprintf("MENACE's box for this position is empty: it takes any square, %d.", t.Square.Number())
	case match.NoBead:
		return "MENACE's box for this position is empty: every move from here was punished until no bead was left."
	}
	refilled := ""
	if t.Restocked {
		refilled = "MENACE's box for this position was empty and is refilled. "
	}
	which := fmt.Sprintf("one of the %s beads", Count(t.Beads))
	if t.Beads == 1 {
		which = "the only bead"
	}
	return fmt.Sprintf("%sMENACE draws %s for %d, out of %s in the box: a chance of %s.",
		refilled, which, t.Square.Number(), Count(t.Total), chance(t.Beads, t.Total))
}

// chance writes the share of some beads in a box, and never calls 0 or 100 % what is not.
func chance(beads, total int64) string {
	share := 100 * float64(beads) / float64(total)
	switch {
	case beads < total && share >= 99.5:
		return "more than 99 %"
	case share < 0.5:
		return "less than 1 %"
	}
	return fmt.Sprintf("%.0f %%", share)
}

// Reward says what a machine does to its boxes after a game with this end.
func Reward(r menace.Rules, end board.Outcome) string {
	beads, event := r.Draw, "draw"
	switch end {
	case board.Win(r.Plays.Mark()):
		beads, event = r.Win, "win"
	case board.Win(r.Plays.Other().Mark()):
		beads, event = r.Loss, "loss"
	}
	boxes := "each box that it used"
	if r.Credit == menace.CreditLast {
		boxes = "the last box that it used"
	}
	switch {
	case beads > 0:
		return fmt.Sprintf("MENACE learns: for the %s, %s gets %s like the one drawn.", event, boxes, Plural(beads, "bead"))
	case beads < 0:
		return fmt.Sprintf("MENACE learns: for the %s, %s loses %s like the one drawn.", event, boxes, Plural(-beads, "bead"))
	}
	return fmt.Sprintf("MENACE learns nothing: its rules change no beads for a %s.", event)
}

// Change writes a number before and after.
func Change(before, after int64) string { return Count(before) + " → " + Count(after) }

// Ending says how a game between MENACE, which played mark, and an opponent of this name ended.
func Ending(end board.Outcome, resigned, mark board.Mark, name string) string {
	switch {
	case resigned == mark:
		return Does(name, "win") + ": MENACE resigns."
	case resigned != board.Empty:
		return Does(name, "resign") + ": MENACE wins."
	case end == board.Drawn:
		return "A draw."
	case end == board.Win(mark):
		return "MENACE wins."
	}
	return Does(name, "win") + "."
}
