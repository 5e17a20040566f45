package command

import (
	"context"
	"fmt"
	"time"

	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
)

// listAgents lists the agents.
func listAgents(ctx context.Context, con *console.IO, l *lab.Lab, o agentsOptions) error {
	agents, err := l.ReportAgents(ctx)
	if err != nil {
		return err
	}
	var rows [][]string
	for _, a := range agents {
		if a.Damaged != "" {
			con.Note("%s", a.Damaged)
			continue
		}
		rows = append(rows, []string{a.Agent, string(a.Rules.Plays), words.Rules(a.Rules),
			a.Changed.Local().Format("2006-01-02 15:04"),
			words.Count(a.Games), words.Share(a.Win, a.Games), words.Share(a.Draw, a.Games),
			words.Share(a.Loss, a.Games),
			words.Count(a.Beads)})
	}
	switch {
	case o.JSON:
		return con.JSON(agents)
	case len(rows) == 0:
		con.Note("there are no agents to list; `menace train --games 10000` makes one")
	default:
		con.Table(4, []string{"agent", "plays", "rules", "changed", "games", "won", "drawn", "lost", "beads"}, rows,
			"changed", "beads", "drawn")
	}
	return nil
}

// showAgent shows an agent.
func showAgent(ctx context.Context, con *console.IO, l *lab.Lab, o agentsOptions) error {
	r, err := l.ReportAgent(ctx, o.Words[0])
	if err != nil {
		return err
	}
	if o.JSON {
		return con.JSON(r)
	}
	con.Say("%s plays %s, %s rules\n", console.Bold(r.Agent), r.Rules.Plays, words.Rules(r.Rules))
	printRecord(con, r)
	printSessions(con, r.Sessions)
	printGames(con, r.Played)
	return nil
}

// printRecord prints the rules of an agent and what it has done.
func printRecord(con *console.IO, r lab.AgentReport) {
	var rows [][]string
	for _, rule := range menace.Table {
		rows = append(rows, []string{"--" + rule.Name, rule.Text(r.Rules)})
	}
	rows = append(rows,
		[]string{"seed", fmt.Sprint(r.Seed)},
		[]string{"beads", words.Count(r.Beads)},
		[]string{"games", fmt.Sprintf("%s: %s won, %s drawn, %s lost (%s resigned)",
			words.Count(r.Games), words.Count(r.Win), words.Count(r.Draw), words.Count(r.Loss),
			words.Count(r.Resigned))},
		[]string{"created", r.Created.Local().Format(time.DateTime)},
		[]string{"changed", r.Changed.Local().Format(time.DateTime)})
	if r.Bankrupt {
		rows = append(rows, []string{"bankrupt", words.Openings(r.Rules.Plays) + " empty: it resigns every game"})
	}
	con.Table(2, []string{"rule", ""}, rows)
}

func printSessions(con *console.IO, sessions []data.Session) {
	if len(sessions) == 0 {
		return
	}
	var rows [][]string
	for _, s := range sessions {
		opponent := s.Opponent
		if s.BothLearn {
			opponent += " (both learn)"
		}
		row := []string{s.Started.Local().Format(time.DateTime), opponent, fmt.Sprint(s.Seed), words.Count(s.Start)}
		rows = append(rows, append(append(row, words.Tally(s.Tally)...), fmt.Sprintf("%.2f", s.Seconds)))
	}
	con.Print("\n")
	con.Table(2, []string{"trained", "against", "seed", "from game", "games", "won", "drawn", "lost",
		"resigned", "seconds"}, rows,
		"seconds", "resigned", "seed", "from game", "trained")
}

func printGames(con *console.IO, games []data.Game) {
	if len(games) == 0 {
		return
	}
	var rows [][]string
	for _, g := range games {
		ending := g.Result
		if g.Resigned != "" {
			ending += ", " + g.Resigned + " resigned"
		}
		if !g.Learned {
			ending += ", not learned"
		}
		rows = append(rows, []string{fmt.Sprint(g.ID), g.Played.Local().Format(time.DateTime), g.Moves, ending})
	}
	con.Print("\n")
	con.Table(4, []string{"game", "played", "moves", "result for the agent"}, rows)
}

// checkAgents checks the database for damage, and prints a line for each damaged part.
func checkAgents(ctx context.Context, con *console.IO, l *lab.Lab, o agentsOptions) error {
	name := ""
	if len(o.Words) > 0 {
		name = o.Words[0]
	}
	r, err := l.Check(ctx, name)
	switch {
	case err != nil:
		return err
	case o.JSON:
		err = con.JSON(r)
	case len(r.Damaged) == 0:
		con.Print("ok: %s, %s\n", words.Plural(r.Agents, "agent"), words.Plural(r.Experiments, "experiment"))
	}
	if err != nil || len(r.Damaged) == 0 {
		return err
	}
	if !o.JSON {
		for _, line := range r.Damaged {
			con.Print("%s\n", console.Plain(line))
		}
	}
	return fmt.Errorf("%s has %s", o.DB, words.Plural(len(r.Damaged), "damaged part"))
}
