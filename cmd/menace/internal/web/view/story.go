package view

import (
	"fmt"

	"menace/cmd/menace/internal/live"
	"menace/cmd/menace/internal/words"
	"menace/symmetry"
)

// messages describes what has happened in a match and whose move is next, in lines of one or more sentences.
func messages(m live.MatchView) (lines []string) {
	if m.Message != "" {
		lines = append(lines, m.Message)
	}
	g := m.Game
	switch {
	case g == nil:
		return lines
	case m.Passing: // too fast to read out
		return append(lines, "MENACE trains. The board shows one of its games after another.")
	}
	if turns := g.Turns(); len(turns) > 0 {
		lines = append(lines, words.Turn(turns[len(turns)-1]))
	}
	if played := g.Moves(); m.Watches && len(played) > 0 && symmetry.Turn(len(played)-1) != g.Side() {
		lines = append(lines, fmt.Sprintf("%s %v.", words.Does(m.Other, "take"), played[len(played)-1]))
	}
	if !g.Over() && m.Hint != nil {
		lines = append(lines, words.Hint(m.Hint.Value, m.Hint.Best, m.Hint.Faultless))
	}
	switch {
	case g.Over():
		lines = append(append(lines, words.Ending(g.Outcome(), g.Resigned(), g.Side(), m.Other)), learned(m)...)
	case m.Busy:
	case g.MachineMoves():
		lines = append(lines, "MENACE moves next.")
	case m.Watches:
		lines = append(lines, words.Does(m.Other, "move")+" next.")
	default:
		lines = append(lines, "Your move, "+g.Graph().Player(g.Side().Other())+".")
	}
	return lines
}

// learned describes the effect of a stored game on the machine.
func learned(m live.MatchView) (lines []string) {
	g, machine := m.Game, m.Game.Machine()
	switch {
	case m.Ended == nil:
		return nil
	case !m.Teaches:
		return []string{"MENACE learns nothing from this game."}
	case len(m.Ended.Lessons) == 0:
		lines = append(lines, words.NothingDrawn)
	default:
		lines = append(lines, words.Reward(machine.Rules(), g.Outcome()))
	}
	lines = append(lines, words.Learned(m.Ended.Now, m.Ended.Before, g.Outcome(), g.Side())...)
	if m.Ended.Bankrupt {
		lines = append(lines, m.Bankruptcy(machine.Rules())...)
	}
	return lines
}

// Story describes the game of a match so far in a few words. The opponent of MENACE has the given name.
func Story(m live.MatchView, who string) string {
	g := m.Game
	if g == nil {
		return m.Message
	}
	turns, played := g.Turns(), g.Moves()
	drew := "MENACE has not moved yet"
	if len(turns) > 0 {
		drew = words.Drew(turns[len(turns)-1])
	}
	machine := g.Machine()
	name := words.Called(g.Graph(), g.Side())
	if !g.Over() {
		return tied(name, drew+".")[0]
	}
	winner, row := g.Position().Board().X, ""
	if g.Outcome() == symmetry.Win(symmetry.Second) {
		winner = g.Position().Board().O
	}
	if !g.Graph().Steps() && winner.Line() {
		row = " with three in a row"
	}
	text, wins := drew, words.Does(who, "win")
	switch last := symmetry.Turn(len(played) - 1); {
	case g.Resigned() == g.Side():
		text += fmt.Sprintf(". %s.", wins)
	case g.Resigned() != "":
		text = words.Does(who, "give") + " up. MENACE wins."
	case g.Outcome() == symmetry.Drawn:
		text += ". It is a draw."
	case g.Outcome() != symmetry.Win(g.Side()):
		text = wins + row + "."
	case last != g.Side():
		text = "MENACE wins" + row + "."
	case row != "":
		text += " and has three in a row. It wins."
	default:
		text += ". It wins."
	}
	if m.Ended != nil && m.Teaches {
		text += " " + words.BoxesGet(machine.Rules(), g.Outcome())
	}
	return tied(name, text)[0]
}
