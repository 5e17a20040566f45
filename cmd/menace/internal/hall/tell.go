package hall

import (
	"errors"
	"fmt"
	"strings"

	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/menace"
	"menace/symmetry"
)

// Tell returns what is to be said, a sentence or more in a line.
func (s *Seat) Tell() (lines []string) {
	if s.Said != "" {
		lines = append(lines, s.Said)
	}
	g := s.Game
	switch {
	case g == nil:
		return lines
	case s.Passing: // what passes so fast is not read out
		return append(lines, "MENACE trains. The board shows one of its games after another.")
	}
	turns := g.Turns()
	if len(turns) > 0 {
		lines = append(lines, words.Turn(turns[len(turns)-1]))
	}
	who := s.Other
	if played := g.Moves(); s.Watches() && len(played) > 0 && symmetry.Turn(len(played)-1) != g.Side() {
		lines = append(lines, fmt.Sprintf("%s %v.", words.Does(who, "take"), played[len(played)-1]))
	}
	if g.Over() {
		lines = append(lines, words.Ending(g.Outcome(), g.Resigned(), g.Side(), who))
		return append(lines, s.learned()...)
	}
	if s.Hint != nil {
		lines = append(lines, words.Hint(s.Hint.Value, s.Hint.Best, s.Hint.Faultless))
	}
	return append(lines, s.next()...)
}

// next says who moves next.
func (s *Seat) next() []string {
	switch {
	case s.Busy():
		return nil
	case s.Game.MachineMoves():
		return []string{"MENACE moves next."}
	case s.Watches():
		return []string{words.Does(s.Other, "move") + " next."}
	}
	return []string{"Your move, " + s.Game.Graph().Player(s.Game.Side().Other()) + "."}
}

// learned says what a game that is stored has made of the machine.
func (s *Seat) learned() (lines []string) {
	machine := s.Game.Machine()
	switch {
	case s.End == nil:
		return nil
	case !s.teaches:
		return []string{"MENACE learns nothing from this game.", words.Loses(s.End.Now)}
	case len(s.End.Lessons) == 0:
		lines = append(lines, words.NothingDrawn)
	default:
		lines = append(lines, words.Reward(machine.Rules(), s.Game.Outcome()))
	}
	lines = append(lines, words.LosesNow(s.End.Now, s.End.Before, "game"))
	if s.End.Bankrupt {
		lines = append(lines, s.bankruptcy(machine.Rules())...)
	}
	return lines
}

// say says why no game can begin or end.
func (s *Seat) say(err error) string {
	if bankrupt := new(lab.BankruptError); errors.As(err, &bankrupt) {
		return strings.Join(s.bankruptcy(bankrupt.Rules), " ")
	}
	return words.Sentence(err.Error()) + "."
}

// bankruptcy says that the machine is bankrupt, and to the host what can be done.
func (s *Seat) bankruptcy(r menace.Rules) []string {
	lines := []string{words.Bankruptcy(r.Plays)}
	if s.who == Host {
		lines = append(lines, "Make a new machine to go on: one with the rule on-empty restock refills its empty boxes.")
	}
	return lines
}
