package live

import (
	"errors"
	"fmt"
	"strings"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/symmetry"
)

// Text describes what has happened and whose move is next, in lines of one or more sentences.
func (v MatchView) Text() (lines []string) {
	if v.Message != "" {
		lines = append(lines, v.Message)
	}
	g := v.Game
	switch {
	case g == nil:
		return lines
	case v.Passing: // too fast to read out
		return append(lines, "MENACE trains. The board shows one of its games after another.")
	}
	turns := g.Turns()
	if len(turns) > 0 {
		lines = append(lines, words.Turn(turns[len(turns)-1]))
	}
	who := v.Other
	if played := g.Moves(); v.Watches && len(played) > 0 && symmetry.Turn(len(played)-1) != g.Side() {
		lines = append(lines, fmt.Sprintf("%s %v.", words.Does(who, "take"), played[len(played)-1]))
	}
	if g.Over() {
		lines = append(lines, words.Ending(g.Outcome(), g.Resigned(), g.Side(), who))
		return append(lines, v.learned()...)
	}
	if v.Hint != nil {
		lines = append(lines, words.Hint(v.Hint.Value, v.Hint.Best, v.Hint.Faultless))
	}
	return append(lines, v.next()...)
}

// next returns a sentence on whose move is next.
func (v MatchView) next() []string {
	switch {
	case v.Busy:
		return nil
	case v.Game.MachineMoves():
		return []string{"MENACE moves next."}
	case v.Watches:
		return []string{words.Does(v.Other, "move") + " next."}
	}
	return []string{"Your move, " + v.Game.Graph().Player(v.Game.Side().Other()) + "."}
}

// learned describes the effect of a stored game on the machine.
func (v MatchView) learned() (lines []string) {
	machine := v.Game.Machine()
	switch {
	case v.Ended == nil:
		return nil
	case !v.teaches:
		return []string{"MENACE learns nothing from this game."}
	case len(v.Ended.Lessons) == 0:
		lines = append(lines, words.NothingDrawn)
	default:
		lines = append(lines, words.Reward(machine.Rules(), v.Game.Outcome()))
	}
	g := v.Game
	lines = append(lines, words.Learned(v.Ended.Now, v.Ended.Before, g.Outcome(), g.Side())...)
	if v.Ended.Bankrupt {
		lines = append(lines, v.bankruptcy(machine.Rules())...)
	}
	return lines
}

// explain describes an error that keeps a game from beginning or ending.
func (v MatchView) explain(err error) string {
	if bankrupt := new(lab.BankruptError); errors.As(err, &bankrupt) {
		return strings.Join(v.bankruptcy(bankrupt.Rules), " ")
	}
	return words.Sentence(err.Error()) + "."
}

// bankruptcy returns sentences that the machine is bankrupt and, for the host, what to do.
func (v MatchView) bankruptcy(r menace.Rules) []string {
	lines := []string{words.Bankruptcy(r.Plays)}
	if v.host {
		lines = append(lines,
			"Lost games took all those beads away. Make a new machine to go on: one that fills its empty boxes again.")
	}
	return lines
}
