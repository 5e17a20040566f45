package report

import (
	"context"
	"fmt"
	"slices"

	"menace/arena"
	"menace/board"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// Curves returns the learning curves of agents, with a row for each checkpoint.
func Curves(ctx context.Context, l *lab.Lab, agents []string) Table {
	fields := []field[checkpoint]{
		named("games", "games that the agent had played", func(p checkpoint) any { return p.Tally.Games() }),
	}
	fields = append(fields, pointFields(func(p checkpoint) arena.Point { return p.Point })...)
	fields = append(fields,
		named("beads", "beads in all boxes", func(p checkpoint) any { return p.beads }),
		named("opening_beads", "beads in the opening boxes", func(p checkpoint) any { return p.opening }))
	for s := range board.Square(board.Squares) {
		fields = append(fields, named(fmt.Sprintf("opening_%d_beads", s.Number()),
			fmt.Sprintf("tic-tac-toe: beads for square %d in the first player's opening box; "+
				"empty if the square shares the beads of a symmetric one", s.Number()),
			func(p checkpoint) any { return p.moves[symmetry.Place(s)] }))
	}
	return ofAgents(ctx, l, agents, fields, func(a *data.Agent) ([]checkpoint, error) {
		curve, err := l.Curve(ctx, a)
		points := make([]checkpoint, len(curve))
		opening := a.Machine.Buckets()[0]
		for i, p := range curve {
			c := checkpoint{Point: p, moves: map[symmetry.Move]any{}}
			nth := 0
			for bead := range a.Machine.Beads() {
				count := p.Counts[nth]
				if c.beads += count; bead.Moves == opening {
					c.opening += count
				}
				if bead.Moves == 0 {
					c.moves[bead.Move] = count
				}
				nth++
			}
			points[i] = c
		}
		return points, err
	})
}

// checkpoint is a point of an agent's curve with the beads counted.
type checkpoint struct {
	arena.Point
	beads, opening int64
	moves          map[symmetry.Move]any // the beads of each move of the first player's opening box
}

// pointFields returns the fields of a checkpoint: the games so far, and the exact strength of the machine.
func pointFields[R any](point func(R) arena.Point) []field[R] {
	fields := []field[R]{
		named("win_games", "games won so far", func(r R) any { return point(r).Tally.Win }),
		named("draw_games", "games drawn so far", func(r R) any { return point(r).Tally.Draw }),
		named("loss_games", "games lost so far", func(r R) any { return point(r).Tally.Loss }),
		named("resigned_games", "of the games lost, those that the machine resigned",
			func(r R) any { return point(r).Tally.Resigned }),
	}
	return slices.Concat(fields,
		wdlFields("random", "random play", func(r R) arena.WDL { return point(r).Random }),
		wdlFields("perfect", "perfect play", func(r R) arena.WDL { return point(r).Perfect }),
		wdlFields("worst", "the reply that makes wins minus losses smallest and, among equals, beats the machine most "+
			"often", func(r R) arena.WDL { return point(r).Worst }),
		[]field[R]{named("worst_value_per_game", "wins minus losses against that reply",
			func(r R) any { return point(r).Worst.Value() })},
		wdlFields("most_losses", "the reply that beats the machine most often and, among equals, draws least; "+
			"empty where an earlier version stored the row without its boxes",
			func(r R) arena.WDL { return point(r).MostLosses }))
}

// wdlFields returns the fields of one pairing. They have no values if the game has no such opponent.
func wdlFields[R any](name, against string, wdl func(R) arena.WDL) []field[R] {
	fields := make([]field[R], 3)
	for i, result := range []string{"win", "draw", "loss"} {
		fields[i] = named(name+"_"+result+"_probability", "exact probability of a "+result+" against "+against,
			func(r R) any {
				p := wdl(r)
				return unless(p == (arena.WDL{}), [...]float64{p.Win, p.Draw, p.Loss}[i])
			})
	}
	return fields
}

// StrengthTable returns a text table of the exact probabilities of an agent's results, with a row for each opponent and
// for each of its two worst replies. For most losses it shows only the losses, because replies that beat the agent
// equally often may differ in wins and draws.
func StrengthTable(s lab.Strength) Table {
	list := slices.Clone(s.Against)
	for i := range list {
		list[i].Opponent = "against " + list[i].Opponent
	}
	const most = "most losses"
	list = append(list, lab.Against{Opponent: "worst case", WDL: s.WorstCase.WDL},
		lab.Against{Opponent: most, WDL: s.MostLosses})
	t := tabulate([]field[lab.Against]{
		titled("exact probabilities", func(a lab.Against) any { return a.Opponent }),
		titled("win", func(a lab.Against) any { return unless(a.Opponent == most, words.Percent(a.Win)) }),
		titled("draw", func(a lab.Against) any { return unless(a.Opponent == most, words.Percent(a.Draw)) }),
		percent("loss", func(a lab.Against) float64 { return a.Loss }),
		titled("wins − losses", func(a lab.Against) any { return unless(a.Opponent == most, words.Signed(a.Value())) }),
	}, rows(list))
	t.Right = 1
	return t
}

// Beads returns the current content of the boxes of agents, with a row for each move of each box.
func Beads(ctx context.Context, l *lab.Lab, agents []string) Table {
	type row struct {
		agent *data.Agent
		bead  menace.Bead
	}
	fields := []field[row]{
		named("moves_played", "moves of both sides before the box is opened", func(r row) any { return r.bead.Moves }),
		named("position_code", "code of the canonical position: a number in base 3, where a piece of the first "+
			"player is 2, of the second 1, an empty square 0 and the last square the units digit",
			func(r row) any { return int(r.bead.Code) }),
		named("position", "the canonical position, row by row",
			func(r row) any { return r.agent.Machine.Graph().Format(r.bead.Code) }),
		named("move", "the move that the beads are for: its square, 1 to 9 row by row, "+
			"or the squares from and to, as in 7-4",
			func(r row) any { return r.bead.Move.String() }),
		named("beads", "beads for this move in the box", func(r row) any { return r.bead.Count }),
		named("probability", "probability that a bead for this move is drawn; empty if the box is", func(r row) any {
			graph := r.agent.Machine.Graph()
			orbit, _ := graph.Find(r.bead.Code)
			box, _ := r.agent.Machine.Box(orbit)
			return unless(box.Total() == 0, box.Chance(slices.Index(graph.Moves(orbit), r.bead.Move)))
		}),
	}
	return ofAgents(ctx, l, agents, fields, func(a *data.Agent) (rows []row, err error) {
		for bead := range a.Machine.Beads() {
			rows = append(rows, row{a, bead})
		}
		return rows, nil
	})
}

// Games returns the games that people played against agents, with a row for each game.
func Games(ctx context.Context, l *lab.Lab, agents []string) Table {
	type row = data.Game
	return ofAgents(ctx, l, agents, []field[row]{
		named("game", "number of the game among those of the agent, from 1", func(r row) any { return r.ID }),
		named("moves", "moves in the order of play: squares, 1 to 9 row by row, or squares from and to, as in 7-4 2-4",
			func(r row) any { return r.Moves }),
		named("agent_result", "win, draw or loss for the agent", func(r row) any { return r.Result }),
		named("resigned_by", "who resigned, agent or person; empty if nobody did",
			func(r row) any { return unless(r.Resigned == "", r.Resigned) }),
		named("agent_learned", "true if the agent learned from the game", func(r row) any { return r.Learned }),
		named("seed", "seed of the agent's draws", func(r row) any { return r.Seed }),
		named("played_utc", "when the game ended, as RFC 3339 writes it", func(r row) any { return r.Played }),
	}, func(a *data.Agent) ([]row, error) { return l.Games(ctx, a) })
}

// ofAgents returns a table with the rows of one agent after another. It adds the first and the last field.
func ofAgents[R any](
	ctx context.Context, l *lab.Lab, agents []string, fields []field[R], read func(*data.Agent) ([]R, error),
) Table {
	type rowOf struct {
		agent    string
		versions []string
		row      R
	}
	all := []field[rowOf]{named("agent", "name of the agent", func(r rowOf) any { return r.agent })}
	for _, f := range fields {
		all = append(all, field[rowOf]{f.Column, func(r rowOf) any { return f.of(r.row) }})
	}
	all = append(all, versionField(func(r rowOf) []string { return r.versions }))
	return tabulate(all, func(yield func(rowOf, error) bool) {
		for _, name := range agents {
			var rows []R
			var sessions []data.Session
			a, err := l.Agent(ctx, name)
			if err == nil {
				rows, err = read(a)
			}
			if err == nil {
				sessions, err = l.Sessions(ctx, a)
			}
			if err != nil {
				yield(rowOf{}, err)
				return
			}
			var versions []string
			for _, s := range sessions {
				if !slices.Contains(versions, s.Version) {
					versions = append(versions, s.Version)
				}
			}
			for _, row := range rows {
				if !yield(rowOf{name, versions, row}, nil) {
					return
				}
			}
		}
	})
}
