package figures

import (
	"context"
	"slices"

	"menace/arena"
	"menace/board"
	"menace/cmd/menace/internal/lab"
	"menace/data"
	"menace/plots"
	"menace/symmetry"
)

// curve loads an agent that has played, with its curve.
func curve(ctx context.Context, l *lab.Lab, name string) (*data.Agent, []arena.Point, error) {
	a, err := l.Agent(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	if a.Career.Tally.Games() == 0 {
		return nil, nil, &lab.UnplayedError{Agent: name}
	}
	curve, err := l.Curve(ctx, a)
	return a, curve, err
}

// machines reads what the figures of curves need of agents.
func machines(ctx context.Context, l *lab.Lab, names []string) (s plots.Series, err error) {
	for _, name := range names {
		a, curve, err := curve(ctx, l, name)
		if err != nil {
			return s, err
		}
		sessions, err := l.Sessions(ctx, a)
		if err != nil {
			return s, err
		}
		games, err := l.Games(ctx, a)
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

// histories reads what boxes of agents held.
func histories(ctx context.Context, l *lab.Lab, names []string, which lab.Selection) (list []plots.History, err error) {
	for _, name := range names {
		a, curve, err := curve(ctx, l, name)
		if err != nil {
			return nil, err
		}
		positions, err := positions(a, which)
		if err != nil {
			return nil, err
		}
		for _, b := range positions {
			list = append(list, history(a, curve, b))
		}
	}
	return list, nil
}

// positions returns the positions of the boxes selected, or else of the opening boxes. A position that was
// given stays turned as it is.
func positions(a *data.Agent, which lab.Selection) (list []board.Board, err error) {
	if which.Position == nil && which.Moves == lab.AllMoves {
		which.Moves = a.Machine.Buckets()[0]
	}
	orbits, err := lab.Boxes(a, which)
	if err == nil && which.Position != nil {
		return []board.Board{*which.Position}, nil
	}
	for _, o := range orbits {
		list = append(list, o.Board())
	}
	return list, err
}

// history follows the box of a position through a curve. Its squares are turned like the position.
func history(a *data.Agent, curve []arena.Point, b board.Board) plots.History {
	orbit, to := symmetry.Find(b)
	back := to.Inverse()
	h := plots.History{
		Name: a.Name, Position: b, Squares: back.Mask(a.Machine.Squares(orbit)),
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

// poster draws boxes of an agent as they are now.
func poster(ctx context.Context, l *lab.Lab, name string, which lab.Selection) (plots.Drawing, error) {
	a, err := l.Agent(ctx, name)
	if err != nil {
		return nil, err
	}
	positions, err := positions(a, which)
	if err != nil {
		return nil, err
	}
	now := []arena.Point{{Counts: a.Machine.Counts()}}
	var boxes []plots.Box
	for _, b := range positions {
		h := history(a, now, b)
		boxes = append(boxes, plots.Box{Position: b, Squares: h.Squares, Beads: h.Contents[0].Beads})
	}
	return plots.Matchboxes(name, a.Career.Tally.Games(), boxes), nil
}
