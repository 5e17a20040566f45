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
func Curves(ctx context.Context, l *lab.Lab, agents []string) Export {
	fields := slices.Concat(
		[]field[checkpoint]{{"games", func(p checkpoint) any { return p.Tally.Games() }}},
		pointFields(func(p checkpoint) arena.Point { return p.Point }),
		[]field[checkpoint]{
			{"beads", func(p checkpoint) any { return p.beads }},
			{"opening_beads", func(p checkpoint) any { return p.opening }},
		})
	for s := range board.Square(board.Squares) {
		fields = append(fields, field[checkpoint]{fmt.Sprintf("opening_%d_beads", s.Number()),
			func(p checkpoint) any { return p.moves[symmetry.Place(s)] }})
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
		{"win_games", func(r R) any { return point(r).Tally.Win }},
		{"draw_games", func(r R) any { return point(r).Tally.Draw }},
		{"loss_games", func(r R) any { return point(r).Tally.Loss }},
		{"resigned_games", func(r R) any { return point(r).Tally.Resigned }},
	}
	return slices.Concat(fields,
		wdlFields("random", func(r R) arena.WDL { return point(r).Random }),
		wdlFields("perfect", func(r R) arena.WDL { return point(r).Perfect }),
		wdlFields("worst", func(r R) arena.WDL { return point(r).Worst }),
		[]field[R]{{"worst_value_per_game", func(r R) any { return point(r).Worst.Value() }}},
		wdlFields("most_losses", func(r R) arena.WDL { return point(r).MostLosses }))
}

// wdlFields returns the fields of one pairing. They have no values if the game has no such opponent.
func wdlFields[R any](name string, of func(R) arena.WDL) []field[R] {
	one := func(result string, value func(arena.WDL) float64) field[R] {
		return field[R]{name + "_" + result + "_probability", func(r R) any {
			p := of(r)
			return unless(p == (arena.WDL{}), value(p))
		}}
	}
	return []field[R]{
		one("win", func(p arena.WDL) float64 { return p.Win }),
		one("draw", func(p arena.WDL) float64 { return p.Draw }),
		one("loss", func(p arena.WDL) float64 { return p.Loss }),
	}
}

// StrengthTable returns a table of the exact probabilities of an agent's results, with a row for each opponent and for
// each of its two worst replies. For most losses it shows only the losses, because replies that beat the agent equally
// often may differ in wins and draws.
func StrengthTable(s lab.Strength) Table {
	t := Table{Right: 1, Headings: []string{"exact probabilities", "win", "draw", "loss", "wins − losses"}}
	add := func(name string, p arena.WDL) {
		t.Lines = append(t.Lines, []string{name, words.Percent(p.Win), words.Percent(p.Draw), words.Percent(p.Loss),
			words.Signed(p.Value())})
	}
	for _, a := range s.Against {
		add("against "+a.Opponent, a.WDL)
	}
	add("worst case", s.WorstCase.WDL)
	t.Lines = append(t.Lines, []string{"most losses", "–", "–", words.Percent(s.MostLosses.Loss), "–"})
	return t
}

// Beads returns the current content of the boxes of agents, with a row for each move of each box.
func Beads(ctx context.Context, l *lab.Lab, agents []string) Export {
	type row struct {
		agent *data.Agent
		bead  menace.Bead
	}
	fields := []field[row]{
		{"moves_played", func(r row) any { return r.bead.Moves }},
		{"position_code", func(r row) any { return int(r.bead.Code) }},
		{"position", func(r row) any { return r.agent.Machine.Graph().Format(r.bead.Code) }},
		{"move", func(r row) any { return r.bead.Move.String() }},
		{"beads", func(r row) any { return r.bead.Count }},
		{"probability", func(r row) any {
			graph := r.agent.Machine.Graph()
			orbit, _ := graph.Find(r.bead.Code)
			box, _ := r.agent.Machine.Box(orbit)
			return unless(box.Total() == 0, box.Chance(slices.Index(graph.Moves(orbit), r.bead.Move)))
		}},
	}
	return ofAgents(ctx, l, agents, fields, func(a *data.Agent) (rows []row, err error) {
		for bead := range a.Machine.Beads() {
			rows = append(rows, row{a, bead})
		}
		return rows, nil
	})
}

// Games returns the games that people played against agents, with a row for each game.
func Games(ctx context.Context, l *lab.Lab, agents []string) Export {
	type row = data.Game
	return ofAgents(ctx, l, agents, []field[row]{
		{"game", func(r row) any { return r.ID }},
		{"moves", func(r row) any { return r.Moves }},
		{"agent_result", func(r row) any { return r.Result }},
		{"resigned_by", func(r row) any { return unless(r.Resigned == "", r.Resigned) }},
		{"agent_learned", func(r row) any { return r.Learned }},
		{"seed", func(r row) any { return r.Seed }},
		{"played_utc", func(r row) any { return r.Played }},
	}, func(a *data.Agent) ([]row, error) { return l.Games(ctx, a) })
}

// ofAgents exports the rows of one agent after another. It adds the first and the last field.
func ofAgents[R any](
	ctx context.Context, l *lab.Lab, agents []string, fields []field[R], read func(*data.Agent) ([]R, error),
) Export {
	type rowOf struct {
		agent    string
		versions []string
		row      R
	}
	all := []field[rowOf]{{"agent", func(r rowOf) any { return r.agent }}}
	for _, f := range fields {
		all = append(all, field[rowOf]{f.heading, func(r rowOf) any { return f.of(r.row) }})
	}
	all = append(all, versionField(func(r rowOf) []string { return r.versions })...)
	return newExport(all, func(yield func(rowOf, error) bool) {
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
