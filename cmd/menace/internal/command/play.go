package command

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/data"
	"menace/menace"
	"menace/menace/option"
)

type playOptions struct {
	DB      string
	Agent   string
	NoLearn bool
	Seed    int64 // of the first game; lab.NoSeed to continue, or with NoLearn for a random one
	Games   int64 // the most games, or 0

	Watch    bool   // another player plays instead of the person
	Opponent string // that player, as in [live.TrainOptions]

	Delay  time.Duration // after each move that is shown; noDelay unless given
	Replay int64         // the game to replay, or 0
}

const noDelay = time.Duration(-1)

// stores reports whether the games are stored. Games with people always are.
func (o playOptions) stores() bool { return !o.NoLearn || !o.Watch }

// makes reports whether a missing agent is created, with Michie's rules.
func (o playOptions) makes() bool { return o.Agent == cli.DefaultAgent && o.stores() }

// seed returns the seed of the first game. A person continues with the agent's seed plus its number of games, so that a
// match interrupted and continued is the same as one played at once.
func (o playOptions) seed(a *data.Agent) int64 {
	switch {
	case o.Seed != lab.NoSeed || o.NoLearn:
		return lab.OrNew(o.Seed)
	case o.Watch:
		return a.Seed
	}
	return a.Seed + a.Career.Tally.Games()
}

func playCommand(con *console.IO) *cli.Command {
	return &cli.Command{
		Name:        "play",
		Usage:       "play against an agent, watch it play, or replay a game",
		Description: playHelp,
		Flags:       cli.Flags("", playTable, usualPlay),
		Action:      cli.Action(con, parsePlay, runPlay),
	}
}

var playHelp = `Plays one game after another against an agent, which learns from each. To move, type a square from 1
to 9, or in hexapawn a move as in 7-4, and press Enter; h lists the other keys, and g shows the rules
of the game. Each finished game is saved; an unfinished one counts for nothing. Moves can also come
from a pipe, one per line. The agent named default is created if it does not exist; train makes agents with other rules.

Each game has a seed: the agent's plus the number of games it has played, or a random one with --no-learn; --seed 7
makes them 7, 8 and so on. The same machine, seed and moves give the same game, so a move that you take back and
repeat gets the same answer.

With --watch another player plays instead of you. The agent learns as with train, and the same seed gives the same
games. --replay shows a game from the list that «agents show» prints.

Opponents: ` + lab.Opponents + `.

Examples:
   menace play
   menace play --agent second --games 3 --no-learn
   menace train --agent her --preset her --games 0 && menace play --agent her
   seq 9 | menace play --games 1 --seed 1961
   menace play --watch --opponent perfect --games 5 --delay 0.5s
   menace play --replay 1`

var usualPlay = playOptions{Agent: cli.DefaultAgent, Seed: lab.NoSeed, Delay: noDelay}

var playTable = []option.Option[playOptions]{
	cli.Agent(func(o *playOptions) *string { return &o.Agent }),
	{Name: "games", Short: "n", Meaning: "play `N` games", Default: "until you leave; 1 with --watch",
		In: func(o *playOptions) option.Value { return option.Whole(&o.Games, 1, menace.MaxGames) }},
	{Name: "no-learn", Meaning: "do not let the agent learn",
		In: func(o *playOptions) option.Value { return option.Switch(&o.NoLearn) }},
	{Name: "seed", Meaning: "the `SEED` of the first game", Default: "continue; random for a new agent or --no-learn",
		In: func(o *playOptions) option.Value { return option.Whole(&o.Seed, 0, math.MaxInt64) }},
	{Name: "watch", Meaning: "watch the agent play against --opponent",
		In: func(o *playOptions) option.Value { return option.Switch(&o.Watch) }},
	{
		Name: "opponent", Short: "o", Meaning: "the `OPPONENT` to watch", Complete: "opponent",
		Default: "the last one; random for a new agent",
		In: func(o *playOptions) option.Value {
			return option.Checked(option.Word(&o.Opponent), lab.CheckTrainer)
		},
	},
	{Name: "delay", Meaning: "wait `TIME` after each move shown, as in 0.5s", Default: "1s on a terminal",
		In: func(o *playOptions) option.Value { return option.Time(&o.Delay, 0, time.Hour) }},
	{Name: "replay", Meaning: "replay game `N`", Default: "none",
		In: func(o *playOptions) option.Value { return option.Whole(&o.Replay, 1, math.MaxInt64) }},
}

// Check returns the [option.Error] of options that do not go together.
func (o playOptions) Check() error {
	for _, given := range option.Differences(playTable, o, usualPlay) {
		switch name := given.Name; {
		case o.Replay > 0 && !slices.Contains([]string{"agent", "delay", "replay"}, name):
			return option.Wrong(name, errors.New("this does not go with --replay, which shows a game as it was"))
		case o.Replay == 0 && !o.Watch && (name == "opponent" || name == "delay"):
			return option.Wrong(name, errors.New("this goes with --watch; without it you are the opponent"))
		}
	}
	return nil
}

func parsePlay(c *cli.Context) (playOptions, error) {
	o, err := cli.Parse(playTable, usualPlay)(c)
	o.DB = c.String("db")
	if o.Watch && o.Games == 0 {
		o.Games = 1
	}
	return o, err
}

func runPlay(ctx context.Context, con *console.IO, o playOptions) error {
	if o.Delay == noDelay && con.Screen.Terminal {
		o.Delay = time.Second
	}
	mode := data.Write
	switch {
	case o.Replay > 0 || !o.stores():
		mode = data.Read
	case o.makes():
		mode = data.Create
	}
	l, err := lab.Open(ctx, o.DB, mode)
	if err != nil {
		return err
	}
	defer l.Close()
	if o.Replay > 0 {
		return replay(ctx, con, l, o)
	}
	t := &terminal{con: con, options: o}
	if err := t.begin(ctx, l); err != nil {
		return err
	}
	return t.play(ctx)
}
