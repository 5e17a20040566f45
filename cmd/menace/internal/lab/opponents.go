package lab

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
	"menace/arena/learners"
	"menace/data"
	"menace/menace"
)

// Opponents describes the opponents of a machine. [arena.Schedules] describes schedules of several opponents.
var Opponents = arena.Opponents + ", " + arena.AgentPrefix + "NAME"

// ErrForExperiments reports an opponent that exists only in experiments.
var ErrForExperiments = errors.New("is for experiments")

// CheckTrainer returns an error unless a name can be that of an opponent or a schedule. It needs no database, so it
// accepts agents that are not stored.
func CheckTrainer(name string) error {
	if arena.IsSchedule(name) {
		return AsMistake(arena.CheckOpponent(name))
	}
	return CheckOpponent(name)
}

// CheckOpponent is like CheckTrainer, but accepts no schedules.
func CheckOpponent(name string) error {
	if agent, ok := strings.CutPrefix(name, arena.AgentPrefix); ok && !arena.IsSchedule(name) {
		return AsMistake(data.CheckName(agent))
	}
	return NotOpponent(name, Opponents, arena.CheckPlayer(name))
}

// NotOpponent converts the error of an unknown opponent to a mistake that lists the existing opponents.
func NotOpponent(name, opponents string, err error) error {
	if errors.Is(err, arena.ErrUnknownOpponent) && !arena.IsSchedule(name) {
		if experiment.CheckOpponent(name) == nil {
			err = fmt.Errorf("opponent %q %w", name, ErrForExperiments)
		}
		err = &UnknownError{"opponent", name, strings.Split(opponents, ", "), err}
	}
	return AsMistake(err)
}

// Opponent returns the named opponent for a machine. A stored agent plays without learning.
func (l *Lab) Opponent(ctx context.Context, name string, m *menace.Machine) (arena.Opponent, error) {
	agent, ok := strings.CutPrefix(name, arena.AgentPrefix)
	if !ok {
		o, err := arena.ParseOpponent(m.Graph(), name)
		return o, NotOpponent(name, Opponents, err)
	}
	rival, err := l.Rival(ctx, agent, m.Rules())
	if err != nil {
		return nil, err
	}
	return rival.Machine.Frozen(), nil
}

// Rival loads an agent as the opponent of a machine with the given rules.
func (l *Lab) Rival(ctx context.Context, name string, against menace.Rules) (*data.Agent, error) {
	rival, err := l.Agent(ctx, name)
	if err != nil {
		return nil, err
	}
	switch own := rival.Machine.Rules(); {
	case own.Game != against.Game:
		return nil, fmt.Errorf("agent %q plays %s: the opponent must play %s", name, own.Game, against.Game)
	case own.Plays == against.Plays:
		return nil, fmt.Errorf("agent %q plays %s too: the opponent must play %s", name, own.Plays, own.Plays.Other())
	}
	return rival, nil
}

// Learners names the learners that an experiment can train.
var Learners = experiment.Beads + ", " + strings.Join(learners.Names(), ", ")

// NotLearner converts the error of an unknown learner to a mistake that lists the existing names.
func NotLearner(err error) error {
	var unknown *learners.UnknownError
	if errors.As(err, &unknown) {
		names := unknown.Names
		if unknown.Kind == "learner" {
			names = append([]string{experiment.Beads}, names...)
		}
		err = &UnknownError{unknown.Kind, unknown.Word, names, err}
	}
	return AsMistake(err)
}
