package lab

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"menace/arena"
	"menace/arena/experiment"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// Opponents describes the opponents of a machine; [arena.Schedules], how it has several.
const Opponents = arena.Opponents + ", " + arena.AgentPrefix + "NAME"

// CheckOpponent returns an error if no opponent can have this name. It needs no database, so it accepts agents
// that are not stored.
func CheckOpponent(name string) error {
	if agent, ok := strings.CutPrefix(name, arena.AgentPrefix); ok {
		return AsMistake(data.CheckName(agent))
	}
	return notOpponent(name, arena.CheckOpponent(name))
}

// notOpponent turns the error of a name that is not one of [Opponents] into a mistake.
func notOpponent(name string, err error) error {
	if errors.Is(err, arena.ErrUnknownOpponent) && experiment.CheckOpponent(name) == nil {
		return Mistakef("opponent %q is for experiments; an opponent %sNAME learns too with --both-learn", name, arena.AgentPrefix)
	}
	return NotOpponent(name, Opponents, err)
}

// NotOpponent turns the error of a name that is none of these opponents into a mistake.
func NotOpponent(name, opponents string, err error) error {
	if errors.Is(err, arena.ErrUnknownOpponent) && !arena.IsSchedule(name) {
		err = &UnknownError{"opponent", name, strings.Split(opponents, ", "), err}
	}
	return AsMistake(err)
}

// parseOpponent returns an opponent in a game that is not an agent.
func parseOpponent(g *symmetry.Graph, name string) (arena.Opponent, error) {
	o, err := arena.ParseOpponent(g, name)
	return o, notOpponent(name, err)
}

// Opponent returns the opponent of a name for a machine. A stored agent plays as it is and does not learn.
func (l *Lab) Opponent(ctx context.Context, name string, m *menace.Machine) (arena.Opponent, error) {
	agent, ok := strings.CutPrefix(name, arena.AgentPrefix)
	if !ok {
		return parseOpponent(m.Graph(), name)
	}
	rival, err := l.rival(ctx, agent, m.Rules())
	if err != nil {
		return nil, err
	}
	return rival.Machine.Frozen(), nil
}

// rival loads the agent that is to play against a machine with these rules.
func (l *Lab) rival(ctx context.Context, name string, against menace.Rules) (*data.Agent, error) {
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
