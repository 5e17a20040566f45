package play

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"menace/arena/match"
	"menace/board"
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/words"
	"menace/symmetry"
)

// table is a match as it is shown: of a person, whose lines it reads, or of a player who is watched.
type table struct {
	con     *console.IO
	sitting *lab.Sitting
	options Options
	lines   *console.Lines // nil when watching
	other   string         // who plays against MENACE
}

// errLeft means that the person has left the match.
var errLeft = errors.New("left")

// newTable greets the person who plays or watches. It reads lines until the context ends.
func newTable(ctx context.Context, con *console.IO, s *lab.Sitting, o Options) *table {
	t := &table{con: con, sitting: s, options: o, other: words.You}
	if s.Created {
		t.con.Say("There is no agent %s yet, so a new one is made.", console.Bold(s.Agent.Name))
	}
	if s.Watched != nil {
		t.other = s.Watched.Session.Opponent
		t.greet()
		if s.Watched.Rival != nil {
			t.con.Say("%s too.", words.Does(t.other, "learn"))
		}
		return t
	}
	t.lines = console.ReadLines(ctx, con.In)
	t.greet()
	t.con.Say("To move, %s and press Enter; h lists the other keys.", strings.ToLower(t.howToMove()[:1])+t.howToMove()[1:])
	return t
}

// hold plays the match and says how it ended.
func (t *table) hold(ctx context.Context) error {
	err := t.playMatch(ctx)
	switch {
	case err == nil, errors.Is(err, errLeft):
		t.con.Say("\nThe match is over after %s.", t.finished())
		return nil
	case errors.Is(err, context.Canceled):
		t.con.Print("\n")
		return cli.Interruption("after " + t.finished())
	}
	return err
}

// finished says how many games were finished, and that they are saved if they are.
func (t *table) finished() string {
	games := t.sitting.Match.Score().Games()
	switch {
	case games == 0:
		return "no finished game; nothing was learned"
	case !t.options.Stores():
		return words.Plural(games, "game")
	case games == 1:
		return "1 finished game, which is saved"
	}
	return words.Count(games) + " finished games, which are saved"
}

// playMatch plays games until there are enough, a machine is bankrupt, or the person leaves.
func (t *table) playMatch(ctx context.Context) error {
	for n := int64(1); t.options.Games == 0 || n <= t.options.Games; n++ {
		if n > 1 {
			if err := t.rest(ctx); err != nil {
				return err
			}
		}
		t.con.Say("\n%s", console.Bold(fmt.Sprintf("Game %d", n)))
		if err := t.playGame(ctx); err != nil {
			return err
		}
		if t.sitting.Agent.Machine.Bankrupt() {
			rules := t.sitting.Agent.Machine.Rules()
			t.con.Say("\n%s What can be done: %s.", words.Bankruptcy(rules.Plays), cli.Remedy(rules))
			return nil
		}
	}
	return nil
}

// rest is what happens between two games.
func (t *table) rest(ctx context.Context) error {
	if t.sitting.Watched == nil {
		return t.askToGoOn(ctx)
	}
	if t.sitting.Watched.Bankrupt() {
		t.con.Say("\n%s is bankrupt, and would resign every game from now on.", words.Subject(t.other))
		return errLeft
	}
	return nil
}

// playGame plays a game to its end, saves it and reports it.
func (t *table) playGame(ctx context.Context) error {
	g := t.sitting.Start()
	for !g.Over() {
		if err := t.turn(ctx, g); err != nil {
			return err
		}
	}
	lessons, err := t.sitting.End(ctx, g)
	if err != nil {
		return err
	}
	t.showEnd(g)
	t.showLessons(g, lessons)
	t.showScore()
	return nil
}

// turn makes the next move, or asks the person for it.
func (t *table) turn(ctx context.Context, g *match.Game) error {
	switch {
	case g.MachineMoves():
		turn := g.Move()
		text := words.Turn(turn)
		if t.con.Colour && turn.Reason == match.Bead {
			text = t.con.Bead(turn.Move) + " " + text
		}
		t.con.Say("%s", text)
	case t.sitting.Watched == nil:
		return t.askForMove(ctx, g)
	default:
		if m := g.Ask(t.sitting.Watched.Opponent); m != symmetry.Resign {
			t.con.Say("%s %v.", words.Does(t.sitting.Watched.Playing(), "take"), m)
		}
	}
	if t.sitting.Watched == nil {
		return nil // the board is shown before each move of the person
	}
	return look(ctx, t.con, g.Graph(), g.Position(), t.options.Delay)
}

// look shows a position for a while.
func look(ctx context.Context, con *console.IO, g *symmetry.Graph, position board.Code, delay time.Duration) error {
	con.Board(g, position)
	select {
	case <-ctx.Done():
	case <-time.After(delay):
	}
	return ctx.Err()
}
