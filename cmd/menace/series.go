package main

import (
	"context"
	"fmt"
	"slices"

	"menace/arena"
	"menace/board"
	"menace/data"
	"menace/plots"
	"menace/symmetry"
)

// curveOf loads an agent that has played, with its curve.
func curveOf(ctx context.Context, db *data.DB, name string) (*data.Agent, []arena.Point, error) {
	a, err := loadAgent(ctx, db, name)
	if err != nil {
		return nil, nil, err
	}
	if a.Career.Tally.Games() == 0 {
		return nil, nil, fmt.Errorf("agent %q has played no game, so that it has no curve: `menace train --agent %s --games 10000` gives it one", name, name)
	}
	curve, err := db.Curve(ctx, a)
	return a, curve, err
}

// seriesOf reads what the figures of curves need of agents.
func seriesOf(ctx context.Context, db *data.DB, names []string) (s plots.Series, err error) {
	for _, name := range names {
		a, curve, err := curveOf(ctx, db, name)
		if err != nil {
			return s, err
		}
		sessions, err := db.Sessions(ctx, a)
		if err != nil {
			return s, err
		}
		games, err := db.Games(ctx, a)
		if err != nil {
			return s, err
		}
		taught := slices.DeleteFunc(games, func(g data.Game) bool { return !g.Learned }) // only these count in its career
		met := stretches(sessions, a.Career.Tally.Games(), int64(len(taught)))
		s.Lines = append(s.Lines, plots.Line{Name: name, Met: met, Curve: curve})
	}
	return s, nil
}

// stretches returns the opponents of an agent over this many games: those of its sessions, and between
// sessions people, if it learned from exactly that many games with people. If not, nothing says
// which of the games between sessions were against people.
func stretches(sessions []data.Session, games, withPeople int64) (met []plots.Stretch) {
	at, between := int64(0), games
	for _, s := range sessions {
		between -= s.Games
	}
	unnamed := plots.People
	if between != withPeople {
		unnamed = plots.Unknown
	}
	meet := func(opponent string, until int64) {
		if until > at {
			met = append(met, plots.Stretch{Opponent: opponent, Games: until - at})
			at = until
		}
	}
	for _, s := range sessions {
		meet(unnamed, s.Start)
		meet(s.Opponent, s.Start+s.Games)
	}
	meet(unnamed, games)
	return met
}

// historiesOf reads what boxes of agents held.
func historiesOf(ctx context.Context, db *data.DB, names []string, which boxesOptions) (list []plots.History, err error) {
	for _, name := range names {
		a, curve, err := curveOf(ctx, db, name)
		if err != nil {
			return nil, err
		}
		shown, err := lids(a, which)
		if err != nil {
			return nil, err
		}
		for _, b := range shown {
			list = append(list, history(a, curve, b))
		}
	}
	return list, nil
}

// lids returns the positions of the boxes asked for, or else of the opening boxes. A position that was
// given stays turned as it is.
func lids(a *data.Agent, which boxesOptions) (list []board.Board, err error) {
	if which.position == nil && which.moves < 0 {
		which.moves = a.Machine.Buckets()[0]
	}
	orbits, err := selectBoxes(a, which)
	if err != nil {
		return nil, err
	}
	if which.position != nil {
		return []board.Board{*which.position}, nil
	}
	for _, o := range orbits {
		list = append(list, o.Board())
	}
	return list, nil
}

// history follows the box of a position through a curve. Its squares are turned like the position.
func history(a *data.Agent, curve []arena.Point, b board.Board) plots.History {
	orbit, to := symmetry.Find(b)
	back := to.Inverse()
	h := plots.History{
		Name:     a.Name,
		Position: b,
		Squares:  back.Mask(a.Machine.Squares(orbit)),
		Contents: make([]plots.Contents, len(curve)),
	}
	for i, p := range curve {
		h.Contents[i].Games = p.Games
	}
	code, nth := orbit.Board().Code(), 0
	for bead := range a.Machine.Beads() {
		if bead.Code == code {
			for i, p := range curve {
				h.Contents[i].Beads[back.Square(bead.Square)] = p.Counts[nth]
			}
		}
		nth++
	}
	return h
}

// matchboxes draws boxes of an agent as they are now.
func matchboxes(ctx context.Context, db *data.DB, name string, which boxesOptions) (plots.Drawing, error) {
	a, err := loadAgent(ctx, db, name)
	if err != nil {
		return nil, err
	}
	shown, err := lids(a, which)
	if err != nil {
		return nil, err
	}
	now := []arena.Point{{Counts: a.Machine.Counts()}}
	var boxes []plots.Box
	for _, b := range shown {
		h := history(a, now, b)
		boxes = append(boxes, plots.Box{Position: b, Squares: h.Squares, Beads: h.Contents[0].Beads})
	}
	return plots.Matchboxes(name, a.Career.Tally.Games(), boxes), nil
}
