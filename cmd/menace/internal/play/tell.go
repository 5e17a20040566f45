package play

import (
	"context"
	"time"

	"menace/arena/match"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/symmetry"
)

// greet says who plays.
func (t *table) greet() {
	rules, games := t.sitting.Agent.Machine.Rules(), t.sitting.Agent.Career.Tally.Games()
	knows := "has learned from " + words.Plural(games, "game")
	if games == 0 {
		knows = "knows nothing yet: it draws its moves by luck"
	}
	graph := t.sitting.Agent.Machine.Graph()
	t.con.Say("MENACE %s plays %s, with %s, and %s. The seed is %d.",
		console.Bold(t.sitting.Agent.Name), rules.Plays, console.Player(graph, rules.Plays), knows, t.sitting.Match.Seed())
	t.con.Say("%s %s.", words.Does(t.other, "play"), console.Player(graph, rules.Plays.Other()))
}

// showEnd draws the last position of a game, unless it is on the screen already, and says who won.
func (t *table) showEnd(g *match.Game) {
	if t.sitting.Watched == nil && g.Resigned() != g.Side().Other() {
		t.con.Board(g.Graph(), g.Position())
	}
	t.con.Say("%s", console.Bold(words.Ending(g.Outcome(), g.Resigned(), g.Side(), t.other)))
	if g.Resigned() == g.Side() && !t.sitting.Agent.Machine.Bankrupt() {
		t.con.Say("From such a position MENACE always resigns. An agent made with --on-empty restock refills its boxes instead.")
	}
}

// showLessons says what became of each box that MENACE drew from.
func (t *table) showLessons(g *match.Game, lessons []match.Lesson) {
	switch {
	case !t.sitting.Learn:
		t.con.Say("MENACE learns nothing from this game (--no-learn).")
		return
	case len(lessons) == 0:
		t.con.Say(words.NothingDrawn)
		return
	}
	t.con.Say("\n%s", words.Reward(t.sitting.Agent.Machine.Rules(), g.Outcome()))
	heading := []string{"box", "drew", "beads", "in the box"}
	if t.con.Screen.Width < 60 {
		heading = heading[:3]
	}
	var rows [][]string
	for _, l := range lessons {
		row := []string{
			g.Graph().Format(l.Position), t.con.Bead(l.Move),
			words.Change(l.Beads, l.BeadsAfter), words.Change(l.Total, l.TotalAfter),
		}
		rows = append(rows, row[:len(heading)])
	}
	t.con.Table(1, heading, rows)
}

// showScore says how the match stands and what it has made of MENACE.
func (t *table) showScore() {
	m := t.sitting.Match
	drawn := t.sitting.Agent.Machine.Graph().Drawable()
	t.con.Say("\n%s%s", words.Standing(m.Score(), t.other, drawn), words.Total(m.Score(), drawn))
	if !t.sitting.Learn {
		t.con.Say("%s", words.Loses(m.LossRate()))
		return
	}
	t.con.Say("%s", words.LosesNow(m.LossRate(), m.LossRateBefore(), "match"))
}

// replay shows a stored game again.
func replay(ctx context.Context, con *console.IO, l *lab.Lab, o Options) error {
	a, err := l.Agent(ctx, o.Agent)
	if err != nil {
		return err
	}
	g, steps, err := l.Replay(ctx, a, o.Replay)
	if err != nil {
		return err
	}
	graph, side := a.Machine.Graph(), a.Machine.Rules().Plays
	con.Say("Game %d, played %s: MENACE %s plays %s, a person %s. The seed was %d.",
		g.ID, g.Played.Local().Format(time.DateTime), console.Bold(a.Name), console.Player(graph, side), console.Player(graph, side.Other()), g.Seed)
	for played, step := range steps {
		who := "The person"
		if symmetry.Turn(played) == side {
			who = "MENACE"
		}
		con.Say("%s takes %v.", who, step.Move)
		if err := look(ctx, con, graph, step.Position, o.Delay); err != nil {
			return err
		}
	}
	con.Say("%s", console.Bold(words.Ending(g.End(side), g.Resigner(side), side, "The person")))
	return nil
}
