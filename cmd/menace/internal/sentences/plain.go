package sentences

import (
	"fmt"
	"math"
	"strings"

	"menace/arena"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/symmetry"
)

// Opponents lists the opponents that a form offers first. The others can be entered by name.
var Opponents = []words.Choice{
	{Name: "random", Label: "moves at random"},
	{Name: "noisy:0.2", Label: "makes mistakes"},
	{Name: "perfect", Label: "never makes a mistake"},
}

// Against describes an opponent or a schedule of several; it completes "games against …".
func Against(name string) string {
	if arena.IsSchedule(name) {
		return "one opponent after another"
	}
	if machine, ok := strings.CutPrefix(name, arena.AgentPrefix); ok {
		return "the machine " + machine
	}
	if kind, ok := arena.KindOf(name); ok {
		return "somebody who " + kind.Habit
	}
	return name
}

// Presets describes the presets of rules, in the order of [menace.Presets].
var Presets = []words.Choice{
	{Name: "michie", Label: "The machine of 1961",
		Meaning: "Plays tic-tac-toe with X and begins. When a box is empty it gives up, and good players soon " +
			"empty its boxes."},
	{Name: "scroggs", Label: "More beads at first",
		Meaning: "The same, but its first boxes hold more beads, so that they do not run out so soon."},
	{Name: "restock", Label: "Fills empty boxes again",
		Meaning: "The same as in 1961, but an empty box is filled again, so the machine never gives up. " +
			"The best one for a class."},
	{Name: "her", Label: "HER, Gardner’s machine for Black",
		Meaning: "Plays hexapawn, a little game with three pawns a side, and moves second. It has only 19 boxes " +
			"and learns in a lesson."},
	{Name: "him", Label: "HIM, Gardner’s machine for White",
		Meaning: "Plays hexapawn too, but moves first. It has only 18 boxes."},
}

// WhenEmpty describes what a machine does when a box is empty.
var WhenEmpty = []words.Choice{
	{Name: menace.Resign, Label: "It gives up", Meaning: "The machine gives up the game, as in 1961."},
	{Name: menace.Restock, Label: "Fill it again",
		Meaning: "The box gets the beads that it had before the first game, so the machine plays on."},
}

// Kind names the rules of a machine: it returns the title of their preset or, without one, whether they are the usual
// rules of the game.
func Kind(r menace.Rules) string {
	name := Rules(r)
	for _, preset := range Presets {
		if preset.Name == name {
			return preset.Label
		}
	}
	if name == r.Game {
		return "Usual rules"
	}
	return "Changed rules"
}

// MachineName returns the name, in sentences, of a machine with these rules: MENACE, or for hexapawn HER or HIM, as
// Gardner named the first two.
func MachineName(r menace.Rules) string {
	switch {
	case r.Game != "hexapawn":
		return "MENACE"
	case r.Plays == symmetry.Second:
		return "HER"
	}
	return "HIM"
}

// OutOf100 describes a probability as a number of games out of 100. It gives none or all of them only for a probability
// of exactly 0 or 1.
func OutOf100(p float64) string {
	const certain = 1e-9
	switch n := math.Round(100 * p); {
	case p < certain:
		return "no game"
	case p > 1-certain:
		return "every game"
	case n < 1:
		return "fewer than 1 of 100 games"
	case n > 99:
		return "more than 99 of 100 games"
	default:
		return fmt.Sprintf("%.0f of 100 games", n)
	}
}

// Skill describes how good a machine is.
func Skill(p arena.Point) string {
	return fmt.Sprintf("It loses %s against somebody who never makes a mistake, and wins %s against somebody who "+
		"moves at random.", OutOf100(p.Perfect.Loss), OutOf100(p.Random.Win))
}

// Learned describes how often the named machine, which plays the given side, loses to perfect play after a game from
// which it learned, and how often it did before. It explains why a machine can get worse. Resigned is the side that
// gave up, if any.
func Learned(machine string, now, before float64, end symmetry.Outcome, side, resigned symmetry.Side) []string {
	text := "Against somebody who never makes a mistake, " + machine + " now loses " + OutOf100(now)
	if OutOf100(now) == OutOf100(before) {
		return []string{text + ", about as before the game."}
	}
	lines := []string{text + "; before the game it was " + strings.TrimSuffix(OutOf100(before), " games") + "."}
	switch {
	case now <= before:
	case end == symmetry.Win(side.Other()):
		lines = append(lines, "It got worse because every move of a lost game loses beads, even a good one.")
	case resigned != "":
		lines = append(lines, "It got worse because its moves got more beads, although it did not win on the board: "+
			"giving up can teach a machine bad moves.")
	default:
		lines = append(lines, "It got worse because its moves got more beads: they were good enough for this "+
			"game, but a better player beats them.")
	}
	return lines
}

// Tally returns a table row that begins with the given cells and counts games: all, won, drawn, lost and resigned.
func Tally(t arena.Tally, row ...string) []string {
	return append(row, words.Counts(t.Games(), t.Win, t.Draw, t.Loss, t.Resigned)...)
}
