package view

import (
	"menace/cmd/menace/internal/live"
	"menace/cmd/menace/internal/words"
	"menace/symmetry"
)

// messages describes what has happened in a match of the named machine and whose move is next, in lines of one or more
// sentences.
func messages(m live.MatchView, machine string) (lines []string) {
	if m.Message != "" {
		lines = append(lines, m.Message)
	}
	g := m.Game
	switch {
	case g == nil:
		return lines
	case m.Passing: // too fast for screen readers
		return append(lines, machine+" trains. The board shows one of its games after another.")
	}
	if turns := g.Turns(); len(turns) > 0 {
		lines = append(lines, words.Turn(machine, turns[len(turns)-1]))
	}
	if played := g.Moves(); m.Watches && len(played) > 0 && symmetry.Turn(len(played)-1) != g.Side() {
		lines = append(lines, words.Plays(m.Other, played[len(played)-1])+".")
	}
	if !g.Over() && m.Hint != nil {
		lines = append(lines, words.Hint(machine, m.Hint.Value, m.Hint.Best, m.Hint.Faultless))
	}
	switch {
	case g.Over():
		ending := words.Ending(machine, g.Outcome(), g.Resigned(), g.Side(), m.Other)
		lines = append(lines, ending+words.Why(g.Graph(), g.Position()))
		lines = append(lines, learned(m, machine)...)
	case m.Busy:
	case g.MachineMoves():
		lines = append(lines, machine+" moves next.")
	case m.Watches:
		lines = append(lines, words.Does(m.Other, "move")+" next.")
	default:
		lines = append(lines, "Your move, "+g.Graph().Player(g.Side().Other())+".")
	}
	return lines
}

// learned describes the effect of a stored game on the named machine.
func learned(m live.MatchView, machine string) (lines []string) {
	g := m.Game
	switch {
	case m.Ended == nil:
		return nil
	case !m.Teaches:
		return []string{machine + " learns nothing from this game."}
	case len(m.Ended.Lessons) == 0:
		lines = append(lines, machine+" drew no bead in this game, so it learns nothing from it.")
	default:
		lines = append(lines, words.Reward(machine, m.Rules(), g.Outcome()))
	}
	lines = append(lines, words.Learned(machine, m.Ended.Now, m.Ended.Before, g.Outcome(), g.Side())...)
	if m.Ended.Bankrupt {
		lines = append(lines, m.Bankruptcy(m.Rules())...)
	}
	return lines
}

// Story describes the game of a match so far in a few words, given the names of the machine and its opponent.
func Story(m live.MatchView, machine, who string) string {
	g := m.Game
	if g == nil {
		return m.Message
	}
	drew := machine + " has not moved yet."
	if turns := g.Turns(); len(turns) > 0 {
		drew = words.Drew(machine, turns[len(turns)-1]) + "."
	}
	if !g.Over() {
		return drew
	}
	text := words.Ending(machine, g.Outcome(), g.Resigned(), g.Side(), who)
	last := symmetry.Turn(len(g.Moves()) - 1)
	if g.Resigned() == g.Side() || g.Resigned() == "" && last == g.Side() {
		text = drew + " " + text
	}
	if m.Ended != nil && m.Teaches {
		text += " " + words.BoxesGet(m.Rules(), g.Outcome())
	}
	return text
}
