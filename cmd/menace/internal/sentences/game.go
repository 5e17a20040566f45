package sentences

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/dustin/go-humanize/english"

	"menace/arena"
	"menace/arena/match"
	"menace/board"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/symmetry"
)

// You is the name of the opponent if the reader plays. Sentences about all other opponents are in the third person.
const You = "You"

// WithVerb returns the beginning of a sentence: a name with its verb.
func WithVerb(name, verb string) string {
	if name == You {
		return name + " " + verb
	}
	return Subject(name) + " " + verb + "s"
}

// Subject returns the name of a person or an opponent as the subject of a sentence.
func Subject(name string) string {
	if kind, ok := arena.KindOf(name); ok {
		return cmp.Or(kind.Subject, "The player who "+kind.Habit)
	}
	if machine, ok := strings.CutPrefix(name, arena.AgentPrefix); ok {
		return "The machine " + machine
	}
	return name
}

// Move formats a move: "5", or "7 to 4" for a move from square to square.
func Move(m symmetry.Move) string { return strings.ReplaceAll(m.String(), "-", " to ") }

// Plays describes a move of a new piece or a step of one that is on the board.
func Plays(name string, m symmetry.Move) string {
	if m.From() == board.None {
		return WithVerb(name, "take") + " " + Move(m)
	}
	return WithVerb(name, "move") + " from " + Move(m)
}

// beadFor returns the move that a bead is for: "square 5", or "the move 7-4" for one from square to square.
func beadFor(m symmetry.Move) string {
	if m.From() == board.None {
		return "square " + m.String()
	}
	return "the move " + m.String()
}

// Turn describes a turn of the named machine and the reason for its move.
func Turn(machine string, t match.Turn) string {
	switch t.Reason {
	case match.Forced:
		return Plays(machine, t.Move) + ", the only move left, for which it needs no box."
	case match.Emptied:
		return fmt.Sprintf("%s drew a bead for %s, but other games have emptied the box since.", machine,
			beadFor(t.Move))
	case match.NoBead:
		return machine + "'s box for this position is empty: every move from here was punished until no bead was left."
	}
	refilled := ""
	if t.Restocked {
		refilled = machine + "'s box for this position was empty and is refilled. "
	}
	move := beadFor(t.Move)
	switch t.Beads {
	case t.Total:
		return fmt.Sprintf("%sEvery bead in the box is for %s, so %s has no choice.", refilled, move, machine)
	case 1:
		return fmt.Sprintf("%sOf the %s in the box, %s draws the only bead for %s: a chance of %s.",
			refilled, words.Plural(t.Total, "bead"), machine, move, Chance(1, t.Total))
	}
	return fmt.Sprintf("%s%s draws one of the %s beads for %s, out of %s in the box: a chance of %s.",
		refilled, machine, words.Count(t.Beads), move, words.Count(t.Total), Chance(t.Beads, t.Total))
}

// BriefTurn describes a turn of the named machine in a few words, as the beginning of a sentence.
func BriefTurn(machine string, t match.Turn) string {
	switch t.Reason {
	case match.Forced:
		return machine + " took " + Move(t.Move) + ", the only move left"
	case match.NoBead:
		return machine + "'s box is empty"
	}
	return machine + " drew the bead for " + beadFor(t.Move)
}

// Chance formats the share of some beads in a box. It never rounds to 0 or 100 %.
func Chance(beads, total int64) string {
	share := 100 * float64(beads) / float64(total)
	switch {
	case beads < total && share >= 99.5:
		return "more than 99 %"
	case share < 0.5:
		return "less than 1 %"
	}
	return fmt.Sprintf("%.0f %%", share)
}

// reward returns how many beads a machine adds to its boxes after a game with the given outcome, and the word for that
// outcome.
func reward(r menace.Rules, end symmetry.Outcome) (beads int64, event string) {
	switch end {
	case symmetry.Win(r.Plays):
		return r.Win, "win"
	case symmetry.Win(r.Plays.Other()):
		return r.Loss, "loss"
	}
	return r.Draw, "draw"
}

// boxes returns the boxes that are rewarded, as the subject of a sentence.
func boxes(r menace.Rules) string {
	if r.Credit == menace.CreditLast {
		return "the last box"
	}
	return "each box"
}

// Reward describes how the named machine changes its boxes after a game with the given outcome.
func Reward(machine string, r menace.Rules, end symmetry.Outcome) string {
	beads, event := reward(r, end)
	verb := "gets"
	switch {
	case beads == 0:
		return fmt.Sprintf("%s learns nothing: its rules change no beads for a %s.", machine, event)
	case beads < 0:
		verb = "loses"
	}
	return fmt.Sprintf("%s learns: for the %s, %s that it used %s %s like the one drawn.",
		machine, event, boxes(r), verb, words.Plural(max(beads, -beads), "bead"))
}

// BoxesGet describes the change of the boxes in a few words.
func BoxesGet(r menace.Rules, end symmetry.Outcome) string {
	boxes := words.Sentence(boxes(r)) + " used"
	switch beads, _ := reward(r, end); {
	case beads > 0:
		return fmt.Sprintf("%s gets %s more %s.", boxes, words.Count(beads), english.PluralWord(int(beads), "bead", ""))
	case beads < 0:
		return fmt.Sprintf("%s loses %s.", boxes, words.Plural(-beads, "bead"))
	}
	return "Its boxes stay as they are."
}

// Change formats a number before and after a change.
func Change(before, after int64) string { return words.Count(before) + " → " + words.Count(after) }

// Ending describes the end of a game between the named machine, which played the given side, and the named opponent.
func Ending(machine string, end symmetry.Outcome, resigned, side symmetry.Side, opponent string) string {
	switch {
	case resigned == side:
		return WithVerb(opponent, "win") + ": " + machine + " resigns."
	case resigned != "":
		return WithVerb(opponent, "resign") + ": " + machine + " wins."
	case end == symmetry.Drawn:
		return "A draw."
	case end == symmetry.Win(side):
		return machine + " wins."
	}
	return WithVerb(opponent, "win") + "."
}

// WhyOver explains how a game with pawns ended, after a space. It is empty for other games and for one that is not
// over.
func WhyOver(g *symmetry.Graph, last board.Code) string {
	o, _ := g.Find(last)
	turn := g.Turn(o)
	switch b := last.Board(); {
	case !g.Steps() || g.Outcome(o) == symmetry.Ongoing:
		return ""
	case b.X&0o007|b.O&0o700 != 0:
		return fmt.Sprintf(" %s has reached the far row.", g.Player(turn.Other()))
	case b.X == 0 || b.O == 0:
		return fmt.Sprintf(" %s has no pawns left.", g.Player(turn))
	}
	return fmt.Sprintf(" %s cannot move.", g.Player(turn))
}

// Rules names the rules of a machine by their preset, or by how they differ from the usual rules of its game.
func Rules(r menace.Rules) string {
	var sameOnOtherSide string
	for _, name := range menace.Presets {
		preset, _ := menace.Preset(name)
		if preset == r {
			return name
		}
		if preset.Plays = r.Plays; preset == r && sameOnOtherSide == "" {
			sameOnOtherSide = name
		}
	}
	if sameOnOtherSide != "" {
		return sameOnOtherSide
	}
	usual, _ := menace.Usual(r.Game)
	usual.Plays = r.Plays
	var differ []string
	if r.Game != menace.Michie().Game {
		differ = append(differ, r.Game)
	}
	for _, rule := range menace.Differences(r, usual) {
		differ = append(differ, rule.Name+" "+rule.Text())
	}
	return strings.Join(differ, ", ")
}

// RulesPhrase names the rules of a machine in a sentence, such as "michie rules" or "rules: win 5".
func RulesPhrase(r menace.Rules) string {
	name := Rules(r)
	if _, err := menace.Preset(name); err != nil {
		return "rules: " + name
	}
	return name + " rules"
}

// Openings returns the subject and verb for the opening boxes of a machine that plays the given side.
func Openings(plays symmetry.Side) string {
	if plays == symmetry.Second {
		return "its opening boxes are"
	}
	return "its opening box is"
}

// RulesAndSide names the rules of a machine, and adds its side if it plays second and the rules do not imply that.
func RulesAndSide(r menace.Rules) string {
	name := Rules(r)
	if preset, err := menace.Preset(name); r.Plays == symmetry.First || err == nil && preset == r {
		return name
	}
	return name + ", plays second"
}

// NoChoice explains why a side has no choice of moves in a position.
func NoChoice(g *symmetry.Graph, o symmetry.Orbit, side symmetry.Side) string {
	switch turn := g.Turn(o); {
	case g.Outcome(o) != symmetry.Ongoing:
		return "the game is over"
	case turn != side:
		return fmt.Sprintf("it is %v's turn", g.Player(turn))
	}
	return "only one move is left"
}

// Messages in a match.
const (
	NothingToTakeBack = "There is nothing to take back yet."
	TakenBack         = "Your last move and the machine's answer are taken back, with its bead."
)

// Bankruptcy reports that a machine with these rules is bankrupt.
func Bankruptcy(r menace.Rules) string {
	boxes := "its first box is"
	if r.Plays == symmetry.Second {
		boxes = "the boxes for its first move are"
	}
	return MachineName(r) + " is bankrupt: " + boxes + " empty, so it gives up before its first move."
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

// BoardPrompt describes what the player to move can do in a game with pawns, or with new pieces. The pawn from a square
// is picked up, or none.
func BoardPrompt(pawns bool, from board.Square) string {
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

// HowToTurn explains how to turn a board by a transform.
func HowToTurn(t symmetry.Transform) string {
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
