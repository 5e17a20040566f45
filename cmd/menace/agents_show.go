package main

import (
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"menace/arena"
	"menace/data"
	"menace/menace"
)

// agentReport is an agent as JSON.
type agentReport struct {
	Agent string       `json:"agent"`
	Rules menace.Rules `json:"rules"`
	Seed  int64        `json:"seed"`
	Games int64        `json:"games"`
	arena.Tally
	Bankrupt bool           `json:"bankrupt"`
	Beads    int64          `json:"beads"`
	Created  time.Time      `json:"created"`
	Changed  time.Time      `json:"changed"`
	Sessions []data.Session `json:"sessions,omitzero"`
	Played   []data.Game    `json:"games_with_people,omitzero"`
}

func reportAgent(a *data.Agent) agentReport {
	return agentReport{
		Agent: a.Name, Rules: a.Machine.Rules(), Seed: a.Seed, Games: a.Career.Tally.Games(), Tally: a.Career.Tally,
		Bankrupt: a.Machine.Bankrupt(), Beads: a.Machine.Total(), Created: a.Created, Changed: a.Changed,
	}
}

func (p *program) listAgents(c *cli.Context, db *data.DB, _ []string) error {
	agents, err := db.Agents(c.Context)
	if err != nil {
		return err
	}
	reports := []agentReport{}
	var rows [][]string
	for _, a := range agents {
		r := reportAgent(a)
		reports = append(reports, r)
		rows = append(rows, []string{r.Agent, string(r.Rules.Plays), describeRules(r.Rules), r.Changed.Local().Format("2006-01-02 15:04"),
			count(r.Games), share(r.Win, r.Games), share(r.Draw, r.Games), share(r.Loss, r.Games), count(r.Beads)})
	}
	switch {
	case c.Bool("json"):
		return p.printJSON(reports)
	case len(rows) == 0:
		fmt.Fprintln(p.stderr, "there are no agents yet; `menace train --games 10000` makes one")
	default:
		printTable(p.stdout, 4, []string{"agent", "plays", "rules", "changed", "games", "won", "drawn", "lost", "beads"}, rows)
	}
	return nil
}

// share writes a part of a number of games as a percentage.
func share(part, games int64) string {
	if games == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(games))
}

func (p *program) showAgent(c *cli.Context, db *data.DB, names []string) error {
	a, err := db.Load(c.Context, names[0])
	if err != nil {
		return err
	}
	r := reportAgent(a)
	if r.Sessions, err = db.Sessions(c.Context, a); err != nil {
		return err
	}
	if r.Played, err = db.Games(c.Context, a); err != nil {
		return err
	}
	if c.Bool("json") {
		return p.printJSON(r)
	}
	p.printAgent(r)
	return nil
}

func (p *program) printAgent(r agentReport) {
	fmt.Fprintf(p.stdout, "%s plays %s, %s rules\n\n", bold.Render(r.Agent), r.Rules.Plays, describeRules(r.Rules))
	var rows [][]string
	for _, rule := range rulesByFlag(r.Rules) {
		rows = append(rows, []string{"--" + rule.flag, rule.value})
	}
	rows = append(rows,
		[]string{"seed", fmt.Sprint(r.Seed)},
		[]string{"beads", count(r.Beads)},
		[]string{"games", fmt.Sprintf("%s: %s won, %s drawn, %s lost (%s resigned)", count(r.Games), count(r.Win), count(r.Draw), count(r.Loss), count(r.Resigned))},
		[]string{"created", r.Created.Local().Format(time.DateTime)},
		[]string{"changed", r.Changed.Local().Format(time.DateTime)})
	if r.Bankrupt {
		rows = append(rows, []string{"bankrupt", "its opening box is empty: it resigns every game"})
	}
	printTable(p.stdout, 2, []string{"rule", ""}, rows)
	p.printSessions(r.Sessions)
	p.printGames(r.Played)
}

func (p *program) printSessions(sessions []data.Session) {
	if len(sessions) == 0 {
		return
	}
	var rows [][]string
	for _, s := range sessions {
		opponent := s.Opponent
		if s.BothLearn {
			opponent += " (both learn)"
		}
		rows = append(rows, []string{s.Started.Local().Format(time.DateTime), opponent, fmt.Sprint(s.Seed), count(s.Start), count(s.Games),
			count(s.Win), count(s.Draw), count(s.Loss), count(s.Resigned), fmt.Sprintf("%.2f", s.Seconds)})
	}
	fmt.Fprintln(p.stdout)
	printTable(p.stdout, 2, []string{"trained", "against", "seed", "from game", "games", "won", "drawn", "lost", "resigned", "seconds"}, rows)
}

func (p *program) printGames(games []data.Game) {
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
	fmt.Fprintln(p.stdout)
	printTable(p.stdout, 4, []string{"game", "played", "squares", "result for the agent"}, rows)
}
