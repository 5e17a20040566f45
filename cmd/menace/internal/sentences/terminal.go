package sentences

import (
	"fmt"
	"strings"

	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/menace/arena"
	"menace/minimax/games"
	"menace/symmetry"
)

// The sentences in this file are only for a terminal, reports and errors, and so are in English only.

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
		differ = append(differ, games.Short(r.Game))
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

// Worth describes the result of a move for the side that makes it: worth is 1, 0 or −1.
func Worth(worth int) string { return [...]string{"loses", "draws", "wins"}[1+worth] }

// Loses says how often the named machine loses to a perfect player.
func Loses(machine string, rate float64) string {
	return fmt.Sprintf("Against a perfect player %s loses %s of its games.", machine, words.Percent(rate))
}

// LosesNow says how often the named machine loses to a perfect player, and how often it did before something, such as a
// game.
func LosesNow(machine string, now, before float64, something string) string {
	if words.Percent(now) == words.Percent(before) {
		return fmt.Sprintf("Against a perfect player %s now loses %s of its games, as before the %s.",
			machine, words.Percent(now), something)
	}
	return fmt.Sprintf("Against a perfect player %s now loses %s of its games; before the %s it was %s.",
		machine, words.Percent(now), something, words.Percent(before))
}

// Tally returns a row of a table: the given cells, and the number of games, in all, won, drawn, lost and resigned.
func Tally(t arena.Tally, row ...string) []string {
	return append(row, words.Counts(t.Games(), t.Win, t.Draw, t.Loss, t.Resigned)...)
}
