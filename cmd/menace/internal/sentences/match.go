package sentences

import (
	"fmt"

	"github.com/dustin/go-humanize/english"

	"menace/arena"
	"menace/board"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/symmetry"
)

// Messages in a match.
const (
	NothingYet = "There is nothing to take back yet."
	TakenBack  = "Your last move and the machine's answer are taken back, with its bead."
)

// Bankruptcy reports that a machine with these rules is bankrupt.
func Bankruptcy(r menace.Rules) string {
	boxes := "its first box is"
	if r.Plays == symmetry.Second {
		boxes = "the boxes for its first move are"
	}
	return Called(r) + " is bankrupt: " + boxes + " empty, so it gives up before its first move."
}

// series lists moves, such as "1, 2 and 5".
func series(moves []symmetry.Move, write func(symmetry.Move) string, last string) string {
	var texts []string
	for _, m := range moves {
		texts = append(texts, write(m))
	}
	return english.WordSeries(texts, last)
}

// Worth describes a move that wins, draws or loses for the side that makes it: worth is 1, 0 or −1.
func Worth(m symmetry.Move, worth int) string {
	return fmt.Sprintf("%s %s", Move(m), [...]string{"loses", "draws", "wins"}[1+worth])
}

// CanDo describes what the player to move can do in a game with pawns, or with new pieces. The pawn from a square is
// picked up, or none.
func CanDo(pawns bool, from board.Square) string {
	switch {
	case !pawns:
		return "Tap an empty square."
	case from == board.None:
		return "Tap one of your pawns."
	}
	return fmt.Sprintf("Your pawn on %d is picked up. Tap a square that lights up.", from.Number())
}

// Hint recommends the best moves against the named machine. Their value is 1 if they win, 0 if they draw, −1 if they
// lose. A faultless machine never loses. If it is known with which moves the machine learns fastest, the hint says so.
func Hint(machine string, value int, best, teaches []symmetry.Move, faultless bool) string {
	text := advice(machine, value, best, faultless)
	if len(teaches) > 0 {
		text += " " + machine + " learns fastest if you play " + series(teaches, Move, "or") + "."
	}
	return text
}

func advice(machine string, value int, best []symmetry.Move, faultless bool) string {
	switch moves := series(best, Move, "or"); {
	case value > 0:
		return fmt.Sprintf("The perfect player plays %s, which wins.", moves)
	case value == 0:
		return fmt.Sprintf("The perfect player plays %s: it is a draw if both play well.", moves)
	case faultless:
		return "Every move loses now: " + machine + " plays without a mistake."
	}
	return "Against perfect play every move loses now, but " + machine + " may make a mistake."
}

// Impossible explains why a move is illegal, and lists the legal ones in the form in which they are typed.
func Impossible(err error, moves []symmetry.Move) string {
	return fmt.Sprintf("%s; possible: %s.", words.Sentence(err.Error()), series(moves, symmetry.Move.String, "and"))
}

// Standing returns the score of a match of the named machine and opponent, with draws if its games can be drawn.
func Standing(machine string, t arena.Tally, opponent string, drawn bool) string {
	if !drawn {
		return fmt.Sprintf("Match: %s %d, %s %d.", opponent, t.Loss, machine, t.Win)
	}
	return fmt.Sprintf("Match: %s %d, %s %d, drawn %d.", opponent, t.Loss, machine, t.Win, t.Draw)
}

// Total returns a sentence on the named machine's points in a match, or "" if its games cannot be drawn. Michie counted
// them as a running total.
func Total(machine string, t arena.Tally, drawn bool) string {
	if !drawn {
		return ""
	}
	return fmt.Sprintf(" %s's points: %s (3 for a win, 1 for a draw, −1 for a loss).", machine, words.Gain(t.Score()))
}

// Loses reports how often the named machine loses to a perfect player.
func Loses(machine string, rate float64) string {
	return fmt.Sprintf("Against a perfect player %s loses %s of its games.", machine, words.Percent(rate))
}

// LosesNow reports how often the named machine loses to a perfect player, and how often it did before something, such
// as a game.
func LosesNow(machine string, now, before float64, something string) string {
	if words.Percent(now) == words.Percent(before) {
		return fmt.Sprintf("Against a perfect player %s now loses %s of its games, as before the %s.",
			machine, words.Percent(now), something)
	}
	return fmt.Sprintf("Against a perfect player %s now loses %s of its games; before the %s it was %s.",
		machine, words.Percent(now), something, words.Percent(before))
}

// Turned explains how to turn a board by a transform.
func Turned(t symmetry.Transform) string {
	return [...]string{
		symmetry.Identity:         "it lies as the box does",
		symmetry.Rotate90:         "give it a quarter turn clockwise",
		symmetry.Rotate180:        "give it a half turn",
		symmetry.Rotate270:        "give it a quarter turn anticlockwise",
		symmetry.FlipColumns:      "mirror it, left to right",
		symmetry.FlipAntidiagonal: "mirror it along the line from 3 to 7",
		symmetry.FlipRows:         "mirror it, top to bottom",
		symmetry.FlipDiagonal:     "mirror it along the line from 1 to 9",
	}[t]
}
