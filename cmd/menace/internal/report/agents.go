package report

import (
	"cmp"
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
	return ofAgents(ctx, l, agents, l.Curve, func(c *columns, m *menace.Machine, p arena.Point) {
		kinds, buckets := slices.Collect(m.Beads()), m.Buckets()
		var all, opening int64
		moves := map[symmetry.Move]any{} // the beads of each move of the first player's opening box
		for i, count := range p.Counts {
			if all += count; kinds[i].Moves == buckets[0] {
				opening += count
			}
			if kinds[i].Moves == 0 {
				moves[kinds[i].Move] = count
			}
		}
		c.add("games", p.Tally.Games())
		c.point(p)
		c.add("beads", all)
		c.add("opening_beads", opening)
		for s := range board.Square(board.Squares) {
			c.add(fmt.Sprintf("opening_%d_beads", s.Number()), moves[symmetry.Place(s)])
		}
	})
}

// point adds the games up to a checkpoint, and the exact strength of the machine.
func (c *columns) point(p arena.Point) {
	c.add("win_games", p.Tally.Win)
	c.add("draw_games", p.Tally.Draw)
	c.add("loss_games", p.Tally.Loss)
	c.add("resigned_games", p.Tally.Resigned)
	c.wdl("random", p.Random)
	c.wdl("perfect", p.Perfect)
	c.wdl("worst", p.Worst)
	c.add("worst_value_per_game", p.Worst.Value())
	c.wdl("most_losses", p.MostLosses)
}

// wdl adds the probabilities against an opponent. They have no values if the game has no such opponent.
func (c *columns) wdl(opponent string, p arena.WDL) {
	unknown := p == (arena.WDL{})
	c.add(opponent+"_win_probability", unless(unknown, p.Win))
	c.add(opponent+"_draw_probability", unless(unknown, p.Draw))
	c.add(opponent+"_loss_probability", unless(unknown, p.Loss))
}

// TallyTable returns a table of the results of games, with a row made by [words.Tally] for each opponent or run.
func TallyTable(title string, rows [][]string) Table {
	return Table{Right: 1, Headings: []string{title, "games", "won", "drawn", "lost", "of these resigned"}, Lines: rows}
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
	read := func(_ context.Context, a *data.Agent) ([]menace.Bead, error) {
		return slices.Collect(a.Machine.Beads()), nil
	}
	return ofAgents(ctx, l, agents, read, func(c *columns, m *menace.Machine, b menace.Bead) {
		orbit, _ := m.Graph().Find(b.Code)
		box, _ := m.Box(orbit)
		c.add("moves_played", b.Moves)
		c.add("position_code", int(b.Code))
		c.add("position", m.Graph().Format(b.Code))
		c.add("move", b.Move.String())
		c.add("beads", b.Count)
		c.add("probability", float64(b.Count)/float64(box.Total())) // unknown if the box is empty
	})
}

// Games returns the games that people played against agents, with a row for each game.
func Games(ctx context.Context, l *lab.Lab, agents []string) Export {
	return ofAgents(ctx, l, agents, l.Games, func(c *columns, _ *menace.Machine, g data.Game) {
		c.add("game", g.ID)
		c.add("moves", g.Moves)
		c.add("agent_result", g.Result)
		c.add("resigned_by", unless(g.Resigned == "", g.Resigned))
		c.add("agent_learned", g.Learned)
		c.add("seed", g.Seed)
		c.add("played_utc", g.Played)
	})
}

// ofAgents exports the rows of one agent after another. It adds the first and the last column.
func ofAgents[R any](
	ctx context.Context, l *lab.Lab, agents []string, read func(context.Context, *data.Agent) ([]R, error),
	add func(*columns, *menace.Machine, R),
) Export {
	type rowOf struct {
		*data.Agent
		versions []string
		row      R
	}
	rows := func(yield func(rowOf, error) bool) {
		for _, name := range agents {
			var rows []R
			var sessions []data.Session
			a, err := l.Agent(ctx, name)
			if err == nil {
				rows, err = read(ctx, a)
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
				if !yield(rowOf{a, versions, row}, nil) {
					return
				}
			}
		}
	}
	none := data.Agent{Machine: menace.New(menace.Michie())} // for the headings
	return newExport(rows, func(c *columns, r rowOf) {
		a := cmp.Or(r.Agent, &none)
		c.add("agent", a.Name)
		add(c, a.Machine, r.row)
		c.versions(r.versions)
	})
}
