package command

import (
	"context"
	"math"
	"time"

	"menace/cmd/menace/internal/cli"
	"menace/cmd/menace/internal/console"
	"menace/cmd/menace/internal/lab"
	"menace/data"
)

// playOptions say who plays, and how.
type playOptions struct {
	DB    string
	Agent string
	Make  bool  // make an agent with Michie's rules if there is none
	Learn bool  // the agent learns from the games
	Seed  int64 // of the first game; lab.NoSeed to continue, or without Learn for a random one
	Games int64 // the most games, or 0

	Watch    bool   // another player takes the place of the person
	Opponent string // that player, as in [live.TrainOptions]

	Delay  time.Duration // after each move that is shown
	Replay int64         // the game to replay, or 0
}

// stores reports whether the games are stored, as games with people always are.
func (o playOptions) stores() bool { return o.Learn || !o.Watch }

// seed returns the seed of the first game. A person continues with the agent's seed plus its games, so a match
// in two pieces is the match in one.
func (o playOptions) seed(a *data.Agent) int64 {
	switch {
	case o.Seed != lab.NoSeed || !o.Learn:
		return lab.OrNew(o.Seed)
	case o.Watch:
		return a.Seed
	}
	return a.Seed + a.Career.Tally.Games()
}

// playCommand describes the command play.
func playCommand(con *console.IO) *cli.Command {
	return &cli.Command{
		Name:        "play",
		Usage:       "play against an agent, watch it play, or replay a game",
		ArgsUsage:   cli.NoWords,
		Description: playHelp,
		Flags: []cli.Flag{
			cli.AgentFlag(),
			cli.GamesFlag(1, "play `N` games", "until you leave; 1 with --watch"),
			&cli.BoolFlag{Name: "no-learn", Usage: "do not let the agent learn"},
			cli.SeedFlag("the `SEED` of the first game", "continue; random for a new agent or --no-learn"),
			&cli.BoolFlag{Name: "watch", Usage: "watch the agent play against --opponent"},
			cli.OpponentFlag("the `OPPONENT` to watch", lab.CheckTrainer),
			&cli.StringFlag{Name: "delay", Usage: "wait `TIME` after each move shown, as in 0.5s", DefaultText: "1s on a terminal"},
			cli.Between(1, math.MaxInt64, &cli.Int64Flag{Name: "replay", Usage: "replay game `N`", DefaultText: "none"}),
		},
		Action: cli.Action(con, func(c *cli.Context) (playOptions, error) { return parsePlay(c, con.Screen.Terminal) }, runPlay),
	}
}

var playHelp = `Plays one game after another against an agent, which learns from each. To move, type a square from 1
to 9, or in hexapawn a move as in 7-4, and press Enter; h lists the other keys. Each finished game is
saved; an unfinished one counts for nothing. Moves can also come from a pipe, one per line. The agent
default is made if there is none; train makes agents of other rules.

Each game has a seed: the agent's plus the number of games it has played, or a random one with
--no-learn; --seed 7 makes them 7, 8 and so on. The same machine, seed and moves make the same game,
and a move that you take back and repeat gets the same answer.

With --watch another player takes your place, and the agent learns as it does with train, which plays
the same games with the same seed. --replay shows a game that agents show lists.

Opponents: ` + lab.Opponents + `.

Examples:
   menace play
   menace play --agent second --games 3 --no-learn
   menace train --agent her --preset her --games 0 && menace play --agent her
   seq 9 | menace play --games 1 --seed 1961
   menace play --watch --opponent perfect --games 5 --delay 0.5s
   menace play --replay 1`

func parsePlay(c *cli.Context, terminal bool) (o playOptions, err error) {
	o = playOptions{DB: c.String("db"), Replay: c.Int64("replay"),
		Agent: c.String("agent"), Learn: !c.Bool("no-learn"), Seed: c.Int64("seed"),
		Watch: c.Bool("watch"), Opponent: c.String("opponent"), Games: c.Int64("games"),
	}
	o.Make = o.Agent == cli.DefaultAgent && o.stores()
	if o.Watch && o.Games == 0 {
		o.Games = 1
	}
	if err := checkPlay(c, o); err != nil {
		return o, err
	}
	switch {
	case c.IsSet("delay"):
		o.Delay, err = cli.Duration(c, "delay", time.Hour)
	case terminal:
		o.Delay = time.Second
	}
	return o, err
}

// checkPlay refuses flags that do not go together.
func checkPlay(c *cli.Context, o playOptions) error {
	for _, flag := range []string{"games", "no-learn", "seed", "watch", "opponent"} {
		if c.IsSet(flag) && c.IsSet("replay") {
			return cli.Usagef("--%s does not go with --replay, which shows a game as it was", flag)
		}
	}
	for _, flag := range []string{"opponent", "delay"} {
		if c.IsSet(flag) && !o.Watch && !c.IsSet("replay") {
			return cli.Usagef("--%s goes with --watch; without it you are the opponent", flag)
		}
	}
	return nil
}

// runPlay does what the options say.
func runPlay(ctx context.Context, con *console.IO, o playOptions) error {
	mode := data.Write
	switch {
	case o.Replay > 0 || !o.stores():
		mode = data.Read
	case o.Make:
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
