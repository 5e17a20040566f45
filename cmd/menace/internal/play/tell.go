package play

import (
	"context"
	"strconv"
	"time"

	"menace/arena/match"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
)

// greet says who plays.
func (t *table) greet() {
	rules, games := t.sitting.Agent.Machine.Rules(), t.sitting.Agent.Career.Tally.Games()
	knows := "has learned from " + words.Plural(games, "game")
	if games == 0 {
		knows = "knows nothing yet: it draws its moves by luck"
	}
	mark := rules.Plays.Mark()
	t.con.Say("MENACE %s plays %s, with %s, and %s. The seed is %d.",
		console.Bold(t.sitting.Agent.Name), rules.Plays, console.Stone(mark), knows, t.sitting.Match.Seed())
	t.con.Say("%s %s.", words.Does(t.other, "play"), console.Stone(mark.Other()))
}

// showEnd draws the last position of a game, unless it is on the screen already, and says who won.
func (t *table) showEnd(g *match.Game) {
	if t.sitting.Watched == nil && g.Resigned() != g.Mark().Other() {
		t.con.Board(g.Board())
	}
	t.con.Say("%s", console.Bold(words.Ending(g.Outcome(), g.Resigned(), g.Mark(), t.other)))
	if g.Resigned() == g.Mark() && !t.sitting.Agent.Machine.Bankrupt() {
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
		t.con.Say("MENACE drew no bead in this game, so it learns nothing from it.")
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
			l.Board.String(), strconv.Itoa(l.Square.Number()),
			words.Change(l.Beads, l.BeadsAfter), words.Change(l.Total, l.TotalAfter),
		}
		rows = append(rows, row[:len(heading)])
	}
	t.con.Table(1, heading, rows)
}

// showScore says how the match stands and what it has made of MENACE.
func (t *table) showScore() {
	s := t.sitting.Match.Score()
	t.con.Say("\nMatch: %s %d, MENACE %d, drawn %d. Michie's running total, 3 × wins + draws − losses, stands at %+d.",
		t.other, s.Loss, s.Win, s.Draw, s.Score())
	before, now := words.Percent(t.sitting.Match.LossRateBefore()), words.Percent(t.sitting.Match.LossRate())
	if !t.sitting.Learn {
		t.con.Say("Against a perfect player MENACE loses %s of its games.", now)
		return
	}
	t.con.Say("Against a perfect player MENACE now loses %s of its games; before the match it was %s.", now, before)
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
	mark := a.Machine.Rules().Plays.Mark()
	con.Say("Game %d, played %s: MENACE %s plays %s, a person %s. The seed was %d.",
		g.ID, g.Played.Local().Format(time.DateTime), console.Bold(a.Name), console.Stone(mark), console.Stone(mark.Other()), g.Seed)
	var last lab.Step
	for _, last = range steps {
		who := "The person"
		if last.Agent {
			who = "MENACE"
		}
		con.Say("%s takes %d.", who, last.Square.Number())
		if err := look(ctx, con, last.Board, o.Delay); err != nil {
			return err
		}
	}
	con.Say("%s", console.Bold(words.Ending(last.Board.Outcome(), g.Resigner(mark), mark, "The person")))
	return nil
}
