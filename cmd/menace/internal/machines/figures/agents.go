package figures

import (
	"context"
	"maps"
	"slices"

	"menace/cmd/menace/internal/boards"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/mistake"
	"menace/data"
	"menace/menace/arena"
	"menace/menace/option"
	"menace/minimax/games"
	"menace/plots"
	"menace/symmetry"
)

// eachCurve calls add for each agent with its curve. Each agent must have played, and all must play the same game.
func eachCurve(
	ctx context.Context, db *data.DB, names []string, add func(*data.Agent, []arena.Point) error,
) error {
	var first *data.Agent
	for _, name := range names {
		a, err := db.Load(ctx, name)
		if err != nil {
			return err
		}
		if a.Career.Tally.Games() == 0 {
			return &agents.UnplayedError{Agent: name}
		}
		if first == nil {
			first = a
		}
		if one, other := first.Machine.Graph().Name(), a.Machine.Graph().Name(); one != other {
			return mistake.Errorf("machine %q plays %s, but machine %q plays %s: a figure shows one game",
				first.Name, games.Short(one), name, games.Short(other))
		}
		curve, err := db.Curve(ctx, a)
		if err != nil {
			return err
		}
		if err := add(a, curve); err != nil {
			return err
		}
	}
	return nil
}

// agentSeries reads the series of agents for figures with curves.
func agentSeries(ctx context.Context, db *data.DB, names []string) (s plots.Series, err error) {
	err = eachCurve(ctx, db, names, func(a *data.Agent, curve []arena.Point) error {
		graph := a.Machine.Graph()
		s.Game, s.Drawless = games.Short(graph.Name()), !graph.Drawable()
		sessions, err := db.Sessions(ctx, a)
		if err != nil {
			return err
		}
		games, err := db.Games(ctx, a)
		if err != nil {
			return err
		}
		// The tally does not count games from which the machine did not learn.
		taught := slices.DeleteFunc(games, func(g data.PlayedGame) bool { return !g.Learned })
		met := spans(sessions, a.Career.Tally.Games(), int64(len(taught)))
		s.Lines = append(s.Lines, plots.Line{Name: a.Name, Met: met, Curve: curve})
		return nil
	})
	return s, err
}

// spans returns the opponents of an agent during its games, session by session. Games between sessions count as games
// against people if the agent learned from exactly as many games with people; otherwise their opponents are unknown.
func spans(sessions []data.Session, games, withPeople int64) (met []plots.Span) {
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
			met = append(met, plots.Span{Opponent: opponent, Games: until - at})
			at = until
		}
	}
	for i, s := range sessions {
		meet(unnamed, s.Start)
		if s.Opponent == data.Elsewhere {
			meet(plots.Unknown, at+s.Games)
			continue
		}
		for _, stint := range scheduled(s, agents.GamesInARow(sessions[:i], s.Opponent)) {
			meet(stint.Opponent, at+stint.Games)
		}
	}
	meet(unnamed, games)
	return met
}

// scheduled returns the opponents in a session, given the number of games of its schedule that were played before. A
// session with very many stints counts as one span against the whole schedule.
func scheduled(s data.Session, before int64) (met []plots.Span) {
	const most = 1000
	whole := []plots.Span{{Opponent: s.Opponent, Games: s.Games}}
	schedule, err := arena.Stints(s.Opponent)
	if err != nil || len(schedule) == 1 {
		return whole
	}
	for end := before + s.Games; before < end; {
		stint, left := schedule.At(before)
		games := min(left, end-before)
		met = append(met, plots.Span{Opponent: stint.Name, Games: games})
		if before += games; len(met) > most {
			return whole
		}
	}
	return met
}

// histories reads the content of the selected boxes of agents over time.
func histories(ctx context.Context, db *data.DB, names []string, position string) (list []plots.History, err error) {
	err = eachCurve(ctx, db, names, func(a *data.Agent, curve []arena.Point) error {
		positions, err := positions(a, position)
		if err != nil {
			return err
		}
		for _, p := range positions {
			list = append(list, history(a, curve, p))
		}
		return nil
	})
	return list, err
}

// positions returns the position given, or those of the opening boxes if it is "".
func positions(a *data.Agent, position string) (all []symmetry.Position, err error) {
	if position == "" {
		for _, o := range a.Machine.Openings() {
			all = append(all, a.Machine.Graph().Code(o))
		}
		return all, nil
	}
	p, err := boards.BoxOf(a.Name, a.Machine, position)
	return []symmetry.Position{p}, option.Wrong("position", err)
}

// history follows the box of a position through a curve. Its moves are in the orientation of the position.
func history(a *data.Agent, curve []arena.Point, position symmetry.Position) plots.History {
	graph := a.Machine.Graph()
	orbit, to := graph.Find(position)
	column := map[symmetry.Move]int{} // index of each move in the counts
	nth := 0
	for bead := range a.Machine.Beads() {
		if bead.Code == graph.Code(orbit) {
			column[to.Inverse().Move(bead.Move)] = nth
		}
		nth++
	}
	h := plots.History{Name: a.Name, Graph: graph, Position: position, Moves: slices.Sorted(maps.Keys(column))}
	for _, p := range curve {
		now := plots.Contents{Games: p.Games}
		for _, m := range h.Moves {
			now.Beads = append(now.Beads, p.Counts[column[m]])
		}
		h.Contents = append(h.Contents, now)
	}
	return h
}
