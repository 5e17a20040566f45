package main

import (
	"fmt"

	"charm.land/lipgloss/v2"

	"menace/arena/match"
	"menace/board"
)

// say prints a sentence, broken into lines that fit the screen.
func (p *program) say(format string, args ...any) {
	fmt.Fprintln(p.stdout, lipgloss.Wrap(fmt.Sprintf(format, args...), p.screen.width, ""))
}

// name is what somebody who plays against MENACE is called.
type name string

// you is the person who reads.
const you name = "You"

// does returns the name with a verb.
func (n name) does(verb string) string {
	if n == you {
		return string(you) + " " + verb
	}
	return string(n) + " " + verb + "s"
}

// greet says who plays.
func (s *sitting) greet() {
	rules := s.agent.Machine.Rules()
	games := s.agent.Career.Tally.Games()
	knows := fmt.Sprintf("has learned from %s", plural(games, "game"))
	if games == 0 {
		knows = "knows nothing yet: it draws its moves by luck"
	}
	s.say("MENACE %s plays %s, with %s, and %s. The seed is %d.",
		bold.Render(s.agent.Name), rules.Plays, stone(rules.Plays.Mark()), knows, s.match.Seed())
	s.say("%s %s.", s.opposite.name().does("play"), stone(rules.Plays.Mark().Other()))
}

// describeTurn says what MENACE did and why.
func describeTurn(t match.Turn) string {
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
		refilled = "MENACE's box for this position was empty and is filled afresh. "
	}
	which := fmt.Sprintf("one of the %s beads", count(t.Beads))
	if t.Beads == 1 {
		which = "the only bead"
	}
	return fmt.Sprintf("%sMENACE draws %s for %d, out of %s in the box: a chance of %.0f %%.",
		refilled, which, t.Square.Number(), count(t.Total), 100*float64(t.Beads)/float64(t.Total))
}

// showEnd draws the last position of a game, unless it stands there already, and says who won.
func (s *sitting) showEnd(g *match.Game) {
	if !s.options.watch && g.Resigned() != g.Mark().Other() {
		s.showBoard(g.Board())
	}
	s.say("%s", bold.Render(describeEnd(g.Outcome(), g.Resigned(), g.Mark(), s.opposite.name())))
	if g.Resigned() == g.Mark() && !s.agent.Machine.Bankrupt() {
		s.say("From such a position MENACE always resigns. An agent made with --on-empty restock refills its boxes instead.")
	}
}

// describeEnd says how a game ended in which MENACE played mark.
func describeEnd(end board.Outcome, resigned, mark board.Mark, other name) string {
	switch {
	case resigned == mark:
		return other.does("win") + ": MENACE resigns."
	case resigned != board.Empty:
		return other.does("resign") + ": MENACE wins."
	case end == board.Drawn:
		return "A draw."
	case end == board.Win(mark):
		return "MENACE wins."
	}
	return other.does("win") + "."
}
