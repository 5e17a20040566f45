package lab

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"menace/arena"
	"menace/data"
	"menace/menace"
)

// Opponents describes the opponents of a machine.
const Opponents = arena.Opponents + ", " + arena.AgentPrefix + "NAME"

// CheckOpponent returns an error if no opponent can have this name. It needs no database, so it accepts agents
// that are not stored.
func CheckOpponent(name string) error {
	if agent, ok := strings.CutPrefix(name, arena.AgentPrefix); ok {
		return AsMistake(data.CheckName(agent))
	}
	_, err := parseOpponent(name)
	return err
}

// parseOpponent returns an opponent that is not an agent.
func parseOpponent(name string) (arena.Opponent, error) {
	o, err := arena.ParseOpponent(name)
	if errors.Is(err, arena.ErrUnknownOpponent) {
		err = fmt.Errorf("%w: there are %s", err, Opponents)
	}
	return o, AsMistake(err)
}

// Opponent returns the opponent of a name for a machine that plays a side. A stored agent plays as it is and
// does not learn.
func (l *Lab) Opponent(ctx context.Context, name string, plays menace.Side) (arena.Opponent, error) {
	agent, ok := strings.CutPrefix(name, arena.AgentPrefix)
	if !ok {
		return parseOpponent(name)
	}
	rival, err := l.rival(ctx, agent, plays)
	if err != nil {
		return nil, err
	}
	return rival.Machine.Frozen(), nil
}

// rival loads the agent that is to play against a machine of a side.
func (l *Lab) rival(ctx context.Context, name string, plays menace.Side) (*data.Agent, error) {
	rival, err := l.Agent(ctx, name)
	if err != nil {
		return nil, err
	}
	if side := rival.Machine.Rules().Plays; side == plays {
		return nil, fmt.Errorf("agent %q plays %s too: the opponent must play %s", name, side, side.Other())
	}
	return rival, nil
}
