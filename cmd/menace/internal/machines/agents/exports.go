package agents

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"menace/board"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/menace/tidy"
	"menace/symmetry"
)

// Curves returns the learning curves of agents, with a row for each checkpoint.
func Curves(ctx context.Context, db *data.DB, agents []string) tidy.Table {
	return exportRows(ctx, db, agents, db.Curve, func(c *tidy.Columns, m *menace.Machine, p arena.Point) {
		kinds, opens := slices.Collect(m.Beads()), map[symmetry.Position]bool{}
		for _, o := range m.Openings() {
			opens[m.Graph().Code(o)] = true
		}
		var all, opening int64
		moves := map[symmetry.Move]any{} // the beads of each move of the first player's opening box
		for i, count := range p.Counts {
			if all += count; opens[kinds[i].Code] {
				opening += count
			}
			if kinds[i].Moves == 0 {
				moves[kinds[i].Move] = count
			}
		}
		c.Add("games", p.Tally.Games())
		p.AddTo(c)
		c.Add("beads", all)
		c.Add("opening_beads", opening)
		for s := range board.Square(board.Squares) {
			c.Add(fmt.Sprintf("opening_beads_%d", s.Number()), moves[symmetry.Place(s)])
		}
	})
}

// TallyTable returns a table of the results of games. Each row is made by [sentences.Tally].
func TallyTable(rows [][]string) tables.Text {
	headings := []string{"", "games", "won", "drawn", "lost", "of these resigned"}
	return tables.Text{Right: 1, Headings: headings, Lines: rows}
}

// StrengthTable returns a table of the exact probabilities of an agent's results, with a row for each opponent and for
// each of its two worst replies. For most losses it shows only the losses, because replies that beat the agent equally
// often may differ in wins and draws.
func StrengthTable(s Strength) tables.Text {
	t := tables.Text{Right: 1, Headings: []string{"exact probabilities", "win", "draw", "loss", "wins − losses"}}
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
func Beads(ctx context.Context, db *data.DB, agents []string) tidy.Table {
	read := func(_ context.Context, a *data.Agent) ([]menace.Bead, error) {
		return slices.Collect(a.Machine.Beads()), nil
	}
	return exportRows(ctx, db, agents, read, func(c *tidy.Columns, m *menace.Machine, b menace.Bead) {
		orbit, _ := m.Graph().Find(b.Code)
		box, _ := m.Box(orbit)
		c.Add("box", m.Number(orbit))
		c.Add("moves_played", b.Moves)
		c.Add("position_code", int(b.Code))
		c.Add("position", m.Graph().Format(b.Code))
		c.Add("move", b.Move.ForTables())
		c.Add("beads", b.Count)
		c.Add("probability", float64(b.Count)/float64(box.Total())) // unknown if the box is empty
	})
}

// Games returns the games that people played against agents, with a row for each game.
func Games(ctx context.Context, db *data.DB, agents []string) tidy.Table {
	return exportRows(ctx, db, agents, db.Games, func(c *tidy.Columns, _ *menace.Machine, g data.PlayedGame) {
		c.Add("game", g.ID)
		c.Add("moves", movesForTables(g.Moves))
		c.Add("result", g.Result)
		c.Add("resigned_by", tidy.Unless(g.Resigned == "", g.Resigned))
		c.Add("learned", g.Learned)
		c.Add("seed", g.Seed)
		c.Add("played", g.Played)
	})
}

// movesForTables formats the moves of a game like [symmetry.Move.ForTables].
func movesForTables(moves string) string { return strings.ReplaceAll(moves, "-", ">") }

// exportRows exports the rows of several agents, agent by agent. It adds the first and the last column.
func exportRows[R any](
	ctx context.Context, db *data.DB, agents []string, read func(context.Context, *data.Agent) ([]R, error),
	add func(*tidy.Columns, *menace.Machine, R),
) tidy.Table {
	type rowOf struct {
		*data.Agent
		versions []string
		row      R
	}
	rows := func(yield func(rowOf, error) bool) {
		for _, name := range agents {
			var rows []R
			var sessions []data.Session
			a, err := db.Load(ctx, name)
			if err == nil {
				rows, err = read(ctx, a)
			}
			if err == nil {
				sessions, err = db.Sessions(ctx, a)
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
	return tidy.FromRows(rows, func(c *tidy.Columns, r rowOf) {
		a := cmp.Or(r.Agent, &none)
		c.Add("agent", a.Name)
		add(c, a.Machine, r.row)
		c.Add("version", tidy.Unless(len(r.versions) == 0, strings.Join(r.versions, " ")))
	})
}
