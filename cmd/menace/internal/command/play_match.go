package command

import (
	"context"
	"errors"
	"fmt"
	"time"

	"menace/arena"
	"menace/arena/match"
	"menace/board"
	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/cmd/menace/internal/live"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
	"menace/symmetry"
)

// terminal shows a match of a person, whose input it reads, or of a player that the person watches.
type terminal struct {
	con     *console.IO
	options playOptions
	agent   *data.Agent // at the beginning
	created bool        // the agent is new
	seed    int64       // of the first game
	other   string      // name of MENACE's opponent

	match *live.Match    // of a person
	lines *console.Lines // input of the person
	turns int            // number of MENACE's turns in the game that have been described
	run   *live.Run      // run that is watched, or nil

	game   *match.Game // current state of the game
	ended  *live.Ended // the effect of the last game
	score  arena.Tally // score of the match from MENACE's side
	before float64     // the chance of losing to a perfect player before the match
}

// errLeft reports that the person has left the match.
var errLeft = errors.New("left")

// begin loads or makes the agent, and returns an error if it cannot play.
func (t *terminal) begin(ctx context.Context, l *lab.Lab) (err error) {
	o := t.options
	t.agent, err = l.Agent(ctx, o.Agent)
	if errors.Is(err, data.ErrNotFound) && o.makes() {
		t.created = true
		t.agent, err = l.Make(ctx, o.Agent, menace.Michie(), o.Seed)
	}
	if err != nil {
		return err
	}
	if t.agent.Machine.Bankrupt() {
		return &lab.BankruptError{Agent: t.agent.Name, Rules: t.agent.Machine.Rules()}
	}
	if o.stores() && !t.created {
		if err := l.Writable(ctx); err != nil {
			return err
		}
	}
	t.seed, t.other = o.seed(t.agent), words.You
	registry := live.NewRegistry(l)
	if o.Watch {
		seed := o.Seed
		if o.NoLearn {
			seed = t.seed
		}
		t.run, err = registry.NewRun(ctx, live.TrainOptions{
			Agent: o.Agent, Games: o.Games, Opponent: o.Opponent, Seed: seed, NoLearn: o.NoLearn,
		})
		if err == nil {
			t.other = t.run.Session.Opponent
		}
		return err
	}
	owner, err := registry.Owner(ctx, o.Agent)
	if err != nil {
		return err
	}
	t.match = owner.Match("person")
	t.match.Seed(t.seed)
	t.lines = console.ReadLines(ctx, t.con.In)
	return nil
}

// play greets the person, plays the match and prints how it ended.
func (t *terminal) play(ctx context.Context) error {
	t.greet()
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

// finished describes how many games were finished and whether they are saved.
func (t *terminal) finished() string {
	games := t.score.Games()
	switch {
	case games == 0:
		return "no finished game; nothing was learned"
	case !t.options.stores():
		return words.Plural(games, "game")
	case games == 1:
		return "1 finished game, which is saved"
	}
	return words.Count(games) + " finished games, which are saved"
}

// playMatch plays games until there are enough, a machine is bankrupt, or the person leaves.
func (t *terminal) playMatch(ctx context.Context) error {
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
		if t.ended.Bankrupt {
			rules := t.agent.Machine.Rules()
			t.con.Say("\n%s To go on: %s.", words.Bankruptcy(rules.Plays), cli.Remedy(rules))
			return nil
		}
	}
	return nil
}

// rest pauses between two games.
func (t *terminal) rest(ctx context.Context) error {
	if t.run == nil {
		return t.askToGoOn(ctx)
	}
	if t.run.Bankrupt() {
		t.con.Say("\n%s is bankrupt, and would resign every game from now on.", words.Subject(t.other))
		return errLeft
	}
	return nil
}

// playGame plays a game to its end, saves it and reports its effect.
func (t *terminal) playGame(ctx context.Context) (err error) {
	if t.run != nil {
		err = t.watchGame(ctx)
	} else {
		err = t.playByHand(ctx)
	}
	if err != nil {
		return err
	}
	if t.score.Games() == 0 {
		t.before = t.ended.Before
	}
	t.score = t.score.Plus(t.ended.Score)
	t.showEnd()
	t.showLessons()
	t.showScore()
	return nil
}

// watchGame plays a game move by move.
func (t *terminal) watchGame(ctx context.Context) (err error) {
	t.turns = 0
	t.ended, err = t.run.Watch(ctx, func(g *match.Game) error {
		t.game = g
		if played := g.Moves(); !t.describe() && g.Resigned() == "" {
			t.con.Say("%s %v.", words.Does(t.run.Playing(), "take"), played[len(played)-1])
		}
		return look(ctx, t.con, g.Graph(), g.Position(), t.options.Delay)
	})
	return err
}

// playByHand plays a game against the person.
func (t *terminal) playByHand(ctx context.Context) error {
	if err := t.match.New(ctx, "", !t.options.NoLearn); err != nil {
		return err
	}
	t.turns = 0
	for {
		now := t.match.View(ctx)
		t.game = now.Game
		t.describe()
		if now.Ended != nil {
			t.ended = now.Ended
			return nil
		}
		if err := t.askForMove(ctx); err != nil {
			return err
		}
	}
}

// describe prints the turns of MENACE that have not been described yet, and reports whether there were any.
func (t *terminal) describe() bool {
	turns := t.game.Turns()
	news := turns[min(t.turns, len(turns)):]
	t.turns = len(turns)
	for _, turn := range news {
		text := words.Turn(turn)
		if t.con.Colour && turn.Reason == match.Bead {
			text = t.con.Bead(turn.Move) + " " + text
		}
		t.con.Say("%s", text)
	}
	return len(news) > 0
}

// look shows a position and waits.
func look(ctx context.Context, con *console.IO, g *symmetry.Graph, position board.Code, delay time.Duration) error {
	con.Board(g, position)
	select {
	case <-ctx.Done():
	case <-time.After(delay):
	}
	return ctx.Err()
}
