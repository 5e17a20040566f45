package machines

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"menace/cmd/menace/internal/boards"
	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/sentences"
	"menace/cmd/menace/internal/tables"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/menace/arena"
	"menace/symmetry"
)

// pupilPrefix begins a word that means all games of a pupil.
const pupilPrefix = "pupil:"

// whoTaught prints the games that changed a box or, if games are named, the machine that would have resulted without
// them.
func whoTaught(ctx context.Context, con *term.IO, db *data.DB, o manageOptions) error {
	a, err := db.Load(ctx, o.Words[0])
	if err != nil {
		return err
	}
	position := a.Machine.Graph().Code(a.Machine.Openings()[0])
	if o.Position != "" {
		if position, err = boards.BoxOf(a.Name, a.Machine, o.Position); err != nil {
			return err
		}
	}
	l, err := agents.NewLineage(ctx, db, a)
	if err != nil {
		return err
	}
	if len(o.Words) > 1 {
		return printWithout(ctx, con, a, l, o.Words[1:])
	}
	printTeachers(con, a.Machine, position, l)
	return nil
}

func printTeachers(con *term.IO, m *menace.Machine, position symmetry.Position, l *agents.Lineage) {
	orbit, _ := m.Graph().Find(position)
	var rows [][]string
	for _, c := range l.Teachers(orbit) {
		pupil := ""
		if c.Pupil > 0 {
			pupil = fmt.Sprint(pupilPrefix, c.Pupil)
		}
		rows = append(rows, []string{fmt.Sprint(c.ID), c.Played.Local().Format(time.DateTime), pupil, c.Result,
			c.Move.String(), words.Count(c.Before), words.Count(c.After)})
	}
	con.Say("Box %d, %s\n", m.Number(orbit), m.Graph().Format(m.Graph().Code(orbit)))
	if len(rows) == 0 {
		con.Say("No game with a person has changed it.")
		return
	}
	con.Table(tables.Text{Right: 5, Lines: rows, Spare: []string{"played"},
		Headings: []string{"game", "played", "pupil", "result", "move", "beads", "after"}})
}

// printWithout compares a machine with the one that would have resulted without the named games and pupils.
func printWithout(ctx context.Context, con *term.IO, a *data.Agent, l *agents.Lineage, named []string) error {
	games, pupils := map[int64]bool{}, map[int]bool{}
	for _, word := range named {
		pupil, isPupil := strings.CutPrefix(word, pupilPrefix)
		n, err := strconv.ParseInt(pupil, 10, 32)
		if err != nil || n < 1 {
			return mistake.Errorf("%q is neither the number of a game nor a pupil, as in %s3", word, pupilPrefix)
		}
		if isPupil {
			pupils[int(n)] = true
		} else {
			games[n] = true
		}
	}
	w, err := l.Without(ctx, func(g data.PlayedGame) bool { return games[g.ID] || pupils[g.Pupil] })
	if err != nil {
		return err
	}
	if w.Left == 0 {
		return mistake.Refused("machine %q has learned from none of these games", a.Name)
	}
	side := a.Machine.Rules().Plays
	row := func(name string, p arena.Point) []string {
		return []string{name, words.Percent(p.Random.Win), words.Percent(p.Perfect.Loss),
			words.Percent(p.MostLosses.Loss)}
	}
	con.Table(tables.Text{Right: 1, Headings: []string{a.Name, "beats random", "loses to perfect", "loses at most"},
		Lines: [][]string{
			row("as it is", arena.Measure(a.Machine, side, a.Career.Tally)),
			row("without", arena.Measure(w.Machine, side, arena.Tally{})),
		}})
	con.Say("")
	for _, line := range w.Describe(sentences.English) {
		con.Say("%s", line)
	}
	return nil
}
