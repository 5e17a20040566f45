package main

import (
	"context"
	"errors"
	"fmt"

	"menace/data"
	"menace/menace"
)

// agentToPlay opens the database and loads the agent; the default agent is made if there is none.
func (p *program) agentToPlay(ctx context.Context, o playOptions) (*data.DB, *data.Agent, error) {
	mode := data.Write
	switch {
	case o.keepsNothing():
		mode = data.Read
	case o.agent == defaultAgent:
		mode = data.Create
	}
	db, err := openDB(ctx, o.db, mode)
	if err != nil {
		return nil, nil, err
	}
	a, err := loadOrMake(ctx, db, o)
	if err == nil {
		err = fitToPlay(a)
	}
	if err == nil && !o.keepsNothing() {
		err = p.storeBefore(ctx, db, a)
	}
	if err != nil {
		db.Close()
		return nil, nil, err
	}
	return db, a, nil
}

// keepsNothing tells whether nothing of the match is to be stored, as games with people always are.
func (o playOptions) keepsNothing() bool { return o.watch && !o.learn }

// storeBefore stores an agent that is new. Of one that is not it finds out whether it could be
// stored: rather now than after a game.
func (p *program) storeBefore(ctx context.Context, db *data.DB, a *data.Agent) error {
	if !a.Fresh() {
		return db.Writable(ctx)
	}
	if err := db.Save(ctx, a); err != nil {
		return err
	}
	p.say("There is no agent %s yet: a new one is made.", bold.Render(a.Name))
	return nil
}

func loadOrMake(ctx context.Context, db *data.DB, o playOptions) (*data.Agent, error) {
	a, err := loadAgent(ctx, db, o.agent)
	if errors.Is(err, data.ErrNotFound) && o.agent == defaultAgent {
		return data.NewAgent(o.agent, menace.Michie(), o.seedOr(newSeed()))
	}
	return a, err
}

// seedOr returns the seed that was given, or else another.
func (o playOptions) seedOr(other int64) int64 {
	if o.seed < 0 {
		return other
	}
	return o.seed
}

// fitToPlay returns an error, in words for a newcomer, if an agent cannot play.
func fitToPlay(a *data.Agent) error {
	switch {
	case a.Machine.Bankrupt():
		return fmt.Errorf("%s is bankrupt: it has lost every bead of its opening box, so that it can only resign; %s",
			a.Name, remedy(a.Machine.Rules().Plays))
	case a.Career.Tally.Games() >= menace.MaxGames:
		return fmt.Errorf("%s has played all the %d games that a machine may play", a.Name, int64(menace.MaxGames))
	}
	return nil
}

// remedy says what can be done about a machine without beads.
func remedy(side menace.Side) string {
	return fmt.Sprintf("`menace train --agent again --plays %s --on-empty restock --games 0` makes a fresh agent that "+
		"refills empty boxes, and `menace play --agent again` plays against it", side)
}
