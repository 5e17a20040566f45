package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"menace/arena"
	"menace/data"
	"menace/menace"
)

// allOpponents describes the opponents of the command line.
const allOpponents = arena.Opponents + ", agent:NAME"

// agentPrefix marks an opponent that is a stored agent.
const agentPrefix = "agent:"

// checkOpponent returns an error of usage if no opponent can have this name, before anything is
// opened.
func checkOpponent(name string) error {
	if agent, ok := strings.CutPrefix(name, agentPrefix); ok {
		return asUsage(data.CheckName(agent))
	}
	_, err := parseOpponent(name)
	return err
}

// parseOpponent returns an opponent that is not an agent.
func parseOpponent(name string) (arena.Opponent, error) {
	o, err := arena.ParseOpponent(name)
	if errors.Is(err, arena.ErrUnknownOpponent) {
		err = fmt.Errorf("%w: there are %s", err, allOpponents)
	}
	return o, asUsage(err)
}

// opponent returns an opponent by its name for a machine that plays a side; a stored agent comes
// as it is and does not learn.
func opponent(ctx context.Context, db *data.DB, name string, plays menace.Side) (arena.Opponent, error) {
	agent, ok := strings.CutPrefix(name, agentPrefix)
	if !ok {
		return parseOpponent(name)
	}
	rival, err := loadRival(ctx, db, agent, plays)
	if err != nil {
		return nil, err
	}
	return rival.Machine.Frozen(), nil
}

// loadRival loads the agent that is to play against a machine of a side.
func loadRival(ctx context.Context, db *data.DB, name string, plays menace.Side) (*data.Agent, error) {
	rival, err := loadAgent(ctx, db, name)
	if err != nil {
		return nil, err
	}
	if side := rival.Machine.Rules().Plays; side == plays {
		return nil, fmt.Errorf("agent %q plays %s too: the opponent must play %s", name, side, side.Other())
	}
	return rival, nil
}

// readAgent opens a database to read it, and loads an agent. The caller closes the database.
func readAgent(ctx context.Context, path, name string) (*data.DB, *data.Agent, error) {
	db, err := openDB(ctx, path, data.Read)
	if err != nil {
		return nil, nil, err
	}
	a, err := loadAgent(ctx, db, name)
	if err != nil {
		db.Close()
		return nil, nil, err
	}
	return db, a, nil
}

// loadAgent loads an agent; if there is none, the error names those that come near.
func loadAgent(ctx context.Context, db *data.DB, name string) (*data.Agent, error) {
	if err := data.CheckName(name); err != nil {
		return nil, asUsage(err)
	}
	a, err := db.Load(ctx, name)
	if err != nil {
		return nil, withNear(ctx, db, name, err)
	}
	return a, nil
}

// explainOpen adds to the error of a missing database how to get one.
func explainOpen(err error) error {
	if errors.Is(err, data.ErrNoDatabase) {
		return fmt.Errorf("%w: `menace train --games 10000` makes one, --db names another", err)
	}
	return err
}
