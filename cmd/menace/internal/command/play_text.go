package command

import (
	"context"
	"strings"
	"time"

	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/symmetry"
)

// greet prints who plays, with what rules and seed.
func (t *terminal) greet() {
	if t.created {
		t.con.Say("There is no agent %s yet, so a new one is made.", console.Bold(t.agent.Name))
	}
	rules, games := t.agent.Machine.Rules(), t.agent.Career.Tally.Games()
	knows := "has learned from " + words.Plural(games, "game")
	if games == 0 {
		knows = "knows nothing yet: it draws its moves at random"
	}
	graph := t.agent.Machine.Graph()
	t.con.Say("MENACE %s plays %s, with %s, and %s. The seed is %d.",
		console.Bold(t.agent.Name), rules.Plays, console.Player(graph, rules.Plays), knows, t.seed)
	t.con.Say("%s %s.", words.Does(t.other, "play"), console.Player(graph, rules.Plays.Other()))
	switch {
	case t.run == nil:
		t.con.Say("To move, %s and press Enter; h lists the other keys.",
			strings.ToLower(t.howToMove()[:1])+t.howToMove()[1:])
	case t.run.Rival != nil:
		t.con.Say("%s too.", words.Does(t.other, "learn"))
	}
}

// showEnd draws the last position of a game, unless it is already on the screen, and prints who won.
func (t *terminal) showEnd() {
	g := t.game
	if t.run == nil && g.Resigned() != g.Side().Other() {
		t.con.Board(g.Graph(), g.Position())
	}
	t.con.Say("%s", console.Bold(words.Ending(g.Outcome(), g.Resigned(), g.Side(), t.other)))
	if g.Resigned() == g.Side() && !t.ended.Bankrupt {
		t.con.Say("MENACE always resigns when the box for a position is empty. " +
			"An agent made with --on-empty restock refills its boxes instead.")
	}
}

// showLessons prints the change of each box that MENACE drew from.
func (t *terminal) showLessons() {
	g, lessons := t.game, t.ended.Lessons
	switch {
	case t.options.NoLearn:
		t.con.Say("MENACE learns nothing from this game (--no-learn).")
		return
	case len(lessons) == 0:
		t.con.Say(words.NothingDrawn)
		return
	}
	t.con.Say("\n%s", words.Reward(t.agent.Machine.Rules(), g.Outcome()))
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

// showScore prints the score of the match and how good MENACE now is.
func (t *terminal) showScore() {
	drawn := t.agent.Machine.Graph().Drawable()
	t.con.Say("\n%s%s", words.Standing(t.score, t.other, drawn), words.Total(t.score, drawn))
	if t.options.NoLearn {
		t.con.Say("%s", words.Loses(t.ended.Now))
		return
	}
	t.con.Say("%s", words.LosesNow(t.ended.Now, t.before, "match"))
}

// replay shows a stored game again.
func replay(ctx context.Context, con *console.IO, l *lab.Lab, o playOptions) error {
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
		g.ID, g.Played.Local().Format(time.DateTime), console.Bold(a.Name), console.Player(graph, side),
		console.Player(graph, side.Other()), g.Seed)
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
