package main

import (
	"fmt"
	"strconv"

	"menace/arena/match"
	"menace/board"
	"menace/menace"
)

// showLessons tells what became of each box that MENACE drew from.
func (s *sitting) showLessons(g *match.Game, lessons []match.Lesson) {
	switch {
	case !s.options.learn:
		s.say("MENACE learns nothing from this game (--no-learn).")
		return
	case len(lessons) == 0:
		s.say("MENACE drew no bead in this game, so that it learns nothing from it.")
		return
	}
	var rows [][]string
	for _, l := range lessons {
		rows = append(rows, []string{
			l.Board.String(), strconv.Itoa(l.Square.Number()),
			change(l.Beads, l.BeadsAfter), change(l.Total, l.TotalAfter),
		})
	}
	s.say("\n%s", describeReward(s.agent.Machine.Rules(), g.Outcome()))
	heading := []string{"box", "drew", "beads", "in the box"}
	if s.screen.width < 60 {
		heading = heading[:3]
		for i := range rows {
			rows[i] = rows[i][:3]
		}
	}
	printTable(s.stdout, 1, heading, rows)
}

// describeReward says what a machine does to its boxes when a game has ended.
func describeReward(r menace.Rules, end board.Outcome) string {
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
		return fmt.Sprintf("MENACE learns: for the %s, %s gets %s like the one drawn.", event, boxes, plural(beads, "bead"))
	case beads < 0:
		return fmt.Sprintf("MENACE learns: for the %s, %s loses %s like the one drawn.", event, boxes, plural(-beads, "bead"))
	}
	return fmt.Sprintf("MENACE learns nothing: its rules change no beads for a %s.", event)
}

// change writes a number that has become another.
func change(before, after int64) string { return count(before) + " → " + count(after) }

// showScore tells how the match stands and what it has made of MENACE.
func (s *sitting) showScore() {
	t := s.match.Score()
	s.say("\nMatch: %s %d, MENACE %d, drawn %d. Michie's running total, 3 × wins + draws − losses, stands at %+d.",
		s.opposite.name(), t.Loss, t.Win, t.Draw, t.Score())
	before, now := percent(s.match.LossRateBefore()), percent(s.match.LossRate())
	if !s.options.learn {
		s.say("Against a perfect player MENACE loses %s of its games.", now)
		return
	}
	s.say("Against a perfect player MENACE now loses %s of its games; before the match it was %s.", now, before)
}
