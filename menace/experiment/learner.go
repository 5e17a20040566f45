package experiment

import (
	"fmt"
	"slices"
	"strings"

	"menace/menace"
	"menace/menace/arena"
	"menace/menace/learners"
	"menace/minimax/games"
)

// Beads names the learner with matchboxes.
const Beads = "beads"

// LearnerName returns the name of the cell's learner.
func (c Cell) LearnerName() string {
	if c.Learner == "" {
		return Beads
	}
	return c.Learner
}

// WithLearner returns the cell with another learner: Beads, or a name that [learners.Parse] accepts. Other learners
// ignore the rules about beads, so their cells get the usual rules of the game.
func (c Cell) WithLearner(learner string) (Cell, error) {
	if c.Learner = ""; learner == Beads {
		return c, nil
	}
	spec, err := learners.Parse(learner)
	if err != nil {
		return c, err
	}
	plays := c.Rules.Plays
	c.Learner = spec.String()
	c.Rules, err = menace.Usual(c.Rules.Game)
	c.Rules.Plays = plays
	return c, err
}

// checkLearner returns an error if the name of a learner is not canonical, or if a learner without beads has unusual
// rules.
func checkLearner(c Cell) error {
	if c.Learner == "" {
		return nil
	}
	same, err := c.WithLearner(c.Learner)
	switch {
	case err != nil:
		return err
	case same.Learner != c.Learner:
		return fmt.Errorf("learner %q must be written %q", c.Learner, same.Learner)
	case same.Rules != c.Rules:
		return fmt.Errorf("learner %s has the rule %s, which is only for beads",
			c.Learner, menace.Differences(c.Rules, same.Rules)[0].Name)
	}
	return nil
}

// newLearner returns an untrained learner for a valid cell. With beads it reuses m.
func newLearner(c Cell, m *menace.Machine) arena.Learner {
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

// Opponents lists the opponents of a cell: [arena.Opponents] and rivals.
var Opponents = arena.Opponents + ", rival, rival:PRESET"

// rivalName names an opponent that is created for each replicate and learns from the same games. It plays the other
// side, with the learner and rules of the cell or the rules of a preset.
const rivalName = "rival"

// CheckOpponent returns an error if no cell can have an opponent with this name.
func CheckOpponent(name string) error {
	preset, given, isRival := rival(name)
	switch {
	case !isRival && slices.ContainsFunc(strings.Split(name, ","),
		func(part string) bool { return strings.HasPrefix(part, rivalName) }):
		return fmt.Errorf("opponent %q: a rival plays all the games, so it cannot be part of a schedule", name)
	case !isRival:
		return arena.CheckOpponent(name)
	case given:
		if _, err := menace.Preset(preset); err != nil {
			return fmt.Errorf("opponent %q: %w", name, err)
		}
	}
	return nil
}

// rival reports whether a name is that of a rival, and returns its preset if it has one.
func rival(name string) (preset string, given, isRival bool) {
	kind, preset, given := strings.Cut(name, ":")
	return preset, given, kind == rivalName
}

// teacher is the opponent of a cell's learners: a schedule of opponents, or a rival with its own settings.
type teacher struct {
	schedule arena.Schedule
	rival    Cell
}

// newTeacher returns the teacher of a cell with valid settings.
func newTeacher(c Cell) (t *teacher, err error) {
	graph, err := games.Graph(c.Rules.Game)
	if err != nil {
		return nil, err
	}
	if err := CheckOpponent(c.Opponent); err != nil {
		return nil, err
	}
	t = &teacher{}
	preset, given, isRival := rival(c.Opponent)
	if !isRival {
		t.schedule, err = arena.ParseSchedule(graph, c.Opponent)
		for _, stint := range t.schedule {
			if err == nil {
				_, err = arena.PlayerFacing(stint.Opponent, newLearner(c, new(menace.Machine)))
			}
		}
		return t, err
	}
	t.rival = Cell{Rules: c.Rules, Learner: c.Learner}
	if given {
		t.rival.Learner = ""
		t.rival.Rules, _ = menace.Preset(preset)
	}
	if rules := t.rival.Rules; rules.Game != c.Rules.Game {
		return nil, fmt.Errorf("opponent %q plays %s: a rival must play the machine's game, %s",
			c.Opponent, games.Short(rules.Game), games.Short(c.Rules.Game))
	}
	t.rival.Rules.Plays = c.Rules.Plays.Other()
	return t, nil
}

// setOpponent makes the teacher the opponent of a training. A rival with beads reuses m.
func (t *teacher) setOpponent(training *arena.Training, m *menace.Machine) {
	if t.schedule != nil {
		training.Schedule = t.schedule
		return
	}
	rival := newLearner(t.rival, m)
	training.Opponent, training.Rival = rival, &arena.Career{Learner: rival, Side: t.rival.Rules.Plays}
}
