package experiment

import (
	"fmt"

	"menace/arena"
	"menace/arena/learners"
	"menace/menace"
)

// Beads is the learner that is a machine with matchboxes.
const Beads = "beads"

// Learns names who learns in the cell: Beads, or another.
func (c Cell) Learns() string {
	if c.Learner == "" {
		return Beads
	}
	return c.Learner
}

// By returns the cell with another learner, which is Beads or one that [learners.Parse] knows. No rule of the beads
// means anything to others, so that they get the usual ones of the game.
func (c Cell) By(learner string) (Cell, error) {
	if c.Learner = ""; learner == Beads {
		return c, nil
	}
	spec, err := learners.Parse(learner)
	if err != nil {
		return c, err
	}
	c.Learner = spec.String()
	c.Rules, err = plain(c.Rules)
	return c, err
}

// plain returns the usual rules of a game and a side.
func plain(rules menace.Rules) (menace.Rules, error) {
	usual, err := menace.Usual(rules.Game)
	usual.Plays = rules.Plays
	return usual, err
}

// checkLearner returns an error unless the learner is written as it is stored, and has no rules but game and side.
func (c Cell) checkLearner() error {
	if c.Learner == "" {
		return nil
	}
	same, err := c.By(c.Learner)
	switch {
	case err != nil:
		return err
	case same.Learner != c.Learner:
		return fmt.Errorf("learner %q must be written %q", c.Learner, same.Learner)
	case same.Rules != c.Rules:
		return fmt.Errorf("learner %s has the rule %s, which only beads have", c.Learner, menace.Differences(c.Rules, same.Rules)[0].Name)
	}
	return nil
}

// fresh returns the learner of a valid cell, who has learned nothing. Beads take the place of a machine.
func (c Cell) fresh(m *menace.Machine) arena.Learner {
	m.Reset(c.Rules)
	if c.Learner == "" {
		return m
	}
	spec, err := learners.Parse(c.Learner)
	if err != nil {
		panic("experiment: " + err.Error())
	}
	return spec.New(m.Graph(), c.Rules.Plays)
}
