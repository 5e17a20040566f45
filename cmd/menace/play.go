package main

import (
	"context"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"menace/data"
	"menace/menace"
)

func (p *program) playCommand() *cli.Command {
	return &cli.Command{
		Name:        "play",
		Usage:       "play against an agent, watch it play, or see a game again",
		ArgsUsage:   " ",
		Description: playHelp,
		Flags: []cli.Flag{
			agentFlag(),
			&cli.Int64Flag{Name: "games", Aliases: []string{"n"}, Usage: "play `N` games", DefaultText: "until you leave; watch 1"},
			&cli.BoolFlag{Name: "no-learn", Usage: "leave the agent as it is"},
			&cli.Int64Flag{Name: "seed", Usage: "the `SEED` of the first game", DefaultText: "go on; at first, and with --no-learn, any"},
			&cli.BoolFlag{Name: "watch", Usage: "let --opponent play against the agent"},
			&cli.StringFlag{Name: "opponent", Aliases: []string{"o"}, Usage: "watch it play against `OPPONENT`", DefaultText: "the last one; at first random"},
			&cli.StringFlag{Name: "delay", Usage: "wait this `TIME` after each move shown, as in 0.5s", DefaultText: "1s on a terminal, else 0s"},
			&cli.Int64Flag{Name: "replay", Usage: "show game `N` again", DefaultText: "none"},
		},
		Action: action(p.parsePlay, p.play),
	}
}

const playHelp = `Plays game after game against an agent, which learns from every one. A move is a number from 1 to 9
and Enter; h shows the other keys. Finished games are saved one by one; an unfinished one counts for
nothing. Moves can come from a pipe, one a line.

Each game has a seed: the agent's plus the games that it has played, or any with --no-learn; --seed 7
makes them 7, 8 and so on. The same machine, seed and moves make the same game, and a move that is
taken back gets the same answer again.

With --watch another player sits in your place, and the agent learns as it does from train, which
plays the same games with the same seed. --replay shows a game that agents show lists.

Opponents: ` + allOpponents + `.

Examples:
   menace play
   menace play --agent second --games 3 --no-learn
   printf '1\n2\n3\n' | menace play --seed 1961
   menace play --watch --opponent perfect --games 5 --delay 0.5s
   menace play --replay 1`

// playOptions say who plays, and how.
type playOptions struct {
	db, agent string
	games     int64 // 0 for no end
	learn     bool
	seed      int64 // −1 to go on
	watch     bool
	opponent  string        // of --watch; "" for the one before
	delay     time.Duration // after each move that is shown
	replay    int64         // 0 for none
}

func (p *program) parsePlay(c *cli.Context) (o playOptions, err error) {
	if err := noArguments(c); err != nil {
		return o, err
	}
	o = playOptions{
		db: c.String("db"), agent: c.String("agent"), games: c.Int64("games"), learn: !c.Bool("no-learn"),
		seed: -1, watch: c.Bool("watch"), opponent: c.String("opponent"), replay: c.Int64("replay"),
	}
	switch {
	case c.IsSet("seed"):
		o.seed = c.Int64("seed")
	case !o.learn:
		o.seed = newSeed()
	}
	if o.watch && !c.IsSet("games") {
		o.games = 1
	}
	if o.delay, err = p.parseDelay(c); err != nil {
		return o, err
	}
	if err := data.CheckName(o.agent); err != nil {
		return o, asUsage(err)
	}
	return o, o.check(c)
}

// check refuses values out of range, and flags that have no use for one another.
func (o playOptions) check(c *cli.Context) error {
	switch {
	case c.IsSet("games") && (o.games < 1 || o.games > menace.MaxGames):
		return usagef("--games %d is not between 1 and %d", o.games, int64(menace.MaxGames))
	case c.IsSet("seed") && o.seed < 0:
		return usagef("--seed %d is negative", o.seed)
	case c.IsSet("replay") && o.replay < 1:
		return usagef("--replay %d: games are numbered from 1; `menace agents show %s` lists them", o.replay, o.agent)
	}
	if c.IsSet("replay") {
		for _, flag := range []string{"games", "no-learn", "seed", "watch", "opponent"} {
			if c.IsSet(flag) {
				return usagef("--%s has no use with --replay, which shows a game as it was", flag)
			}
		}
		return nil
	}
	for _, flag := range []string{"opponent", "delay"} {
		if c.IsSet(flag) && !o.watch {
			return usagef("--%s goes with --watch; without it you are the opponent", flag)
		}
	}
	if c.IsSet("opponent") {
		return checkOpponent(o.opponent)
	}
	return nil
}

// parseDelay reads the time between moves.
func (p *program) parseDelay(c *cli.Context) (time.Duration, error) {
	switch {
	case !c.IsSet("delay") && p.screen.terminal:
		return time.Second, nil
	case !c.IsSet("delay"):
		return 0, nil
	}
	delay, err := parseTime(c.String("delay"))
	if err != nil || delay < 0 || delay > time.Hour {
		return 0, usagef("--delay %q is not a time from 0s to 1h, as in 0.5s", c.String("delay"))
	}
	return delay, nil
}

// parseTime reads a time in Go's way of writing them, or a number of seconds.
func parseTime(text string) (time.Duration, error) {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		text += "s"
	}
	return time.ParseDuration(text)
}

// play does what the options say.
func (p *program) play(ctx context.Context, o playOptions) error {
	if o.replay > 0 {
		return p.replay(ctx, o)
	}
	db, a, err := p.agentToPlay(ctx, o)
	if err != nil {
		return err
	}
	defer db.Close()
	if o.watch {
		return p.watch(ctx, db, a, o)
	}
	return p.receive(ctx, db, a, o)
}
